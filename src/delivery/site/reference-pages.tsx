import type { Hono } from 'hono';
import { withOwnAddress } from '#platform/http/openapi-metadata.ts';
import type { ServiceEnv } from '#platform/http/service.ts';
import { DocsPage } from './docs-page.tsx';
import { ErrorsPage } from './errors-page.tsx';
import { securityTxt } from './security-txt.ts';
import { serveAsset } from './serve-asset.ts';
import { type PageContext, PUBLIC_CACHE, sitePage } from './site-page.tsx';

/** Allows Scalar's inline styles and its worker for code blocks. */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src blob:; base-uri 'none'; frame-ancestors 'none'";

/** Serves the partners' OpenAPI document with the addresses of this installation. */
async function serveReference(c: PageContext): Promise<Response> {
  const found = await serveAsset(c);
  if (found.status !== 200) return found;
  return new Response(withOwnAddress(await found.text(), c.env.env.baseUrl), found);
}

/** Mounts the documentation and the files that pages need. */
export function mountDocuments(app: Hono<ServiceEnv>): void {
  app.get('/docs', (c) => sitePage(c, <DocsPage />, REFERENCE_POLICY));
  app.get('/docs/errors', (c) => sitePage(c, <ErrorsPage />));
  app.get('/openapi.json', serveReference);
  app.get('/.well-known/security.txt', (c) =>
    c.text(securityTxt(c.env.env.baseUrl, c.env.env.operator, c.env.nowMs), 200, {
      'Cache-Control': PUBLIC_CACHE,
    }),
  );
  // The operator's document is also an asset, but only /operator serves it.
  app.get('/assets/operator/*', (c) => c.notFound());
  app.get('/assets/*', (c) => serveAsset(c, '/assets'));
}
