import { type ActivityBundle, inAttachedOrder, readBundle } from '../activities/read-bundle.ts';
import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, invalid, isFailure, type Problem } from '../http/errors.ts';
import { catalogueOf } from './catalogue-copy.ts';
import { selectAttached, touchActivity, upsertProducts } from './repository.ts';

export interface ProductChoice {
  readonly productId: string;
  readonly servings: number;
}

/** So many different products an activity can have; a plan of more is a mistake. Engineering choice. */
const ATTACHED_MAX = 100;

/**
 * Plans these products for an activity; for one that is attached already the servings are replaced. All or
 * nothing: one unknown product, and none is attached.
 */
export async function attachProducts(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  choices: readonly ProductChoice[],
): Promise<ActivityBundle | Failure> {
  const [bundle, catalogue] = await Promise.all([readBundle(ctx, athleteId, activityId), catalogueOf(ctx)]);
  if (isFailure(bundle)) return bundle;
  const visible = new Set(catalogue.visible.map(({ id }) => id));
  const problems = problemsOf(choices, visible, bundle.products);
  if (problems.length > 0) return invalid(...problems);

  const { db } = bundle;
  const { partnerId } = ctx.principal;
  const rows = choices.map((choice, position) => ({
    ...choice,
    activityId,
    athleteId,
    attachedAt: ctx.nowMs,
    position,
  }));
  const [, [activity], attached] = await db.batch([
    upsertProducts(db, partnerId, athleteId, activityId, rows),
    touchActivity(db, partnerId, athleteId, activityId),
    selectAttached(db, activityId),
  ]);
  if (!activity) return fail('activity_not_found');
  return { ...bundle, activity, products: inAttachedOrder(attached) };
}

function problemsOf(
  choices: readonly ProductChoice[],
  visible: ReadonlySet<string>,
  attached: ActivityBundle['products'],
): Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const [index, { productId }] of choices.entries()) {
    const pointer = `/products/${index}/product_id`;
    if (!visible.has(productId)) {
      problems.push({ pointer, code: 'unknown_product', message: 'is no product of the catalogue' });
    } else if (seen.has(productId)) {
      problems.push({ pointer, code: 'duplicate', message: 'is in this request twice' });
    }
    seen.add(productId);
  }
  const kept = attached.filter(({ productId }) => !seen.has(productId)).length;
  if (problems.length === 0 && kept + choices.length > ATTACHED_MAX) {
    problems.push({
      pointer: '/products',
      code: 'too_big',
      message: `an activity has at most ${ATTACHED_MAX} products`,
    });
  }
  return problems;
}
