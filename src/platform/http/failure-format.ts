import { preferredType } from './answer.ts';
import type { RequestLog } from './context.ts';
import { ERRORS } from './error-codes.ts';
import { type Failure, headersOf } from './errors.ts';

/** The member of a request's context that these responses write. */
interface Logging {
  readonly log: Pick<RequestLog, 'errorCode'>;
}

const PROTOCOL_PATH = /^\/oauth\/(token|revoke)$/;

/** Returns whether failures on this path use the format of RFC 6749 §5.2 (CONTRACT §2). */
export function isProtocolPath(path: string): boolean {
  return PROTOCOL_PATH.test(path);
}

/** Returns an error response of the token or revocation endpoint (RFC 6749 §5.2). */
export function protocolError(
  ctx: Logging,
  status: number,
  error: string,
  description: string,
  further: HeadersInit = {},
): Response {
  ctx.log.errorCode = error;
  const headers = new Headers(further);
  headers.set('Cache-Control', 'no-store');
  headers.set('Pragma', 'no-cache');
  return Response.json({ error, error_description: description }, { status, headers });
}

/** Maps a failure to an error response of these two endpoints. */
export function protocolFailure(ctx: Logging, failure: Failure): Response {
  const { status, message } = ERRORS[failure.failure];
  return protocolError(ctx, status, errorFor(status), failure.message ?? message, headersOf(failure));
}

function errorFor(status: number): string {
  if (status === 500) return 'server_error';
  return status === 503 ? 'temporarily_unavailable' : 'invalid_request';
}

const PAGE_PATH =
  /^\/$|^\/(docs|brand|access|subscribe|account|console|dev|oauth\/(authorize|login|logout))(\/|$)/;
const FILE_PATH = /\.[a-z0-9]+$/i;

/** Returns whether this path serves a page for browsers. A test compares it with the paths that return pages. */
export function isPagePath(path: string): boolean {
  return PAGE_PATH.test(path) && !FILE_PATH.test(path);
}

/**
 * Returns whether to show a failure as a page. Always for a server error on a page's path. For any other read, only if the
 * caller prefers HTML, as browsers do.
 */
export function wantsFailurePage(request: Request, path: string, status: number): boolean {
  if (isProtocolPath(path)) return false;
  if (status >= 500 && isPagePath(path)) return true;
  return (request.method === 'GET' || request.method === 'HEAD') && prefersHtml(request);
}

/** Returns whether `Accept` prefers HTML over JSON and the wildcard. */
function prefersHtml(request: Request): boolean {
  const offered = ['text/html', 'application/json', '*/*'] as const;
  return preferredType(request.headers.get('accept'), offered) === 'text/html';
}
