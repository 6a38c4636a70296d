import { databaseOfAthlete, type PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';
import { changeHistory, isOutdated, OUTDATED } from './change-history.ts';
import {
  deleteFeedback as deleteRow,
  selectActivity,
  selectFeedback,
  timeOfActivity,
} from './feedback-repository.ts';
import { historyOf, selectHistory } from './history.ts';
import { writeHistory } from './write-history.ts';

/** Removes the feedback and what it taught: later sessions are learned from again. */
export async function deleteFeedback(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
): Promise<'deleted' | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  return changeHistory(timeOfActivity(athleteId, activityId), async (from) => {
    const [[athlete], [activity], [feedback], ...rows] = await db.batch([
      selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
      selectActivity(db, athleteId, activityId),
      selectFeedback(db, athleteId, activityId),
      ...selectHistory(db, athleteId, from),
    ]);
    if (!athlete) return fail('athlete_not_found');
    if (!activity) return fail('activity_not_found');
    if (!feedback) return fail('feedback_not_found');
    const history = historyOf(rows);
    if (isOutdated(history, from)) return OUTDATED;
    const left = history.events.filter(({ id }) => id !== feedback.id);
    const write = writeHistory(db, athlete, history, left, ctx.nowMs);
    const [{ meta }] = await db.batch([
      write.take,
      deleteRow(db, feedback.id, write.taken),
      ...write.updates,
    ]);
    return meta.changes > 0 ? 'deleted' : null;
  });
}
