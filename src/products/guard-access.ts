import { and, eq, type SQL } from 'drizzle-orm';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../clock.ts';
import type { Limits } from '../env.ts';
import { callProductLimiter, forgetProductLimiter } from '../guards/call-guard.ts';
import type {
  ProductAdmission,
  ProductBudget,
  ProductCharge,
  ProductCost,
} from '../guards/product-limiter.ts';
import { databaseOfAthlete, type PartnerContext, untilAdmitted } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import {
  type AthleteRow,
  athletes,
  type ProductAccessRow,
  productAccessLog,
} from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { newId } from '../storage/ids.ts';
import {
  existsAthlete,
  isLiveAthlete,
  selectLiveAthlete,
  selectLiveAthleteOfAnyPartner,
  whereAthleteIsLive,
} from '../storage/live-athlete.ts';

/** Errors of every route that shows products. */
export const budgetErrors = ['athlete_rate_limited', 'athlete_daily_limit_reached'] as const;

interface ProductAccess extends ProductCost {
  readonly athleteId: string;
  /** The request as the access log shows it. */
  readonly query: string;
}

/**
 * Charges an access to the athlete's budgets, then in one batch checks the athlete and logs the access. Returns the
 * athlete; the answer may then be sent. The limiter comes first, so that a refusal costs no database: a charge for an
 * athlete who is not there is undone.
 *
 * @param fullTierOnly the refusal of a request that teaser tier may not make; it costs nothing. Null if both may
 * @throws StorageUnavailable if the limiter or the log does not answer: nothing is shown unlogged
 */
export async function accessProducts(
  ctx: PartnerContext,
  access: ProductAccess,
  fullTierOnly: Failure | null = null,
): Promise<AthleteRow | Failure> {
  const { athleteId } = access;
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const charge = await chargeProducts(ctx, athleteId, access);
  if (isFailure(charge)) return charge;
  const { partnerId } = ctx.principal;
  const isShown = and(
    isLiveAthlete(partnerId, athleteId),
    fullTierOnly === null ? undefined : eq(athletes.tier, 'full'),
  );
  const [{ meta }, [athlete]] = await db.batch([
    insertAccess(db, toLogRow(ctx, access), existsAthlete(isShown)),
    selectLiveAthlete(db, partnerId, athleteId),
  ]);
  if (!athlete) return undoCharge(ctx, db, athleteId, charge);
  if (meta.changes > 0) return athlete;
  if (fullTierOnly === null) throw new Error('the access of a live athlete was not logged');
  await refundCharge(ctx, athleteId, charge);
  return fullTierOnly;
}

/**
 * Undoes the charge of an athlete who is not the caller's or does not exist, and returns `athlete_not_found`. Another
 * partner's athlete keeps its budgets as they were; a limiter that only this request made is removed.
 */
async function undoCharge(
  ctx: PartnerContext,
  db: Database,
  athleteId: string,
  charge: ProductCharge,
): Promise<Failure> {
  const [[other]] = await db.batch([selectLiveAthleteOfAnyPartner(db, athleteId)]);
  if (!other) return forgetErased(ctx, athleteId);
  await refundCharge(ctx, athleteId, charge);
  return fail('athlete_not_found');
}

/**
 * Charges an access to products that were chosen from the athlete's data, and logs it at the same time; null
 * if the answer may be sent. The log row of a refused charge is removed.
 *
 * @throws StorageUnavailable if the limiter or the log does not answer: nothing is shown unlogged
 */
export async function chargeAndLog(
  ctx: PartnerContext,
  db: Database,
  access: ProductAccess,
): Promise<Failure | null> {
  const { athleteId } = access;
  await untilAdmitted(ctx);
  const row = toLogRow(ctx, access);
  const [charge, [{ meta }]] = await Promise.all([
    chargeProducts(ctx, athleteId, access),
    db.batch([insertAccess(db, row, whereAthleteIsLive(ctx.principal.partnerId, athleteId))]),
  ]);
  if (meta.changes === 0) return forgetErased(ctx, athleteId);
  if (!isFailure(charge)) return null;
  const isRow = and(eq(productAccessLog.partnerId, row.partnerId), eq(productAccessLog.id, row.id));
  await db.batch([db.delete(productAccessLog).where(isRow)]);
  return charge;
}

/**
 * Charges a request and its records to the athlete's budgets; the caller writes the log row.
 *
 * @throws StorageUnavailable if the limiter does not answer
 */
export async function chargeProducts(
  ctx: PartnerContext,
  athleteId: string,
  { reservedRecords, usedRecords }: ProductCost,
): Promise<ProductCharge | Failure> {
  const admission = await callProductLimiter<ProductAdmission>(ctx.env, athleteId, async (limiter) =>
    limiter.take(productBudgetOf(ctx), { reservedRecords, usedRecords }),
  );
  switch (admission.outcome) {
    case 'rate_limited':
      describeLimit(ctx, RATE_POLICY, admission.retryAfterSeconds);
      return fail('athlete_rate_limited', { retryAfterSeconds: admission.retryAfterSeconds });
    case 'daily_limit_reached':
      describeLimit(ctx, DAY_POLICY, admission.retryAfterSeconds);
      return fail('athlete_daily_limit_reached', { retryAfterSeconds: admission.retryAfterSeconds });
    case 'admitted':
      return admission.charge;
  }
}

interface LimitPolicy {
  readonly name: string;
  readonly windowSeconds: number;
  readonly budgetOf: (limits: Limits) => number;
}

const RATE_POLICY: LimitPolicy = {
  name: 'athlete-products',
  windowSeconds: MINUTE_MS / SECOND_MS,
  budgetOf: ({ productPerMin }) => productPerMin,
};
const DAY_POLICY: LimitPolicy = {
  name: 'athlete-records',
  windowSeconds: DAY_MS / SECOND_MS,
  budgetOf: ({ productRecordsPerDay }) => productRecordsPerDay,
};

/** Describes the athlete's limit, which refused the request, instead of the key's, which is not reached. */
function describeLimit(
  ctx: PartnerContext,
  { name, windowSeconds, budgetOf }: LimitPolicy,
  seconds: number,
): void {
  const budget = budgetOf(ctx.env.limits[ctx.principal.environment]);
  ctx.responseHeaders.set('RateLimit-Policy', `"${name}";q=${budget};w=${windowSeconds}`);
  ctx.responseHeaders.set('RateLimit', `"${name}";r=0;t=${seconds}`);
}

/** Refunds to the athlete's budgets the charge of an access that did not happen. */
export async function refundCharge(
  ctx: PartnerContext,
  athleteId: string,
  charge: ProductCharge,
): Promise<void> {
  await callProductLimiter<void>(ctx.env, athleteId, async (limiter) =>
    limiter.giveBack(productBudgetOf(ctx), charge),
  );
}

/** Removes the limiter of an athlete who was erased since the read, and returns `athlete_not_found`. */
export async function forgetErased(ctx: PartnerContext, athleteId: string): Promise<Failure> {
  await forgetProductLimiter(ctx.env, athleteId);
  return fail('athlete_not_found');
}

function productBudgetOf(ctx: PartnerContext): ProductBudget {
  const limits = ctx.env.limits[ctx.principal.environment];
  return { requestsPerMin: limits.productPerMin, recordsPerDay: limits.productRecordsPerDay };
}

/** Returns the log row of an access. */
export function toLogRow(
  ctx: PartnerContext,
  { athleteId, query, usedRecords }: Omit<ProductAccess, 'reservedRecords'>,
): ProductAccessRow {
  return {
    id: newId('acc', ctx.nowMs),
    partnerId: ctx.principal.partnerId,
    athleteId,
    query,
    at: ctx.nowMs,
    resultCount: usedRecords,
  };
}

/** Inserts the log row of an access if `condition` holds; otherwise `meta.changes` is 0. */
export function insertAccess(db: Database, row: ProductAccessRow, condition: SQL) {
  return insertWhere(db, productAccessLog, row, condition);
}

/** Formats a request for the log: its path and query, without the athlete, who has a separate column. */
export function describeQuery(path: string, query: Readonly<Record<string, unknown>>): string {
  const asked = Object.entries(query).filter(([name, value]) => name !== 'athlete_id' && value !== undefined);
  const parameters = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
