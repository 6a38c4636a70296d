import type { Child } from 'hono/jsx';
import { STYLE } from './style.ts';

/**
 * Renders the layout of every page for athletes: one column, without script or foreign content. `nonce`
 * allows the style in the page's content security policy.
 */
export function Layout(props: { readonly title: string; readonly nonce: string; readonly children: Child }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${props.title} · Musette`}</title>
        {/* A constant without any input from callers, so it needs no escaping. */}
        <style nonce={props.nonce} dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <header>
          <p class="brand">Musette</p>
        </header>
        <main>{props.children}</main>
        <footer>
          <p>
            Personalised guidance from physiological models, not a substitute for professional medical
            evaluation.
          </p>
        </footer>
      </body>
    </html>
  );
}

/** Shows, in the sandbox only, that the data is not about real people. */
export function SandboxNotice(props: { readonly environment: 'test' | 'live' }) {
  return props.environment === 'test' ? (
    <p class="notice">This is the sandbox: the application is being tested, with test data only.</p>
  ) : null;
}
