import { AuthorizationError, authorizationErrorRedirect } from '@cloudflare/workers-oauth-provider';
import { addressOf } from '../../http/resources.ts';
import { type AthleteSession, readSession, signConsentPage } from '../../oauth/athlete-session.ts';
import { authorizationServer, requestAtIssuer, serverEnv } from '../../oauth/authorization-server.ts';
import { isSameDatabase } from '../../oauth/database-address.ts';
import { findConsentRequester } from '../../oauth/find-consent-requester.ts';
import { grantConnection } from '../../oauth/grant-connection.ts';
import { StoreConflict } from '../../oauth/record-store.ts';
import type { PageContext } from '../site-page.tsx';
import { athletePage, messagePage } from './athlete-page.tsx';
import { copyCookies, readCookie, SESSION_COOKIE } from './cookies.ts';
import { readForm, seeOther } from './forms.tsx';
import { ConsentPage } from './pages/consent-page.tsx';
import { SignInPage } from './pages/sign-in-page.tsx';
import { type Authorization, readAuthorization } from './read-authorization.tsx';

/** Answers GET /oauth/authorize: the consent page if this browser is signed in, else the sign-in page. */
export async function showAuthorization(c: PageContext): Promise<Response> {
  const authorization = await readAuthorization(c, new URL(c.req.url).search.slice(1));
  if (authorization instanceof Response) return authorization;
  const session = await readSession(c.env, readCookie(c, SESSION_COOKIE));
  if (session && isSameDatabase(session.databaseAddress, authorization.requester.databaseAddress)) {
    return showConsent(c, authorization, session);
  }
  const { requester, query } = authorization;
  return athletePage(c, (frame) => (
    <SignInPage frame={frame} clientName={requester.client.name} authorizationQuery={query} />
  ));
}

async function showConsent(
  c: PageContext,
  { requester, request, query }: Authorization,
  session: AthleteSession,
): Promise<Response> {
  const ctx = c.env;
  const api = authorizationServer(ctx.env.baseUrl).getOAuthApi(serverEnv(ctx, requester.databaseAddress));
  const described = await api.describeConsent(request);
  const { handle, headers } = await api.beginConsent(request);
  const seal = await signConsentPage(ctx, session, handle);
  copyCookies(c, headers);
  return athletePage(
    c,
    (frame) => (
      <ConsentPage
        frame={frame}
        clientName={requester.client.name}
        partnerName={requester.partner.name}
        environment={requester.client.environment}
        redirectHost={described.redirectHost}
        isLoopback={described.redirectIsLoopback}
        isAssistant={requester.client.isPublic || request.resource === addressOf(ctx.env.baseUrl, 'mcp')}
        scopes={[...new Set(request.scope)]}
        email={session.email}
        handle={handle}
        seal={seal}
        authorizationQuery={query}
      />
    ),
    // This request's address (a loopback one may have any port) and all of the client's own, because a
    // callback may redirect from one of them to another.
    {
      formTargets: [
        ...new Set([request.redirectUri, ...requester.client.redirectUris].map((uri) => new URL(uri).origin)),
      ],
    },
  );
}

/**
 * Answers POST /oauth/authorize: takes the athlete's decision, once, from the page that this browser was
 * shown.
 */
export async function answerAuthorization(c: PageContext): Promise<Response> {
  const ctx = c.env;
  const form = await readForm(c);
  if (form instanceof Response) return form;
  const session = await readSession(ctx, readCookie(c, SESSION_COOKIE));
  const handle = form.get('handle') ?? '';
  if (!session || (await signConsentPage(ctx, session, handle)) !== form.get('seal')) return startOver(c);
  const ticked = form.getAll('scope');
  const isAllowed = form.get('decision') === 'allow' && ticked.length > 0;
  try {
    return isAllowed ? await allow(c, session, handle, ticked) : await deny(c, session, handle);
  } catch (cause) {
    // The page was used, has expired, belongs to another browser, or was sent twice at once.
    if (cause instanceof AuthorizationError || cause instanceof StoreConflict) return startOver(c);
    throw cause;
  }
}

async function deny(c: PageContext, session: AthleteSession, handle: string): Promise<Response> {
  const { api, request } = consentApi(c, session);
  const denied = await api.denyConsent(request, handle);
  return returnToClient(c, denied.redirectTo, denied.headers);
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
  const requester = await findConsentRequester(ctx, asked.clientId);
  // The client was deleted or its partner terminated while the page was open, so nobody can receive the
  // answer.
  if (!requester || !isSameDatabase(requester.databaseAddress, session.databaseAddress)) return startOver(c);
  const scopes = [...new Set(asked.scope)].filter(
    (scope) => ticked.includes(scope) && requester.client.allowedScopes.includes(scope),
  );
  if (scopes.length === 0)
    return returnToClient(c, authorizationErrorRedirect(asked, 'access_denied'), headers);
  const redirectTo = await grantConnection(ctx, requester, session.email, asked, scopes);
  return redirectTo === null ? startOver(c) : returnToClient(c, redirectTo, headers);
}

function consentApi(c: PageContext, session: AthleteSession) {
  const ctx = c.env;
  const { baseUrl } = ctx.env;
  return {
    api: authorizationServer(baseUrl).getOAuthApi(serverEnv(ctx, session.databaseAddress)),
    request: requestAtIssuer(c.req.raw, baseUrl, { path: '/oauth/authorize', body: '' }),
  };
}

function returnToClient(c: PageContext, location: string, headers: Headers): Response {
  copyCookies(c, headers);
  return seeOther(c, location);
}

function startOver(c: PageContext): Response | Promise<Response> {
  return messagePage(c, 400, 'pageExpired');
}
