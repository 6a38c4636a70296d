import { getPath } from 'hono/utils/url';
import { type Bindings, parseEnv } from '../env.ts';
import { newRequestContext } from '../http/context.ts';
import { newService, serve } from '../http/service.ts';
import { mountRoutes } from './dispatch.ts';
import { ROUTES } from './routes.ts';

const API_PATH = /^\/(v1|operator)(\/|$)|^\/health(\/ready)?$/;

const api = newService();
mountRoutes(api, ROUTES);

/** Answers one request: the API's paths directly, every other path by the pages, which are loaded at their first use. */
export async function handleRequest(
  request: Request,
  bindings: Bindings,
  execution: Pick<ExecutionContext, 'waitUntil'>,
): Promise<Response> {
  const ctx = newRequestContext(parseEnv(bindings), (work) => execution.waitUntil(work));
  if (isApiPath(getPath(request))) return serve(api, ctx, request);
  const { pages } = await import('./pages.ts');
  return serve(pages, ctx, request);
}

/** Returns whether the API answers this path. The pages answer all others, unknown paths included. */
export function isApiPath(path: string): boolean {
  return API_PATH.test(path);
}
