import { namesTag } from '../http/conditional.ts';
import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { activityTag } from './activity-tag.ts';
import { readBundle } from './read-bundle.ts';
import { deleteActivity as deleteRow } from './repository.ts';

const ATTEMPTS_MAX = 5;

/** Removes the activity with its prescription and all else that belongs to it. Null when done. */
export async function deleteActivity(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  ifMatch: string | null,
): Promise<Failure | null> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const before = await readBundle(ctx, athleteId, activityId);
    if (isFailure(before)) return before;
    if (ifMatch !== null && !namesTag(ifMatch, await activityTag(ctx, before)))
      return fail('precondition_failed');
    const [[removed]] = await before.db.batch([
      deleteRow(before.db, ctx.principal.partnerId, before.activity),
    ]);
    if (removed) return null;
  }
  return fail('temporarily_unavailable');
}
