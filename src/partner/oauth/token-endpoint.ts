import {
  athleteOfRawToken,
  fromWireToken,
  grantOfRawToken,
  type TokenKind,
  toSignedRefreshToken,
  toWireToken,
} from '#platform/access/credentials.ts';
import { ADDRESS_RETRY_SECONDS } from '#platform/access/failed-attempts.ts';
import { isOverAddressLimit } from '#platform/guards/address-limit.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { protocolError } from '#platform/http/failure-format.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { refuseUnboundShard } from '#platform/storage/shard-states.ts';
import {
  authorizationServer,
  EMPTY_EXECUTION_CONTEXT,
  readJsonObject,
  readParameters,
  requestAtIssuer,
  serverEnv,
} from './authorization-server.ts';
import { StoreConflict } from './record-store.ts';
import { TokenRecords } from './token-records.ts';
import {
  isRepeatedCode,
  type ResolvedToken,
  readCredentials,
  resolveTokenScopes,
  rotateRefreshToken,
} from './token-rules.ts';

/** The most runs per request. After losing a race, the next run sees what the winner wrote. */
const ATTEMPTS_MAX = 3;
/** Replaces text that cannot be a token of this service. The server never issues it. */
const INVALID_TOKEN = 'none';
/** Challenge of every 401 (RFC 9110 §15.5.2), even to a client that used the form or sent no credentials. */
const CLIENT_CHALLENGE = 'Basic realm="Musette", charset="UTF-8"';

/**
 * Exchanges a code or a refresh token for tokens (RFC 6749 §4.1.3, §6). The authorization server runs the
 * protocol. This function converts its tokens to their wire form and retries when requests race for one code
 * or refresh token.
 */
export async function exchangeToken(ctx: RequestContext, request: Request, form: string): Promise<Response> {
  const fields = readParameters(form);
  // Without it the server would answer that the grant type is unsupported, because its endpoint also revokes.
  if (!fields.has('grant_type')) {
    return protocolError(ctx, 400, 'invalid_request', 'The form has no grant_type');
  }
  const signature = unwrapTokenField(fields, 'refresh_token', ['ort']);
  return answerTokenRequest(ctx, request, fields, signature);
}

/** Revokes a token (RFC 7009). A refresh token takes its whole grant with it, an access token only itself. */
export async function revokeToken(ctx: RequestContext, request: Request, form: string): Promise<Response> {
  const fields = readParameters(form);
  if (!fields.has('token')) {
    return protocolError(ctx, 400, 'invalid_request', 'The form has no token');
  }
  fields.delete('grant_type');
  unwrapTokenField(fields, 'token', ['ort', 'oat']);
  const answer = await answerTokenRequest(ctx, request, fields);
  return answer.ok ? emptyObject(answer) : answer;
}

/** RFC 7009 lets this body be empty, but some clients parse it before they revoke their next token. */
function emptyObject({ status, headers }: Response): Response {
  const withType = new Headers(headers);
  withType.set('Content-Type', 'application/json');
  return new Response('{}', { status, headers: withType });
}

async function answerTokenRequest(
  ctx: RequestContext,
  request: Request,
  fields: URLSearchParams,
  signature: string | null = null,
): Promise<Response> {
  await refuseUnboundToken(ctx, fields);
  const response = await retryLostRaces(ctx, request, fields, signature);
  if (
    response.status === 401 &&
    (await isOverAddressLimit(ctx.env.failedAuthentications, addressOf(request)))
  ) {
    return protocolError(ctx, 429, 'temporarily_unavailable', 'Too many failed authentications', {
      'Retry-After': String(ADDRESS_RETRY_SECONDS),
    });
  }
  return toWireResponse(ctx, response);
}

/** Throws StorageUnavailable if this version lacks the database of the request's token or code, which may be valid. */
async function refuseUnboundToken(ctx: RequestContext, fields: URLSearchParams): Promise<void> {
  const named = fields.get('refresh_token') ?? fields.get('code') ?? fields.get('token') ?? '';
  const address = parseAthleteId(grantOfRawToken(named)?.athleteId ?? '');
  if (address) await refuseUnboundShard(ctx.env, ctx.log, address);
}

/**
 * Runs the protocol and retries a request that lost a race. The store lets only one request write per code
 * and per first use of a refresh token. A loser then sees a code that was just used, or a refresh token that
 * was just used, which gets the winner's successor. Answers 429 if it keeps losing.
 */
async function retryLostRaces(
  ctx: RequestContext,
  request: Request,
  fields: URLSearchParams,
  signature: string | null,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runProtocol(ctx, request, fields, signature);
    } catch (cause) {
      if (!(cause instanceof StoreConflict)) throw cause;
      if (attempt < ATTEMPTS_MAX) continue;
      return protocolError(
        ctx,
        429,
        'temporarily_unavailable',
        'Another request is using this token; read your stored tokens again, then retry',
        { 'Retry-After': '1' },
      );
    }
  }
}

async function runProtocol(
  ctx: RequestContext,
  request: Request,
  fields: URLSearchParams,
  signature: string | null,
): Promise<Response> {
  const { baseUrl } = ctx.env;
  const issued = requestAtIssuer(request, baseUrl, { path: '/oauth/token', body: fields.toString() });
  const server = authorizationServer(baseUrl);
  const grantType = fields.get('grant_type');
  if (grantType === null) return server.fetch(issued, serverEnv(ctx), EMPTY_EXECUTION_CONTEXT);
  const records = new TokenRecords(ctx);
  const credentials = readCredentials(request, fields);
  records.readAhead(
    credentials.clientId,
    grantOfRawToken(fields.get('refresh_token') ?? fields.get('code') ?? ''),
    grantType === 'refresh_token' ? 'successor' : 'redemption',
  );
  if (grantType === 'authorization_code' && (await isRepeatedCode(ctx, records, credentials, fields))) {
    return protocolError(ctx, 400, 'invalid_grant', 'Authorization code already used');
  }
  const resolved: { last: ResolvedToken | null } = { last: null };
  const response = await server.fetch(
    issued,
    {
      OAUTH_KV: records.namespace(),
      resolveTokenScopes: async (scopeRequest) => {
        resolved.last = await resolveTokenScopes(ctx, records, fields, scopeRequest);
        return resolved.last.scopes;
      },
    },
    EMPTY_EXECUTION_CONTEXT,
  );
  if (grantType === 'refresh_token') {
    const presented = { raw: fields.get('refresh_token') ?? '', signature };
    return rotateRefreshToken(ctx, records, presented, response);
  }
  if (response.ok) {
    const redemption = resolved.last?.redemption;
    if (!redemption)
      throw new Error('the authorization server exchanged a code without asking for its scopes');
    await records.commitRedemption(redemption);
  }
  return response;
}

/**
 * Converts tokens to their wire form, drops the server's own headers for browsers and adds the challenge to a
 * 401.
 */
async function toWireResponse(ctx: RequestContext, response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const name of [...headers.keys()]) {
    if (name.startsWith('access-control-') || name === 'vary') headers.delete(name);
  }
  if (response.status === 401 && !headers.has('WWW-Authenticate')) {
    headers.set('WWW-Authenticate', CLIENT_CHALLENGE);
  }
  const body = await readJsonObject(response);
  if (body === null) return new Response(null, { status: response.status, headers });
  if (!response.ok) ctx.log.errorCode = 'error' in body ? String(body.error) : null;
  return new Response(JSON.stringify(await withWireTokens(ctx, body)), { status: response.status, headers });
}

/** Converts tokens to their wire form and adds their athlete's identifier. */
async function withWireTokens({ env }: RequestContext, body: object): Promise<object> {
  return {
    ...body,
    ...('access_token' in body
      ? {
          access_token: toWireToken('oat', String(body.access_token)),
          athlete_id: athleteOfRawToken(String(body.access_token)),
        }
      : {}),
    ...('refresh_token' in body
      ? { refresh_token: await toSignedRefreshToken(env, String(body.refresh_token)) }
      : {}),
  };
}

/**
 * Replaces a token's wire form by the server's own, which no longer shows its kind. A token of another kind is invalid: an
 * access token sent as a refresh token would look like a reused one and end the grant. Leaves repeated fields for the
 * server to reject. Returns the token's signature, which is not verified yet.
 */
function unwrapTokenField(fields: URLSearchParams, name: string, kinds: readonly TokenKind[]): string | null {
  const values = fields.getAll(name);
  if (values.length !== 1) return null;
  const token = fromWireToken(values[0] ?? '');
  const isKnown = token !== null && kinds.includes(token.kind);
  fields.set(name, isKnown ? token.raw : INVALID_TOKEN);
  return isKnown ? token.signature : null;
}

function addressOf(request: Request): string | undefined {
  return request.headers.get('cf-connecting-ip') ?? undefined;
}
