import type { Env, Environment } from '../env.ts';
import { projectPartner } from '../guards/project-partner.ts';
import type { Region } from '../regions.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import type { StorageMeter } from '../storage/database.ts';
import { appendNextShard, QUERIES_OF_APPENDING } from '../storage/move-on.ts';
import { PARTNER_KEYS_MAX } from '../storage/partner-keys.ts';
import { type ShardList, shardsIn } from '../storage/placement.ts';

const QUERIES = QUERIES_OF_APPENDING + 2;

/** The most calls of `moveOn`. */
export const CALLS_OF_MOVING_ON: Calls = calls({
  d1Queries: QUERIES,
  subrequests: QUERIES + PARTNER_KEYS_MAX,
});

/**
 * Moves a partner on to another shard of a region, if `from` is still the one that takes its new athletes
 * there, and updates its keys. Returns the partner's list of the environment as the registry then has it;
 * null if the registry has no such partner. Throws StorageUnavailable.
 */
export async function moveOn(
  env: Pick<Env, 'athleteDatabases' | 'registry' | 'keyGuards' | 'isLocal'>,
  meter: StorageMeter,
  partnerId: string,
  from: { readonly environment: Environment; readonly region: Region; readonly shard: string },
): Promise<ShardList | null> {
  await appendNextShard(env, meter, partnerId, from);
  // Even if another call was first: KV may still have the record that this caller read.
  const projected = await projectPartner(env, meter, partnerId);
  return projected && shardsIn(projected.partner, from.environment);
}
