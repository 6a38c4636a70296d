import {
  AuthorizationError,
  type AuthorizationErrorCode,
  type AuthRequest,
  authorizationErrorRedirect,
} from '@cloudflare/workers-oauth-provider';
import { SCOPES } from '../../http/route.ts';
import { authorizationServer, serverEnv } from '../../oauth/authorization-server.ts';
import { type Asker, findClient } from '../../oauth/find-client.ts';
import { isRedirectUri } from '../../oauth/redirect-uri.ts';
import { messagePage, type PageContext } from './html.tsx';

/** An authorization request that may be shown to an athlete. */
export interface Authorization {
  readonly asker: Asker;
  readonly request: AuthRequest;
  readonly query: string;
}

const QUERY_LENGTH_MAX = 4000;

/**
 * The authorization request of this query, or the answer that refuses it. Where the client or its redirect
 * address is not certain the athlete gets a page and nothing is sent anywhere (RFC 6749 §4.1.2.1); everything
 * else goes back to the client with `error`, `state` and `iss`.
 */
export async function readAuthorization(c: PageContext, query: string): Promise<Authorization | Response> {
  const ctx = c.env;
  const fields = new URLSearchParams(query);
  if (
    query.length > QUERY_LENGTH_MAX ||
    ['client_id', 'redirect_uri'].some((name) => isRepeated(fields, name))
  ) {
    return notCertain(c);
  }
  const asker = await findClient(ctx, fields.get('client_id') ?? '');
  if (!asker) return notCertain(c);
  // A loopback address may come with a port of its own: then it is not one of those that were checked and stored.
  const redirectUri = fields.get('redirect_uri') ?? '';
  if (!asker.client.redirectUris.includes(redirectUri) && !isRedirectUri(redirectUri)) return notCertain(c);
  const { baseUrl } = ctx.env;
  const api = authorizationServer(baseUrl).getOAuthApi(serverEnv(ctx, asker.home));
  try {
    const request = await api.parseAuthRequest(new Request(`${baseUrl}/oauth/authorize?${fields}`));
    const refusal = refuseRequest(fields, request, asker);
    return refusal === null
      ? { asker, request, query }
      : c.redirect(authorizationErrorRedirect(request, refusal.error, refusal.description), 302);
  } catch (cause) {
    if (!(cause instanceof AuthorizationError)) throw cause;
    ctx.log.errorCode = cause.code;
    return cause.redirectTo === undefined ? notCertain(c) : c.redirect(cause.redirectTo, 302);
  }
}

/** What the authorization server would let pass and we do not: PKCE is for every client, so are state and scope. */
function refuseRequest(
  fields: URLSearchParams,
  request: AuthRequest,
  { client }: Asker,
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
  const isAllowed = request.scope.every(
    (scope) => SCOPES.some((known) => known === scope) && client.allowedScopes.includes(scope),
  );
  return isAllowed ? null : { error: 'invalid_scope', description: 'The client may not ask for this scope' };
}

function isRepeated(fields: URLSearchParams, name: string): boolean {
  return fields.getAll(name).length > 1;
}

function notCertain(c: PageContext): Response | Promise<Response> {
  return messagePage(
    c,
    400,
    'This link does not work',
    'The application that sent you here is not known to us, or it asked for the answer at an address that it has not registered. Nothing was shared. Please tell the application.',
  );
}
