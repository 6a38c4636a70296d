import { SiteHeader } from './layout.tsx';

/** Renders the API reference: Scalar's self-hosted bundle showing the OpenAPI document. */
export function DocsPage() {
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
        <div id="api-reference" />
        <script src="/assets/reference.js" />
        <script src="/assets/try-it.js" />
      </body>
    </html>
  );
}
