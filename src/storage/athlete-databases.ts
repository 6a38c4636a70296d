import type { Env } from '../env.ts';
import { type Database, openDatabase, type StorageMeter } from './database.ts';
import type { AthleteAddress } from './ids.ts';

type Shards = Pick<Env, 'athleteDatabases'>;

/** An athlete database with its address. */
export interface AthleteDatabase extends AthleteAddress {
  readonly db: Database;
}

/** Opens the athlete database at this address; null if the address is null or names a shard that is not bound. */
export function openAthleteDatabase(
  env: Shards,
  meter: StorageMeter,
  address: AthleteAddress | null,
): Database | null {
  const binding = address && env.athleteDatabases[address.environment].get(address.shard);
  return binding ? openDatabase(binding, meter) : null;
}

/** Opens the athlete database of an address that the service itself assigned. Throws if its binding is missing. */
export function requireAthleteDatabase(env: Shards, meter: StorageMeter, address: AthleteAddress): Database {
  const db = openAthleteDatabase(env, meter, address);
  if (!db) throw new Error(`no binding for the ${address.environment} shard ${address.shard}`);
  return db;
}

/** Opens every athlete database of both environments. */
export function athleteDatabases(env: Shards, meter: StorageMeter): readonly AthleteDatabase[] {
  return (['test', 'live'] as const).flatMap((environment) =>
    [...env.athleteDatabases[environment]].map(([shard, binding]) => ({
      environment,
      shard,
      db: openDatabase(binding, meter),
    })),
  );
}
