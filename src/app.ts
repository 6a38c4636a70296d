import { getPath } from 'hono/utils/url';
import { type Bindings, type Env, parseEnv } from './env.ts';
import { newRequestContext } from './http/context.ts';
import { mountRoutes } from './http/dispatch.ts';
import { ERRORS } from './http/errors.ts';
import { wantsFailurePage } from './http/page-request.ts';
import { plainFailurePage } from './http/plain-failure-page.ts';
import { failureOf, finish, newService, respondWith, serve } from './http/service.ts';
import { forwardToWeb, isApiPath } from './http/web-worker.ts';
import { ROUTES } from './routes.ts';

const app = newService<Env>();
mountRoutes(app, ROUTES);

/** Answers what platforms call; hands everything else to the web Worker and its answer on as it is. */
export async function handleRequest(
  request: Request,
  bindings: Bindings,
  execution: Pick<ExecutionContext, 'waitUntil'>,
): Promise<Response> {
  const ctx = newRequestContext(parseEnv(bindings), (work) => execution.waitUntil(work));
  const path = getPath(request);
  if (isApiPath(path)) return serve(app, ctx, request);
  const startedAt = performance.now();
  try {
    return await forwardToWeb(ctx, request);
  } catch (fault) {
    ctx.log.route = 'web';
    const failure = failureOf(ctx, fault);
    const answer = wantsFailurePage(request, path, ERRORS[failure.failure].status)
      ? plainFailurePage(ctx, failure)
      : respondWith({ env: ctx, req: { path } }, failure);
    return finish(ctx, request, answer, startedAt);
  }
}
