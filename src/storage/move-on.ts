import { and, eq, sql } from 'drizzle-orm';
import type { Env, Environment } from '../env.ts';
import type { Region } from '../regions.ts';
import { requireAthleteDatabase } from './athlete-databases.ts';
import { partnerShards } from './athlete-schema.ts';
import { type Database, openDatabase, type StorageMeter } from './database.ts';
import { selectPartner } from './partner.ts';
import { chooseShard, currentShard, homeShard, type ShardList, shardsIn } from './placement.ts';
import { partners, shards } from './registry-schema.ts';

/** Selects the state of all shards from the registry: a few dozen rows at most. */
export function selectShardStates(registry: Database) {
  return registry.select().from(shards);
}

/** Selects, from a partner's home shard, the shards that the partner has begun to use. */
export function selectPartnerShards(home: Database, partnerId: string) {
  return home
    .select({ shard: partnerShards.shard })
    .from(partnerShards)
    .where(eq(partnerShards.partnerId, partnerId));
}

/**
 * Adds a shard's name to the partner's home shard before the registry has it. Lists read it there, so an isolate whose
 * record of the partner is a minute old does not leave out the athletes of a new shard.
 */
export async function announceShard(
  env: Pick<Env, 'athleteDatabases'>,
  meter: StorageMeter,
  partnerId: string,
  place: { readonly environment: Environment; readonly home: string; readonly shard: string },
): Promise<void> {
  const db = requireAthleteDatabase(env, meter, { environment: place.environment, shard: place.home });
  await db.batch([db.insert(partnerShards).values({ partnerId, shard: place.shard }).onConflictDoNothing()]);
}

/** The most queries of `appendNextShard`. */
export const QUERIES_OF_APPENDING = 4;

/**
 * Appends the shard of a region that takes a partner's next athletes, if `from` is still the current one. Of
 * simultaneous calls only one changes the list: it is written only if it is unchanged since it was read.
 */
export async function appendNextShard(
  env: Pick<Env, 'athleteDatabases' | 'registry'>,
  meter: StorageMeter,
  partnerId: string,
  from: { readonly environment: Environment; readonly region: Region; readonly shard: string },
): Promise<void> {
  const registry = openDatabase(env.registry, meter);
  const [[partner], states] = await registry.batch([
    selectPartner(registry, partnerId),
    selectShardStates(registry),
  ]);
  if (!partner) return;
  const used = shardsIn(partner, from.environment);
  if (currentShard(used, from.region) !== from.shard) return;
  const shard = chooseShard(env, states, from, used);
  if (shard === null) return;
  const { environment } = from;
  await announceShard(env, meter, partnerId, { environment, home: homeShard(used), shard });
  await registry.batch([appendShard(registry, partnerId, environment, used, shard)]);
}

/** Appends a shard to a partner's list if that is unchanged since it was read. */
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
