import type { Hono } from 'hono';
import { raw } from 'hono/html';
import type { ServiceEnv } from '#platform/http/service.ts';
import { type DocumentEntry, documentList, GUIDES, LISTS, SAMPLE_URL } from './documents.ts';
import { Layout } from './layout.tsx';
import { MARKDOWN, PAGE_POLICY, type PageContext, PUBLIC_CACHE, sitePage } from './site-page.tsx';

const ERRORS_PATH = '/docs/errors';
const REFERENCE_PATH = '/docs/reference';
/** Allows the documents' script, which copies code and remembers the chosen language. It fetches nothing. */
const DOCUMENT_POLICY = `${PAGE_POLICY}; script-src 'self'`;

/** Mounts the guides and reference pages, their Markdown, and the list of them for programs. */
export function mountGuides(app: Hono<ServiceEnv>): void {
  app.get('/docs/guides', (c) => c.redirect('/docs/guides/', 301));
  app.get('/docs/guides/', (c) => sitePage(c, <GuidesPage />));
  for (const path of ['/docs/guides/index.md', '/docs/guides.md']) {
    app.get(path, (c) => c.body(documentList(c.env.env.baseUrl), 200, MARKDOWN));
  }
  // The interactive reference needs a script. Its Markdown has the same texts.
  app.get('/docs.md', (c) => markdownOf(c, REFERENCE_PATH));
  app.get('/llms.txt', (c) =>
    c.text(documentList(c.env.env.baseUrl), 200, { 'Cache-Control': PUBLIC_CACHE }),
  );
  for (const entry of [...GUIDES, ...LISTS]) {
    app.get(`${entry.path}.md`, (c) => markdownOf(c, entry.path));
    // The errors page has its own route.
    if (entry.path !== ERRORS_PATH) app.get(entry.path, (c) => documentPage(c, entry));
  }
}

async function markdownOf(c: PageContext, path: string): Promise<Response> {
  const text = await readRendered(c, `${path}.md`);
  return text === null ? c.notFound() : c.body(text, 200, MARKDOWN);
}

async function documentPage(c: PageContext, entry: DocumentEntry): Promise<Response> {
  const html = await readRendered(c, `${entry.path}.html`);
  if (html === null) return c.notFound();
  return sitePage(c, <DocumentPage entry={entry} html={html} />, DOCUMENT_POLICY);
}

/** Reads a prerendered file, with the installation's own address. Returns null if it is missing. */
async function readRendered(c: PageContext, path: string): Promise<string | null> {
  const found = await c.env.env.assets.fetch(new Request(new URL(path, c.req.url)));
  return found.ok ? (await found.text()).replaceAll(SAMPLE_URL, c.env.env.baseUrl) : null;
}

function DocumentPage(props: { readonly entry: DocumentEntry; readonly html: string }) {
  const { entry, html } = props;
  return (
    <Layout
      title={`${entry.title} · Musette`}
      styles="/assets/documents.css"
      script="/assets/documents.js"
      markdown={`${entry.path}.md`}
    >
      <div class="document">
        <article>{raw(html)}</article>
        <nav aria-label="Documentation">
          <p>
            <a href="/docs/guides/">Guides</a>
          </p>
          <ul>
            {GUIDES.map((guide) => (
              <Entry entry={guide} isShown={guide === entry} />
            ))}
          </ul>
          <p>
            <a href="/docs">Reference</a>
          </p>
          <ul>
            {LISTS.map((list) => (
              <Entry entry={list} isShown={list === entry} />
            ))}
          </ul>
          <p class="twin">
            <a href={`${entry.path}.md`}>This page as Markdown</a>
          </p>
        </nav>
      </div>
    </Layout>
  );
}

function Entry({ entry, isShown }: { readonly entry: DocumentEntry; readonly isShown: boolean }) {
  return (
    <li>
      <a href={entry.path} aria-current={isShown ? 'page' : undefined}>
        {entry.title}
      </a>
    </li>
  );
}

function GuidesPage() {
  return (
    <Layout title="Guides · Musette" styles="/assets/documents.css" markdown="/docs/guides/index.md">
      <h1>Guides</h1>
      <p class="lead">
        From your first request to your first athlete. Every snippet runs as is and is tested against the
        sandbox.
      </p>
      <Summaries entries={GUIDES} />
      <h2>Reference</h2>
      <Summaries entries={LISTS} />
      <p>
        The <a href="/docs">interactive reference</a> covers every operation.{' '}
        <a href="/openapi.json">/openapi.json</a> is the machine-readable version.{' '}
        <a href="/llms.txt">/llms.txt</a> lists these pages as Markdown.
      </p>
    </Layout>
  );
}

function Summaries({ entries }: { readonly entries: readonly DocumentEntry[] }) {
  return (
    <ol class="summaries">
      {entries.map(({ path, title, summary }) => (
        <li>
          <a href={path}>{title}</a>
          <span>{summary}</span>
        </li>
      ))}
    </ol>
  );
}
