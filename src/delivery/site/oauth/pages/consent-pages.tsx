import type { PageTexts, TitledText } from '@musette/languages/texts';
import type { JoinedRecord } from '#partner/oauth/grant-connection.ts';
import type { Environment } from '#platform/env.ts';
import type { Scope } from '#platform/http/route.ts';
import { type Frame, Layout, NAMES, SandboxNotice, withNames } from './layout.tsx';

/** Returns the text of a stored scope, or null for a scope that no longer exists, which is not shown. */
function scopeWords({ scopes }: PageTexts, scope: string): TitledText | null {
  // Compile-time check: a scope without a text fails here.
  const words: Readonly<Record<Scope, TitledText>> = scopes;
  return Object.entries(words).find(([name]) => name === scope)?.[1] ?? null;
}

/**
 * The record to connect: an existing one, a new one, or a new one because the athlete rejected the existing
 * one.
 */
export type ShownRecord = JoinedRecord | 'none' | 'another';

interface ConsentProps {
  readonly frame: Frame;
  readonly clientName: string;
  readonly partnerName: string;
  readonly environment: Environment;
  readonly redirectHost: string;
  readonly isLoopback: boolean;
  readonly isAssistant: boolean;
  readonly scopes: readonly string[];
  readonly email: string;
  readonly record: ShownRecord;
  /** Hidden fields of the page's forms. */
  readonly sealed: Readonly<Record<'handle' | 'record' | 'seal', string>>;
  readonly authorizationQuery: string;
}

/**
 * Shows the requesting client, its scopes, the record, and the host that the answer goes to. Every box can be unticked,
 * and each answer takes one click. Third-party names are wrapped in `bdi`, so that their text direction cannot rearrange
 * the sentence.
 */
export function ConsentPage(props: ConsentProps) {
  const { frame, clientName: client, partnerName: partner, redirectHost: host, email } = props;
  const { consent: texts } = frame.texts.pages;
  return (
    <Layout title={texts.title({ client })} frame={frame}>
      <SandboxNotice frame={frame} environment={props.environment} />
      <h1>{withNames(texts.heading(NAMES), { client })}</h1>
      <p>{withNames(texts.asks(NAMES), { client, partner, host })}</p>
      {props.isLoopback ? <p class="notice">{texts.loopback}</p> : null}
      {props.isAssistant ? <p class="notice">{texts.assistant}</p> : null}
      <p>{withNames(texts.signedIn(NAMES), { email })}</p>
      <RecordToJoin {...props} />
      <DecisionForm frame={frame} sealed={props.sealed} scopes={props.scopes} />
      <form method="post" action="/oauth/logout" class="account">
        <input type="hidden" name="authorization_query" value={props.authorizationQuery} />
        <button class="plain" type="submit">
          {texts.other}
        </button>
      </form>
    </Layout>
  );
}

/** Identifies the record with minimal data that its owner recognises, and lets the athlete reject it. */
function RecordToJoin({ frame, record, partnerName: partner, sealed, authorizationQuery }: ConsentProps) {
  const { consent: texts } = frame.texts.pages;
  if (record === 'another') {
    return (
      <p class="notice" role="status">
        {withNames(texts.refused(NAMES), { partner })}
      </p>
    );
  }
  if (record === 'none') return <p>{withNames(texts.newRecord(NAMES), { partner })}</p>;
  const since = monthOf(record.createdAt, frame.texts.language);
  const initial = initialOf(record.name);
  return (
    <section class="record">
      <h2>{texts.recordTitle}</h2>
      <p>
        {initial === null
          ? withNames(texts.namelessRecord({ ...NAMES, since }), { partner })
          : withNames(texts.record({ ...NAMES, since }), { partner, person: `${initial}…` })}
      </p>
      <form method="post" action="/oauth/authorize">
        <HiddenFields fields={{ ...sealed, authorization_query: authorizationQuery }} />
        <button class="plain" type="submit" name="decision" value="not-me">
          {texts.notMe}
        </button>
      </form>
    </section>
  );
}

/**
 * Returns a name's first letter or digit, or null. The rest is hidden from anyone who merely has the mailbox.
 */
function initialOf(name: string | null): string | null {
  return /[\p{L}\p{N}]\p{M}*/u.exec(name ?? '')?.[0] ?? null;
}

function monthOf(atMs: number, language: string): string {
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(atMs);
}

function HiddenFields({ fields }: { readonly fields: Readonly<Record<string, string>> }) {
  return Object.entries(fields).map(([name, value]) => <input type="hidden" name={name} value={value} />);
}

function DecisionForm(props: Pick<ConsentProps, 'frame' | 'sealed' | 'scopes'>) {
  const { pages } = props.frame.texts;
  const { consent: texts } = pages;
  return (
    <form method="post" action="/oauth/authorize">
      <HiddenFields fields={props.sealed} />
      <fieldset>
        <legend>{texts.allows}</legend>
        {props.scopes.map((scope) => (
          <label class="scope">
            <input type="checkbox" name="scope" value={scope} checked />
            <span>
              <strong>{scopeWords(pages, scope)?.title}</strong>
              <span>{scopeWords(pages, scope)?.text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p class="soft">
        {texts.untick} <a href="/account/connections">{pages.connections.title}</a>
      </p>
      <div class="choice">
        <button type="submit" name="decision" value="deny">
          {texts.deny}
        </button>
        <button class="primary" type="submit" name="decision" value="allow">
          {texts.allow}
        </button>
      </div>
    </form>
  );
}

interface ShownConnection {
  readonly id: string;
  readonly environment: Environment;
  readonly clientName: string;
  readonly partnerName: string;
  readonly scopes: readonly string[];
  readonly connectedAtMs: number;
}

/** Lists an athlete's connections, each with a disconnect button. */
export function ConnectionsPage(props: {
  readonly frame: Frame;
  readonly email: string;
  readonly connections: readonly ShownConnection[];
  /** True right after a connection was ended. */
  readonly hasEnded: boolean;
}) {
  const { frame, email } = props;
  const { pages } = frame.texts;
  const texts = pages.connections;
  return (
    <Layout title={texts.title} frame={frame}>
      <h1>{texts.title}</h1>
      {props.hasEnded ? (
        <p class="notice" role="status">
          {texts.ended}
        </p>
      ) : null}
      <p class="soft">{withNames(pages.consent.signedIn(NAMES), { email })}</p>
      {props.connections.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        props.connections.map((connection) => <ConnectionEntry connection={connection} pages={pages} />)
      )}
      <form method="post" action="/oauth/logout" class="account">
        <button class="plain" type="submit">
          {texts.signOut}
        </button>
      </form>
    </Layout>
  );
}

function ConnectionEntry(props: { readonly connection: ShownConnection; readonly pages: PageTexts }) {
  const { connection, pages } = props;
  const texts = pages.connections;
  const since = new Date(connection.connectedAtMs).toISOString().slice(0, 10);
  return (
    <section class="connection">
      <h2>
        <bdi>{connection.clientName}</bdi>
      </h2>
      <p class="soft">
        <bdi>{connection.partnerName}</bdi>
        {connection.environment === 'test' ? ` · ${texts.inSandbox}` : ''} · {texts.since}{' '}
        <time datetime={since}>{since} UTC</time>
      </p>
      <ul>
        {connection.scopes.map((scope) => (
          <li>{scopeWords(pages, scope)?.title}</li>
        ))}
      </ul>
      <form method="post" action={`/account/connections/${connection.id}/disconnect`}>
        <button type="submit">{withNames(texts.disconnect(NAMES), { client: connection.clientName })}</button>
      </form>
    </section>
  );
}

/**
 * Explains that a client's request was invalid, with the error for its developers and a link back to the
 * client.
 */
export function FaultyRequestPage(props: {
  readonly frame: Frame;
  readonly requestId: string;
  /** The client's address with the error parameters. */
  readonly href: string;
  readonly children: string;
}) {
  const { frame, href } = props;
  const { pages } = frame.texts;
  const { title, text } = pages.messages.faultyRequest;
  return (
    <Layout title={title} frame={frame}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <code lang="en">{props.children}</code>
      </p>
      <p>
        <a class="button" href={href} rel="noreferrer">
          {withNames(pages.goBack(NAMES), { host: new URL(href).host })}
        </a>
      </p>
      <p class="soft">
        {pages.reference} <code>{props.requestId}</code>
      </p>
    </Layout>
  );
}
