import { databaseOfAthlete, type PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { sweatTests } from '../storage/athlete-schema.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';
import { changeHistory, isOutdated, OUTDATED, removeEvidence } from './change-history.ts';
import { historyOf, selectHistory } from './history.ts';
import { selectSweatTest, timeOfSweatTest } from './repository.ts';

/** Deletes a sweat test and recomputes what later sessions teach without it. */
export async function deleteSweatTest(
  ctx: PartnerContext,
  athleteId: string,
  id: string,
): Promise<'deleted' | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  return changeHistory(timeOfSweatTest(athleteId, id), async (from) => {
    const [[athlete], [test], ...rows] = await db.batch([
      selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
      selectSweatTest(db, athleteId, id),
      ...selectHistory(db, athleteId, from),
    ]);
    if (!athlete) return fail('athlete_not_found');
    if (!test) return fail('sweat_test_not_found');
    const history = historyOf(rows);
    if (isOutdated(history, from)) return OUTDATED;
    return removeEvidence(db, athlete, history, { table: sweatTests, id, events: [] }, ctx);
  });
}
