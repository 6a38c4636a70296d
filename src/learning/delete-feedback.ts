import { databaseOfAthlete, type PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { ofActivity } from '../records/report-changes.ts';
import { feedback } from '../storage/athlete-schema.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';
import { changeHistory, isOutdated, OUTDATED, removeEvidence } from './change-history.ts';
import { historyOf, selectHistory } from './history.ts';
import { selectActivity, selectFeedback, timeOfActivity } from './repository.ts';

/** Deletes the feedback on an activity and recomputes what later sessions teach without it. */
export async function deleteFeedback(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
): Promise<'deleted' | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  return changeHistory(timeOfActivity(athleteId, activityId), async (from) => {
    const [[athlete], [activity], [given], ...rows] = await db.batch([
      selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
      selectActivity(db, athleteId, activityId),
      selectFeedback(db, athleteId, activityId),
      ...selectHistory(db, athleteId, from),
    ]);
    if (!athlete) return fail('athlete_not_found');
    if (!activity) return fail('activity_not_found');
    if (!given) return fail('feedback_not_found');
    const history = historyOf(rows);
    if (isOutdated(history, from)) return OUTDATED;
    const events = [{ type: 'feedback.deleted', data: ofActivity(activity) } as const];
    return removeEvidence(db, athlete, history, { table: feedback, id: given.id, events }, ctx);
  });
}
