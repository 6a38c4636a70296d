import { GENERIC_FOOD_IDS } from '@musette/basics/products';
import { sql } from 'drizzle-orm';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, invalid, isFailure, type Problem } from '#platform/http/errors.ts';
import { selectLiveAthlete } from '#platform/storage/live-athlete.ts';
import { retryOnConflict } from '#platform/storage/optimistic-write.ts';
import { recordEvents } from '#platform/storage/record-events.ts';
import { catalogueOf } from '../catalogue/catalogue-copy.ts';
import {
  chargeProducts,
  describeQuery,
  forgetErased,
  isOfCatalogue,
  markSeen,
  refundCharge,
  toLogRow,
} from '../catalogue/guard-access.ts';
import { insertAccess } from '../catalogue/shared-repository.ts';
import {
  type ActivityDetails,
  attachedFrom,
  type ReadDetails,
  readActivity,
} from '../records/read-activity.ts';
import { reportProductChange } from '../records/report-changes.ts';
import { ATTACHED_MAX } from './portions.ts';
import { unknownProduct } from './refusals.ts';
import {
  removeDeleted,
  removeProduct,
  selectAttached,
  touchActivity,
  upsertProducts,
  whereUnchanged,
} from './repository.ts';

/** A product to attach, with its servings. */
export interface ProductChoice {
  readonly productId: string;
  readonly servings: number;
}

/**
 * Attaches products to an activity, or replaces the servings of those already attached. Attaches all or
 * none: if one product is unknown, none is attached. Newly attached products count against the athlete's
 * budgets and are logged like any other access. The rest cost nothing, so neither does a retry.
 */
export async function attachProducts(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  choices: readonly ProductChoice[],
): Promise<ActivityDetails | Failure> {
  const attached = await retryOnConflict(async () => {
    const [before, catalogue] = await Promise.all([
      readActivity(ctx, athleteId, activityId, { withOwnProducts: true }),
      catalogueOf(ctx),
    ]);
    if (isFailure(before)) return before;
    const products = [...catalogue.visible, ...before.ownProducts];
    const known = new Set([...products.map(({ id }) => id), ...GENERIC_FOOD_IDS]);
    const problems = problemsOf(choices, known, before.products);
    return problems.length > 0 ? invalid(...problems) : chargeAndWrite(ctx, before, choices);
  });
  return attached ?? fail('temporarily_unavailable');
}

/**
 * Charges the new products, then writes all of them with their log row in one batch. Returns null on a conflict:
 * another request attached or detached one of these products, or filled the activity, after it was read. Then
 * nothing is written and the charge is returned. A write with an unknown outcome stays charged.
 */
async function chargeAndWrite(
  ctx: PartnerContext,
  before: ReadDetails,
  choices: readonly ProductChoice[],
): Promise<ActivityDetails | Failure | null> {
  const { db, athlete, activity } = before;
  const { partnerId } = ctx.principal;
  const servingsOf = new Map(before.products.map(({ productId, servings }) => [productId, servings]));
  const isSame = choices.every(({ productId, servings }) => servingsOf.get(productId) === servings);
  const planned = choices.map((choice, position) => ({
    ...choice,
    attachedAt: ctx.nowMs,
    position,
    isNew: !servingsOf.has(choice.productId),
  }));
  const newIds = planned.flatMap(({ productId, isNew }) =>
    isNew && isOfCatalogue({ id: productId }) ? [productId] : [],
  );
  const charged = newIds.length === 0 ? null : await chargeProducts(ctx, athlete.id, newIds);
  if (charged !== null && isFailure(charged)) return charged;

  const access = {
    athleteId: athlete.id,
    query: describeQuery(`/activities/${activity.id}/products`, { product_ids: newIds.join(' ') }),
    productIds: newIds,
  };
  const target = { partnerId, athleteId: athlete.id, activityId: activity.id };
  const condition = whereUnchanged(target, planned, ATTACHED_MAX);
  // The products come last, because the other statements' condition reads the previously attached products.
  const [, [touched], , , , attached, [stillLive]] = await db.batch([
    insertAccess(db, toLogRow(ctx, access), charged === null ? sql`0` : condition),
    touchActivity(db, target, condition),
    recordEvents(db, ctx, isSame ? [] : reportProductChange(activity)),
    removeDeleted(db, target, condition),
    upsertProducts(db, target, planned, condition),
    selectAttached(db, activity.id),
    selectLiveAthlete(db, partnerId, athlete.id),
  ]);
  if (touched) {
    markSeen(ctx, db, charged?.newIds ?? []);
    return { ...before, activity: touched, ...attachedFrom(attached) };
  }
  if (!stillLive) return charged === null ? fail('athlete_not_found') : forgetErased(ctx, athlete.id);
  if (charged !== null) await refundCharge(ctx, athlete.id, charged.charge);
  return null;
}

function problemsOf(
  choices: readonly ProductChoice[],
  known: ReadonlySet<string>,
  attached: ActivityDetails['products'],
): Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const [index, { productId }] of choices.entries()) {
    const pointer = `/products/${index}/product_id`;
    if (!known.has(productId)) {
      problems.push(unknownProduct(pointer));
    } else if (seen.has(productId)) {
      problems.push({ pointer, code: 'duplicate_item', message: 'is in this request twice' });
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
    removeDeleted(db, target),
    touchActivity(db, target),
  ]);
  return null;
}
