import type { Context } from 'hono';
import { html } from 'hono/html';
import { ERRORS, type ErrorStatus } from '#platform/http/error-codes.ts';
import { type Failure, headersOf } from '#platform/http/errors.ts';
import type { ServiceEnv } from '#platform/http/service.ts';
import { Layout, OperatorOfPage } from './layout.tsx';

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

/** Joins the non-empty parts of a document. */
export function sections(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function FailurePage(props: { readonly failure: Failure; readonly requestId: string }) {
  const { title, message } = failureWords(props.failure);
  return (
    <Layout title={`${title} · Musette`}>
      <h1>{title}</h1>
      <p class="lead">{message}</p>
      <p>
        Go to the <a href="/">home page</a> or the <a href="/docs">API reference</a>.
      </p>
      <p>
        If you contact us about this, quote request <code>{props.requestId}</code>.
      </p>
    </Layout>
  );
}

/** Serves a file from `src/delivery/site/assets`. `prefix` is removed from the request's path. */
export async function serveAsset(c: PageContext, prefix = ''): Promise<Response> {
  const url = new URL(c.req.url);
  url.pathname = url.pathname.slice(prefix.length);
  url.search = '';
  const found = await c.env.env.assets.fetch(new Request(url, { headers: c.req.raw.headers }));
  if (found.status === 404) return c.notFound();
  const answer = new Response(found.body, found);
  if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', PUBLIC_CACHE);
  return answer;
}

interface FailureWords {
  readonly title: string;
  readonly message: string;
}

const WORDS: Partial<Record<ErrorStatus, FailureWords>> = {
  404: { title: 'Page not found', message: 'There is no page at this address.' },
  500: {
    title: 'Something went wrong',
    message: 'The error is on our side and has been logged. If it persists, quote the reference below.',
  },
  503: {
    title: 'Temporarily unavailable',
    message: 'Part of the service is not responding. Wait a few seconds, go back and try again.',
  },
};

/** Returns the title and message for a failure's page. Error bodies have their own. */
export function failureWords({ failure }: Failure): FailureWords {
  const { status, message } = ERRORS[failure];
  return WORDS[status] ?? { title: 'Request failed', message };
}
