import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { type AthleteRow, athletes } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { IS_LIVE, isLiveAthlete } from '../storage/live-athlete.ts';

interface AthleteFilter {
  readonly afterId: string | null;
  readonly limit: number;
  readonly externalId: string | undefined;
}

/** Selects a page of athletes, newest first; identifiers sort by creation. */
export function selectAthletes(db: Database, partnerId: string, filter: AthleteFilter) {
  return db
    .select()
    .from(athletes)
    .where(matches(partnerId, filter))
    .orderBy(desc(athletes.id))
    .limit(filter.limit);
}

/** Selects the identifiers of the page that `selectAthletes` gives for the same filter. */
export function selectAthleteIds(db: Database, partnerId: string, filter: AthleteFilter) {
  return db
    .select({ id: athletes.id })
    .from(athletes)
    .where(matches(partnerId, filter))
    .orderBy(desc(athletes.id))
    .limit(filter.limit);
}

function matches(partnerId: string, { afterId, externalId }: AthleteFilter): SQL | undefined {
  return and(
    eq(athletes.partnerId, partnerId),
    IS_LIVE,
    afterId === null ? undefined : lt(athletes.id, afterId),
    externalId === undefined ? undefined : eq(athletes.externalId, externalId),
  );
}

/** Updates the athlete if it is unchanged since this row was read and `condition` holds. Returns the new row or nothing. */
export function updateAthlete(
  db: Database,
  { id, partnerId, revision }: AthleteRow,
  changes: Partial<AthleteRow>,
  condition: SQL | undefined,
) {
  return db
    .update(athletes)
    .set({ ...changes, revision: sql`${athletes.revision} + 1` })
    .where(and(isLiveAthlete(partnerId, id), eq(athletes.revision, revision), condition))
    .returning();
}

/** Builds the condition that the athlete has no learned state, so that a change of profile needs no refold. */
export function hasNoLearnedState(athleteId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM learned_states WHERE athlete_id = ${athleteId})`;
}
