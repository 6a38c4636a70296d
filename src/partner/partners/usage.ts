import { and, eq, gte, lt, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS, startOf } from '#platform/clock.ts';
import { ENVIRONMENTS, type Environment } from '#platform/env.ts';
import { type PartnerContext, type RequestContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail, invalid, isFailure } from '#platform/http/errors.ts';
import { described } from '#platform/http/openapi-metadata.ts';
import { inputEnvironment } from '#platform/http/wire-fields.ts';
import type { Database } from '#platform/storage/database.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import { type StatusClass, usage } from '#platform/storage/registry-schema.ts';
import { isOneOf } from '#platform/storage/statements.ts';

const usageQuery = {
  from: described(z.optional(z.iso.date()), 'First UTC day, inclusive. Default: six days before `to`.'),
  to: described(
    z.optional(z.iso.date()),
    'Last UTC day, inclusive. Default: today. The range may span at most 92 days.',
  ),
  granularity: described(
    z.optional(z.enum(['hour', 'day'])),
    'Period that each count covers, in UTC. Default: `day`.',
  ),
};

export const partnerUsageQuery = z.strictObject(usageQuery);

export const operatorUsageQuery = z.strictObject({
  ...usageQuery,
  environment: z.optional(
    inputEnvironment('Only this environment: `test` or `sandbox`, `live` or `production`. Default: both.'),
  ),
});

type UsageQuery = z.output<typeof partnerUsageQuery>;

const DEFAULT_DAYS = 7;
/** Limits the answer to a quarter of a year. */
const DAYS_MAX = 92;

/** The number of requests to one operation in one period with one class of response status. */
export interface UsageOfPeriod {
  readonly at: number;
  readonly environment: Environment;
  readonly operationId: string;
  readonly statusClass: StatusClass;
  readonly requests: number;
}

/** Reads the usage of the caller's partner in the caller's environment. */
export async function readUsage(
  ctx: PartnerContext,
  query: UsageQuery,
): Promise<readonly UsageOfPeriod[] | Failure> {
  const span = spanOf(query, ctx.nowMs);
  if (isFailure(span)) return span;
  const { partnerId, environment } = ctx.principal;
  const registry = registryOf(ctx);
  const [rows] = await registry.batch([selectUsage(registry, partnerId, [environment], span)]);
  return rows;
}

/** Reads a partner's usage for the operator, in one environment or both. */
export async function readUsageOfPartner(
  ctx: RequestContext,
  partnerId: string,
  query: UsageQuery & { readonly environment?: Environment | undefined },
): Promise<readonly UsageOfPeriod[] | Failure> {
  const span = spanOf(query, ctx.nowMs);
  if (isFailure(span)) return span;
  const environments = query.environment ? [query.environment] : ENVIRONMENTS;
  const registry = registryOf(ctx);
  const [[partner], rows] = await registry.batch([
    selectPartner(registry, partnerId),
    selectUsage(registry, partnerId, environments, span),
  ]);
  return partner ? rows : fail('partner_not_found');
}

/** Returns the time span of a query. Rejects one that is empty or too long. */
function spanOf({ from, to, granularity = 'day' }: UsageQuery, nowMs: number): Span | Failure {
  const lastMs = to === undefined ? startOf(DAY_MS, nowMs) : Date.parse(to);
  const fromMs = from === undefined ? lastMs - (DEFAULT_DAYS - 1) * DAY_MS : Date.parse(from);
  const beforeMs = lastMs + DAY_MS;
  const refuse = (message: string) => invalid({ pointer: '?from', code: 'invalid_range', message });
  if (fromMs > lastMs) return refuse('is after `to`, or after today');
  if (beforeMs - fromMs > DAYS_MAX * DAY_MS)
    return refuse(`is more than ${DAYS_MAX} days before the end of \`to\``);
  return { fromMs, beforeMs, periodMs: granularity === 'day' ? DAY_MS : HOUR_MS };
}

/** A time span divided into periods of equal length. */
interface Span {
  readonly fromMs: number;
  readonly beforeMs: number;
  readonly periodMs: number;
}

/** Selects a partner's usage in these environments, summed by period, oldest first. */
function selectUsage(
  registry: Database,
  partnerId: string,
  environments: readonly Environment[],
  { fromMs, beforeMs, periodMs }: Span,
) {
  // D1 may bind a number as REAL, and dividing by that would not round down.
  const period = sql`CAST(${periodMs} AS INTEGER)`;
  const at = sql.identifier('at');
  const keys = [sql`${at}`, usage.environment, usage.operationId, usage.statusClass];
  return registry
    .select({
      at: sql<number>`${usage.hour} / ${period} * ${period}`.as('at'),
      environment: usage.environment,
      operationId: usage.operationId,
      statusClass: usage.statusClass,
      requests: sql<number>`sum(${usage.requests})`.as('requests'),
    })
    .from(usage)
    .where(
      and(
        eq(usage.partnerId, partnerId),
        isOneOf(usage.environment, environments),
        gte(usage.hour, fromMs),
        lt(usage.hour, beforeMs),
      ),
    )
    .groupBy(...keys)
    .orderBy(...keys);
}
