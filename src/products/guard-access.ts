import type { SQL } from 'drizzle-orm';
import { callProductLimiter } from '../guards/call-guard.ts';
import type {
  ProductAdmission,
  ProductBudget,
  ProductCharge,
  ProductCost,
} from '../guards/product-limiter.ts';
import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { productAccessLog } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { newId } from '../storage/ids.ts';
import { whereAthleteIsLive } from '../storage/live-athlete.ts';

/** Errors of every route that shows products. */
export const budgetErrors = ['athlete_rate_limited', 'athlete_daily_limit_reached'] as const;

interface ProductAccess extends ProductCost {
  readonly athleteId: string;
  /** The request as the access log shows it. */
  readonly query: string;
}

/**
 * Charges a product access to the athlete's budgets and writes it to the access log; null if the answer may
 * be sent. The caller must have checked that the athlete exists, because an unknown identifier must not
 * create a limiter object.
 *
 * @throws StorageUnavailable if the limiter or the log does not answer: nothing is shown unlogged
 */
export async function guardProductAccess(
  ctx: PartnerContext,
  db: Database,
  access: ProductAccess,
): Promise<Failure | null> {
  const charge = await chargeProducts(ctx, access.athleteId, access);
  return isFailure(charge) ? charge : logAccess(ctx, db, access);
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
    limiter.take(budgetOf(ctx), { reservedRecords, usedRecords }),
  );
  switch (admission.outcome) {
    case 'rate_limited':
      return fail('athlete_rate_limited', { retryAfterSeconds: admission.retryAfterSeconds });
    case 'daily_limit_reached':
      return fail('athlete_daily_limit_reached', { retryAfterSeconds: admission.retryAfterSeconds });
    case 'admitted':
      return admission.charge;
  }
}

/** Refunds to the athlete's budgets the charge of an access that did not happen. */
export async function refundCharge(
  ctx: PartnerContext,
  athleteId: string,
  charge: ProductCharge,
): Promise<void> {
  await callProductLimiter<void>(ctx.env, athleteId, async (limiter) =>
    limiter.giveBack(budgetOf(ctx), charge),
  );
}

/** Removes the limiter of an athlete who was erased since the read, and returns `athlete_not_found`. */
export async function forgetErased(ctx: PartnerContext, athleteId: string): Promise<Failure> {
  await callProductLimiter(ctx.env, athleteId, (limiter) => limiter.forget());
  return fail('athlete_not_found');
}

function budgetOf(ctx: PartnerContext): ProductBudget {
  const limits = ctx.env.limits[ctx.principal.environment];
  return { requestsPerMin: limits.productPerMin, recordsPerDay: limits.productRecordsPerDay };
}

async function logAccess(ctx: PartnerContext, db: Database, access: ProductAccess): Promise<Failure | null> {
  const isLive = whereAthleteIsLive(ctx.principal.partnerId, access.athleteId);
  const [written] = await db.batch([insertAccess(ctx, db, access, isLive)]);
  return written.meta.changes > 0 ? null : forgetErased(ctx, access.athleteId);
}

/** Inserts the log row of an access if `condition` holds; otherwise `meta.changes` is 0. */
export function insertAccess(
  ctx: PartnerContext,
  db: Database,
  { athleteId, query, usedRecords }: Omit<ProductAccess, 'reservedRecords'>,
  condition: SQL,
) {
  const row = {
    id: newId('acc', ctx.nowMs),
    partnerId: ctx.principal.partnerId,
    athleteId,
    query,
    at: ctx.nowMs,
    resultCount: usedRecords,
  };
  return insertWhere(db, productAccessLog, row, condition);
}

/** Formats a request for the log: its path and query, without the athlete, who has a separate column. */
export function describeQuery(path: string, query: Readonly<Record<string, unknown>>): string {
  const asked = Object.entries(query).filter(([name, value]) => name !== 'athlete_id' && value !== undefined);
  const parameters = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
