import type { Hono } from 'hono';
import type { ServiceEnv } from '#platform/http/service.ts';
import { BrandPage } from './brand-page.tsx';
import { brandMarkdown } from './page-markdown.ts';
import { serveAsset } from './serve-asset.ts';
import { MARKDOWN, sitePage } from './site-page.tsx';

/** Mounts `/brand/`: the page about the logos, and the logo files. */
export function mountBrand(app: Hono<ServiceEnv>): void {
  app.get('/brand', (c) => c.redirect('/brand/', 301));
  app.get('/brand/', (c) => sitePage(c, <BrandPage baseUrl={c.env.env.baseUrl} />));
  for (const path of ['/brand/index.md', '/brand.md']) {
    app.get(path, (c) => c.body(brandMarkdown(c.env.env.baseUrl), 200, MARKDOWN));
  }
  app.get('/brand/:file{[a-z0-9-]+\\.(?:svg|png)}', (c) => serveAsset(c));
}
