import { type Context, Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { closeFullShard } from '../storage/close-full-shard.ts';
import { StorageFull, StorageUnavailable } from '../storage/database.ts';
import type { RequestContext } from './context.ts';
import { ERRORS, type ErrorCode } from './error-codes.ts';
import { errorResponse, type Failure, fail, RequestRefused } from './errors.ts';
import { isProtocolPath, protocolFailure } from './failure-format.ts';
import { describeFault, missingInSchema, writeRequestLog } from './log.ts';
import { wantsFailurePage } from './page-request.ts';
import { addCommonHeaders } from './response-headers.ts';
import { FixedPathsFirstRouter } from './router.ts';

/** The types of an app whose handlers find the request's context in `c.env`. */
export type ServiceEnv = { Bindings: RequestContext };

/** Renders a failure as a page. */
export type AnswerWithPage = (c: Context<ServiceEnv>, failure: Failure) => Response | Promise<Response>;

/**
 * Returns an app that rejects plain http, or foreign hosts in a local installation, and returns every failure in one form.
 *
 * @param answerWithPage renders failures for browsers, for an app with pages
 */
export function newService(answerWithPage?: AnswerWithPage): Hono<ServiceEnv> {
  const answer: AnswerWithPage = (c, failure) => {
    const { status } = ERRORS[failure.failure];
    if (!answerWithPage || !wantsFailurePage(c.req.raw, c.req.path, status)) return respondWith(c, failure);
    c.env.log.errorCode = failure.failure;
    return answerWithPage(c, failure);
  };
  const app = new Hono<ServiceEnv>({ strict: true, router: new FixedPathsFirstRouter() });
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c: Context<ServiceEnv>, methods) =>
        answer(c, fail('method_not_allowed', { headers: { Allow: methods.join(', ') } })),
    }),
  );
  app.use(async function requireHttps(c, next) {
    const { env } = c.env;
    const { protocol, hostname } = new URL(c.req.url);
    if (!env.isLocal) return protocol === 'http:' ? answer(c, fail('https_required')) : next();
    return isOwnHost(env, hostname) ? next() : answer(c, fail('foreign_origin', { message: FOREIGN_HOST }));
  });
  app.notFound((c) => answer(c, fail('route_not_found')));
  app.onError((err, c) => answer(c, failureOf(c.env, err)));
  return app;
}

const FOREIGN_HOST =
  'A local installation answers at 127.0.0.1, localhost and the host of BASE_URL only: set BASE_URL to the address that you use.';
const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Returns whether a local installation serves this host. Otherwise web pages under a foreign name that resolves to this
 * machine could read everything that needs no key, such as the outbox.
 */
function isOwnHost({ baseUrl }: RequestContext['env'], hostname: string): boolean {
  return LOOPBACK_HOSTS.includes(hostname) || hostname === new URL(baseUrl).hostname;
}

/** Serves one request, adds the common headers and writes its log line. */
export async function serve(app: Hono<ServiceEnv>, ctx: RequestContext, request: Request): Promise<Response> {
  const startedAt = performance.now();
  ctx.log.colo = coloOf(request);
  const response = await app.fetch(request, ctx);
  if (response.status === 401 && NOBODY.has(ctx.log.errorCode)) forgetCaller(ctx);
  addCommonHeaders(response, ctx, request);
  writeRequestLog(ctx, request.method, response.status, performance.now() - startedAt);
  return response;
}

/** Codes of a 401 for a caller who is not a known partner. The caller of an `environment_mismatch` is known. */
const NOBODY: ReadonlySet<string | null> = new Set<ErrorCode>([
  'missing_authorization',
  'invalid_api_key',
  'expired_api_key',
  'invalid_token',
]);

/**
 * Removes the partner, its limits and its waiting times from the response to a credential that turned out to be invalid,
 * and excludes the request from the partner's usage. Until now, a read running alongside could be using the principal.
 */
function forgetCaller(ctx: RequestContext): void {
  ctx.principal = null;
  ctx.responseHeaders.clear();
  ctx.rateLimits.clear();
}

/** Returns the data centre that runs this request, as reported by the platform. */
function coloOf({ cf }: Request): string | null {
  return typeof cf?.colo === 'string' ? cf.colo : null;
}

/** The members of Hono's context needed to respond with a failure. */
export interface Answering {
  readonly env: RequestContext;
  readonly req: { readonly path: string };
}

/** Maps a failure to a response in its path's format, and records its code for the log line. */
export function respondWith({ env: ctx, req }: Answering, failure: Failure): Response {
  const response = isProtocolPath(req.path)
    ? protocolFailure(ctx, failure)
    : errorResponse(failure, ctx.requestId, ctx.env.baseUrl);
  ctx.log.errorCode = failure.failure;
  return response;
}

/** The remedy for a database with unapplied migrations. The log line names the missing table or column. */
export const MIGRATE =
  'A table or column is missing in a database. Apply its migrations: `npm start` and `npx wrangler dev` do this on your machine, and `npm run deploy -- --plan` prints the commands for a deployment.';

/**
 * Maps a thrown error to a failure. A late refusal has its own. Any other error is logged and becomes a 503 if a store is
 * full, unavailable or not migrated, otherwise a 500. A full athlete database is closed to new athletes.
 */
export function failureOf(ctx: RequestContext, fault: unknown): Failure {
  if (fault instanceof RequestRefused) return fault.failure;
  ctx.log.fault = describeFault(fault);
  if (missingInSchema(fault) !== null) return fail('temporarily_unavailable', { message: MIGRATE });
  if (fault instanceof StorageFull) {
    ctx.waitUntil(closeFullShard(ctx.env, ctx.log, fault, ctx.nowMs));
    return fail('storage_full');
  }
  return fail(fault instanceof StorageUnavailable ? 'temporarily_unavailable' : 'internal_error');
}
