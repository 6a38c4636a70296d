import { and, eq } from 'drizzle-orm';
import type { Env, Environment } from '#platform/env.ts';
import { projectPartner } from '#platform/guards/call-guard.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { describeFault } from '#platform/http/log.ts';
import { rememberShards } from '#platform/http/partner-shards.ts';
import type { Region } from '#platform/regions.ts';
import { requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import { athletes } from '#platform/storage/athlete-schema.ts';
import type { Database, StorageMeter } from '#platform/storage/database.ts';
import { IS_LIVE } from '#platform/storage/live-athlete.ts';
import { appendNextShard } from '#platform/storage/partner-shards.ts';
import { type ShardList, shardsIn } from '#platform/storage/placement.ts';

/**
 * Moves a partner to another shard of a region and updates its keys, if its new athletes there still go to
 * `from`. Returns the partner's list for the environment as the registry then has it. Null if the registry
 * has no such partner. Throws StorageUnavailable.
 */
export async function moveOn(
  env: Pick<Env, 'athleteDatabases' | 'registry' | 'keyGuards' | 'isLocal' | 'opensShardsAtMs'>,
  meter: StorageMeter,
  partnerId: string,
  from: { readonly environment: Environment; readonly region: Region; readonly shard: string },
  nowMs: number,
): Promise<ShardList | null> {
  await appendNextShard(env, meter, partnerId, from, nowMs);
  // Even if another call was first: KV may still have the record that this caller read.
  const projected = await projectPartner(env, meter, partnerId);
  return projected && shardsIn(projected.partner, from.environment);
}

/**
 * Index rows read by counting per new athlete, on average. A partner is counted at one creation in
 * ATHLETES_PER_SHARD / 100, so it moves about 1% late. With tiny shards, as in tests, it is counted at every
 * creation.
 */
const COUNTED_ROWS = 100;

interface Creations {
  readonly environment: Environment;
  readonly partnerId: string;
  readonly region: Region;
  readonly shard: string;
  /** The number of athletes just created there. */
  readonly created: number;
}

/**
 * Moves the partner to another shard of the region once this one is full. Runs after the answer to a
 * creation. A failure is only logged, because a later creation tries again.
 */
export async function leaveFullShard(ctx: RequestContext, creations: Creations): Promise<void> {
  const { athletesPerShard } = ctx.env;
  if (Math.random() * athletesPerShard >= COUNTED_ROWS * creations.created) return;
  try {
    const db = requireAthleteDatabase(ctx.env, ctx.log, creations);
    const [[last]] = await db.batch([selectNthAthlete(db, creations.partnerId, athletesPerShard)]);
    if (!last) return;
    const shards = await moveOn(ctx.env, ctx.log, creations.partnerId, creations, ctx.nowMs);
    if (shards) rememberShards(creations, shards);
  } catch (cause) {
    ctx.log.fault = describeFault(cause);
  }
}

/** Selects a partner's n-th athlete in this database, if there are that many. */
export function selectNthAthlete(db: Database, partnerId: string, n: number) {
  return db
    .select({ id: athletes.id })
    .from(athletes)
    .where(and(eq(athletes.partnerId, partnerId), IS_LIVE))
    .orderBy(athletes.id)
    .limit(1)
    .offset(n - 1);
}
