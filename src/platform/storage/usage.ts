import { sql } from 'drizzle-orm';
import type { Environment } from '../env.ts';
import type { GuardRegion } from '../regions.ts';
import { type AnswerCount, writeAnswers } from './answer-counts.ts';
import type { Database } from './database.ts';
import { type StatusClass, usage, usageFlushes } from './registry-schema.ts';
import type { ReportedSize } from './reported-sizes.ts';
import { writeSizes } from './shard-states.ts';

/** The number of requests to one operation in one hour with one class of response status. */
export interface UsageCount {
  /** The first millisecond of the hour. */
  readonly hourMs: number;
  readonly operationId: string;
  readonly statusClass: StatusClass;
  readonly requests: number;
}

/** The partner whose requests are counted, in one environment. */
export interface UsageOwner {
  readonly partnerId: string;
  readonly environment: Environment;
  /** The object that sums the counts of many guards for the registry. Without one, each guard writes its own. */
  readonly pool?: { readonly name: string; readonly region: GuardRegion };
}

/** Counts that are added to the registry only once, even if the guard sends them again. */
export interface UsageFlush {
  readonly id: string;
  readonly owner: UsageOwner;
  readonly counts: readonly UsageCount[];
  /** Sizes of databases, newest first. */
  readonly sizes: readonly ReportedSize[];
  readonly answers: readonly AnswerCount[];
}

/** The table of usage and the key of its rows. */
export const USAGE = {
  table: usage,
  key: [usage.partnerId, usage.environment, usage.hour, usage.operationId, usage.statusClass],
};

/**
 * Adds the counts of a flush, unless it repeats this guard's last one, and stores its sizes. Throws StorageUnavailable.
 */
export async function addUsage(
  registry: Database,
  guard: string,
  { id, owner, counts, sizes, answers }: UsageFlush,
  nowMs: number,
): Promise<void> {
  const isRepeated = sql`EXISTS (SELECT 1 FROM usage_flushes AS sent WHERE sent.guard = ${guard} AND sent.flush = ${id})`;
  await registry.batch([
    registry
      .insert(usage)
      .select(
        sql`SELECT ${owner.partnerId}, ${owner.environment}, value ->> 'hourMs', value ->> 'operationId',
          value ->> 'statusClass', value ->> 'requests'
          FROM json_each(${JSON.stringify(counts)}) WHERE NOT ${isRepeated}`,
      )
      .onConflictDoUpdate({
        target: USAGE.key,
        set: { requests: sql`${usage.requests} + excluded.requests` },
      }),
    ...(answers.length === 0 ? [] : [writeAnswers(registry, answers, sql`NOT ${isRepeated}`)]),
    registry
      .insert(usageFlushes)
      .values({ guard, flush: id, at: nowMs })
      .onConflictDoUpdate({ target: usageFlushes.guard, set: { flush: id, at: nowMs } }),
    ...(sizes.length === 0 ? [] : [writeSizes(registry, sizes)]),
  ]);
}
