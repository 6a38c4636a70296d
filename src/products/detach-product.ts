import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { readActivity } from '../records/read-activity.ts';
import { removeProduct, touchActivity } from './repository.ts';

/** Takes a product out of an activity's plan. Null when done. */
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
  await db.batch([
    removeProduct(db, ctx.principal.partnerId, athleteId, activityId, productId),
    touchActivity(db, ctx.principal.partnerId, athleteId, activityId),
  ]);
  return null;
}
