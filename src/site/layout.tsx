import type { Child } from 'hono/jsx';
import { OperatorFooter } from './operator-footer.tsx';

interface Props {
  readonly title: string;
  /** A page's own stylesheet beside the site's. */
  readonly styles?: string;
  /** A page's script; it must work without. */
  readonly script?: string;
  /** Address of the same page as Markdown. */
  readonly markdown?: string;
  readonly children: Child;
}

/** Renders the layout of every public page, for phones, screen readers and dark mode. */
export function Layout(props: Props) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{props.title}</title>
        <link rel="stylesheet" href="/assets/frame.css" />
        <link rel="stylesheet" href="/assets/site.css" />
        {props.styles && <link rel="stylesheet" href={props.styles} />}
        {props.script && <script src={props.script} defer />}
        {props.markdown && <link rel="alternate" type="text/markdown" href={props.markdown} />}
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <SiteHeader />
        <main id="main">{props.children}</main>
        <footer>
          <p>
            Personalised guidance from physiological models, not a substitute for professional medical
            evaluation. Consult a healthcare provider for medical dietary needs.
          </p>
          <OperatorFooter />
        </footer>
      </body>
    </html>
  );
}

/** Renders the links to every part of the site. */
export function SiteHeader() {
  return (
    <header class="top">
      <a class="brand" href="/">
        <img src="/assets/icon.svg" alt="" width="28" height="28" />
        Musette
      </a>
      <nav aria-label="Site">
        <a href="/docs/guides/">Guides</a>
        <a href="/docs">Reference</a>
        <a href="/docs/errors">Errors</a>
        <a href="/docs/data">Data</a>
        <a href="/access">Get a key</a>
        <a href="/console">Console</a>
      </nav>
    </header>
  );
}
