import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { ERRORS, type Failure, headersOf } from '../http/errors.ts';
import type { ServiceEnv } from '../http/service.ts';
import { DataPage } from './data-page.tsx';
import { DocsPage } from './docs-page.tsx';
import { ErrorsPage } from './errors-page.tsx';
import { FailurePage } from './failure-page.tsx';
import { LandingPage } from './landing-page.tsx';
import { securityTxt } from './security-txt.ts';

type SiteContext = Context<ServiceEnv>;

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/** Scalar styles itself from script and draws its code blocks in a worker. */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src blob:; base-uri 'none'; frame-ancestors 'none'";
const PAGE_CACHE = 'public, max-age=300';

/** The public surface (contract §14): pages and documents that need no key. */
export function mountSite(app: Hono<ServiceEnv>): void {
  app.get('/', (c) => page(c, <LandingPage baseUrl={c.env.env.baseUrl} />));
  app.get('/docs', (c) => page(c, <DocsPage />, REFERENCE_POLICY));
  app.get('/docs/errors', (c) => page(c, <ErrorsPage />));
  app.get('/docs/data', (c) => page(c, <DataPage />));
  app.get('/openapi.json', (c) => serveAsset(c, ''));
  app.get('/.well-known/security.txt', (c) =>
    c.text(securityTxt(c.env.env.baseUrl, c.env.nowMs), 200, { 'Cache-Control': PAGE_CACHE }),
  );
  app.get('/assets/*', async (c) => serveAsset(c));
}

/** One of our HTML pages, with the policy that keeps anything foreign out of it. */
export function page(
  c: SiteContext,
  content: Parameters<SiteContext['html']>[0],
  policy = PAGE_POLICY,
): Response | Promise<Response> {
  c.header('Content-Security-Policy', policy);
  c.header('Cache-Control', PAGE_CACHE);
  return c.html(html`<!doctype html>${content}`);
}

/** Answers a failure with a page in the site's layout, under the failure's own status and headers. */
export async function siteFailurePage(c: SiteContext, failure: Failure): Promise<Response> {
  const headers = headersOf(failure);
  headers.set('Content-Type', 'text/html; charset=UTF-8');
  headers.set('Content-Security-Policy', PAGE_POLICY);
  const content = <FailurePage failure={failure} requestId={c.env.requestId} />;
  const text = String(await html`<!doctype html>${content}`);
  return new Response(text, { status: ERRORS[failure.failure].status, headers });
}

/** A file of `src/site/assets`. `prefix` is what its address has before the file's own path. */
export async function serveAsset(c: SiteContext, prefix = '/assets'): Promise<Response> {
  const url = new URL(c.req.url);
  url.pathname = url.pathname.slice(prefix.length);
  url.search = '';
  const found = await c.env.env.assets.fetch(new Request(url, { headers: c.req.raw.headers }));
  if (found.status === 404) return c.notFound();
  const answer = new Response(found.body, found);
  if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', PAGE_CACHE);
  return answer;
}
