import { SiteHeader } from './layout.tsx';

/** Renders the API reference: Scalar's bundle, from the service's own assets, over the OpenAPI document. */
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
          The reference needs JavaScript. Read its <a href="/docs/reference">texts as a page</a>, and{' '}
          everything in <a href="/openapi.json">/openapi.json</a>.
        </noscript>
        <form id="own-key" class="own-key" hidden>
          <label for="key">Try it with your own sandbox</label>
          <input
            id="key"
            name="key"
            type="text"
            placeholder="sk_test_…"
            autocomplete="off"
            spellcheck={false}
          />
          <button type="submit">Fill in my athlete</button>
          <output id="own-key-answer" />
        </form>
        <div id="api-reference" />
        <script src="/assets/reference.js" />
        <script src="/assets/try-it.js" />
      </body>
    </html>
  );
}
