import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { type AthleteRow, athletes } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { IS_LIVE, isLiveAthlete } from '../storage/live-athlete.ts';

export function insertAthlete(db: Database, row: AthleteRow) {
  return db.insert(athletes).values(row);
}

/** Newest first; identifiers sort by creation. */
export function selectAthletes(
  db: Database,
  partnerId: string,
  page: { readonly afterId: string | null; readonly limit: number; readonly externalId: string | undefined },
) {
  const conditions: (SQL | undefined)[] = [
    eq(athletes.partnerId, partnerId),
    IS_LIVE,
    page.afterId === null ? undefined : lt(athletes.id, page.afterId),
    page.externalId === undefined ? undefined : eq(athletes.externalId, page.externalId),
  ];
  return db
    .select()
    .from(athletes)
    .where(and(...conditions))
    .orderBy(desc(athletes.id))
    .limit(page.limit);
}

/** Changes the athlete only if nobody did since `revision` was read; returns the new row or nothing. */
export function updateAthlete(
  db: Database,
  partnerId: string,
  athleteId: string,
  revision: number,
  changes: Partial<AthleteRow>,
) {
  return db
    .update(athletes)
    .set({ ...changes, revision: sql`${athletes.revision} + 1` })
    .where(and(isLiveAthlete(partnerId, athleteId), eq(athletes.revision, revision)))
    .returning();
}

/** For the operator only: whoever's athlete it is. */
export function selectLiveAthleteOfAnyone(db: Database, athleteId: string) {
  return db
    .select()
    .from(athletes)
    .where(and(eq(athletes.id, athleteId), eq(athletes.status, 'live')));
}

export function updateTier(db: Database, athleteId: string, tier: AthleteRow['tier'], nowMs: number) {
  return db
    .update(athletes)
    .set({ tier, updatedAt: nowMs, revision: sql`${athletes.revision} + 1` })
    .where(and(eq(athletes.id, athleteId), eq(athletes.status, 'live')))
    .returning();
}
