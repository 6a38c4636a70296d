import {
  AuthorizationError,
  type AuthorizationErrorCode,
  type AuthRequest,
  authorizationErrorRedirect,
} from '@cloudflare/workers-oauth-provider';
import { addressOf } from '../../http/resources.ts';
import { SCOPES } from '../../http/route.ts';
import { authorizationServer, serverEnv } from '../../oauth/authorization-server.ts';
import { type ConsentRequester, findConsentRequester } from '../../oauth/find-consent-requester.ts';
import { readParameters } from '../../oauth/read-parameters.ts';
import { isRedirectUri } from '../../oauth/redirect-uri.ts';
import type { PageContext } from '../site-page.tsx';
import { messagePage } from './athlete-page.tsx';

/** A valid authorization request, ready to be shown to an athlete. */
export interface Authorization {
  readonly requester: ConsentRequester;
  readonly request: AuthRequest;
  readonly query: string;
}

const QUERY_LENGTH_MAX = 4000;

/**
 * Reads the authorization request of a query, or returns the response that refuses it. If the client or its
 * redirect address cannot be trusted, the athlete gets a page and nothing is sent to anyone (RFC 6749
 * §4.1.2.1); every other error goes back to the client with `error`, `state` and `iss`.
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
  // A loopback address may name any port, and then differs from those that were checked and stored.
  const redirectUri = fields.get('redirect_uri') ?? '';
  if (!requester.client.redirectUris.includes(redirectUri) && !isRedirectUri(redirectUri))
    return untrusted(c);
  const { baseUrl } = ctx.env;
  const api = authorizationServer(baseUrl).getOAuthApi(serverEnv(ctx, requester.databaseAddress));
  try {
    const asked = await api.parseAuthRequest(new Request(`${baseUrl}/oauth/authorize?${fields}`));
    const request = narrowAssistant(asked, requester, addressOf(baseUrl, 'mcp'));
    const refusal = refuseRequest(fields, request, requester);
    return refusal === null
      ? { requester, request, query }
      : c.redirect(authorizationErrorRedirect(request, refusal.error, refusal.description), 302);
  } catch (cause) {
    if (!(cause instanceof AuthorizationError)) throw cause;
    ctx.log.errorCode = cause.code;
    return cause.redirectTo === undefined ? untrusted(c) : c.redirect(cause.redirectTo, 302);
  }
}

/**
 * Refuses what the authorization server would accept: every client must send PKCE, state and scope, each
 * once.
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
  if (request.state === '') return { error: 'invalid_request', description: 'state is required' };
  if ((fields.get('response_mode') ?? 'query') !== 'query') {
    return { error: 'invalid_request', description: 'Only response_mode=query is supported' };
  }
  if (request.scope.length === 0) return { error: 'invalid_scope', description: 'scope is required' };
  const isAllowed = request.scope.every((scope) => mayAsk(client, scope));
  return isAllowed ? null : { error: 'invalid_scope', description: 'The client may not ask for this scope' };
}

/**
 * Leaves out of an assistant's request what its client may not ask for, as RFC 6749 §3.3 allows: an assistant asks for
 * all scopes that the metadata of `/mcp` lists (RFC 9728), because nothing tells it which of them it can have.
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

function untrusted(c: PageContext): Response | Promise<Response> {
  return messagePage(c, 400, 'untrustedLink');
}
