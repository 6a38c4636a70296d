import { namesState } from '#platform/http/answer.ts';
import {
  attemptUntilDecided,
  CHANGED_MEANWHILE,
  type Conflict,
  refuseDuplicates,
} from '#platform/http/batch.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import { openShard } from '#platform/http/partner-shards.ts';
import { askInGroups } from '#platform/storage/athlete-databases.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { retryOnConflict } from '#platform/storage/optimistic-write.ts';
import { recordEvents } from '#platform/storage/record-events.ts';
import { sendAll } from '#platform/storage/statements.ts';
import { writtenIds } from '#platform/storage/write-many.ts';
import { type ActivityDetails, readActivity } from '../records/read-activity.ts';
import { ofActivity } from '../records/report-changes.ts';
import { activityTag } from './activity-shape.ts';
import { type ActivityName, nameOf, readNamedActivities } from './named-activities.ts';
import { deleteActivity as deleteRow, deleteWithoutFeedback, hasNoFeedback } from './repository.ts';
import { RELEARNED_MAX, RELEARNING_ROUNDS, type ReadActivity, relearn } from './update-activity.ts';

/**
 * Deletes an activity with everything that belongs to it: prescription, products, feedback and what was
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
  }, athleteId);
  return outcome ?? fail('temporarily_unavailable');
}

/** Deletes the activity. Returns false if the activity or the history has changed since the read. */
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
    recordEvents(db, ctx, [deleted, ...write.learnedEvents]),
    ...write.updates,
  ]);
  return removed !== undefined;
}

export interface Deleted {
  readonly status: 'deleted' | 'absent';
}

/**
 * Deletes activities of any athletes by `external_id`, with everything that belongs to them. At most one
 * batch to read and one to write per shard, except for activities with feedback, each of which refolds the
 * history.
 */
export function deleteActivities(
  ctx: PartnerContext,
  items: readonly (ActivityName | Failure)[],
): Promise<(Deleted | Failure)[]> {
  return attemptUntilDecided(ctx, items, (open, round) => attempt(ctx, open, round));
}

async function attempt(
  ctx: PartnerContext,
  names: readonly ActivityName[],
  round: number,
): Promise<(Deleted | Failure | Conflict)[]> {
  const named = await readNamedActivities(ctx, names);
  const resolved = names.map(({ externalId }, index) => {
    const found = named[index];
    return found ? { externalId, ...found } : fail('athlete_not_found');
  });
  const unique = refuseDuplicates(resolved, ({ athlete, externalId }) => nameOf(athlete.id, externalId));
  const present = unique.flatMap((each) => (isFailure(each) || !each.details ? [] : [each.details]));
  const deletedIds = new Set(await deleteTogether(ctx, present));
  const outcomes = new Map<string, Failure>();
  const taught = present.filter(({ feedback }) => feedback !== null);
  for (const { activity } of taught.slice(0, round < RELEARNING_ROUNDS ? RELEARNED_MAX : 0)) {
    const outcome = await deleteActivity(ctx, activity.athleteId, activity.id, null);
    if (isFailure(outcome)) outcomes.set(activity.id, outcome);
    else deletedIds.add(activity.id);
  }
  return unique.map((each) => {
    if (isFailure(each)) return each;
    if (!each.details) return { status: 'absent' };
    const { id } = each.details.activity;
    if (deletedIds.has(id)) return { status: 'deleted' };
    const isLeft = each.details.feedback !== null && round >= RELEARNING_ROUNDS - 1;
    return outcomes.get(id) ?? (isLeft ? CHANGED_MEANWHILE.conflict : CHANGED_MEANWHILE);
  });
}

/** Deletes the activities without feedback, one batch per shard. Returns the identifiers deleted. */
async function deleteTogether(ctx: PartnerContext, present: readonly ActivityDetails[]): Promise<string[]> {
  const plain = present.filter(({ feedback }) => feedback === null);
  const byShard = Map.groupBy(plain, ({ athlete }) => parseAthleteId(athlete.id)?.shard ?? '');
  const deleted = await askInGroups([...byShard], async ([shard, own]) => {
    const db = openShard(ctx, shard);
    const rows = own.map(({ activity }) => activity);
    return [...writtenIds(await sendAll(db, deleteWithoutFeedback(db, ctx, rows)), 'id')];
  });
  return deleted.flat();
}
