import { namesTag } from '../http/conditional.ts';
import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { type ActivityDetails, readActivity, toActivityDetails } from '../records/read-activity.ts';
import { type ActivityChanges, refuseSession, toActivityColumns } from '../records/session.ts';
import type { ActivityRow, LearnedStateRow } from '../storage/athlete-schema.ts';
import { retryOnConflict } from '../storage/optimistic-write.ts';
import { activityTag } from './activity-tag.ts';
import { type ReadActivity, relearn, teachesTheSame } from './relearn.ts';
import { hasNoFeedback, moveFeedback, updateActivity as updateRow } from './repository.ts';

/**
 * Updates the given fields. The stored prescription stays, and is stale if the engine reads one of them; what feedback
 * on the activity taught is then refolded.
 */
export async function updateActivity(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  { changes, ifMatch }: { readonly changes: ActivityChanges; readonly ifMatch: string | null },
): Promise<ActivityDetails | Failure> {
  const after = await retryOnConflict(async () => {
    const before = await readActivity(ctx, athleteId, activityId);
    if (isFailure(before)) return before;
    const columns = toActivityColumns(changes);
    const next = { ...before.activity, ...columns };
    const refusal = refuseSession(next);
    if (refusal) return refusal;
    if (ifMatch !== null && !namesTag(ifMatch, await activityTag(ctx, before)))
      return fail('precondition_failed');
    const effectiveAt = next.scheduledAt ?? next.createdAt;
    return write(ctx, before, { ...columns, effectiveAt, updatedAt: ctx.nowMs });
  });
  return after ?? fail('temporarily_unavailable');
}

/** Writes the changes. Returns null if the activity or the history changed since they were read. */
async function write(
  ctx: PartnerContext,
  before: ReadActivity,
  columns: Partial<ActivityRow>,
): Promise<ActivityDetails | null> {
  const { db, activity, feedback } = before;
  const { partnerId } = ctx.principal;
  const next = { ...activity, ...columns };
  if (teachesTheSame(activity, next)) {
    const [[after]] = await db.batch([updateRow(db, partnerId, activity, columns)]);
    return after ? withChanges(before, after, before.feedback, before.learned) : null;
  }
  if (feedback === null) {
    const [[after]] = await db.batch([
      updateRow(db, partnerId, activity, columns, hasNoFeedback(activity.id)),
    ]);
    return after ? withChanges(before, after, null, before.learned) : null;
  }
  const folded = await relearn(ctx, before, feedback, next);
  if (folded === null) return null;
  const [, [after]] = await db.batch([
    folded.take,
    updateRow(db, partnerId, activity, columns, folded.taken),
    moveFeedback(db, feedback.id, next.effectiveAt, folded.taken),
    ...folded.updates,
  ]);
  const step = folded.steps.get(feedback.id);
  return after && step ? withChanges(before, after, { ...feedback, ...step }, folded.learned) : null;
}

function withChanges(
  { athlete, prescription, products }: ReadActivity,
  activity: ActivityRow,
  feedback: ActivityDetails['feedback'],
  learned: LearnedStateRow | null,
): Promise<ActivityDetails> {
  return toActivityDetails(athlete, activity, { prescription, products, feedback, learned });
}
