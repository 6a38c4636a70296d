import { AuthorizationError, authorizationErrorRedirect } from '@cloudflare/workers-oauth-provider';
import { type AthleteSession, readSession, sealOf } from '../../oauth/athlete-session.ts';
import { atIssuer, authorizationServer, serverEnv } from '../../oauth/authorization-server.ts';
import { findClient } from '../../oauth/find-client.ts';
import { grantConnection } from '../../oauth/grant-connection.ts';
import { isSameHome } from '../../oauth/home.ts';
import { StoreConflict } from '../../oauth/record-store.ts';
import {
  messagePage,
  type PageContext,
  page,
  readCookie,
  readForm,
  SESSION_COOKIE,
  seeOther,
} from './html.tsx';
import { ConsentPage } from './pages/consent-page.tsx';
import { SignInPage } from './pages/sign-in-page.tsx';
import { type Authorization, readAuthorization } from './read-authorization.tsx';

/** GET /oauth/authorize: the sign-in page, or the consent page where this browser is signed in already. */
export async function showAuthorization(c: PageContext): Promise<Response> {
  const authorization = await readAuthorization(c, new URL(c.req.url).search.slice(1));
  if (authorization instanceof Response) return authorization;
  const session = await readSession(c.env, readCookie(c, SESSION_COOKIE));
  if (session && isSameHome(session.home, authorization.asker.home)) {
    return showConsent(c, authorization, session);
  }
  const { asker, query } = authorization;
  return page(c, (nonce) => (
    <SignInPage nonce={nonce} clientName={asker.client.name} authorizationQuery={query} />
  ));
}

async function showConsent(
  c: PageContext,
  { asker, request, query }: Authorization,
  session: AthleteSession,
): Promise<Response> {
  const ctx = c.env;
  const api = authorizationServer(ctx.env.baseUrl).getOAuthApi(serverEnv(ctx, asker.home));
  const described = await api.describeConsent(request);
  const { handle, headers } = await api.beginConsent(request);
  const seal = await sealOf(ctx, session, handle);
  for (const cookie of headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
  return page(
    c,
    (nonce) => (
      <ConsentPage
        nonce={nonce}
        clientName={asker.client.name}
        partnerName={asker.partner.name}
        environment={asker.client.environment}
        redirectHost={described.redirectHost}
        isLoopback={described.redirectIsLoopback}
        scopes={[...new Set(request.scope)]}
        email={session.email}
        handle={handle}
        seal={seal}
        authorizationQuery={query}
      />
    ),
    // This request's (a loopback address may have any port) and all of the client's own: a callback may send the
    // browser on from one of them to another.
    {
      formTargets: [
        ...new Set([request.redirectUri, ...asker.client.redirectUris].map((uri) => new URL(uri).origin)),
      ],
    },
  );
}

/** POST /oauth/authorize: the athlete's answer, once, from the page that this browser was shown. */
export async function answerAuthorization(c: PageContext): Promise<Response> {
  const ctx = c.env;
  const form = await readForm(c);
  if (form instanceof Response) return form;
  const session = await readSession(ctx, readCookie(c, SESSION_COOKIE));
  const handle = form.get('handle') ?? '';
  if (!session || (await sealOf(ctx, session, handle)) !== form.get('seal')) return startAgain(c);
  const ticked = form.getAll('scope');
  const isAllowed = form.get('decision') === 'allow' && ticked.length > 0;
  try {
    return isAllowed ? await allow(c, session, handle, ticked) : await deny(c, session, handle);
  } catch (cause) {
    // Used, too old, another browser's, or sent twice at once.
    if (cause instanceof AuthorizationError || cause instanceof StoreConflict) return startAgain(c);
    throw cause;
  }
}

async function deny(c: PageContext, session: AthleteSession, handle: string): Promise<Response> {
  const { api, request } = consentApi(c, session);
  const denied = await api.denyConsent(request, handle);
  return leave(c, denied.redirectTo, denied.headers);
}

async function allow(
  c: PageContext,
  session: AthleteSession,
  handle: string,
  ticked: readonly string[],
): Promise<Response> {
  const ctx = c.env;
  const { api, request } = consentApi(c, session);
  const { request: asked, headers } = await api.approveConsent(request, handle);
  const asker = await findClient(ctx, asked.clientId);
  // The client or its partner ended while the page was open: there is nobody left to answer.
  if (!asker || !isSameHome(asker.home, session.home)) return startAgain(c);
  const scopes = [...new Set(asked.scope)].filter(
    (scope) => ticked.includes(scope) && asker.client.allowedScopes.includes(scope),
  );
  if (scopes.length === 0) return leave(c, authorizationErrorRedirect(asked, 'access_denied'), headers);
  const redirectTo = await grantConnection(ctx, asker, session.email, asked, scopes);
  return redirectTo === null ? startAgain(c) : leave(c, redirectTo, headers);
}

function consentApi(c: PageContext, session: AthleteSession) {
  const ctx = c.env;
  const { baseUrl } = ctx.env;
  return {
    api: authorizationServer(baseUrl).getOAuthApi(serverEnv(ctx, session.home)),
    request: atIssuer(c.req.raw, baseUrl, '/oauth/authorize', ''),
  };
}

function leave(c: PageContext, location: string, headers: Headers): Response {
  for (const cookie of headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
  return seeOther(c, location);
}

function startAgain(c: PageContext): Response | Promise<Response> {
  return messagePage(
    c,
    400,
    'This page is no longer valid',
    'It was answered already, is older than ten minutes, or you have signed in as someone else since. Nothing new was shared. Go back to the application and start again.',
  );
}
