import { namesTag } from '../http/conditional.ts';
import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { activityTag } from './activity-tag.ts';
import { type ActivityBundle, readBundle, toBundle } from './read-bundle.ts';
import { updateActivity as updateRow } from './repository.ts';
import { type ActivityChanges, refuseSession, toColumns } from './session.ts';

/** How often a PATCH starts over because another one came between its read and its write. */
const ATTEMPTS_MAX = 5;

/** Changes the fields that are given. The stored prescription stays, and shows itself stale where they matter to it. */
export async function updateActivity(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  changes: ActivityChanges,
  ifMatch: string | null,
): Promise<ActivityBundle | Failure> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const before = await readBundle(ctx, athleteId, activityId);
    if (isFailure(before)) return before;
    const columns = toColumns(changes);
    const next = { ...before.activity, ...columns };
    const refusal = refuseSession(next);
    if (refusal) return refusal;
    if (ifMatch !== null && !namesTag(ifMatch, await activityTag(ctx, before)))
      return fail('precondition_failed');
    const [[after]] = await before.db.batch([
      updateRow(before.db, ctx.principal.partnerId, before.activity, {
        ...columns,
        effectiveAt: next.scheduledAt ?? next.createdAt,
        updatedAt: ctx.nowMs,
      }),
    ]);
    if (after) return toBundle(before.athlete, after, before.prescription ?? undefined, before.products);
  }
  return fail('temporarily_unavailable');
}
