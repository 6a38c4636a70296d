import type { AuthRequest } from '@cloudflare/workers-oauth-provider';
import { and, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import { insertAthleteWhere, newAthlete } from '../athletes/new-athlete.ts';
import { machineNowMs, toSeconds } from '../clock.ts';
import type { RequestContext } from '../http/context.ts';
import { athletes, connections } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { newId } from '../storage/ids.ts';
import { existsAthlete, IS_LIVE, whereAthleteIsLive } from '../storage/live-athlete.ts';
import { authorizationServer, type GrantProps, serverEnv } from './authorization-server.ts';
import { openDatabaseAt } from './database-address.ts';
import type { ConsentRequester } from './find-consent-requester.ts';
import { selectAthletesByEmail, whereEmailIs } from './repository.ts';

const ATTEMPTS_MAX = 3;
/** More athlete records than one partner has with one e-mail address. */
const EARLIER_MAX = 50;

/**
 * Stores an athlete's consent and returns the address to send the browser to, with the code; null if the
 * athlete was erased meanwhile. Writes the athlete, the connection and the grant, and then links the grant to
 * the connection unless that has one: an active connection changes only when the code is exchanged, because a
 * browser that never comes back must not end what works. Interrupted at any step, it leaves no valid token
 * that the athlete did not allow.
 */
export async function grantConnection(
  ctx: RequestContext,
  requester: ConsentRequester,
  email: string,
  request: AuthRequest,
  scopes: readonly string[],
): Promise<string | null> {
  const db = openDatabaseAt(ctx, requester.databaseAddress);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const athleteId = await findOrCreateAthlete(ctx, db, requester, email);
    const connectionId = athleteId && (await activateConnection(ctx, db, requester, athleteId, scopes));
    if (!athleteId || !connectionId) continue;
    const props: GrantProps = { connectionId, consentedAtS: toSeconds(machineNowMs()) };
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
 * Returns the partner's athlete with this e-mail address: the only live record that has it; if several have
 * it, the one that was connected to this client last; else a new one. Null if another request created it
 * meanwhile: retry.
 */
async function findOrCreateAthlete(
  ctx: RequestContext,
  db: Database,
  { client, partner, databaseAddress }: ConsentRequester,
  email: string,
): Promise<string | null> {
  const [found, earlier] = await db.batch([
    selectAthletesByEmail(db, email, partner.id, 2),
    selectEarlierConnections(db, email, partner.id, client.clientId),
  ]);
  const [only, second] = found;
  if (only && !second) return only.id;
  const [latest] = earlier.toSorted((a, b) => b.connectedAt - a.connectedAt);
  if (latest) return latest.athleteId;
  const isStillUnknown: SQL = only
    ? sql`1`
    : not(existsAthlete(and(whereEmailIs(email), eq(athletes.partnerId, partner.id), IS_LIVE)));
  const owner = { ...databaseAddress, partnerId: partner.id, defaultTier: partner.defaultTier };
  const athlete = newAthlete(owner, { email }, ctx.nowMs);
  const [inserted] = await db.batch([insertAthleteWhere(db, athlete, isStillUnknown)]);
  return inserted.meta.changes === 0 ? null : athlete.id;
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
  { client, partner }: ConsentRequester,
  athleteId: string,
  scopes: readonly string[],
): Promise<string | null> {
  const [, [connection]] = await db.batch([
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
        connectedAt: sql`excluded.connected_at`,
        revokedAt: null,
      },
      // An active connection stays as it is until the new code is exchanged.
      setWhere: eq(connections.status, 'revoked'),
    }),
    db
      .select({ id: connections.id })
      .from(connections)
      .where(
        and(
          eq(connections.athleteId, athleteId),
          eq(connections.clientId, client.clientId),
          eq(connections.status, 'active'),
        ),
      ),
  ]);
  return connection?.id ?? null;
}

/** Reads the grant's identifier: the middle part of the code, `athlete:grant:secret`. */
function grantOf(redirectTo: string): string {
  const grantId = new URL(redirectTo).searchParams.get('code')?.split(':')[1];
  if (grantId === undefined) throw new Error('the authorization server answered without a code');
  return grantId;
}
