import type { Hono } from 'hono';
import type { ServiceEnv } from '../http/service.ts';
import { BrandPage } from './brand-page.tsx';
import { page, serveAsset } from './mount.tsx';

/** `/brand/`: the page about the logos, and the files themselves. */
export function mountBrand(app: Hono<ServiceEnv>): void {
  app.get('/brand', (c) => c.redirect('/brand/', 301));
  app.get('/brand/', (c) => page(c, <BrandPage baseUrl={c.env.env.baseUrl} />));
  app.get('/brand/:file{[a-z0-9-]+\\.(?:svg|png)}', (c) => serveAsset(c, ''));
}
