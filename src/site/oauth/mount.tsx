import type { Hono, MiddlewareHandler } from 'hono';
import { limitBody } from '../../http/body-limit.ts';
import { protocolError } from '../../http/protocol-error.ts';
import type { ServiceEnv } from '../../http/service.ts';
import { serverMetadata } from '../../oauth/metadata.ts';
import { localOutbox } from '../../oauth/send-code.ts';
import { exchangeToken, revokeToken } from '../../oauth/token-endpoint.ts';
import { disconnect, showConnections } from './account.tsx';
import { answerAuthorization, showAuthorization } from './authorize.tsx';
import { formText, messagePage, page } from './html.tsx';
import { OutboxPage } from './pages/outbox-page.tsx';
import { signOut, takeAddress, takeCode } from './sign-in.tsx';

const FORM_LIMIT_BYTES = 64 * 1024;

/** The protocol's endpoints and the athletes' pages (contract §12). The partner's routes are in routes.ts. */
export function mountOAuth(app: Hono<ServiceEnv>): void {
  const protocolLimit = limitBody<ServiceEnv>(FORM_LIMIT_BYTES, (c) =>
    protocolError(c.env, 413, 'invalid_request', 'The body may have at most 64 KiB'),
  );
  const pageLimit = limitBody<ServiceEnv>(FORM_LIMIT_BYTES, (c) =>
    messagePage(c, 400, 'That is too much', 'The form is larger than any of ours.'),
  );

  app.get('/.well-known/oauth-authorization-server', named, async (c) => c.json(await serverMetadata(c.env)));
  app.post('/oauth/token', named, protocolLimit, async (c) =>
    exchangeToken(c.env, c.req.raw, await formText(c)),
  );
  app.post('/oauth/revoke', named, protocolLimit, async (c) =>
    revokeToken(c.env, c.req.raw, await formText(c)),
  );

  app.get('/oauth/authorize', named, showAuthorization);
  app.post('/oauth/authorize', named, pageLimit, answerAuthorization);
  app.post('/oauth/login/start', named, pageLimit, takeAddress);
  app.post('/oauth/login/verify', named, pageLimit, takeCode);
  app.post('/oauth/logout', named, pageLimit, signOut);
  app.get('/account/connections', named, showConnections);
  app.post('/account/connections/:connection_id/disconnect', named, pageLimit, disconnect);

  // Anywhere but in a local installation this path does not exist.
  app.get('/dev/outbox', named, (c) => {
    if (!c.env.env.isLocal) return c.notFound();
    return page(c, (nonce) => <OutboxPage nonce={nonce} mails={localOutbox()} />);
  });
}

/** The log line tells the pattern of the path, never the path. */
const named: MiddlewareHandler<ServiceEnv> = async (c, next) => {
  c.env.log.route = `${c.req.method} ${c.req.routePath}`;
  await next();
};
