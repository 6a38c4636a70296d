import type { AuthRequest } from '@cloudflare/workers-oauth-provider';
import { and, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import { leaveFullShard } from '../athletes/leave-full-shard.ts';
import { insertAthleteWhere, newAthlete, reportCreation } from '../athletes/new-athlete.ts';
import { machineNowMs, toSeconds } from '../clock.ts';
import { databaseOfAnyAthlete, type RequestContext, registryOf } from '../http/context.ts';
import { askInGroups } from '../storage/athlete-databases.ts';
import { athletes, connections } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { newId } from '../storage/ids.ts';
import { existsAthlete, IS_LIVE, whereAthleteIsLive } from '../storage/live-athlete.ts';
import { currentShard, homeShard } from '../storage/placement.ts';
import { recordEvents } from '../storage/record-events.ts';
import { authorizationServer, type GrantProps, serverEnv } from './authorization-server.ts';
import { type Activation, hashConsentAddress, insertConsent } from './consents.ts';
import { openDatabaseAt } from './database-address.ts';
import type { ConsentRequester } from './find-consent-requester.ts';
import { selectAthletesByEmail, whereEmailIs } from './repository.ts';

const ATTEMPTS_MAX = 3;
/** More athlete records than one partner has with one e-mail address. */
const EARLIER_MAX = 50;

/**
 * Stores an athlete's consent and returns the address to send the browser to, with the code; null if the
 * athlete was erased meanwhile. Writes the athlete, the connection and the grant, and then links the grant to
 * the connection unless that has one. The consent is in the registry before there is a code, so that whoever owns the
 * address sees every connection that can have tokens. An active connection changes only when the code is exchanged, because a
 * browser that never returns must not end a working connection. Interrupted at any step, it leaves no valid
 * token that the athlete did not allow.
 */
export async function grantConnection(
  ctx: RequestContext,
  requester: ConsentRequester,
  email: string,
  request: AuthRequest,
  scopes: readonly string[],
): Promise<string | null> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const athleteId = await findOrCreateAthlete(ctx, requester, email);
    const db = athleteId && databaseOfAnyAthlete(ctx, athleteId);
    const connection = db && (await activateConnection(ctx, db, requester, athleteId, scopes));
    if (!db || !connection) continue;
    const { id: connectionId, activation } = connection;
    const addressHash = await hashConsentAddress(ctx.env, email);
    const { nowMs } = ctx;
    const { clientId } = requester.client;
    const registry = registryOf(ctx);
    await registry.batch([
      insertConsent(registry, { connectionId, addressHash, athleteId, clientId, scopes, activation, nowMs }),
    ]);
    const props: GrantProps = { connectionId, addressHash, consentedAtS: toSeconds(machineNowMs()) };
    const api = authorizationServer(ctx.env.baseUrl).getOAuthApi(serverEnv(ctx, requester.databaseAddress));
    const { redirectTo } = await api.completeAuthorization({
      request,
      userId: athleteId,
      metadata: {},
      scope: [...scopes],
      props,
      // An earlier grant ends when this one's code is exchanged: see TokenRecords.commitRedemption.
      revokeExistingGrants: false,
    });
    await db.batch([linkFirstGrant(db, connectionId, grantOf(redirectTo))]);
    return redirectTo;
  }
  return null;
}

function linkFirstGrant(db: Database, connectionId: string, grantId: string) {
  return db
    .update(connections)
    .set({ grantId })
    .where(
      and(eq(connections.id, connectionId), eq(connections.status, 'active'), isNull(connections.grantId)),
    );
}

/**
 * Returns the partner's athlete with this e-mail address, of any shard: the only live record that has it; if
 * several have it, the one that was connected to this client last; else a new one, in the shard that takes
 * the new athletes of the home region. Null if another request created it meanwhile: retry. The shards are
 * read from the registry now, so that concurrent requests search the same shards and create in the same one.
 */
async function findOrCreateAthlete(
  ctx: RequestContext,
  { client, partner, shards, databaseAddress: { environment } }: ConsentRequester,
  email: string,
): Promise<string | null> {
  const known = await askInGroups([...new Set(shards)], (shard) => {
    const db = openDatabaseAt(ctx, { environment, shard });
    return db.batch([
      selectAthletesByEmail(db, email, partner.id, 2),
      selectEarlierConnections(db, email, partner.id, client.clientId),
    ]);
  });
  const [only, second] = known.flatMap(([found]) => found);
  const earlier = known.flatMap(([, connected]) => connected);
  if (only && !second) return only.id;
  const [latest] = earlier.toSorted((a, b) => b.connectedAt - a.connectedAt);
  if (latest) return latest.athleteId;
  const isStillUnknown: SQL = only
    ? sql`1`
    : not(existsAthlete(and(whereEmailIs(email), eq(athletes.partnerId, partner.id), IS_LIVE)));
  const { id: partnerId, homeRegion: region, defaultTier } = partner;
  const shard = currentShard(shards, region) ?? homeShard(shards);
  const db = openDatabaseAt(ctx, { environment, shard });
  const athlete = newAthlete({ environment, shard, partnerId, defaultTier }, { email }, ctx.nowMs);
  const reporter = { principal: { partnerId, environment }, nowMs: ctx.nowMs, recorded: ctx.recorded };
  const [inserted] = await db.batch([
    insertAthleteWhere(db, athlete, isStillUnknown),
    reportCreation(reporter, db, athlete),
  ]);
  if (inserted.meta.changes === 0) return null;
  ctx.waitUntil(leaveFullShard(ctx, { environment, partnerId, region, shard, created: 1 }));
  return athlete.id;
}

function selectEarlierConnections(db: Database, email: string, partnerId: string, clientId: string) {
  const own = db
    .select({ id: athletes.id })
    .from(athletes)
    .where(and(whereEmailIs(email), eq(athletes.partnerId, partnerId), IS_LIVE));
  return db
    .select({ athleteId: connections.athleteId, connectedAt: connections.connectedAt })
    .from(connections)
    .where(and(inArray(connections.athleteId, own), eq(connections.clientId, clientId)))
    .limit(EARLIER_MAX);
}

/** Creates or reactivates the one connection of an athlete and a client. Null if the athlete was erased. */
async function activateConnection(
  ctx: RequestContext,
  db: Database,
  { client, partner, databaseAddress: { environment } }: ConsentRequester,
  athleteId: string,
  scopes: readonly string[],
): Promise<Activation | null> {
  const reporter = {
    principal: { partnerId: partner.id, environment },
    nowMs: ctx.nowMs,
    recorded: ctx.recorded,
  };
  const [, , [connection]] = await db.batch([
    insertWhere(
      db,
      connections,
      {
        id: newId('con', ctx.nowMs),
        athleteId,
        partnerId: partner.id,
        clientId: client.clientId,
        scopes: [...scopes],
        status: 'active',
        createdAt: ctx.nowMs,
        connectedAt: ctx.nowMs,
      },
      whereAthleteIsLive(partner.id, athleteId),
    ).onConflictDoUpdate({
      target: [connections.athleteId, connections.clientId],
      set: {
        scopes: sql`excluded.scopes`,
        status: 'active',
        grantId: null,
        activation: sql`${connections.activation} + 1`,
        connectedAt: sql`excluded.connected_at`,
        revokedAt: null,
      },
      // An active connection stays as it is until the new code is exchanged.
      setWhere: eq(connections.status, 'revoked'),
    }),
    recordEvents(db, reporter, [{ type: 'athlete.connected', data: { athleteId } }]),
    db
      .select({ id: connections.id, activation: connections.activation })
      .from(connections)
      .where(
        and(
          eq(connections.athleteId, athleteId),
          eq(connections.clientId, client.clientId),
          eq(connections.status, 'active'),
        ),
      ),
  ]);
  return connection ?? null;
}

/** Reads the grant's identifier: the middle part of the code, `athlete:grant:secret`. */
function grantOf(redirectTo: string): string {
  const grantId = new URL(redirectTo).searchParams.get('code')?.split(':')[1];
  if (grantId === undefined) throw new Error('the authorization server answered without a code');
  return grantId;
}
