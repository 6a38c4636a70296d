import type { Context } from 'hono';
import { html } from 'hono/html';
import { ERRORS } from '#platform/http/error-codes.ts';
import { type Failure, headersOf } from '#platform/http/errors.ts';
import type { ServiceEnv } from '#platform/http/service.ts';
import { FailurePage } from './failure-page.tsx';
import { OperatorOfPage } from './operator-footer.tsx';

/** Hono's context of a page request. */
export type PageContext = Context<ServiceEnv>;

/** Policy for pages without script. Allows only this service's styles, images and forms, and no framing. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/** Caching of public pages and files: five minutes. */
export const PUBLIC_CACHE = 'public, max-age=300';
/** Headers of a page's Markdown. */
export const MARKDOWN = { 'Content-Type': 'text/markdown; charset=UTF-8', 'Cache-Control': PUBLIC_CACHE };

/** Answers with a public page. The default content security policy forbids scripts and foreign content. */
export function sitePage(
  c: PageContext,
  content: Parameters<PageContext['html']>[0],
  policy = PAGE_POLICY,
): Response | Promise<Response> {
  c.header('Content-Security-Policy', policy);
  c.header('Cache-Control', PUBLIC_CACHE);
  return c.html(document(c, content));
}

/** Renders a page whose footer names the operator of this installation. */
export function document(c: PageContext, content: Parameters<PageContext['html']>[0]) {
  const { operator } = c.env.env;
  return html`<!doctype html>${<OperatorOfPage.Provider value={operator}>{content}</OperatorOfPage.Provider>}`;
}

/** Answers a failure with a page in the site's layout, with its status and headers. */
export async function siteFailurePage(c: PageContext, failure: Failure): Promise<Response> {
  const headers = headersOf(failure);
  headers.set('Content-Type', 'text/html; charset=UTF-8');
  headers.set('Content-Security-Policy', PAGE_POLICY);
  const content = <FailurePage failure={failure} requestId={c.env.requestId} />;
  const text = String(await document(c, content));
  return new Response(text, { status: ERRORS[failure.failure].status, headers });
}
