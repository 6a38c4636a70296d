import type { Env, Environment } from '../env.ts';
import { type Region, regionOfShard } from '../regions.ts';
import { isBehind } from './needed-migrations.ts';
import type { PartnerRow, ShardRow } from './registry-schema.ts';

/**
 * A partner's shards of one environment, in the order of their first use. The list only grows: its first is always the
 * partner's home shard, and the last of a region takes the new athletes there.
 */
export type ShardList = readonly string[];

/** Returns the partner's shards of an environment. */
export function shardsIn(
  partner: Pick<PartnerRow, 'testShards' | 'liveShards'>,
  environment: Environment,
): ShardList {
  return environment === 'test' ? partner.testShards : partner.liveShards;
}

/** Returns the shard that takes the partner's new athletes of a region; null if it has none there. */
export function currentShard(shards: ShardList, region: Region): string | null {
  return shards.findLast((shard) => regionOfShard(shard) === region) ?? null;
}

/** Returns the partner's home shard. Throws if the list is empty: that is a bug. */
export function homeShard([home]: ShardList): string {
  if (home === undefined) throw new Error('a partner must have a home shard');
  return home;
}

/** Returns whether a shard may take new athletes: not if it is closed, or known to lack a migration. */
function takesAthletes(state: ShardRow | undefined): boolean {
  return state === undefined || (state.isOpen && (state.schema === null || !isBehind(state.schema)));
}

/**
 * Chooses the shard of a region that takes a partner's next athletes: the open shard with the fewest bytes
 * that the partner has not used or, once its current shard is closed, one that it has used. Returns null if
 * there is none: the partner then keeps its current shard.
 */
export function chooseShard(
  env: Pick<Env, 'athleteDatabases'>,
  states: readonly ShardRow[],
  { environment, region }: { readonly environment: Environment; readonly region: Region },
  used: ShardList,
): string | null {
  const stateOf = (shard: string) =>
    states.find((row) => row.environment === environment && row.shard === shard);
  const open = [...env.athleteDatabases[environment].keys()]
    .filter((shard) => regionOfShard(shard) === region && takesAthletes(stateOf(shard)))
    .sort();
  const bySize = open.toSorted((a, b) => (stateOf(a)?.sizeBytes ?? 0) - (stateOf(b)?.sizeBytes ?? 0));
  const unused = bySize.find((shard) => !used.includes(shard));
  if (unused !== undefined) return unused;
  const current = currentShard(used, region);
  const isClosed = current === null || stateOf(current)?.isOpen === false;
  return isClosed ? (bySize[0] ?? null) : null;
}
