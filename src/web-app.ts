import { cors } from 'hono/cors';
import { parseWebEnv, type WebBindings, type WebEnv } from './env.ts';
import { newRequestContext } from './http/context.ts';
import { describeFault } from './http/log.ts';
import { newService, serve } from './http/service.ts';
import { proveInstallation, type Verification } from './http/web-worker.ts';
import { athletesFailurePage, isAthletesPath } from './oauth/html.tsx';
import { mountOAuth } from './oauth/mount.tsx';
import { verifyAccessToken } from './oauth/verify-access-token.ts';
import { mountSite, siteFailurePage } from './site/mount.tsx';
import { mountBrand } from './site/mount-brand.tsx';
import { mountSubscribe } from './site/mount-subscribe.tsx';
import { StorageUnavailable } from './storage/database.ts';

const app = newService<WebEnv>((c, failure) =>
  isAthletesPath(c.req.path) && failure.failure !== 'route_not_found'
    ? athletesFailurePage(c, failure)
    : siteFailurePage(c, failure),
);
// Documents that tools of any origin read. Nothing else here is for another site's script.
const openToRead = cors({ origin: '*', allowMethods: ['GET', 'HEAD'] });
app.use('/openapi.json', openToRead);
app.use('/.well-known/*', openToRead);
mountOAuth(app);
mountSite(app);
mountSubscribe(app);
mountBrand(app);

/** Answers whatever is no call of a platform: pages, documents and the authorization server. */
export function handleWebRequest(
  request: Request,
  bindings: WebBindings,
  execution: Pick<ExecutionContext, 'waitUntil'>,
): Promise<Response> {
  const ctx = newRequestContext(parseWebEnv(bindings), (work) => execution.waitUntil(work));
  return serve(app, ctx, request);
}

/** What an athlete's token stands for, as the API Worker asks. Never throws. */
export async function verifyForApi(token: string, bindings: WebBindings): Promise<Verification> {
  try {
    const ctx = newRequestContext(parseWebEnv(bindings), () => undefined);
    const grant = await verifyAccessToken(ctx, token);
    const { d1Batches, d1RowsRead, d1RowsWritten } = ctx.log;
    return { outcome: 'known', grant, storage: { d1Batches, d1RowsRead, d1RowsWritten } };
  } catch (fault) {
    if (fault instanceof StorageUnavailable) return { outcome: 'unavailable', reason: fault.message };
    return { outcome: 'fault', fault: describeFault(fault) };
  }
}

/** What the API Worker compares with its own before it calls itself ready. */
export function proofOfInstallation(bindings: WebBindings): Promise<string> {
  return proveInstallation(parseWebEnv(bindings));
}
