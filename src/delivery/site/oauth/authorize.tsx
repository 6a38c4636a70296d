import { AuthorizationError, authorizationErrorRedirect } from '@cloudflare/workers-oauth-provider';
import { authorizationServer, requestAtIssuer, serverEnv } from '#partner/oauth/authorization-server.ts';
import { type ConsentRequester, findConsentRequester, isSameDatabase } from '#partner/oauth/consents.ts';
import {
  type ChosenRecord,
  findRecord,
  grantConnection,
  reportRefusedRecord,
} from '#partner/oauth/grant-connection.ts';
import { StoreConflict } from '#partner/oauth/record-store.ts';
import { type AthleteSession, readSession, signConsentPage } from '#partner/oauth/sign-in-cookies.ts';
import { addressOf } from '#platform/http/route.ts';
import type { PageContext } from '../site-page.tsx';
import {
  athletePage,
  copyCookies,
  messagePage,
  readCookie,
  readForm,
  SESSION_COOKIE,
  seeOther,
} from './browser.tsx';
import { ConsentPage, type ShownRecord } from './pages/consent-pages.tsx';
import { SignInPage } from './pages/sign-in-pages.tsx';
import { type Authorization, readAuthorization } from './read-authorization.tsx';

/** Attempts to find the record, so that an athlete's two simultaneous first consents share one. */
const ATTEMPTS_MAX = 4;

/** Answers GET /oauth/authorize: the consent page if this browser is signed in, else the sign-in page. */
export async function showAuthorization(c: PageContext): Promise<Response> {
  const authorization = await readAuthorization(c, new URL(c.req.url).search.slice(1));
  if (authorization instanceof Response) return authorization;
  const session = await readSession(c.env, readCookie(c, SESSION_COOKIE));
  if (session && isSameDatabase(session.databaseAddress, authorization.requester.databaseAddress)) {
    const { requester } = authorization;
    const { joined } = await findRecord(c.env, requester, session.email);
    return showConsent(c, authorization, session, joined ?? 'none');
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
  record: ShownRecord,
): Promise<Response> {
  const ctx = c.env;
  const api = authorizationServer(ctx.env.baseUrl).getOAuthApi(serverEnv(ctx, requester.databaseAddress));
  const described = await api.describeConsent(request);
  const { handle, headers } = await api.beginConsent(request);
  const recordName = typeof record === 'string' ? record : record.athleteId;
  const seal = await signConsentPage(ctx, session, handle, recordName);
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
        record={record}
        sealed={{ handle, record: recordName, seal }}
        authorizationQuery={query}
      />
    ),
    // This request's address (a loopback one may use any port) and all of the client's addresses, because a
    // callback may redirect from one to another.
    {
      formTargets: [
        ...new Set([request.redirectUri, ...requester.client.redirectUris].map((uri) => new URL(uri).origin)),
      ],
    },
  );
}

/**
 * Answers POST /oauth/authorize: accepts the athlete's decision once, from the page that this browser was
 * shown.
 */
export async function answerAuthorization(c: PageContext): Promise<Response> {
  const ctx = c.env;
  const form = await readForm(c);
  if (form instanceof Response) return form;
  const session = await readSession(ctx, readCookie(c, SESSION_COOKIE));
  const handle = form.get('handle') ?? '';
  const record = form.get('record') ?? '';
  if (!session || (await signConsentPage(ctx, session, handle, record)) !== form.get('seal')) {
    return startOver(c);
  }
  const ticked = form.getAll('scope');
  const decision = form.get('decision');
  try {
    if (decision === 'not-me') {
      return await refuseRecord(c, session, handle, record, form.get('authorization_query') ?? '');
    }
    const isAllowed = decision === 'allow' && ticked.length > 0;
    return isAllowed ? await allow(c, session, handle, record, ticked) : await deny(c, session, handle);
  } catch (cause) {
    // The page was already used, expired, belongs to another browser, or was submitted twice simultaneously.
    if (cause instanceof AuthorizationError || cause instanceof StoreConflict) return startOver(c);
    throw cause;
  }
}

async function deny(c: PageContext, session: AthleteSession, handle: string): Promise<Response> {
  const { api, request } = consentApi(c, session);
  const denied = await api.denyConsent(request, handle);
  return returnToClient(c, denied.redirectTo, denied.headers);
}

/**
 * Handles "this is not my record": notifies the partner, connects nothing, and asks for consent again with a new
 * record. The previous page cannot be reused.
 */
async function refuseRecord(
  c: PageContext,
  session: AthleteSession,
  handle: string,
  record: string,
  query: string,
): Promise<Response> {
  const { api, request } = consentApi(c, session);
  await api.denyConsent(request, handle);
  const authorization = await readAuthorization(c, query);
  if (authorization instanceof Response) return authorization;
  const { requester } = authorization;
  if (!isSameDatabase(requester.databaseAddress, session.databaseAddress)) return startOver(c);
  await reportRefusedRecord(c.env, requester, session.email, record);
  return showConsent(c, authorization, session, 'another');
}

async function allow(
  c: PageContext,
  session: AthleteSession,
  handle: string,
  recordName: string,
  ticked: readonly string[],
): Promise<Response> {
  const ctx = c.env;
  const { api, request } = consentApi(c, session);
  const { request: asked, headers } = await api.approveConsent(request, handle);
  const requester = await findConsentRequester(ctx, asked.clientId);
  // The client was deleted or its partner terminated while the page was open: nobody can receive the answer.
  if (!requester || !isSameDatabase(requester.databaseAddress, session.databaseAddress)) return startOver(c);
  if (requester.partner.status === 'suspended') return messagePage(c, 403, 'suspendedApplication');
  const scopes = [...new Set(asked.scope)].filter(
    (scope) => ticked.includes(scope) && requester.client.allowedScopes.includes(scope),
  );
  if (scopes.length === 0)
    return returnToClient(c, authorizationErrorRedirect(asked, 'access_denied'), headers);
  const { email } = session;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const record = await chosenRecord(c, requester, email, recordName);
    const redirectTo =
      record && (await grantConnection(ctx, requester, { email, record, request: asked, scopes }));
    if (redirectTo !== null) return returnToClient(c, redirectTo, headers);
  }
  return startOver(c);
}

/** Returns the record that the page showed, or null if the address now leads to another one. */
async function chosenRecord(
  c: PageContext,
  requester: ConsentRequester,
  email: string,
  recordName: string,
): Promise<ChosenRecord | null> {
  if (recordName === 'another') return { besideOthers: true };
  const { joined, isAnyThere } = await findRecord(c.env, requester, email);
  if (recordName !== 'none') return joined?.athleteId === recordName ? joined : null;
  if (joined === null) return { besideOthers: isAnyThere };
  // Another consent by the same athlete may have created the record in the meantime.
  return joined.isOwn ? joined : null;
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
