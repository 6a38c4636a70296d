import { eq } from 'drizzle-orm';
import { registryOf } from '../http/context.ts';
import { type ConnectionRow, connections } from '../storage/athlete-schema.ts';
import { parseAthleteId } from '../storage/ids.ts';
import { readSession } from './athlete-session.ts';
import { endConnections } from './end-connections.ts';
import { allHomes, type Home, openHome } from './home.ts';
import {
  messagePage,
  type PageContext,
  page,
  readCookie,
  readForm,
  SESSION_COOKIE,
  seeOther,
} from './html.tsx';
import { ConnectionsPage, type ShownConnection } from './pages/connections-page.tsx';
import { SignInPage } from './pages/sign-in-page.tsx';
import { selectClientNames, selectConnectionsByEmail, selectPartnerNames } from './repository.ts';
import { ACCOUNT_PATH } from './sign-in.tsx';

/** More connections than anyone has; keeps the page and its queries bounded. */
const SHOWN_MAX = 100;

interface Owned {
  readonly home: Home;
  readonly connection: ConnectionRow;
}

/** GET /account/connections: everything that this address is connected to, at all partners. */
export async function showConnections(c: PageContext): Promise<Response> {
  const session = await readSession(c.env, readCookie(c, SESSION_COOKIE));
  if (!session) {
    return page(c, (nonce) => <SignInPage nonce={nonce} clientName={null} authorizationQuery={null} />);
  }
  const owned = await readOwned(c, session.email);
  const shown = await withNames(c, owned);
  const message = c.req.query('ended') === undefined ? null : 'The connection has ended.';
  return page(c, (nonce) => (
    <ConnectionsPage nonce={nonce} email={session.email} connections={shown} message={message} />
  ));
}

/** POST /account/connections/{id}/disconnect: ends one of the athlete's own connections. */
export async function endOwnConnection(c: PageContext): Promise<Response> {
  const form = await readForm(c);
  if (form instanceof Response) return form;
  const session = await readSession(c.env, readCookie(c, SESSION_COOKIE));
  if (!session) return seeOther(c, ACCOUNT_PATH);
  const id = c.req.param('connection_id');
  const found = (await readOwned(c, session.email)).find(({ connection }) => connection.id === id);
  if (!found) {
    return messagePage(c, 404, 'No such connection', 'It may have ended already.', {
      href: ACCOUNT_PATH,
      label: 'Your connections',
    });
  }
  await endConnections(openHome(c.env, found.home), eq(connections.id, found.connection.id), c.env.nowMs);
  return seeOther(c, `${ACCOUNT_PATH}?ended`);
}

async function readOwned(c: PageContext, email: string): Promise<readonly Owned[]> {
  const ctx = c.env;
  const perHome = await Promise.all(
    allHomes(ctx.env).map(async (home) => {
      const db = openHome(ctx, home);
      const [rows] = await db.batch([selectConnectionsByEmail(db, email, SHOWN_MAX)]);
      return rows.map((connection) => ({ home, connection }));
    }),
  );
  return perHome.flat().sort((one, other) => other.connection.connectedAt - one.connection.connectedAt);
}

async function withNames(c: PageContext, owned: readonly Owned[]): Promise<readonly ShownConnection[]> {
  const registry = registryOf(c.env);
  const clientIds = [...new Set(owned.map(({ connection }) => connection.clientId))];
  const [clients, partners] = await registry.batch([
    selectClientNames(registry, clientIds),
    selectPartnerNames(registry, clientIds),
  ]);
  return owned.map(({ connection }) => {
    const client = clients.find((row) => row.clientId === connection.clientId);
    return {
      id: connection.id,
      environment: parseAthleteId(connection.athleteId)?.environment ?? 'live',
      clientName: client?.name ?? connection.clientId,
      partnerName: partners.find((row) => row.id === client?.partnerId)?.name ?? '',
      scopes: connection.scopes,
      connectedAtMs: connection.connectedAt,
    };
  });
}
