import type { NamesOfOthers, Texts } from '@musette/languages/texts';
import type { Child } from 'hono/jsx';
import type { Environment } from '#platform/env.ts';
import { OperatorFooter } from '../../layout.tsx';

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
export function SandboxNotice(props: { readonly frame: Frame; readonly environment: Environment }) {
  return props.environment === 'test' ? <p class="notice">{props.frame.texts.pages.sandbox}</p> : null;
}

/** Placeholders for names: private-use characters that our texts never contain. */
export const NAMES: NamesOfOthers = {
  client: '\uE000',
  partner: '\uE001',
  host: '\uE002',
  email: '\uE003',
  person: '\uE004',
};

/**
 * Replaces the placeholders in a sentence with third-party names. Each is wrapped in `bdi`, so that its text direction
 * cannot rearrange the sentence.
 */
export function withNames(sentence: string, names: Partial<NamesOfOthers>): Child[] {
  return sentence.split(/([\uE000-\uE004])/).map((part) => {
    if (part === NAMES.client) return <bdi>{names.client}</bdi>;
    if (part === NAMES.partner) return <Strong name={names.partner} />;
    if (part === NAMES.host) return <Strong name={names.host} />;
    if (part === NAMES.email) return <Strong name={names.email} />;
    return part === NAMES.person ? <Strong name={names.person} /> : part;
  });
}

function Strong({ name }: { readonly name: string | undefined }) {
  return (
    <strong>
      <bdi>{name}</bdi>
    </strong>
  );
}

/** Explains why something failed and how the athlete can continue. Nothing is sent to any application. */
export function MessagePage(props: {
  readonly frame: Frame;
  readonly title: string;
  readonly text: string;
  readonly next?: { readonly href: string; readonly label: string };
  readonly requestId: string;
}) {
  return (
    <Layout title={props.title} frame={props.frame}>
      <h1>{props.title}</h1>
      <p>{props.text}</p>
      {props.next ? (
        <p>
          <a href={props.next.href}>{props.next.label}</a>
        </p>
      ) : null}
      <p class="soft">
        {props.frame.texts.pages.reference} <code>{props.requestId}</code>
      </p>
    </Layout>
  );
}

/** Style of the athletes' pages, light and dark. All text has a contrast of at least 4.5:1 (WCAG 2.2 AA). */
const STYLE = `
:root { --ink: #1c1917; --soft: #57534e; --paper: #faf7f2; --card: #ffffff; --line: #d6cec4; --accent: #a83508; --on-accent: #ffffff; --bad: #a11212; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f5f2ee; --soft: #c3bab1; --paper: #191614; --card: #24201c; --line: #4b433b; --accent: #fb923c; --on-accent: #1c1917; --bad: #ff9b8f; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
header, main, footer { width: 100%; max-width: 34rem; margin: 0 auto; padding: 0 1.25rem; }
.brand { margin: 1.5rem 0 1rem; font-weight: 700; font-size: 1.15rem; color: var(--accent); }
main { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.5rem 1.5rem 1.75rem; overflow-wrap: anywhere; }
@media (max-width: 36rem) { main { width: auto; margin-inline: .75rem; padding-inline: 1rem; } }
footer { margin-top: auto; color: var(--soft); font-size: .875rem; padding-block: 1.5rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .75rem; letter-spacing: -.01em; text-wrap: balance; }
h2 { font-size: 1.15rem; line-height: 1.3; margin: 0 0 .25rem; }
p { margin: .5rem 0; }
.soft { color: var(--soft); }
.notice { border: 1px solid var(--line); border-left: .3rem solid var(--accent); border-radius: .4rem; padding: .5rem .75rem; margin: 0 0 1rem; }
.problem { color: var(--bad); font-weight: 600; }
label { font-weight: 600; }
input[type=email], input[name=code] { display: block; width: 100%; margin: .3rem 0 1rem; padding: .65rem .8rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: .5rem; }
input[name=code] { font-size: 1.5rem; letter-spacing: .3em; font-variant-numeric: tabular-nums; }
fieldset { border: 0; padding: 0; margin: 1rem 0; }
legend { font-weight: 600; padding: 0; margin-bottom: .25rem; }
.scope { display: flex; gap: .75rem; align-items: flex-start; padding: .6rem 0; border-top: 1px solid var(--line); font-weight: 400; }
.scope input { width: 1.25rem; height: 1.25rem; margin: .15rem 0 0; flex: none; accent-color: var(--accent); }
.scope strong { display: block; }
.scope span span { color: var(--soft); font-size: .95rem; }
.record { border: 1px solid var(--line); border-radius: .6rem; padding: .75rem 1rem; margin: 1rem 0; }
.record form { margin-top: .5rem; }
a.button { display: inline-block; font-weight: 600; padding: .6rem 1.2rem; border-radius: .6rem; border: 2px solid var(--accent); text-decoration: none; }
.choice { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.25rem; }
.choice button { flex: 1 1 9rem; }
button { font: inherit; font-weight: 600; min-height: 2.9rem; padding: .6rem 1.2rem; border-radius: .6rem; border: 2px solid var(--accent); background: var(--card); color: var(--accent); cursor: pointer; }
button.primary { background: var(--accent); color: var(--on-accent); }
button.plain { min-height: 0; padding: 0; border: 0; border-radius: 0; background: none; text-decoration: underline; text-underline-offset: .2em; }
.account { margin-top: 1.25rem; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.connection { border-top: 1px solid var(--line); padding: 1rem 0; }
.connection ul { margin: .25rem 0 .75rem; padding-left: 1.2rem; color: var(--soft); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0 0; }
`;
