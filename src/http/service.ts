import { type Context, Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { CommonEnv } from '../env.ts';
import { StorageUnavailable } from '../storage/database.ts';
import type { AnyContext, RequestContext } from './context.ts';
import { ERRORS, errorResponse, type Failure, fail } from './errors.ts';
import { describeFault, writeRequestLog } from './log.ts';
import { wantsFailurePage } from './page-request.ts';
import { isProtocolPath, protocolFailure } from './protocol-error.ts';
import { addCommonHeaders } from './response-headers.ts';
import { FixedPathsFirstRouter } from './router.ts';

/** The types of an app whose handlers find one request's context in `c.env`. */
export type ServiceEnv<WorkerEnv extends CommonEnv> = { Bindings: RequestContext<WorkerEnv> };

/** Answers a failure with a page, for people. */
export type AnswerWithPage<WorkerEnv extends CommonEnv> = (
  c: Context<ServiceEnv<WorkerEnv>>,
  failure: Failure,
) => Response | Promise<Response>;

/**
 * An app with what both Workers have around their routes: https only, and one form of every failure. `answerWithPage`
 * is for a Worker that has pages.
 */
export function newService<WorkerEnv extends CommonEnv>(
  answerWithPage?: AnswerWithPage<WorkerEnv>,
): Hono<ServiceEnv<WorkerEnv>> {
  const answer: AnswerWithPage<WorkerEnv> = (c, failure) => {
    const { status } = ERRORS[failure.failure];
    if (!answerWithPage || !wantsFailurePage(c.req.raw, c.req.path, status)) return respondWith(c, failure);
    c.env.log.errorCode = failure.failure;
    return answerWithPage(c, failure);
  };
  const app = new Hono<ServiceEnv<WorkerEnv>>({ strict: true, router: new FixedPathsFirstRouter() });
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c: Context<ServiceEnv<WorkerEnv>>, methods) =>
        answer(c, fail('method_not_allowed', { headers: { Allow: methods.join(', ') } })),
    }),
  );
  app.use(async function requireHttps(c, next) {
    const { env } = c.env;
    if (!env.isLocal && new URL(c.req.url).protocol === 'http:') return answer(c, fail('https_required'));
    return next();
  });
  app.notFound((c) => answer(c, fail('route_not_found')));
  app.onError((err, c) => answer(c, failureOf(c.env, err)));
  return app;
}

/** One request, from its first byte to its headers and its log line. */
export async function serve<WorkerEnv extends CommonEnv>(
  app: Hono<ServiceEnv<WorkerEnv>>,
  ctx: RequestContext<WorkerEnv>,
  request: Request,
): Promise<Response> {
  const startedAt = performance.now();
  return finish(ctx, request, await app.fetch(request, ctx), startedAt);
}

/** Any answer of ours, with our headers, and its line written. `startedAt` is of `performance.now()`. */
export function finish(ctx: AnyContext, request: Request, response: Response, startedAt: number): Response {
  addCommonHeaders(response, ctx, request);
  writeRequestLog(ctx, request.method, response.status, performance.now() - startedAt);
  return response;
}

/** What a failure is answered with: `c` is Hono's context, or its two members that matter here. */
interface Answering {
  readonly env: AnyContext;
  readonly req: { readonly path: string };
}

export function respondWith({ env: ctx, req }: Answering, failure: Failure): Response {
  const response = isProtocolPath(req.path)
    ? protocolFailure(ctx, failure)
    : errorResponse(failure, ctx.requestId, ctx.env.baseUrl);
  ctx.log.errorCode = failure.failure;
  return response;
}

/** Maps a thrown error to a failure, and logs it: 503 if a store is unavailable, else 500. */
export function failureOf(ctx: AnyContext, fault: unknown): Failure {
  ctx.log.fault = describeFault(fault);
  return fail(fault instanceof StorageUnavailable ? 'temporarily_unavailable' : 'internal_error');
}
