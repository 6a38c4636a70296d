import { sql } from 'drizzle-orm';
import type { RequestContext } from '../http/context.ts';
import { reportTierChange } from '../records/report-changes.ts';
import { type AthleteRow, athletes } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { parseAthleteId } from '../storage/ids.ts';
import { existsAthlete, isLiveAthleteOfAnyPartner } from '../storage/live-athlete.ts';
import { recordEvents } from '../storage/record-events.ts';

/**
 * Builds the statements that set the tier of a live athlete, for an operator or a signed link: the first records the change
 * if there is one to make, the second makes it and returns the new row.
 */
export function writeTier(
  db: Database,
  { id, partnerId }: Pick<AthleteRow, 'id' | 'partnerId'>,
  tier: AthleteRow['tier'],
  { nowMs, recorded }: Pick<RequestContext, 'nowMs' | 'recorded'>,
) {
  const environment = parseAthleteId(id)?.environment ?? 'test';
  const isOther = existsAthlete(sql`${isLiveAthleteOfAnyPartner(id)} AND ${athletes.tier} <> ${tier}`);
  return [
    recordEvents(
      db,
      { principal: { partnerId, environment }, nowMs, recorded },
      reportTierChange(id),
      isOther,
    ),
    db
      .update(athletes)
      .set({ tier, updatedAt: nowMs, revision: sql`${athletes.revision} + 1` })
      .where(isLiveAthleteOfAnyPartner(id))
      .returning(),
  ] as const;
}
