import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { ProductAdmission, ProductCost, ProductLimiter } from '../limits/product-limiter.ts';
import { productAccessLog } from '../storage/athlete-schema.ts';
import { type Database, StorageUnavailable } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { newId } from '../storage/ids.ts';
import { whereAthleteIsLive } from '../storage/live-athlete.ts';

/**
 * What stands between the catalogue and every answer that shows products: the athlete's budgets, then a row
 * in the access log. Null means that the answer may leave. The caller has checked that the athlete exists:
 * an unknown identifier must not make a limiter object.
 *
 * @param access `query` is what was asked, as the log shall show it
 * @throws StorageUnavailable where the limiter or the log does not answer: nothing is shown unlogged
 */
export async function guardProductAccess(
  ctx: PartnerContext,
  db: Database,
  access: ProductCost & { readonly athleteId: string; readonly query: string },
): Promise<Failure | null> {
  const admission = await takeBudget(ctx, access);
  switch (admission.outcome) {
    case 'rate_limited':
      return fail('athlete_rate_limited', { retryAfterSeconds: admission.retryAfterSeconds });
    case 'daily_limit_reached':
      return fail('athlete_daily_limit_reached', { retryAfterSeconds: admission.retryAfterSeconds });
    case 'admitted':
      return logAccess(ctx, db, access);
  }
}

async function takeBudget(
  ctx: PartnerContext,
  { athleteId, reservedRecords, usedRecords }: ProductCost & { readonly athleteId: string },
): Promise<ProductAdmission> {
  const limits = ctx.env.limits[ctx.principal.environment];
  const budget = { requestsPerMin: limits.productPerMin, recordsPerDay: limits.productRecordsPerDay };
  return askLimiter<ProductAdmission>(ctx, athleteId, async (limiter) =>
    limiter.take(budget, { reservedRecords, usedRecords }),
  );
}

async function askLimiter<Answer>(
  ctx: PartnerContext,
  athleteId: string,
  question: (limiter: DurableObjectStub<ProductLimiter>) => Promise<Answer>,
): Promise<Answer> {
  const limiters = ctx.env.productLimiters;
  try {
    return await question(limiters.get(limiters.idFromName(athleteId)));
  } catch (cause) {
    throw new StorageUnavailable("the athlete's product limiter did not answer", { cause });
  }
}

async function logAccess(
  ctx: PartnerContext,
  db: Database,
  { athleteId, query, usedRecords }: { athleteId: string; query: string; usedRecords: number },
): Promise<Failure | null> {
  const { partnerId } = ctx.principal;
  const row = {
    id: newId('acc', ctx.nowMs),
    partnerId,
    athleteId,
    query,
    at: ctx.nowMs,
    resultCount: usedRecords,
  };
  const [written] = await db.batch([
    insertWhere(db, productAccessLog, row, whereAthleteIsLive(partnerId, athleteId)),
  ]);
  if (written.meta.changes > 0) return null;
  // Erased since it was read: an erased athlete sees nothing any more, and leaves no limiter behind.
  await askLimiter(ctx, athleteId, (limiter) => limiter.forget());
  return fail('athlete_not_found');
}

/** A request as the log shows it: its path and what was asked, without the athlete, who has a column of its own. */
export function describeQuery(path: string, query: Readonly<Record<string, unknown>>): string {
  const asked = Object.entries(query).filter(([name, value]) => name !== 'athlete_id' && value !== undefined);
  const parameters = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
