import { namesState } from '../http/conditional.ts';
import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { readActivity } from '../records/read-activity.ts';
import { ofActivity } from '../records/report-changes.ts';
import { retryOnConflict } from '../storage/optimistic-write.ts';
import { recordEvents } from '../storage/record-events.ts';
import { activityTag } from './activity-tag.ts';
import { type ReadActivity, relearn } from './relearn.ts';
import { deleteActivity as deleteRow, hasNoFeedback } from './repository.ts';

/**
 * Deletes the activity with everything that belongs to it: prescription, products, feedback and what was
 * learned from it.
 */
export async function deleteActivity(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  ifMatch: string | null,
): Promise<'deleted' | Failure> {
  const outcome = await retryOnConflict(async () => {
    const before = await readActivity(ctx, athleteId, activityId);
    if (isFailure(before)) return before;
    if (ifMatch !== null && !namesState(ifMatch, await activityTag(ctx, before)))
      return fail('precondition_failed');
    return (await remove(ctx, before)) ? 'deleted' : null;
  });
  return outcome ?? fail('temporarily_unavailable');
}

/** Deletes the activity. Returns false if the activity or the history changed since they were read. */
async function remove(ctx: PartnerContext, before: ReadActivity): Promise<boolean> {
  const { db, activity, feedback } = before;
  const { partnerId } = ctx.principal;
  const deleted = { type: 'activity.deleted', data: ofActivity(activity) } as const;
  if (feedback === null) {
    const [[removed]] = await db.batch([
      deleteRow(db, partnerId, activity, hasNoFeedback(activity.id)),
      recordEvents(db, ctx, [deleted]),
    ]);
    return removed !== undefined;
  }
  const write = await relearn(ctx, before, feedback, null);
  if (write === null) return false;
  const [, [removed]] = await db.batch([
    write.take,
    deleteRow(db, partnerId, activity, write.taken),
    recordEvents(db, ctx, [deleted, ...write.lessons]),
    ...write.updates,
  ]);
  return removed !== undefined;
}
