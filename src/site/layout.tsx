import type { Child } from 'hono/jsx';

/** Frames every public page: one stylesheet and no script, for phones, screen readers and dark rooms. */
export function Layout(props: { readonly title: string; readonly children: Child }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{props.title}</title>
        <link rel="stylesheet" href="/assets/site.css" />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header class="top">
          <a class="brand" href="/">
            <img src="/assets/icon.svg" alt="" width="28" height="28" />
            Musette
          </a>
          <nav aria-label="Site">
            <a href="/docs">Reference</a>
            <a href="/docs/errors">Errors</a>
            <a href="/docs/data">Data</a>
            <a href="/openapi.json">OpenAPI</a>
          </nav>
        </header>
        <main id="main">{props.children}</main>
        <footer>
          <p>
            Personalised guidance from physiological models, not a substitute for professional medical
            evaluation. Consult a healthcare provider for medical dietary needs.
          </p>
        </footer>
      </body>
    </html>
  );
}
