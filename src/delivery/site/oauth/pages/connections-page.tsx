import type { PageTexts } from '#core/languages/page-texts.ts';
import { scopeWords } from './consent-pages.tsx';
import { type Frame, Layout } from './layout.tsx';
import { NAMES, withNames } from './names.tsx';

/** One connection, as the page shows it. */
export interface ShownConnection {
  readonly id: string;
  readonly environment: 'test' | 'live';
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
        <time datetime={since}>{since}</time>
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
