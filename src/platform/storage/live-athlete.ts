import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { athletes } from './athlete-schema.ts';
import type { Database } from './database.ts';
import { composedOnce, isOneOf } from './statements.ts';

const liveAthlete = composedOnce((db, value: (name: 'athleteId' | 'partnerId') => Placeholder) =>
  db
    .select()
    .from(athletes)
    .where(isLiveAthlete(value('partnerId'), value('athleteId'))),
);

/** Selects the athlete with this identifier if it belongs to this partner and is live. */
export function selectLiveAthlete(db: Database, partnerId: string, athleteId: string) {
  return liveAthlete(db, { partnerId, athleteId });
}

/** Selects the athlete with this identifier if it is live, regardless of partner. */
export function selectLiveAthleteOfAnyPartner(db: Database, athleteId: string) {
  return db.select().from(athletes).where(isLiveAthleteOfAnyPartner(athleteId));
}

/**
 * The condition that an athlete is not being erased. A literal, because a partial index requires its exact text.
 */
export const IS_LIVE = sql`${athletes.status} = 'live'`;

/** Builds the condition on a row of `athletes`: this athlete, of this partner, live. */
export function isLiveAthlete(
  partnerId: string | Placeholder,
  athleteId: string | Placeholder | SQL,
): SQL | undefined {
  return and(isLiveAthleteOfAnyPartner(athleteId), eq(athletes.partnerId, partnerId));
}

/** Builds the condition on a row of `athletes`: this athlete, live, of any partner. */
export function isLiveAthleteOfAnyPartner(athleteId: string | Placeholder | SQL): SQL | undefined {
  return and(eq(athletes.id, athleteId), IS_LIVE);
}

/** Builds the condition for every write to an athlete's data: the athlete exists and is live. */
export function whereAthleteIsLive(
  partnerId: string | Placeholder,
  athleteId: string | Placeholder | SQL,
): SQL {
  return existsAthlete(isLiveAthlete(partnerId, athleteId));
}

/** Builds the same condition for a caller that knows the athlete by a signature or grant, not by the partner. */
export function whereAthleteOfAnyPartnerIsLive(athleteId: string | Placeholder): SQL {
  return existsAthlete(isLiveAthleteOfAnyPartner(athleteId));
}

/** Builds the condition that some row of `athletes` satisfies `condition`. */
export function existsAthlete(condition: SQL | undefined): SQL {
  return sql`EXISTS (SELECT 1 FROM ${athletes} WHERE ${condition ?? sql`1`})`;
}

/** Selects the subset of these athletes that belongs to this partner and is live. */
export function selectLiveAthletes(db: Database, partnerId: string, athleteIds: readonly string[]) {
  return db
    .select()
    .from(athletes)
    .where(and(isOneOf(athletes.id, athleteIds), eq(athletes.partnerId, partnerId), IS_LIVE));
}
