import { databaseOfAthlete, type PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';
import { changeHistory, isOutdated, OUTDATED } from './change-history.ts';
import { historyOf, selectHistory } from './history.ts';
import { deleteSweatTest as deleteRow, selectSweatTest, timeOfTest } from './sweat-test-repository.ts';
import { writeHistory } from './write-history.ts';

/** Removes a sweat test and what it taught: later sessions are learned from again. */
export async function deleteSweatTest(
  ctx: PartnerContext,
  athleteId: string,
  id: string,
): Promise<'deleted' | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  return changeHistory(timeOfTest(athleteId, id), async (from) => {
    const [[athlete], [test], ...rows] = await db.batch([
      selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
      selectSweatTest(db, athleteId, id),
      ...selectHistory(db, athleteId, from),
    ]);
    if (!athlete) return fail('athlete_not_found');
    if (!test) return fail('sweat_test_not_found');
    const history = historyOf(rows);
    if (isOutdated(history, from)) return OUTDATED;
    const left = history.events.filter((event) => event.id !== id);
    const write = writeHistory(db, athlete, history, left, ctx.nowMs);
    const [{ meta }] = await db.batch([write.take, deleteRow(db, id, write.taken), ...write.updates]);
    return meta.changes > 0 ? 'deleted' : null;
  });
}
