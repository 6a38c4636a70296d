import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { readActivity } from '../records/read-activity.ts';
import { reportProductChange } from '../records/report-changes.ts';
import { recordEvents } from '../storage/record-events.ts';
import { removeProduct, touchActivity } from './repository.ts';

/** Detaches a product from an activity. Null on success; `product_not_found` if it was not attached. */
export async function detachProduct(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  productId: string,
): Promise<Failure | null> {
  const bundle = await readActivity(ctx, athleteId, activityId);
  if (isFailure(bundle)) return bundle;
  if (!bundle.products.some((row) => row.productId === productId)) return fail('product_not_found');
  const { db } = bundle;
  const target = { partnerId: ctx.principal.partnerId, athleteId, activityId };
  await db.batch([
    removeProduct(db, target, productId),
    recordEvents(db, ctx, reportProductChange(bundle.activity)),
    touchActivity(db, target),
  ]);
  return null;
}
