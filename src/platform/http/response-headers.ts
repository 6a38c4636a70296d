import type { RequestContext } from './context.ts';
import { rateLimitHeaders } from './rate-limits.ts';

const CLIENT_REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/**
 * Adds the headers common to all responses (CONTRACT §1): the data-use rules, the request id, the caller's own id, and the
 * usual protections.
 *
 * @throws TypeError if the headers are immutable, as in fetched responses such as static assets. Copy the response first
 */
export function addCommonHeaders({ headers }: Response, ctx: RequestContext, request: Request): void {
  if (!headers.has('X-Service-Data-Attribution')) {
    headers.set('X-Service-Data-Attribution', attributionWithoutData(ctx));
  }
  addFixedHeaders(headers, ctx.requestId);
  const clientRequestId = request.headers.get('X-Request-Id');
  if (clientRequestId !== null && CLIENT_REQUEST_ID.test(clientRequestId)) {
    headers.set('X-Client-Request-Id', clientRequestId);
  }
  if (ctx.principal !== null) headers.set('Server-Timing', waitingTimes(ctx));
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  if (!ctx.env.isLocal) headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
  const further = [...ctx.responseHeaders, ...Object.entries(rateLimitHeaders(ctx.rateLimits))];
  for (const [name, value] of further) headers.set(name, value);
}

/** Adds the headers that are independent of environment and caller. */
export function addFixedHeaders(headers: Headers, requestId: string): void {
  headers.set('X-Service-Data-License', 'display-only');
  headers.set('X-Service-Data-Training', 'prohibited');
  if (!headers.has('X-Service-Data-Attribution')) headers.set('X-Service-Data-Attribution', 'required');
  headers.set('X-Request-Id', requestId);
  headers.set('X-Content-Type-Options', 'nosniff');
  // The console's forms need an Origin, which browsers withhold under this policy.
  if (!headers.has('Referrer-Policy')) headers.set('Referrer-Policy', 'no-referrer');
}

/**
 * Returns the time that a request waited for each kind of store, for `Server-Timing`. Excludes calculation, during which
 * the platform's clock does not advance.
 */
function waitingTimes({ log }: RequestContext): string {
  const waits = { kv: log.kvMs, guard: log.guardMs, d1: log.d1Ms ?? 0 };
  return Object.entries(waits)
    .filter(([, ms]) => ms !== null)
    .map(([store, ms]) => `${store};dur=${Math.round(ms ?? 0)}`)
    .join(', ');
}

/** Returns `optional` only for a known partner whose default tier is full. */
function attributionWithoutData(ctx: RequestContext): 'optional' | 'required' {
  return ctx.principal?.defaultTier === 'full' ? 'optional' : 'required';
}
