import { fromWireToken, type RawToken } from '#platform/access/credentials.ts';
import type { AccessGrant } from '#platform/access/find-grant.ts';
import { toSeconds } from '#platform/clock.ts';
import type { RequestContext, Tier } from '#platform/http/context.ts';
import { addressOf, type Resource } from '#platform/http/route.ts';
import { openAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import { athletes, type ConnectionRow } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { isLiveAthleteOfAnyPartner } from '#platform/storage/live-athlete.ts';
import { refuseUnboundShard } from '#platform/storage/shard-states.ts';
import { authorizationServer } from './authorization-server.ts';
import { selectConnectionOfToken, selectLiveRecord } from './records-repository.ts';

interface TokenOwners {
  readonly connection: (ConnectionRow & { readonly suspendedAt: number | null }) | undefined;
  readonly athlete: { readonly tier: Tier } | undefined;
}

/**
 * Verifies an access token with one D1 batch on every request: its own row exists and has not expired, its
 * grant exists and is the connection's current one, the connection is active, and the athlete is live. Ending
 * any of them ends the token immediately. Grants those of its scopes that the connection still has. Returns
 * null for an invalid, expired or revoked token, and for one granted for another resource (RFC 8707). Throws
 * StorageUnavailable if its database is not bound.
 */
export async function verifyAccessToken(
  ctx: RequestContext,
  token: string,
  resource: Resource,
): Promise<AccessGrant | null> {
  const parsed = fromWireToken(token);
  // Only this read need not wait for itself.
  const db = openAthleteDatabase(ctx.env, ctx.log, parsed, null);
  if (parsed?.kind !== 'oat') return null;
  if (!db) {
    await refuseUnboundShard(ctx.env, ctx.log, parsed);
    return null;
  }
  const read: { owners: TokenOwners | null } = { owners: null };
  const store = {
    // The server reads only the token's record. The same batch reads everything else that must hold.
    get: async (key: string) => {
      const { record, ...owners } = await readToken(db, parsed, key, toSeconds(ctx.nowMs));
      read.owners = owners;
      return record === undefined ? null : JSON.parse(record.value);
    },
  };
  const { baseUrl } = ctx.env;
  const valid = await authorizationServer(baseUrl).validateToken(addressOf(baseUrl, resource), parsed.raw, {
    OAUTH_KV: store as unknown as KVNamespace,
  });
  const { connection, athlete } = read.owners ?? {};
  if (!valid || !connection || !athlete) return null;
  return {
    connectionId: connection.id,
    clientId: connection.clientId,
    partnerId: connection.partnerId,
    environment: parsed.environment,
    shard: parsed.shard,
    athleteId: parsed.athleteId,
    athleteTier: athlete.tier,
    scopes: valid.scope.filter((scope) => connection.scopes.includes(scope)),
    isSuspended: connection.suspendedAt !== null,
  };
}

async function readToken(db: Database, token: RawToken, tokenKey: string, nowS: number) {
  const [[record], [connection], [athlete]] = await db.batch([
    selectLiveRecord(db, tokenKey, nowS),
    selectConnectionOfToken(db, token, nowS),
    db
      .select({ tier: athletes.tier, partnerId: athletes.partnerId })
      .from(athletes)
      .where(isLiveAthleteOfAnyPartner(token.athleteId)),
  ]);
  const isOwn = connection !== undefined && athlete?.partnerId === connection.partnerId;
  return { record, connection: isOwn ? connection : undefined, athlete };
}
