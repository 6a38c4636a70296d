import { parseAccept } from 'hono/utils/accept';
import { isProtocolPath } from './failure-format.ts';

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
  const first = parseAccept(request.headers.get('accept') ?? '')
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.toLowerCase())
    .find((type) => ['text/html', 'application/json', '*/*'].includes(type));
  return first === 'text/html';
}
