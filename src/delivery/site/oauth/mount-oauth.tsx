import type { Hono, MiddlewareHandler } from 'hono';
import { readParameters, resourceMetadata, serverMetadata } from '#partner/oauth/authorization-server.ts';
import { exchangeToken, revokeToken } from '#partner/oauth/token-endpoint.ts';
import { protocolError } from '#platform/http/failure-format.ts';
import { localOutbox } from '#platform/http/outgoing.ts';
import type { ServiceEnv } from '#platform/http/service.ts';
import { disconnect, showConnections } from './account.tsx';
import { answerAuthorization, showAuthorization } from './authorize.tsx';
import { athletePage, isForScript, limitForm, messagePage, readFormText } from './browser.tsx';
import { OutboxPage } from './pages/sign-in-pages.tsx';
import { signOut, takeAddress, takeCode } from './sign-in.tsx';

/**
 * Mounts the OAuth endpoints and the athletes' pages. The partners' routes are in
 * src/partner/oauth/routes.ts.
 */
export function mountOAuth(app: Hono<ServiceEnv>): void {
  const protocolLimit = limitForm((c) =>
    protocolError(c.env, 413, 'invalid_request', 'The body may have at most 64 KiB'),
  );
  const pageLimit = limitForm((c) => messagePage(c, 400, 'formTooLarge'));

  app.get('/.well-known/oauth-authorization-server', logPattern, async (c) =>
    c.json(await serverMetadata(c.env)),
  );
  // Assistants that do not know a resource's metadata path use the bare one.
  for (const path of ['/mcp', '']) {
    app.get(`/.well-known/oauth-protected-resource${path}`, logPattern, (c) =>
      c.json(resourceMetadata(c.env, 'mcp')),
    );
  }
  app.options('/oauth/token', logPattern, (c) => c.body(null, 204, PREFLIGHT));
  app.post('/oauth/token', logPattern, protocolLimit, async (c) => {
    const form = await readFormText(c);
    const answer = await exchangeToken(c.env, c.req.raw, form);
    const isConfidential =
      c.req.raw.headers.has('authorization') || readParameters(form).has('client_secret');
    return isConfidential ? answer : forBrowsers(answer);
  });
  app.post('/oauth/revoke', logPattern, protocolLimit, async (c) =>
    revokeToken(c.env, c.req.raw, await readFormText(c)),
  );

  app.get('/oauth/authorize', logPattern, tabsOnly, showAuthorization);
  app.post('/oauth/authorize', logPattern, tabsOnly, pageLimit, answerAuthorization);
  app.post('/oauth/login/start', logPattern, tabsOnly, pageLimit, takeAddress);
  app.post('/oauth/login/verify', logPattern, tabsOnly, pageLimit, takeCode);
  app.post('/oauth/logout', logPattern, tabsOnly, pageLimit, signOut);
  app.get('/account/connections', logPattern, isolated, tabsOnly, showConnections);
  app.post(
    '/account/connections/:connection_id/disconnect',
    logPattern,
    isolated,
    tabsOnly,
    pageLimit,
    disconnect,
  );

  // This path does not exist in a deployed service.
  app.get('/dev/outbox', logPattern, (c) => {
    if (!c.env.env.isLocal) return c.notFound();
    return athletePage(c, (frame) => <OutboxPage frame={frame} emails={localOutbox()} />);
  });
}

/** Any page may run a public client, which authenticates with PKCE alone. Cookies are never read here. */
const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };

/** Allows browsers to send a form. `Authorization` is not allowed: a page must not hold a client's secret. */
const PREFLIGHT = {
  ...ANY_ORIGIN,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '86400',
};

/** Lets pages read the response to a token request without a client secret. */
function forBrowsers(answer: Response): Response {
  const readable = new Response(answer.body, answer);
  for (const [name, value] of Object.entries(ANY_ORIGIN)) readable.headers.set(name, value);
  return readable;
}

/** Rejects a page or form that a script or a frame requests. */
const tabsOnly: MiddlewareHandler<ServiceEnv> = async (c, next) =>
  isForScript(c) ? messagePage(c, 403, 'foreignForm') : next();

/**
 * Keeps a page apart from the tab that opened it, whose scripts could otherwise read it. Not for consent: partners open it in
 * a popup and wait for its end.
 */
const isolated: MiddlewareHandler<ServiceEnv> = async (c, next) => {
  c.header('Cross-Origin-Opener-Policy', 'same-origin');
  await next();
};

/** Logs the path's pattern instead of the path. */
const logPattern: MiddlewareHandler<ServiceEnv> = async (c, next) => {
  c.env.log.route = `${c.req.method} ${c.req.routePath}`;
  await next();
};
