import { and, eq, gt, not, type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '#platform/clock.ts';
import { athletes, connections } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { events } from '#platform/storage/events-schema.ts';
import { existsAthlete, IS_LIVE } from '#platform/storage/live-athlete.ts';
import { whereEmailIs } from './repository.ts';

/** More athlete records than one partner has with one email address. */
const EARLIER_MAX = 50;

/** Selects the connections, active or ended, of a partner's live athletes with this address. */
export function selectEarlierConnections(db: Database, email: string, partnerId: string) {
  return db
    .select({
      athleteId: connections.athleteId,
      name: athletes.name,
      createdAt: athletes.createdAt,
      connectionId: sql<string>`${connections.id}`.as('connection_id'),
      clientId: connections.clientId,
      connectedAt: connections.connectedAt,
    })
    .from(athletes)
    .innerJoin(connections, eq(connections.athleteId, athletes.id))
    .where(hasAddress(email, partnerId))
    .limit(EARLIER_MAX);
}

/** Builds the condition that no live athlete of the partner has this address. */
export function whereAddressIsUnknown(email: string, partnerId: string): SQL {
  return not(existsAthlete(hasAddress(email, partnerId)));
}

/**
 * Builds the condition that the record is the partner's, is live and has this address, and that no event of the last day
 * reports its refusal.
 */
export function whereRefusalIsNew(
  db: Database,
  record: { readonly athleteId: string; readonly partnerId: string; readonly email: string },
  nowMs: number,
): SQL {
  const { athleteId, partnerId, email } = record;
  const isTheirs = existsAthlete(and(eq(athletes.id, athleteId), hasAddress(email, partnerId)));
  const earlier = db
    .select({ sequence: events.sequence })
    .from(events)
    .where(
      and(
        eq(events.athleteId, athleteId),
        eq(events.type, 'athlete.connection_refused'),
        gt(events.createdAt, nowMs - DAY_MS),
      ),
    );
  return sql`${isTheirs} AND NOT EXISTS ${earlier}`;
}

/** Builds the condition on a row of `athletes`: it is live, the partner's, and has this address. */
function hasAddress(email: string, partnerId: string): SQL | undefined {
  return and(whereEmailIs(email), eq(athletes.partnerId, partnerId), IS_LIVE);
}
