import { and, eq, sql } from 'drizzle-orm';
import type { Env, Environment } from '../env.ts';
import type { Region } from '../regions.ts';
import { type Database, openDatabase, type StorageMeter } from './database.ts';
import { selectPartner } from './partner.ts';
import { announceShard, settleLeft } from './partner-shards.ts';
import { chooseShard, currentShard, homeShard, type ShardList, shardsIn } from './placement.ts';
import { partners } from './registry-schema.ts';
import { readShardStates } from './shard-states.ts';

/**
 * Appends the shard of a region that takes a partner's next athletes, if `from` is still the current one. The list is
 * written only if it has not changed since it was read, so only one of several simultaneous calls changes it.
 */
export async function appendNextShard(
  env: Pick<Env, 'athleteDatabases' | 'registry'>,
  meter: StorageMeter,
  partnerId: string,
  from: { readonly environment: Environment; readonly region: Region; readonly shard: string },
  nowMs: number,
): Promise<void> {
  const registry = openDatabase(env.registry, meter);
  const [[partner]] = await registry.batch([selectPartner(registry, partnerId)]);
  if (!partner) return;
  const used = shardsIn(partner, from.environment);
  if (currentShard(used, from.region) !== from.shard) return;
  const states = await readShardStates(
    env,
    meter,
    nowMs,
    (environment, region) => environment === from.environment && region === from.region,
  );
  const shard = chooseShard(env, states, from, used);
  if (shard === null) return;
  const { environment } = from;
  const home = homeShard(used);
  await announceShard(env, meter, partnerId, { environment, home, shard, left: from.shard }, nowMs);
  await registry.batch([appendShard(registry, partnerId, environment, used, shard)]);
  await settleLeft(env, meter, partnerId, { environment, shard: home });
}

/** Appends a shard to a partner's list, if the list has not changed since it was read. */
function appendShard(
  registry: Database,
  partnerId: string,
  environment: Environment,
  used: ShardList,
  shard: string,
) {
  const column = environment === 'test' ? partners.testShards : partners.liveShards;
  const list = [...used, shard];
  return registry
    .update(partners)
    .set(environment === 'test' ? { testShards: list } : { liveShards: list })
    .where(and(eq(partners.id, partnerId), sql`${column} = ${JSON.stringify(used)}`));
}
