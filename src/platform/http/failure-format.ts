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
