import { sql } from 'drizzle-orm';
import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, invalid, isFailure, type Problem } from '../http/errors.ts';
import { type ActivityDetails, inAttachedOrder, readActivity } from '../records/read-activity.ts';
import type { Database } from '../storage/database.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';
import { retryOnConflict } from '../storage/optimistic-write.ts';
import { catalogueOf } from './catalogue-copy.ts';
import { chargeProducts, describeQuery, forgetErased, giveBackCharge, insertAccess } from './guard-access.ts';
import { selectAttached, touchActivity, upsertProducts, whereStillNew } from './repository.ts';

export interface ProductChoice {
  readonly productId: string;
  readonly servings: number;
}

/** So many different products an activity can have; a plan of more is a mistake. Engineering choice. */
const ATTACHED_MAX = 100;

/**
 * Plans these products for an activity; for one that is attached already the servings are replaced. All or
 * nothing: one unknown product, and none is attached. The products that were not attached before are taken from
 * the athlete's budgets and logged like any other access; what was attached already costs nothing, so a retry
 * costs nothing either.
 */
export async function attachProducts(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  choices: readonly ProductChoice[],
): Promise<ActivityDetails | Failure> {
  const attached = await retryOnConflict(async () => {
    const [before, catalogue] = await Promise.all([
      readActivity(ctx, athleteId, activityId),
      catalogueOf(ctx),
    ]);
    if (isFailure(before)) return before;
    const visible = new Set(catalogue.visible.map(({ id }) => id));
    const problems = problemsOf(choices, visible, before.products);
    return problems.length > 0 ? invalid(...problems) : chargeAndWrite(ctx, before, choices);
  });
  return attached ?? fail('temporarily_unavailable');
}

/**
 * Charges what is new, then writes it with its log row in one batch. Null where somebody attached or detached one
 * of these products, or filled the activity, since it was read: then nothing is written and the charge is given back. A write of which
 * nobody knows whether it took place stays charged.
 */
async function chargeAndWrite(
  ctx: PartnerContext,
  before: ActivityDetails & { readonly db: Database },
  choices: readonly ProductChoice[],
): Promise<ActivityDetails | Failure | null> {
  const { db, athlete, activity } = before;
  const { partnerId } = ctx.principal;
  const known = new Set(before.products.map(({ productId }) => productId));
  const planned = choices.map((choice, position) => ({
    ...choice,
    attachedAt: ctx.nowMs,
    position,
    isNew: !known.has(choice.productId),
  }));
  const newIds = planned.flatMap(({ productId, isNew }) => (isNew ? [productId] : []));
  const cost = { reservedRecords: newIds.length, usedRecords: newIds.length };
  const charge = newIds.length === 0 ? null : await chargeProducts(ctx, athlete.id, cost);
  if (charge !== null && isFailure(charge)) return charge;

  const access = {
    athleteId: athlete.id,
    query: describeQuery(`/activities/${activity.id}/products`, { product_ids: newIds.join(' ') }),
    usedRecords: newIds.length,
  };
  const condition = whereStillNew(partnerId, athlete.id, activity.id, planned, ATTACHED_MAX);
  // The products come last: the condition of the others reads what was attached before.
  const [, [touched], , attached, [stillLive]] = await db.batch([
    insertAccess(ctx, db, access, charge === null ? sql`0` : condition),
    touchActivity(db, partnerId, athlete.id, activity.id, condition),
    upsertProducts(db, athlete.id, activity.id, planned, condition),
    selectAttached(db, activity.id),
    selectLiveAthlete(db, partnerId, athlete.id),
  ]);
  if (touched) return { ...before, activity: touched, products: inAttachedOrder(attached) };
  if (!stillLive) return charge === null ? fail('athlete_not_found') : forgetErased(ctx, athlete.id);
  if (charge !== null) await giveBackCharge(ctx, athlete.id, charge);
  return null;
}

function problemsOf(
  choices: readonly ProductChoice[],
  visible: ReadonlySet<string>,
  attached: ActivityDetails['products'],
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
