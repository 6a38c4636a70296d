import type { Child } from 'hono/jsx';
import { STYLE } from './style.ts';

/**
 * The frame of every page that athletes see: one column, no script, nothing from anywhere else. `nonce` ties
 * the style to the page's own policy.
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
        {/* Ours, constant: nothing of a caller's is in it, so it may go in unescaped. */}
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

/** Tells, in the sandbox, that nothing here is about real people. */
export function SandboxNotice(props: { readonly environment: 'test' | 'live' }) {
  return props.environment === 'test' ? (
    <p class="notice">Sandbox: this is a test of an application, with test data only.</p>
  ) : null;
}
