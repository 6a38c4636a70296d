import type { RequestContext } from './context.ts';

const CLIENT_REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/**
 * Puts on an answer, whatever made it, the headers that contract §1 asks for: the data-use rules, our request
 * id, the caller's own id beside it, and the usual protections. The answer must be one that we made: those of
 * other services, static assets for one, have headers that cannot be changed, and throw.
 */
export function addCommonHeaders({ headers }: Response, ctx: RequestContext, request: Request): void {
  headers.set('X-Service-Data-License', 'display-only');
  headers.set('X-Service-Data-Training', 'prohibited');
  if (!headers.has('X-Service-Data-Attribution')) {
    headers.set('X-Service-Data-Attribution', attributionWithoutData(ctx));
  }
  headers.set('X-Request-Id', ctx.requestId);
  const clientRequestId = request.headers.get('X-Request-Id');
  if (clientRequestId !== null && CLIENT_REQUEST_ID.test(clientRequestId)) {
    headers.set('X-Client-Request-Id', clientRequestId);
  }
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'no-referrer');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  if (!ctx.env.isLocal) headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
  for (const [name, value] of ctx.responseHeaders) headers.set(name, value);
}

/** An answer without athlete data to a known full-tier partner need not name the service; any other must. */
function attributionWithoutData(ctx: RequestContext): 'optional' | 'required' {
  return ctx.principal?.defaultTier === 'full' ? 'optional' : 'required';
}
