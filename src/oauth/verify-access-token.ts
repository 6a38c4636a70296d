import { and, eq, sql } from 'drizzle-orm';
import type { AccessGrant } from '../access/access-grant.ts';
import { fromWireToken, type RawToken } from '../access/access-token.ts';
import { toSeconds } from '../clock.ts';
import type { RequestContext, Tier } from '../http/context.ts';
import { openAthleteDatabase } from '../storage/athlete-databases.ts';
import { athletes, type ConnectionRow, connections } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { isLiveAthleteOfAnyPartner } from '../storage/live-athlete.ts';
import { authorizationServer } from './authorization-server.ts';
import { selectLiveRecord } from './record-store.ts';

interface Liveness {
  readonly connection: ConnectionRow | undefined;
  readonly athlete: { readonly tier: Tier } | undefined;
}

/**
 * Whether a token is alive, from one D1 batch, on every request: its own row is there and not past its hour,
 * its grant is the connection's present one and still there, the connection is active, and the athlete live.
 * Ending any of them ends the token at once. Its scopes are those it was issued with that the connection
 * still has. Null for a token that is not alive.
 */
export async function verifyAccessToken(ctx: RequestContext, token: string): Promise<AccessGrant | null> {
  const named = fromWireToken(token);
  const db = openAthleteDatabase(ctx.env, ctx.log, named);
  if (named?.kind !== 'oat' || !db) return null;
  const live: { found: Liveness | null } = { found: null };
  const store = {
    // The server asks for exactly one record: the token's. What else must hold is read in the same batch.
    get: async (key: string) => {
      const { record, ...found } = await readLiveness(db, named, key, toSeconds(ctx.nowMs));
      live.found = found;
      return record === undefined ? null : JSON.parse(record.value);
    },
  };
  const { baseUrl } = ctx.env;
  const valid = await authorizationServer(baseUrl).validateToken(baseUrl, named.raw, {
    OAUTH_KV: store as unknown as KVNamespace,
  });
  const { connection, athlete } = live.found ?? {};
  if (!valid || !connection || !athlete) return null;
  return {
    connectionId: connection.id,
    partnerId: connection.partnerId,
    environment: named.environment,
    shard: named.shard,
    athleteId: named.athleteId,
    athleteTier: athlete.tier,
    scopes: valid.scope.filter((scope) => connection.scopes.includes(scope)),
  };
}

async function readLiveness(db: Database, named: RawToken, tokenKey: string, nowS: number) {
  const { athleteId, grantId } = named;
  const hasGrant = sql`EXISTS (SELECT 1 FROM oauth_records WHERE key = ${`grant:${athleteId}:${grantId}`} AND (expires_at IS NULL OR expires_at > ${nowS}))`;
  const [[record], [connection], [athlete]] = await db.batch([
    selectLiveRecord(db, tokenKey, nowS),
    db
      .select()
      .from(connections)
      .where(
        and(
          eq(connections.athleteId, athleteId),
          eq(connections.grantId, grantId),
          eq(connections.status, 'active'),
          hasGrant,
        ),
      ),
    db
      .select({ tier: athletes.tier, partnerId: athletes.partnerId })
      .from(athletes)
      .where(isLiveAthleteOfAnyPartner(athleteId)),
  ]);
  const isOwn = connection !== undefined && athlete?.partnerId === connection.partnerId;
  return { record, connection: isOwn ? connection : undefined, athlete };
}
