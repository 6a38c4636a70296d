import { OAuthError } from '@cloudflare/workers-oauth-provider';
import { and, eq } from 'drizzle-orm';
import { databaseOfAnyAthlete, type RequestContext } from '#platform/http/context.ts';
import { connections } from '#platform/storage/athlete-schema.ts';
import { whereAthleteOfAnyPartnerIsLive } from '#platform/storage/live-athlete.ts';
import type { ScopeRequest } from './authorization-server.ts';
import type { CodeRedemption, TokenRecords } from './token-records.ts';

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
