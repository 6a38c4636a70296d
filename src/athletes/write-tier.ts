import { sql } from 'drizzle-orm';
import { type AthleteRow, athletes } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { isLiveAthleteOfAnyPartner } from '../storage/live-athlete.ts';

/** Sets the tier of a live athlete of any partner and returns the new row, for an operator or a signed link. */
export function writeTier(db: Database, athleteId: string, tier: AthleteRow['tier'], nowMs: number) {
  return db
    .update(athletes)
    .set({ tier, updatedAt: nowMs, revision: sql`${athletes.revision} + 1` })
    .where(isLiveAthleteOfAnyPartner(athleteId))
    .returning();
}
