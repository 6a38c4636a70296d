import type { Env } from '../env.ts';
import { type Failure, invalid } from '../http/errors.ts';
import type { Region } from '../regions.ts';
import { chooseShard, currentShard } from '../storage/placement.ts';
import type { PartnerRow, ShardRow } from '../storage/registry-schema.ts';

type Shards = Pick<PartnerRow, 'testShards' | 'liveShards'>;

export const NO_SHARDS: Shards = { testShards: [], liveShards: [] };

/**
 * Assigns a partner a shard of each environment in each of these regions in which it has none. Returns the
 * lists of shards, or a 422 that names a region without an open database.
 */
export function placeInRegions(
  env: Pick<Env, 'athleteDatabases'>,
  states: readonly ShardRow[],
  regions: readonly Region[],
  { testShards, liveShards }: Shards,
): Shards | Failure {
  const placed = { testShards: [...testShards], liveShards: [...liveShards] };
  for (const [index, region] of regions.entries()) {
    for (const environment of ['test', 'live'] as const) {
      const list = environment === 'test' ? placed.testShards : placed.liveShards;
      if (currentShard(list, region) !== null) continue;
      const shard = chooseShard(env, states, { environment, region }, list);
      if (shard === null) return withoutDatabase(index, region);
      list.push(shard);
    }
  }
  return placed;
}

function withoutDatabase(index: number, region: Region): Failure {
  return invalid({
    pointer: `/regions/${index}`,
    code: 'invalid_value',
    message: `${region} does not have an open database in each environment`,
  });
}
