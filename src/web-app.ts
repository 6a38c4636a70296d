import { cors } from 'hono/cors';
import { parseWebEnv, type WebBindings, type WebEnv } from './env.ts';
import { newRequestContext } from './http/context.ts';
import { newService, serve } from './http/service.ts';
import { proveSecret, type Verification } from './http/web-worker.ts';
import { mountOAuth } from './oauth/mount.tsx';
import { verifyAccessToken } from './oauth/verify-access-token.ts';
import { mountSite } from './site/mount.tsx';
import { mountBrand } from './site/mount-brand.tsx';
import { mountSubscribe } from './site/mount-subscribe.tsx';
import { StorageUnavailable } from './storage/database.ts';

const app = newService<WebEnv>();
// Documents about the service are for browsers too; everything else is server to server.
app.use('/openapi.json', cors());
app.use('/.well-known/*', cors());
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

/** What an athlete's token stands for, as the API Worker asks. */
export async function verifyForApi(token: string, bindings: WebBindings): Promise<Verification> {
  const ctx = newRequestContext(parseWebEnv(bindings), () => undefined);
  try {
    const grant = await verifyAccessToken(ctx, token);
    const { d1Batches, d1RowsRead, d1RowsWritten } = ctx.log;
    return { outcome: 'known', grant, storage: { d1Batches, d1RowsRead, d1RowsWritten } };
  } catch (fault) {
    // Told, not thrown: an error loses its kind between two Workers, and the platform would log its text.
    if (fault instanceof StorageUnavailable) return { outcome: 'unavailable', reason: fault.message };
    throw fault;
  }
}

/** What the API Worker compares with its own before it calls itself ready. */
export function proofOfSecret(bindings: WebBindings): Promise<string> {
  return proveSecret(parseWebEnv(bindings));
}
