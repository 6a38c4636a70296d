import { ATHLETE_BYTES_PER_YEAR, type Env, type Environment } from '../env.ts';
import { type Region, regionOfShard } from '../regions.ts';
import { isBehind } from './needed-migrations.ts';
import type { PartnerRow, ShardRow } from './registry-schema.ts';

/**
 * A partner's shards in one environment, in the order of their first use. The list only grows. Its first entry is always
 * the partner's home shard, and the last one of a region takes new athletes there.
 */
export type ShardList = readonly string[];

/** Returns the partner's shards of an environment. */
export function shardsIn(
  partner: Pick<PartnerRow, 'testShards' | 'liveShards'>,
  environment: Environment,
): ShardList {
  return environment === 'test' ? partner.testShards : partner.liveShards;
}

/** Returns the shard that takes the partner's new athletes in a region, or null if the partner has none there. */
export function currentShard(shards: ShardList, region: Region): string | null {
  return shards.findLast((shard) => regionOfShard(shard) === region) ?? null;
}

/** Returns the partner's home shard. Throws if the list is empty (a bug). */
export function homeShard([home]: ShardList): string {
  if (home === undefined) throw new Error('a partner must have a home shard');
  return home;
}

/** Years for which a shard's athletes should have space. */
const HORIZON_YEARS = 2.5;

/** Returns the projected bytes of a shard once its athletes have been there for the horizon. Null if its size is unknown. */
function projectedBytes({ sizeBytes, athletes }: Pick<ShardRow, 'sizeBytes' | 'athletes'>): number | null {
  if (sizeBytes === null || athletes === null) return null;
  return sizeBytes + athletes * ATHLETE_BYTES_PER_YEAR * HORIZON_YEARS;
}

/**
 * Chooses the shard of a region that takes a partner's next athletes: the open shard with the smallest projected size
 * that the partner has not used or, once its current shard is closed, one that it has used. Never chooses a shard of
 * unknown size, because it may lack its tables. Returns null if there is none, and the partner keeps its current shard.
 */
export function chooseShard(
  env: Pick<Env, 'athleteDatabases'>,
  states: readonly ShardRow[],
  { environment, region }: { readonly environment: Environment; readonly region: Region },
  used: ShardList,
): string | null {
  const stateOf = (shard: string) =>
    states.find((row) => row.environment === environment && row.shard === shard);
  const open = [...env.athleteDatabases[environment].keys()].sort().flatMap((shard) => {
    const state = stateOf(shard);
    const takesAthletes = state?.isOpen === true && (state.schema === null || !isBehind(state.schema));
    const bytes = takesAthletes && regionOfShard(shard) === region ? projectedBytes(state) : null;
    return bytes === null ? [] : [{ shard, bytes }];
  });
  const bySize = open.toSorted((one, other) => one.bytes - other.bytes).map(({ shard }) => shard);
  const unused = bySize.find((shard) => !used.includes(shard));
  if (unused !== undefined) return unused;
  const current = currentShard(used, region);
  const isClosed = current === null || stateOf(current)?.isOpen === false;
  return isClosed ? (bySize[0] ?? null) : null;
}
