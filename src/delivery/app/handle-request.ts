import { getPath } from 'hono/utils/url';
import { countRequest } from '#platform/access/usage.ts';
import { type Bindings, type Environment, lackingIn, parseEnv } from '#platform/env.ts';
import { wakeDispatchers } from '#platform/guards/call-object.ts';
import { noteRecorded } from '#platform/http/change-hints.ts';
import { newRequestContext, type Principal, type RequestContext } from '#platform/http/context.ts';
import { newService, refuseUnconfigured, serve } from '#platform/http/service.ts';
import { noteAnswer } from '#platform/storage/usage.ts';
import { mountRoutes } from './dispatch.ts';
import { ROUTES } from './routes.ts';

const API_PATH = /^\/(v1|operator|try)(\/|$)|^\/health(\/ready)?$/;

const AGENTS_PATH = '/mcp';

const CONSOLE_PATH = /^\/console(\/|$)/;

const ATHLETE_PATH = /^\/a(\/|$)/;

const api = newService();
mountRoutes(api, ROUTES);

/**
 * Answers one request. API paths are served directly. `/mcp`, the console, athletes' pages and all others are separate apps,
 * loaded at first use.
 */
export async function handleRequest(
  request: Request,
  bindings: Bindings,
  execution: Pick<ExecutionContext, 'waitUntil'>,
): Promise<Response> {
  const lacking = lackingIn(bindings);
  if (lacking.length > 0) return refuseUnconfigured(request, lacking);
  const ctx = newRequestContext(parseEnv(bindings), (work) => execution.waitUntil(work));
  ctx.log.onRecorded = (subscribers) => ctx.waitUntil(wakeDispatchers(ctx.env, subscribers));
  const path = getPath(request);
  const startedAt = performance.now();
  const response = await serve(await appOf(path), ctx, request);
  if (path === AGENTS_PATH || isApiPath(path)) {
    countRequest(ctx, response.status);
    if (response.status >= 400 && ctx.principal?.clientId === null)
      reportFailure(ctx, ctx.principal, response.status);
  }
  // A monitor's checks of an unready service must not add to the errors it reports.
  if (!path.startsWith('/health')) {
    const { environment, route } = ctx.log;
    const answered = { route, status: response.status, durationMs: performance.now() - startedAt };
    noteAnswer(ctx.env, ctx.nowMs, { ...answered, environment: environment ?? environmentOfKey(request) });
  }
  noteRecorded(ctx);
  return response;
}

/** Reports a failed request of a key after the response. Loaded with the first, so that no success pays for it. */
function reportFailure(ctx: RequestContext, principal: Principal, status: number): void {
  const report = import('#platform/access/report-failures.ts').then((loaded) =>
    loaded.reportFailure(ctx, principal, status),
  );
  ctx.waitUntil(report);
}

/** Returns sandbox for a request with a sandbox key, even if no store could be asked about the key. */
function environmentOfKey({ headers }: Request): Environment | null {
  return headers.get('Authorization')?.startsWith('Bearer sk_test_') ? 'test' : null;
}

async function appOf(path: string) {
  if (isApiPath(path)) return api;
  if (path === AGENTS_PATH) return (await import('./agents.ts')).agents;
  if (CONSOLE_PATH.test(path)) return (await import('../site/console/mount-console.tsx')).consolePages;
  if (ATHLETE_PATH.test(path)) return (await import('../site/athlete/mount-athlete.tsx')).athletePages;
  return (await import('./pages.ts')).pages;
}

/** Returns whether the API answers this path. Pages answer all others, including unknown ones. */
export function isApiPath(path: string): boolean {
  return API_PATH.test(path);
}
