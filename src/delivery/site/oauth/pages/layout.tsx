import type { Child } from 'hono/jsx';
import type { Texts } from '#core/languages/texts.ts';
import { OperatorFooter } from '../../operator-footer.tsx';
import { STYLE } from './style.ts';

/** Texts in the athlete's language, and the nonce that allows the page's style. */
export interface Frame {
  readonly texts: Texts;
  readonly nonce: string;
}

/** Renders the layout of every page for athletes: one column, without script or foreign content. */
export function Layout(props: { readonly title: string; readonly frame: Frame; readonly children: Child }) {
  const { texts, nonce } = props.frame;
  return (
    <html lang={texts.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${props.title} · Musette`}</title>
        {/* A constant without user input, so it needs no escaping. */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <header>
          <p class="brand">Musette</p>
        </header>
        <main>{props.children}</main>
        <footer>
          <p>{texts.pages.disclaimer}</p>
          <OperatorFooter frame={texts.frame} isForAthletes />
        </footer>
      </body>
    </html>
  );
}

/** Shows in the sandbox that the data is not about real people. */
export function SandboxNotice(props: { readonly frame: Frame; readonly environment: 'test' | 'live' }) {
  return props.environment === 'test' ? <p class="notice">{props.frame.texts.pages.sandbox}</p> : null;
}
