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
import type { Asker } from './find-client.ts';
import { openHome } from './home.ts';
import { hasEmail, selectAthletesByEmail } from './repository.ts';

const ATTEMPTS_MAX = 3;
/** More athlete records than one partner keeps of one address. */
const EARLIER_MAX = 50;

/**
 * Writes down an athlete's consent and returns where to send the browser with the code; null where the
 * athlete was erased meanwhile. In the order: athlete, connection, grant, and last the word that this grant is
 * the connection's, unless it has one: a live connection changes only when the code is exchanged, since a browser
 * that never comes back must not end what works. Cut anywhere, no token is alive that the athlete did not allow.
 */
export async function grantConnection(
  ctx: RequestContext,
  asker: Asker,
  email: string,
  request: AuthRequest,
  scopes: readonly string[],
): Promise<string | null> {
  const db = openHome(ctx, asker.home);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const athleteId = await linkAthlete(ctx, db, asker, email);
    const connectionId = athleteId && (await writeConnection(ctx, db, asker, athleteId, scopes));
    if (!athleteId || !connectionId) continue;
    const props: GrantProps = { connectionId, consentedAtS: toSeconds(machineNowMs()) };
    const api = authorizationServer(ctx.env.baseUrl).getOAuthApi(serverEnv(ctx, asker.home));
    const { redirectTo } = await api.completeAuthorization({
      request,
      userId: athleteId,
      metadata: {},
      scope: [...scopes],
      props,
      // An earlier grant ends when this one's code is exchanged, not now: see TokenRecords.
      revokeExistingGrants: false,
    });
    await db.batch([
      db
        .update(connections)
        .set({ grantId: grantOf(redirectTo) })
        .where(
          and(
            eq(connections.id, connectionId),
            eq(connections.status, 'active'),
            isNull(connections.grantId),
          ),
        ),
    ]);
    return redirectTo;
  }
  return null;
}

/**
 * The athlete record that this address stands for at this partner: the one live record that has it; where
 * several have it, the one that was connected to this client before; else a new one. Null where another
 * request was faster, and the question has to be asked again.
 */
async function linkAthlete(
  ctx: RequestContext,
  db: Database,
  { client, partner, home }: Asker,
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
    : not(existsAthlete(and(hasEmail(email), eq(athletes.partnerId, partner.id), IS_LIVE)));
  const owner = { ...home, partnerId: partner.id, defaultTier: partner.defaultTier };
  const athlete = newAthlete(owner, { email }, ctx.nowMs);
  const [inserted] = await db.batch([insertAthleteWhere(db, athlete, isStillUnknown)]);
  return inserted.meta.changes === 0 ? null : athlete.id;
}

function selectEarlierConnections(db: Database, email: string, partnerId: string, clientId: string) {
  const own = db
    .select({ id: athletes.id })
    .from(athletes)
    .where(and(hasEmail(email), eq(athletes.partnerId, partnerId), IS_LIVE));
  return db
    .select({ athleteId: connections.athleteId, connectedAt: connections.connectedAt })
    .from(connections)
    .where(and(inArray(connections.athleteId, own), eq(connections.clientId, clientId)))
    .limit(EARLIER_MAX);
}

/** One row an athlete and client, whatever happened before; its identifier stays. Null where the athlete is gone. */
async function writeConnection(
  ctx: RequestContext,
  db: Database,
  { client, partner }: Asker,
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

/** The grant's identifier is the middle part of the code, `athlete:grant:secret`. */
function grantOf(redirectTo: string): string {
  const grantId = new URL(redirectTo).searchParams.get('code')?.split(':')[1];
  if (grantId === undefined) throw new Error('the authorization server answered without a code');
  return grantId;
}
