import { DAY_MS, MINUTE_MS, SECOND_MS } from '#platform/clock.ts';
import type { Env, Limits } from '#platform/env.ts';
import {
  callProductLimiter,
  forgetProductLimiter,
  type LimitedAthlete,
} from '#platform/guards/call-guard.ts';
import type {
  ProductAdmission,
  ProductAnswer,
  ProductBudget,
  ProductCharge,
  ProductsAdmitted,
  ProductsLeft,
} from '#platform/guards/product-limiter.ts';
import { databaseOfAthlete, type PartnerContext, untilAdmitted } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import type { AthleteRow, ProductAccessRow } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { isOwnProductId, newId } from '#platform/storage/ids.ts';
import { selectLiveAthlete } from '#platform/storage/live-athlete.ts';
import { genericIdOf } from './generic-foods.ts';
import { deleteAccess, insertAccess, insertSeen, whereTierIs } from './shared-repository.ts';

/** Errors of every route that shows products. */
export const budgetErrors = ['athlete_rate_limited', 'athlete_daily_limit_reached'] as const;

/** Returns whether a product is of the catalogue. Unbranded foods and an athlete's own are nobody's facts: they cost nothing. */
export function isOfCatalogue({ id }: { readonly id: string }): boolean {
  return genericIdOf({ id }) === null && !isOwnProductId(id);
}

interface ProductAccess {
  readonly athleteId: string;
  /** The request as shown in the access log. */
  readonly query: string;
  /** The products in the answer. */
  readonly productIds: readonly string[];
}

/**
 * Reads one of the caller's athletes, charges the access and logs it, all concurrently. The answer may then be
 * sent. An athlete who is missing or not the caller's is charged nothing, and the log row of a refused charge is
 * removed.
 *
 * @param fullTierOnly the refusal of a request not allowed in teaser tier, which costs nothing; null if both
 * tiers may
 * @throws StorageUnavailable if the limiter or the log does not answer: nothing is shown without being logged
 */
export async function accessProducts(
  ctx: PartnerContext,
  access: ProductAccess,
  fullTierOnly: Failure | null = null,
): Promise<AthleteRow | Failure> {
  const accessed = await beginAccess(ctx, access, fullTierOnly);
  if (isFailure(accessed)) return accessed;
  accessed.keep();
  return accessed.athlete;
}

/**
 * Accesses products for a page that pays for it at the same time, so that neither waits for the other. If one is refused,
 * the other is undone: a page that is not shown costs nobody anything.
 */
export async function accessWhilePaying(
  ctx: PartnerContext,
  access: ProductAccess,
  payment: { readonly pay: () => Promise<Failure | null>; readonly giveBack: () => Promise<void> },
): Promise<AthleteRow | Failure> {
  const [paying, accessing] = await Promise.allSettled([payment.pay(), beginAccess(ctx, access, null)]);
  const unpaid = paying.status === 'fulfilled' ? paying.value : null;
  if (paying.status === 'fulfilled' && unpaid === null && accessing.status === 'fulfilled') {
    const accessed = accessing.value;
    if (!isFailure(accessed)) {
      accessed.keep();
      return accessed.athlete;
    }
  }
  const undo = accessing.status === 'fulfilled' && !isFailure(accessing.value) ? accessing.value.undo : null;
  await Promise.allSettled([payment.giveBack(), undo?.()]);
  if (paying.status === 'rejected') throw paying.reason;
  if (unpaid !== null) return unpaid;
  if (accessing.status === 'rejected') throw accessing.reason;
  return isFailure(accessing.value) ? accessing.value : accessing.value.athlete;
}

/** An access that is charged and logged. */
interface Accessed {
  readonly athlete: AthleteRow;
  /** Marks the products as shown. */
  readonly keep: () => void;
  /** Refunds the charge and removes the log row. */
  readonly undo: () => Promise<void>;
}

async function beginAccess(
  ctx: PartnerContext,
  access: ProductAccess,
  fullTierOnly: Failure | null,
): Promise<Accessed | Failure> {
  const { athleteId, productIds } = access;
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  await untilAdmitted(ctx);
  const { partnerId } = ctx.principal;
  const row = toLogRow(ctx, access);
  const tier = fullTierOnly === null ? null : 'full';
  const [charging, logging] = await Promise.allSettled([
    takeProducts(ctx, athleteId, productIds),
    db.batch([
      insertAccess(db, row, whereTierIs(tier, { partnerId, athleteId })),
      selectLiveAthlete(db, partnerId, athleteId),
    ]),
  ]);
  if (logging.status === 'rejected') throw logging.reason;
  const [, [athlete]] = logging.value;
  if (!athlete) {
    // The charge made a limiter for an athlete who does not exist or has just been erased.
    return charging.status === 'rejected' ? fail('athlete_not_found') : forgetErased(ctx, athleteId);
  }
  if (charging.status === 'rejected') throw charging.reason;
  const admission = charging.value;
  if (fullTierOnly !== null && athlete.tier !== 'full') {
    if (admission.outcome === 'admitted') await refundCharge(ctx, athleteId, admission.charge);
    return fullTierOnly;
  }
  const charged = describeAdmission(ctx, admission);
  if (isFailure(charged)) {
    await db.batch([deleteAccess(db, row)]);
    return charged;
  }
  return {
    athlete,
    keep: () => markSeen(ctx, db, charged.newIds),
    undo: async () => {
      await Promise.all([refundCharge(ctx, athleteId, charged.charge), db.batch([deleteAccess(db, row)])]);
    },
  };
}

/**
 * Asks whether an athlete's budget of requests is spent, without a charge, while the rows of a request are read. Null if it
 * is not, or if the limiter cannot say: the charge itself decides.
 */
export async function askProducts(
  env: Pick<Env, 'productLimiters' | 'isLocal'>,
  athlete: LimitedAthlete,
  limits: Pick<Limits, 'productPerMin' | 'productRecordsPerDay'>,
): Promise<ProductsSpent | null> {
  const budget = productBudgetOf(limits);
  const asking = callProductLimiter<ProductAnswer>(env, athlete, async (limiter) => limiter.ask(budget));
  const answer = await asking.catch(() => null);
  return answer === null || answer.outcome === 'open' ? null : answer;
}

/** A budget of requests that is spent. */
export type ProductsSpent = Exclude<ProductAnswer, { readonly outcome: 'open' }>;

/** Returns the refusal for a spent budget of requests, which the answer then describes. */
export function refuseSpent(ctx: PartnerContext, spent: ProductsSpent): Failure {
  describeBudgets(ctx, productBudgetOf(ctx.principal.limits), spent.left);
  return fail('athlete_rate_limited', { retryAfterSeconds: spent.retryAfterSeconds });
}

/**
 * Charges a request and the products of its answer to the athlete's budgets, which the answer then describes.
 * The caller has read the athlete and writes the log row.
 *
 * @throws StorageUnavailable if the limiter does not answer
 */
export async function chargeProducts(
  ctx: PartnerContext,
  athleteId: string,
  productIds: readonly string[],
): Promise<ProductsAdmitted | Failure> {
  return describeAdmission(ctx, await takeProducts(ctx, athleteId, productIds));
}

async function takeProducts(
  ctx: PartnerContext,
  athleteId: string,
  productIds: readonly string[],
): Promise<ProductAdmission> {
  return callProductLimiter<ProductAdmission>(
    ctx.env,
    { partnerId: ctx.principal.partnerId, athleteId },
    async (limiter) => limiter.take(productBudgetOf(ctx.principal.limits), productIds),
  );
}

/** Describes the athlete's budgets in the answer, and turns a refused charge into a failure. */
function describeAdmission(ctx: PartnerContext, admission: ProductAdmission): ProductsAdmitted | Failure {
  describeBudgets(ctx, productBudgetOf(ctx.principal.limits), admission.left);
  switch (admission.outcome) {
    case 'rate_limited':
      return fail('athlete_rate_limited', { retryAfterSeconds: admission.retryAfterSeconds });
    case 'daily_limit_reached':
      return fail('athlete_daily_limit_reached', { retryAfterSeconds: admission.retryAfterSeconds });
    case 'admitted':
      return admission;
  }
}

/** Describes the athlete's budgets in the answer, after that of the key. */
function describeBudgets(
  { rateLimits }: PartnerContext,
  { requestsPerMin, recordsPerDay }: ProductBudget,
  { requests, records }: ProductsLeft,
): void {
  const [minute, day] = [MINUTE_MS / SECOND_MS, DAY_MS / SECOND_MS];
  rateLimits.set('athlete-products', { budget: requestsPerMin, windowSeconds: minute, ...requests });
  rateLimits.set('athlete-records', { budget: recordsPerDay, windowSeconds: day, ...records });
}

/** Refunds the charge of an access that did not happen. */
export async function refundCharge(
  ctx: PartnerContext,
  athleteId: string,
  charge: ProductCharge,
): Promise<void> {
  const { partnerId } = ctx.principal;
  await callProductLimiter<void>(ctx.env, { partnerId, athleteId }, async (limiter) =>
    limiter.giveBack(productBudgetOf(ctx.principal.limits), charge),
  );
}

/** Removes the limiter of an athlete who was erased since the read, and returns `athlete_not_found`. */
export async function forgetErased(ctx: PartnerContext, athleteId: string): Promise<Failure> {
  await forgetProductLimiter(ctx.env, { partnerId: ctx.principal.partnerId, athleteId });
  return fail('athlete_not_found');
}

function productBudgetOf({
  productPerMin,
  productRecordsPerDay,
}: Pick<Limits, 'productPerMin' | 'productRecordsPerDay'>): ProductBudget {
  return { requestsPerMin: productPerMin, recordsPerDay: productRecordsPerDay };
}

/** Returns the log row of an access. */
export function toLogRow(
  ctx: PartnerContext,
  { athleteId, query, productIds }: ProductAccess,
): ProductAccessRow {
  return {
    id: newId('acc', ctx.nowMs),
    partnerId: ctx.principal.partnerId,
    athleteId,
    query,
    at: ctx.nowMs,
    resultCount: productIds.length,
  };
}

/** Formats the path and query of a request for the log, without the athlete, who has a separate column. */
export function describeQuery(path: string, query: Readonly<Record<string, unknown>>): string {
  const asked = Object.entries(query).filter(([name, value]) => name !== 'athlete_id' && value !== undefined);
  const parameters = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

/**
 * Marks products, after the answer, as shown today to one of the partner's athletes. The nightly count reads
 * the marks. A mark lost with its isolate or a failing database is made up when the partner shows the product
 * to another athlete.
 */
export function markSeen(ctx: PartnerContext, db: Database, productIds: readonly string[]): void {
  if (productIds.length === 0) return;
  ctx.waitUntil(
    db
      .batch([
        insertSeen(db, ctx.principal.partnerId, {
          productIds,
          day: Math.floor(ctx.nowMs / DAY_MS),
        }),
      ])
      .catch(() => undefined),
  );
}
