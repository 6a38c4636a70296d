import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Environment } from '#platform/env.ts';
import { isOneOf } from '#platform/storage/conditions.ts';
import type { Database } from '#platform/storage/database.ts';
import { usage } from '#platform/storage/registry-schema.ts';

/** A time span divided into periods of equal length. */
export interface Span {
  readonly fromMs: number;
  readonly beforeMs: number;
  readonly periodMs: number;
}

/** Selects a partner's usage in these environments, summed by period, oldest first. */
export function selectUsage(
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
