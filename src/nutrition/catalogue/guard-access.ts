import { DAY_MS, MINUTE_MS, SECOND_MS } from '#platform/clock.ts';
import { callProductLimiter, forgetProductLimiter } from '#platform/guards/call-guard.ts';
import type {
  ProductAdmission,
  ProductBudget,
  ProductCharge,
  ProductsAdmitted,
  ProductsLeft,
} from '#platform/guards/product-limiter.ts';
import { databaseOfAthlete, type PartnerContext, untilAdmitted } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import type { AthleteRow, ProductAccessRow } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { newId } from '#platform/storage/ids.ts';
import { selectLiveAthlete, whereAthleteIsLive } from '#platform/storage/live-athlete.ts';
import { deleteAccess, insertAccess, insertSeen } from './shared-repository.ts';

/** Errors of every route that shows products. */
export const budgetErrors = ['athlete_rate_limited', 'athlete_daily_limit_reached'] as const;

interface ProductAccess {
  readonly athleteId: string;
  /** The request as shown in the access log. */
  readonly query: string;
  /** The products in the answer. */
  readonly productIds: readonly string[];
}

/**
 * Reads one of the caller's athletes, then charges and logs the access. The answer may then be sent. An
 * athlete who is missing or not the caller's costs nothing.
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
  const db = databaseOfAthlete(ctx, access.athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete]] = await db.batch([selectLiveAthlete(db, ctx.principal.partnerId, access.athleteId)]);
  if (!athlete) return fail('athlete_not_found');
  if (fullTierOnly !== null && athlete.tier !== 'full') return fullTierOnly;
  return (await chargeAndLog(ctx, db, access)) ?? athlete;
}

/**
 * Charges an access for one of the caller's athletes, already read, and logs it concurrently. Null if the
 * answer may be sent. The log row of a refused charge is removed.
 *
 * @throws StorageUnavailable if the limiter or the log does not answer: nothing is shown without being logged
 */
export async function chargeAndLog(
  ctx: PartnerContext,
  db: Database,
  access: ProductAccess,
): Promise<Failure | null> {
  const { athleteId, productIds } = access;
  await untilAdmitted(ctx);
  const row = toLogRow(ctx, access);
  const [charged, [{ meta }]] = await Promise.all([
    chargeProducts(ctx, athleteId, productIds),
    db.batch([insertAccess(db, row, whereAthleteIsLive(ctx.principal.partnerId, athleteId))]),
  ]);
  if (meta.changes === 0) return forgetErased(ctx, athleteId);
  if (!isFailure(charged)) {
    markSeen(ctx, db, charged.newIds);
    return null;
  }
  await db.batch([deleteAccess(db, row)]);
  return charged;
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
  const budget = productBudgetOf(ctx);
  const admission = await callProductLimiter<ProductAdmission>(
    ctx.env,
    { partnerId: ctx.principal.partnerId, athleteId },
    async (limiter) => limiter.take(budget, productIds),
  );
  describeBudgets(ctx, budget, admission.left);
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
    limiter.giveBack(productBudgetOf(ctx), charge),
  );
}

/** Removes the limiter of an athlete who was erased since the read, and returns `athlete_not_found`. */
export async function forgetErased(ctx: PartnerContext, athleteId: string): Promise<Failure> {
  await forgetProductLimiter(ctx.env, { partnerId: ctx.principal.partnerId, athleteId });
  return fail('athlete_not_found');
}

function productBudgetOf(ctx: PartnerContext): ProductBudget {
  const { limits } = ctx.principal;
  return { requestsPerMin: limits.productPerMin, recordsPerDay: limits.productRecordsPerDay };
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
