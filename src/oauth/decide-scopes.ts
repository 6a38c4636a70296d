import { OAuthError } from '@cloudflare/workers-oauth-provider';
import { and, eq } from 'drizzle-orm';
import { databaseOfAnyAthlete, type RequestContext } from '../http/context.ts';
import { connections } from '../storage/athlete-schema.ts';
import { whereAthleteOfAnyPartnerIsLive } from '../storage/live-athlete.ts';
import type { ScopeQuestion } from './authorization-server.ts';
import type { Redemption, TokenRecords } from './token-records.ts';

export interface TokenDecision {
  /** The scopes of the new access token. */
  readonly scopes: string[];
  /** What a code makes of its connection; null for a refresh. */
  readonly redemption: Redemption | null;
}

/**
 * Decides the scopes of a new access token: those asked for, or else all, as far as the athlete allowed them to
 * this grant, the connection still has them and the client may still ask for them. Asking for one that was never allowed is
 * refused (RFC 6749 §6). Called by the authorization server when the client, the grant and PKCE are proved, and
 * before anything is written.
 */
export async function decideScopes(
  ctx: RequestContext,
  records: TokenRecords,
  fields: URLSearchParams,
  question: ScopeQuestion,
): Promise<TokenDecision> {
  const { grantId, scope: granted, requestedScope, connectionId } = question;
  const isRefresh = question.grantType === 'refresh_token';
  // Every authorization request has one here, so every exchange must repeat it (RFC 6749 §4.1.3).
  if (!isRefresh && !fields.get('redirect_uri')) {
    throw new OAuthError('invalid_request', { description: 'redirect_uri is required' });
  }
  const asked = (fields.get('scope') ?? '').split(' ').filter(Boolean);
  if (asked.some((scope) => !granted.includes(scope))) throw noSuchScope();
  const connection = await readConnection(ctx, question.userId, connectionId);
  const isOwn = connection?.status === 'active' && connection.grantId === grantId;
  if (!connection || (isRefresh && !isOwn)) {
    throw new OAuthError('invalid_grant', { description: 'The connection has ended' });
  }
  const allowed = records.client?.allowedScopes ?? [];
  const open = isRefresh ? allowed.filter((scope) => connection.scopes.includes(scope)) : allowed;
  const scopes = requestedScope.filter((scope) => open.includes(scope));
  if (scopes.length === 0) throw noSuchScope();
  return {
    scopes,
    redemption: isRefresh
      ? null
      : {
          connectionId,
          grantId,
          scopes: granted.filter((scope) => open.includes(scope)),
          replacedGrantId: connection.grantId,
        },
  };
}

/** The connection of a live athlete. */
async function readConnection(ctx: RequestContext, athleteId: string, connectionId: string) {
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

function noSuchScope(): OAuthError {
  return new OAuthError('invalid_scope', { description: 'The athlete did not allow this scope' });
}
