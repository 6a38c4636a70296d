import type { Hono } from 'hono';
import type { ServiceEnv } from '../http/service.ts';
import { DataPage } from './data-page.tsx';
import { DocsPage } from './docs-page.tsx';
import { ErrorsPage } from './errors-page.tsx';
import { LandingPage } from './landing-page.tsx';
import { securityTxt } from './security-txt.ts';
import { serveAsset } from './serve-asset.ts';
import { PUBLIC_CACHE, sitePage } from './site-page.tsx';

/** Scalar styles itself from script and draws its code blocks in a worker. */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src blob:; base-uri 'none'; frame-ancestors 'none'";

/** Mounts the home page, the documentation, and the files that they need. */
export function mountDocuments(app: Hono<ServiceEnv>): void {
  app.get('/', (c) => sitePage(c, <LandingPage baseUrl={c.env.env.baseUrl} />));
  app.get('/docs', (c) => sitePage(c, <DocsPage />, REFERENCE_POLICY));
  app.get('/docs/errors', (c) => sitePage(c, <ErrorsPage />));
  app.get('/docs/data', (c) => sitePage(c, <DataPage />));
  app.get('/openapi.json', (c) => serveAsset(c));
  app.get('/.well-known/security.txt', (c) =>
    c.text(securityTxt(c.env.env.baseUrl, c.env.nowMs), 200, { 'Cache-Control': PUBLIC_CACHE }),
  );
  app.get('/assets/*', (c) => serveAsset(c, '/assets'));
}
