import { readSession } from '../../oauth/athlete-session.ts';
import { endOwnConnection, listOwnConnections } from '../../oauth/own-connections.ts';
import { parseAthleteId } from '../../storage/ids.ts';
import {
  messagePage,
  type PageContext,
  page,
  readCookie,
  readForm,
  SESSION_COOKIE,
  seeOther,
} from './html.tsx';
import { ConnectionsPage } from './pages/connections-page.tsx';
import { SignInPage } from './pages/sign-in-page.tsx';
import { ACCOUNT_PATH } from './sign-in.tsx';

/** Answers GET /account/connections: everything that this address is connected to, at all partners. */
export async function showConnections(c: PageContext): Promise<Response> {
  const session = await readSession(c.env, readCookie(c, SESSION_COOKIE));
  if (!session) {
    return page(c, (nonce) => <SignInPage nonce={nonce} clientName={null} authorizationQuery={null} />);
  }
  const owned = await listOwnConnections(c.env, session.email);
  const shown = owned.map((connection) => ({
    id: connection.id,
    environment: parseAthleteId(connection.athleteId)?.environment ?? 'live',
    clientName: connection.clientName,
    partnerName: connection.partnerName,
    scopes: connection.scopes,
    connectedAtMs: connection.connectedAt,
  }));
  const message = c.req.query('ended') === undefined ? null : 'The connection has ended.';
  return page(c, (nonce) => (
    <ConnectionsPage nonce={nonce} email={session.email} connections={shown} message={message} />
  ));
}

/** Answers POST /account/connections/{id}/disconnect: ends one of the athlete's own connections. */
export async function disconnect(c: PageContext): Promise<Response> {
  const form = await readForm(c);
  if (form instanceof Response) return form;
  const session = await readSession(c.env, readCookie(c, SESSION_COOKIE));
  if (!session) return seeOther(c, ACCOUNT_PATH);
  if (await endOwnConnection(c.env, session.email, c.req.param('connection_id') ?? '')) {
    return seeOther(c, `${ACCOUNT_PATH}?ended`);
  }
  return messagePage(c, 404, 'No such connection', 'It may have ended already.', {
    href: ACCOUNT_PATH,
    label: 'Your connections',
  });
}
