import { OAuthError } from '@cloudflare/workers-oauth-provider';
import { and, eq } from 'drizzle-orm';
import { isOwnRefreshToken, type RawToken } from '#platform/access/credentials.ts';
import { databaseOfAnyAthlete, type RequestContext } from '#platform/http/context.ts';
import { protocolError } from '#platform/http/failure-format.ts';
import { connections } from '#platform/storage/athlete-schema.ts';
import { equalInConstantTime, sha256Hex, toBase64Url } from '#platform/storage/cryptography.ts';
import { whereAthleteOfAnyPartnerIsLive } from '#platform/storage/live-athlete.ts';
import { readJsonObject, type ScopeRequest } from './authorization-server.ts';
import { decryptSuccessor, encryptSuccessor } from './refresh-successor.ts';
import { type CodeRedemption, REPEAT_MS, type StoredRedemption, type TokenRecords } from './token-records.ts';

/** Scopes of a new access token and, for a code, the change to its connection. */
export interface ResolvedToken {
  readonly scopes: string[];
  /** Null for a refresh. */
  readonly redemption: CodeRedemption | null;
}

/**
 * Resolves the scopes of a new access token: the requested ones (by default all) that the athlete allowed in
 * this grant, that the connection still has and that the client may still request. The authorization server
 * calls this after it has verified the client, the grant and PKCE, and before anything is written. Throws the
 * protocol's `invalid_scope` for a scope that was never allowed (RFC 6749 §6), `invalid_grant` if the connection has
 * ended, and 403 `unauthorized_client` while the partner is suspended. The last uses up neither code nor refresh token.
 */
export async function resolveTokenScopes(
  ctx: RequestContext,
  records: TokenRecords,
  fields: URLSearchParams,
  request: ScopeRequest,
): Promise<ResolvedToken> {
  const { grantId, scope: granted, requestedScope, connectionId, addressHash } = request;
  const isRefresh = request.grantType === 'refresh_token';
  // Every authorization request must name one, so every exchange must repeat it (RFC 6749 §4.1.3).
  if (!isRefresh && !fields.get('redirect_uri')) {
    throw new OAuthError('invalid_request', { description: 'redirect_uri is required' });
  }
  if (records.isSuspended) {
    const description = 'The account of this client is suspended; keep your tokens and try again later';
    throw new OAuthError('unauthorized_client', { description, statusCode: 403 });
  }
  const requested = (fields.get('scope') ?? '').split(' ').filter(Boolean);
  if (requested.some((scope) => !granted.includes(scope))) throw scopeNotAllowed();
  const connection = isRefresh
    ? await records.connectionOfGrant()
    : await readConnectionOfLiveAthlete(ctx, request.userId, connectionId);
  const isOwn =
    connection?.id === connectionId && connection.status === 'active' && connection.grantId === grantId;
  if (!connection || (isRefresh && !isOwn)) {
    throw new OAuthError('invalid_grant', { description: 'The connection has ended' });
  }
  const allowed = records.client?.allowedScopes ?? [];
  const open = isRefresh ? allowed.filter((scope) => connection.scopes.includes(scope)) : allowed;
  const scopes = requestedScope.filter((scope) => open.includes(scope));
  if (scopes.length === 0) throw scopeNotAllowed();
  return {
    scopes,
    redemption: isRefresh
      ? null
      : {
          connection,
          addressHash,
          grantId,
          scopes: granted.filter((scope) => open.includes(scope)),
        },
  };
}

async function readConnectionOfLiveAthlete(ctx: RequestContext, athleteId: string, connectionId: string) {
  const db = databaseOfAnyAthlete(ctx, athleteId);
  if (!db) return undefined;
  const [[connection]] = await db.batch([
    db
      .select()
      .from(connections)
      .where(and(eq(connections.id, connectionId), whereAthleteOfAnyPartnerIsLive(athleteId))),
  ]);
  return connection;
}

function scopeNotAllowed(): OAuthError {
  return new OAuthError('invalid_scope', { description: 'The athlete did not allow this scope' });
}

/**
 * Applies refresh token rotation to the authorization server's answer. The server accepts the current refresh
 * token and the previous one, and would give each its own successor. Here the current token's successor is
 * stored, and during the grace period the previous token gets the same successor. The previous one after the
 * grace period, or an earlier one, counts as reuse and revokes the grant (RFC 9700 §4.14.2). Only its signature
 * tells an earlier one from one that was made up: that one is refused and ends nothing.
 */
export async function rotateRefreshToken(
  ctx: RequestContext,
  records: TokenRecords,
  presented: Pick<RawToken, 'raw' | 'signature'>,
  response: Response,
): Promise<Response> {
  const { client, grant } = records;
  // An attempt by another client must not affect this grant. The server has rejected it.
  if (!grant || grant.clientId !== client?.clientId) return response;
  const tokenId = await sha256Hex(presented.raw);
  const used = { token: presented.raw, signingSecret: ctx.env.signingSecret, nowMs: ctx.nowMs };
  if (tokenId === grant.refreshTokenId) {
    if (!response.ok) return response;
    const successor = await readRefreshToken(response.clone());
    await records.commitRotation(await encryptSuccessor(used, successor));
    return response;
  }
  const isPrevious = tokenId === grant.previousRefreshTokenId;
  if (!isPrevious && !(await isOwnRefreshToken(ctx.env, presented))) return response;
  const successor = isPrevious ? await decryptSuccessor(used, await records.readSuccessor(grant)) : null;
  if (successor === null) {
    await records.revokeGrant(grant);
    const description =
      'This refresh token was used before, so the connection has ended; ask the athlete to connect again';
    return protocolError(ctx, 400, 'invalid_grant', description);
  }
  return response.ok ? repeatSuccessor(records, successor, response) : response;
}

async function readRefreshToken(response: Response): Promise<string> {
  const body = await readJsonObject(response);
  if (body === null || !('refresh_token' in body)) {
    throw new Error('the authorization server answered a refresh without a refresh token');
  }
  return String(body.refresh_token);
}

async function repeatSuccessor(
  records: TokenRecords,
  successor: string,
  response: Response,
): Promise<Response> {
  const body = await readJsonObject(response);
  await records.commitRepeatedRefresh();
  return new Response(JSON.stringify({ ...body, refresh_token: successor }), response);
}

/** The credentials of the client in a request at the token endpoint. */
interface Credentials {
  /** Null if the request names no client readably. */
  readonly clientId: string | null;
  /** Null if it presents no secret. */
  readonly secret: string | null;
}

/**
 * Returns whether a code is a harmless repetition: presented again within 10 seconds, by the client that exchanged it,
 * with the right verifier. It is refused and revokes nothing. Any other presentation of a used code (later, by another
 * client, without authentication or with another verifier) means that the code has leaked, so its grant is revoked here
 * (RFC 6749 §4.1.2); the authorization server then answers.
 *
 * Runs before the authorization server, which revokes a grant for every used code, and never for a code that another
 * client presents.
 */
export async function isRepeatedCode(
  ctx: RequestContext,
  records: TokenRecords,
  credentials: Credentials,
  fields: URLSearchParams,
): Promise<boolean> {
  const found = await records.readRedemption();
  if (!found?.grant.isCodeUsed || found.grant.codeHash !== (await sha256Hex(fields.get('code') ?? ''))) {
    return false;
  }
  const { grant, redemption } = found;
  const isHarmless =
    grant.clientId === credentials.clientId &&
    (await isRightVerifier(ctx, redemption, fields.get('code_verifier') ?? '')) &&
    (await isAuthenticated(records, grant.clientId, credentials.secret));
  if (!isHarmless) await records.revokeGrant(grant);
  return isHarmless;
}

async function isRightVerifier(
  ctx: RequestContext,
  redemption: StoredRedemption | null,
  verifier: string,
): Promise<boolean> {
  if (redemption === null || ctx.nowMs >= redemption.redeemedAtMs + REPEAT_MS) return false;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return equalInConstantTime(toBase64Url(new Uint8Array(digest)), redemption.codeChallenge);
}

/**
 * Returns whether a client proves who it is. A public client has no secret: the right verifier, 256 random bits that
 * never leave the instance which requested the code, proves that instance.
 */
async function isAuthenticated(
  records: TokenRecords,
  clientId: string,
  secret: string | null,
): Promise<boolean> {
  const client = await records.readClient(clientId);
  if (client?.isPublic) return secret === null;
  if (!client || secret === null) return false;
  return equalInConstantTime(await sha256Hex(secret), client.secretHash);
}

/** Reads what a request presents as its client. The authorization server verifies it. */
export function readCredentials(request: Request, fields: URLSearchParams): Credentials {
  const [, basic] = /^Basic +([A-Za-z0-9+/=]+)\s*$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (basic === undefined) {
    return { clientId: fields.get('client_id'), secret: fields.get('client_secret') || null };
  }
  try {
    const [, clientId = '', secret = ''] = /^([^:]*):?(.*)$/s.exec(atob(basic)) ?? [];
    return { clientId: decodeURIComponent(clientId), secret: decodeURIComponent(secret) };
  } catch {
    return { clientId: null, secret: null };
  }
}
