import type { Hono } from 'hono';
import { DAY_MS, startOf } from '#platform/clock.ts';
import type { Operator } from '#platform/env.ts';
import { withOwnAddress } from '#platform/http/openapi-metadata.ts';
import type { ServiceEnv } from '#platform/http/service.ts';
import { ERROR_GROUPS, ERRORS_LEAD } from './error-list.ts';
import { Layout, SiteHeader } from './layout.tsx';
import { type PageContext, PUBLIC_CACHE, serveAsset, sitePage } from './site-page.tsx';

/** Allows Scalar's inline styles and its worker for code blocks. */
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src blob:; base-uri 'none'; frame-ancestors 'none'";

/** Serves the partners' OpenAPI document with the addresses of this installation. */
async function serveReference(c: PageContext): Promise<Response> {
  const found = await serveAsset(c);
  if (found.status !== 200) return found;
  return new Response(withOwnAddress(await found.text(), c.env.env.baseUrl), found);
}

/** Serves a version of the element for partners' pages. It never changes, so its integrity can be checked. */
async function serveElement(c: PageContext): Promise<Response> {
  const found = await serveAsset(c);
  if (found.status !== 200) return found;
  found.headers.set('Cache-Control', 'public, max-age=31536000, immutable');
  found.headers.set('Access-Control-Allow-Origin', '*');
  found.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
  return found;
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
  app.get('/elements/:file{v[0-9]+\\.js}', serveElement);
  // The operator's document is also an asset, but only /operator serves it.
  app.get('/assets/operator/*', (c) => c.notFound());
  app.get('/assets/*', (c) => serveAsset(c, '/assets'));
}

/** Renders the API reference: Scalar's self-hosted bundle showing the OpenAPI document. */
function DocsPage() {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API reference · Musette</title>
        <meta name="color-scheme" content="light dark" />
        <link rel="stylesheet" href="/assets/frame.css" />
        <link rel="stylesheet" href="/assets/reference.css" />
        <link rel="alternate" type="text/markdown" href="/docs/reference.md" />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <SiteHeader />
        <noscript>
          The interactive reference needs JavaScript. You can also{' '}
          <a href="/docs/reference">read it as text</a> or download <a href="/openapi.json">/openapi.json</a>.
        </noscript>
        <form id="own-key" class="own-key" hidden>
          <label for="key">Try it with your own sandbox key</label>
          <input
            id="key"
            name="key"
            type="text"
            placeholder="sk_test_…"
            autocomplete="off"
            spellcheck={false}
          />
          <button type="submit">Use my key</button>
          <output id="own-key-answer" />
        </form>
        <div id="reference" />
        <script src="/assets/reference.js" />
        <script src="/assets/try-it.js" />
      </body>
    </html>
  );
}

/** Lists every error code under the anchor that `documentation_url` links to. */
function ErrorsPage() {
  return (
    <Layout title="Errors · Musette" markdown="/docs/errors.md">
      <h1>Errors</h1>
      <p class="lead">{withCode(ERRORS_LEAD)}</p>
      <nav class="contents" aria-label="Contents">
        {ERROR_GROUPS.map(({ title, anchor, entries }) => (
          <section>
            <p>
              <a href={`#${anchor}`}>{title}</a>
            </p>
            <ul>
              {entries.map(({ code }) => (
                <li>
                  <a href={`#${code}`}>{code}</a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      {ERROR_GROUPS.map(({ title, anchor, entries }) => (
        <section>
          <h2 id={anchor}>{title}</h2>
          <dl class="errors">
            {entries.map((entry) => (
              <div id={entry.code}>
                <dt>
                  <code>{entry.code}</code> <span class="status">{entry.status}</span>
                </dt>
                <dd>
                  <p>{entry.message}</p>
                  <p>{withCode(entry.remedy)}</p>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Layout>
  );
}

/** Renders text between backticks as code. */
function withCode(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));
}

const YEAR_MS = 365 * DAY_MS;

/**
 * Returns the security.txt file (RFC 9116), with the operator and its documents as comments. The expiry moves forward
 * every day, so the file never expires.
 */
export function securityTxt(baseUrl: string, operator: Operator, nowMs: number): string {
  const today = startOf(DAY_MS, nowMs);
  const { hostname } = new URL(baseUrl);
  const named: readonly (readonly [string, string | null])[] = [
    ['Operator', operator.name],
    ['Terms', operator.termsUrl],
    ['Data processing', operator.dpaUrl],
    ['Privacy', operator.privacyUrl],
    ['Status', operator.statusUrl],
  ];
  return [
    ...named.flatMap(([name, value]) => (value === null ? [] : [`# ${name}: ${inOneLine(value)}`])),
    `Contact: mailto:${operator.contactEmail ?? `security@${hostname}`}`,
    `Expires: ${new Date(today + YEAR_MS - DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/** Prevents a line break from starting a new field. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
