import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { machineNowMs } from '../clock.ts';
import { logLine } from '../log-line.ts';
import { InvocationSpent, StorageFull, StorageOverloaded, StorageUnavailable } from '../storage/database.ts';
import { newId } from '../storage/ids.ts';
import { closeFullShard } from '../storage/shard-states.ts';
import { type RequestContext, rateLimitHeaders } from './context.ts';
import { ERRORS, type ErrorCode } from './error-codes.ts';
import { errorResponse, type Failure, fail, RequestRefused } from './errors.ts';
import { isProtocolPath, protocolFailure, wantsFailurePage } from './failure-format.ts';
import { describeFault, missingInSchema, writeRequestLog } from './log.ts';

/** The types of an app whose handlers find the request's context in `c.env`. */
export type ServiceEnv = { Bindings: RequestContext };

/** A check or an effect before a route's handler. */
export type Step = MiddlewareHandler<ServiceEnv>;

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
  ctx.log.pointer = failure.problems?.[0]?.pointer.slice(0, 200);
  return response;
}

/** The remedy for a database with unapplied migrations. The log line names the missing table or column. */
const MIGRATE =
  'A table or column is missing in a database. Apply its migrations: `npm start` and `npx wrangler dev` do this on your machine, and `npm run deploy -- --plan` prints the commands for a deployment.';

/** The time for which callers leave an overloaded store alone. */
const OVERLOADED_RETRY_SECONDS = 30;

/**
 * Maps a thrown error to a failure. A late refusal has its own. Any other error is logged and becomes a 503 if a store is
 * full, overloaded, unavailable or not migrated, otherwise a 500. A full athlete database is closed to new athletes.
 */
export function failureOf(ctx: RequestContext, fault: unknown): Failure {
  if (fault instanceof RequestRefused) return fault.failure;
  ctx.log.fault = describeFault(fault);
  if (missingInSchema(fault) !== null) return fail('temporarily_unavailable', { message: MIGRATE });
  if (fault instanceof StorageFull) {
    ctx.waitUntil(closeFullShard(ctx.env, ctx.log, fault, ctx.nowMs));
    return fail('storage_full');
  }
  if (fault instanceof StorageOverloaded) {
    return fail('temporarily_unavailable', { retryAfterSeconds: OVERLOADED_RETRY_SECONDS });
  }
  // A request that makes more calls than the platform allows would do so again.
  const isBrief = fault instanceof StorageUnavailable && !(fault instanceof InvocationSpent);
  return fail(isBrief ? 'temporarily_unavailable' : 'internal_error');
}

/**
 * Rejects a request to a Worker with missing bindings, vars or secrets. The 503 lists them. Writes one log line; nothing
 * else of the service can run.
 */
export function refuseUnconfigured(request: Request, lacking: readonly string[]): Response {
  const names = lacking.join(', ');
  const message = `Missing or malformed: ${names}. On your machine, start the Worker with \`npm start\`, or with \`npx wrangler dev\` after removing these from .dev.vars. For a deployment, set secrets with \`npx wrangler secret put\`, all else in wrangler.toml.`;
  const requestId = newId('req', machineNowMs());
  const { origin, pathname } = new URL(request.url);
  const failure = fail('temporarily_unavailable', { message });
  const response = isProtocolPath(pathname)
    ? protocolFailure({ log: { errorCode: null } }, failure)
    : errorResponse(failure, requestId, origin);
  addFixedHeaders(response.headers, requestId);
  logLine('unconfigured', { request_id: requestId, status: 503, lacking });
  return response;
}

const CLIENT_REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/**
 * Adds the headers common to all responses (CONTRACT §1): the data-use rules, the request id, the caller's own id, and the
 * usual protections.
 *
 * @throws TypeError if the headers are immutable, as in fetched responses such as static assets. Copy the response first
 */
function addCommonHeaders({ headers }: Response, ctx: RequestContext, request: Request): void {
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
function addFixedHeaders(headers: Headers, requestId: string): void {
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

interface Entry<T> {
  readonly method: string;
  readonly path: string;
  readonly handler: T;
}

/**
 * Hono's fastest router, extended to allow a fixed path next to a parameter: `/v1/products/categories` next to
 * `/v1/products/{product_id}`. Hono's own router rejects such a pair, and its fallback would search a tree on every
 * request. Here the fixed path has its own table and takes precedence.
 */
class FixedPathsFirstRouter<T> implements Router<T> {
  readonly name = 'FixedPathsFirstRouter';
  readonly #entries: Entry<T>[] = [];
  #tables: { readonly fixed: ReadonlyMap<string, Router<T>>; readonly others: Router<T> } | null = null;

  add(method: string, path: string, handler: T): void {
    if (this.#tables) throw new Error('A route cannot be added after a request has been matched.');
    this.#entries.push({ method, path, handler });
  }

  match(method: string, path: string): Result<T> {
    this.#tables ??= this.#build();
    return (this.#tables.fixed.get(path) ?? this.#tables.others).match(method, path);
  }

  #build() {
    const patterns = this.#entries.filter(({ path }) => path.includes('/:')).map(({ path }) => path);
    const isShadowed = ({ path }: Entry<T>) =>
      isFixed(path) && patterns.some((pattern) => matches(pattern, path));
    const shadowed = new Set(this.#entries.filter(isShadowed).map(({ path }) => path));
    const tableFor = (fixedPath: string): [string, Router<T>] => [
      fixedPath,
      routerOf(this.#entries.filter(({ path }) => path === fixedPath || isMiddlewareFor(path, fixedPath))),
    ];
    return {
      fixed: new Map([...shadowed].map(tableFor)),
      others: routerOf(this.#entries.filter(({ path }) => !shadowed.has(path))),
    };
  }
}

function routerOf<T>(entries: readonly Entry<T>[]): Router<T> {
  const router = new RegExpRouter<T>();
  for (const { method, path, handler } of entries) router.add(method, path, handler);
  return router;
}

function isFixed(path: string): boolean {
  return !/[:*]/.test(path);
}

/** Returns whether a pattern matches this fixed path by segment. A parameter matches any segment. */
function matches(pattern: string, fixedPath: string): boolean {
  const [segments, fixed] = [pattern.split('/'), fixedPath.split('/')];
  return (
    segments.length === fixed.length &&
    segments.every((segment, index) => segment.startsWith(':') || segment === fixed[index])
  );
}

/** Returns whether a wildcard path (`*`, `/.well-known/*`) covers this fixed path. */
function isMiddlewareFor(path: string, fixedPath: string): boolean {
  return path.endsWith('*') && fixedPath.startsWith(path.slice(0, -1));
}
