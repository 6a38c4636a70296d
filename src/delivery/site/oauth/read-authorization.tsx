import {
  AuthorizationError,
  type AuthorizationErrorCode,
  type AuthRequest,
  authorizationErrorRedirect,
} from '@cloudflare/workers-oauth-provider';
import { authorizationServer, readParameters, serverEnv } from '#partner/oauth/authorization-server.ts';
import { type ConsentRequester, findConsentRequester, isConnectedTo } from '#partner/oauth/consents.ts';
import { isRedirectUri } from '#partner/oauth/requests.ts';
import { readSession } from '#partner/oauth/sign-in-cookies.ts';
import { addressOf, SCOPES } from '#platform/http/route.ts';
import type { PageContext } from '../site-page.tsx';
import { athletePage, messagePage, readCookie, SESSION_COOKIE } from './browser.tsx';
import { FaultyRequestPage } from './pages/consent-pages.tsx';

/** A valid authorization request that can be shown to an athlete. */
export interface Authorization {
  readonly requester: ConsentRequester;
  readonly request: AuthRequest;
  readonly query: string;
}

const QUERY_LENGTH_MAX = 4000;

/**
 * Reads the authorization request in a query, or returns the response that rejects it. If the client or its redirect
 * address cannot be trusted, the athlete sees a page and nothing is sent to anyone (RFC 6749 §4.1.2.1). Every other
 * error is also a page, with a link back to the client with `error`, `state` and `iss`. Only athletes who are already
 * connected to the client are redirected automatically, because anyone can register a client and use our address as an
 * open redirect (RFC 9700 §4.11.2).
 */
export async function readAuthorization(c: PageContext, query: string): Promise<Authorization | Response> {
  const ctx = c.env;
  const fields = readParameters(query);
  if (
    query.length > QUERY_LENGTH_MAX ||
    ['client_id', 'redirect_uri'].some((name) => isRepeated(fields, name))
  ) {
    return untrusted(c);
  }
  const requester = await findConsentRequester(ctx, fields.get('client_id') ?? '');
  if (!requester) return untrusted(c);
  // A loopback address may use any port, so it can differ from the stored addresses.
  const redirectUri = fields.get('redirect_uri') ?? '';
  if (!requester.client.redirectUris.includes(redirectUri) && !isRedirectUri(redirectUri))
    return untrusted(c);
  if (requester.partner.status === 'suspended') return messagePage(c, 403, 'suspendedApplication');
  const { baseUrl } = ctx.env;
  const api = authorizationServer(baseUrl).getOAuthApi(serverEnv(ctx, requester.databaseAddress));
  try {
    const asked = await api.parseAuthRequest(new Request(`${baseUrl}/oauth/authorize?${fields}`));
    const request = narrowAssistant(asked, requester, addressOf(baseUrl, 'mcp'));
    const refusal = refuseRequest(fields, request, requester);
    return refusal === null
      ? { requester, request, query }
      : refuse(c, requester, {
          ...refusal,
          redirectTo: authorizationErrorRedirect(request, refusal.error, refusal.description),
        });
  } catch (cause) {
    if (!(cause instanceof AuthorizationError)) throw cause;
    const { code: error, message: description, redirectTo } = cause;
    if (redirectTo !== undefined) return refuse(c, requester, { error, description, redirectTo });
    ctx.log.errorCode = error;
    return untrusted(c);
  }
}

/**
 * Rejects requests that the library accepts but we do not: PKCE and scope are required, each parameter once. `state` is
 * optional: PKCE binds the code to the client that asked, and `iss` the response to this server (RFC 9700 §2.1).
 */
function refuseRequest(
  fields: URLSearchParams,
  request: AuthRequest,
  { client }: ConsentRequester,
): { readonly error: AuthorizationErrorCode; readonly description: string } | null {
  const repeated = [...new Set(fields.keys())].find((name) => isRepeated(fields, name));
  if (repeated !== undefined) {
    return { error: 'invalid_request', description: 'A parameter was sent more than once' };
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(request.codeChallenge ?? '') || request.codeChallengeMethod !== 'S256') {
    return { error: 'invalid_request', description: 'PKCE with code_challenge_method=S256 is required' };
  }
  if ((fields.get('response_mode') ?? 'query') !== 'query') {
    return { error: 'invalid_request', description: 'Only response_mode=query is supported' };
  }
  if (request.scope.length === 0) return { error: 'invalid_scope', description: 'scope is required' };
  const isAllowed = request.scope.every((scope) => mayAsk(client, scope));
  return isAllowed ? null : { error: 'invalid_scope', description: 'The client may not request this scope' };
}

/**
 * Drops scopes from an assistant's request that its client may not request, as RFC 6749 §3.3 allows. An assistant
 * requests every scope in the metadata of `/mcp` (RFC 9728), because it cannot know which ones are allowed.
 */
function narrowAssistant(
  request: AuthRequest,
  { client }: ConsentRequester,
  assistantsResource: string,
): AuthRequest {
  const scope = request.scope.filter((asked) => mayAsk(client, asked));
  const isAssistant = [request.resource].flat().includes(assistantsResource);
  return isAssistant && scope.length > 0 ? { ...request, scope } : request;
}

function mayAsk({ allowedScopes }: ConsentRequester['client'], scope: string): boolean {
  return SCOPES.some((known) => known === scope) && allowedScopes.includes(scope);
}

function isRepeated(fields: URLSearchParams, name: string): boolean {
  return fields.getAll(name).length > 1;
}

interface AuthorizationRefusal {
  readonly error: string;
  /** In English, for the client's developers. */
  readonly description: string;
  readonly redirectTo: string;
}

async function refuse(
  c: PageContext,
  { client }: ConsentRequester,
  { error, description, redirectTo }: AuthorizationRefusal,
): Promise<Response> {
  c.env.log.errorCode = error;
  const session = await readSession(c.env, readCookie(c, SESSION_COOKIE));
  if (session && (await isConnectedTo(c.env, session.email, client.clientId)))
    return c.redirect(redirectTo, 302);
  return athletePage(
    c,
    (frame) => (
      <FaultyRequestPage frame={frame} requestId={c.env.requestId} href={redirectTo}>
        {`${error}: ${description}`}
      </FaultyRequestPage>
    ),
    { status: 400 },
  );
}

function untrusted(c: PageContext): Response | Promise<Response> {
  return messagePage(c, 400, 'untrustedLink');
}
