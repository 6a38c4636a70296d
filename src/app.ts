import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { type Bindings, parseEnv } from './env.ts';
import { newRequestContext, type RequestContext } from './http/context.ts';
import { type AppEnv, mountRoutes, respondWith } from './http/dispatch.ts';
import { fail } from './http/errors.ts';
import { describeFault, writeRequestLog } from './http/log.ts';
import { withCommonHeaders } from './http/response-headers.ts';
import { mountOAuth } from './oauth/mount.tsx';
import { verifyAccessToken } from './oauth/verify-access-token.ts';
import { ROUTES } from './routes.ts';
import { mountSite } from './site/mount.tsx';
import { mountBrand } from './site/mount-brand.tsx';
import { mountSubscribe } from './site/mount-subscribe.tsx';
import { StorageUnavailable } from './storage/database.ts';

const app = new Hono<AppEnv>({ strict: true });

app.use(
  methodNotAllowed({
    app,
    onMethodNotAllowed: (c, methods) =>
      respondWith(c, fail('method_not_allowed', { headers: { Allow: methods.join(', ') } })),
  }),
);
app.use(async function requireHttps(c, next) {
  const { env } = c.env;
  if (!env.isLocal && new URL(c.req.url).protocol === 'http:') return respondWith(c, fail('https_required'));
  return next();
});
// Documents about the service are for browsers too; everything else is server to server.
app.use('/openapi.json', cors());
app.use('/.well-known/*', cors());
mountRoutes(app, ROUTES, verifyAccessToken);
mountOAuth(app);
mountSite(app);
mountSubscribe(app);
mountBrand(app);

app.notFound((c) => respondWith(c, fail('route_not_found')));
app.onError((err, c) => {
  c.env.log.fault = describeFault(err);
  return respondWith(
    c,
    fail(err instanceof StorageUnavailable ? 'temporarily_unavailable' : 'internal_error'),
  );
});

/** One request, from its first byte to its headers and its log line. */
export async function handleRequest(
  request: Request,
  bindings: Bindings,
  execution: Pick<ExecutionContext, 'waitUntil'>,
): Promise<Response> {
  const ctx: RequestContext = newRequestContext(parseEnv(bindings), (work) => execution.waitUntil(work));
  const startedAt = performance.now();
  const response = withCommonHeaders(await app.fetch(request, ctx), ctx, request);
  writeRequestLog(ctx, request.method, response.status, performance.now() - startedAt);
  return response;
}
