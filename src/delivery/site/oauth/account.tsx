import { endConnectionOfAddress, listConnectionsOfAddress } from '#partner/oauth/consents.ts';
import { readSession } from '#partner/oauth/sign-in-cookies.ts';
import type { PageContext } from '../site-page.tsx';
import { athletePage, messagePage, readCookie, readForm, SESSION_COOKIE, seeOther } from './browser.tsx';
import { ConnectionsPage } from './pages/consent-pages.tsx';
import { SignInPage } from './pages/sign-in-pages.tsx';
import { ACCOUNT_PATH } from './sign-in.tsx';

/** Answers GET /account/connections: the signed-in address's connections at all partners. */
export async function showConnections(c: PageContext): Promise<Response> {
  const session = await readSession(c.env, readCookie(c, SESSION_COOKIE));
  if (!session) {
    return athletePage(c, (frame) => (
      <SignInPage frame={frame} clientName={null} authorizationQuery={null} />
    ));
  }
  const owned = await listConnectionsOfAddress(c.env, session.email);
  const shown = owned.map((connection) => ({
    id: connection.id,
    environment: connection.environment,
    clientName: connection.clientName,
    partnerName: connection.partnerName,
    scopes: connection.scopes,
    connectedAtMs: connection.connectedAt,
  }));
  const hasEnded = c.req.query('ended') !== undefined;
  return athletePage(c, (frame) => (
    <ConnectionsPage frame={frame} email={session.email} connections={shown} hasEnded={hasEnded} />
  ));
}

/** Answers POST /account/connections/{id}/disconnect: ends one of the athlete's own connections. */
export async function disconnect(c: PageContext): Promise<Response> {
  const form = await readForm(c);
  if (form instanceof Response) return form;
  const session = await readSession(c.env, readCookie(c, SESSION_COOKIE));
  if (!session) return seeOther(c, ACCOUNT_PATH);
  if (await endConnectionOfAddress(c.env, session.email, c.req.param('connection_id') ?? '')) {
    return seeOther(c, `${ACCOUNT_PATH}?ended`);
  }
  return messagePage(c, 404, 'noConnection', true);
}
