import { and, gt, sql } from 'drizzle-orm';
import { moveOn } from '#nutrition/athletes/move-on.ts';
import type { Env } from '#platform/env.ts';
import { regionOfShard } from '#platform/regions.ts';
import type { Database, StorageMeter } from '#platform/storage/database.ts';
import type { JobStep } from '#platform/storage/job.ts';
import { chooseShard, currentShard, shardsIn } from '#platform/storage/placement.ts';
import { type PartnerRow, partners, type ShardRow } from '#platform/storage/registry-schema.ts';
import { readShardStates } from '#platform/storage/shard-states.ts';

const PAGE_PARTNERS = 50;

interface Leaving {
  readonly partner: PartnerRow;
  readonly closed: ShardRow;
}

/**
 * Begins to move partners from closed shards to open ones, and returns a function that takes the next bounded
 * step. A partner stays if no other shard of the region is open.
 */
export function beginLeavingClosedShards(
  env: Env,
  meter: StorageMeter,
  registry: Database,
  nowMs: number,
): () => Promise<JobStep> {
  let waiting: Leaving[] = [];
  let after = '';
  let isLastPage = false;
  return async () => {
    const [next, ...others] = waiting;
    if (next) {
      waiting = others;
      await leave(env, meter, next, nowMs);
      return { counts: { partners: 1 }, isDone: isLastPage && others.length === 0 };
    }
    const states = await readShardStates(env, meter, nowMs);
    const [page] = await registry.batch([selectPartnersAfter(registry, after)]);
    const closed = states.filter(({ isOpen }) => !isOpen);
    waiting = page.flatMap((partner) =>
      closed.filter((row) => mayLeave(env, states, partner, row)).map((row) => ({ partner, closed: row })),
    );
    after = page.at(-1)?.id ?? after;
    isLastPage = closed.length === 0 || page.length < PAGE_PARTNERS;
    return { counts: {}, isDone: isLastPage && waiting.length === 0 };
  };
}

/** Returns whether a partner's new athletes go to this shard and could go to another one. */
function mayLeave(
  env: Env,
  states: readonly ShardRow[],
  partner: PartnerRow,
  { environment, shard }: ShardRow,
): boolean {
  const region = regionOfShard(shard);
  const used = shardsIn(partner, environment);
  const isCurrent = region !== null && currentShard(used, region) === shard;
  return isCurrent && chooseShard(env, states, { environment, region }, used) !== null;
}

async function leave(
  env: Env,
  meter: StorageMeter,
  { partner, closed }: Leaving,
  nowMs: number,
): Promise<void> {
  const { environment, shard } = closed;
  const region = regionOfShard(shard);
  if (region) await moveOn(env, meter, partner.id, { environment, region, shard }, nowMs);
}

function selectPartnersAfter(registry: Database, afterId: string) {
  return registry
    .select()
    .from(partners)
    .where(and(gt(partners.id, afterId), sql`${partners.status} = 'active'`))
    .orderBy(partners.id)
    .limit(PAGE_PARTNERS);
}
