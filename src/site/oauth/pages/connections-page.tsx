import { Layout } from './layout.tsx';
import { scopeWords } from './scope-words.ts';

/** One connection, as the page shows it. */
export interface ShownConnection {
  readonly id: string;
  readonly environment: 'test' | 'live';
  readonly clientName: string;
  readonly partnerName: string;
  readonly scopes: readonly string[];
  readonly connectedAtMs: number;
}

/** Lists an athlete's connections, each with the button that ends it. */
export function ConnectionsPage(props: {
  readonly nonce: string;
  readonly email: string;
  readonly connections: readonly ShownConnection[];
  readonly message: string | null;
}) {
  return (
    <Layout title="Your connections" nonce={props.nonce}>
      <h1>Your connections</h1>
      {props.message ? (
        <p class="notice" role="status">
          {props.message}
        </p>
      ) : null}
      <p class="soft">
        Signed in as <strong>{props.email}</strong>
      </p>
      {props.connections.length === 0 ? (
        <p>You have not connected any application with this address.</p>
      ) : (
        props.connections.map((connection) => <ConnectionEntry connection={connection} />)
      )}
      <form method="post" action="/oauth/logout" class="account">
        <button class="plain" type="submit">
          Sign out
        </button>
      </form>
    </Layout>
  );
}

function ConnectionEntry({ connection }: { readonly connection: ShownConnection }) {
  const since = new Date(connection.connectedAtMs).toISOString().slice(0, 10);
  return (
    <section class="connection">
      <h2>
        <bdi>{connection.clientName}</bdi>
      </h2>
      <p class="soft">
        <bdi>{connection.partnerName}</bdi>
        {connection.environment === 'test' ? ' · sandbox' : ''} · since <time datetime={since}>{since}</time>
      </p>
      <ul>
        {connection.scopes.map((scope) => (
          <li>{scopeWords(scope)?.title}</li>
        ))}
      </ul>
      <form method="post" action={`/account/connections/${connection.id}/disconnect`}>
        <button type="submit">
          Disconnect <bdi>{connection.clientName}</bdi>
        </button>
      </form>
    </section>
  );
}
