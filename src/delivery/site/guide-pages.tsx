import { raw } from 'hono/html';
import { type DocumentEntry, GUIDES, LISTS } from './documents.ts';
import { Layout } from './layout.tsx';

/** Shows a document rendered from Markdown, with links to the other documents. */
export function DocumentPage(props: { readonly entry: DocumentEntry; readonly html: string }) {
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

/** Lists the guides and the reference pages. */
export function GuidesPage() {
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
