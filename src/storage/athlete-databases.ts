import type { Env } from '../env.ts';
import { type Database, openDatabase, type StorageMeter } from './database.ts';
import type { AthleteAddress } from './ids.ts';

/** One of the databases that athletes live in, and which one it is. */
export interface AthleteDatabase extends AthleteAddress {
  readonly db: Database;
}

/** Every athlete database of both environments. */
export function athleteDatabases(
  env: Pick<Env, 'athleteDatabases'>,
  meter: StorageMeter,
): readonly AthleteDatabase[] {
  return (['test', 'live'] as const).flatMap((environment) =>
    [...env.athleteDatabases[environment]].map(([shard, binding]) => ({
      environment,
      shard,
      db: openDatabase(binding, meter),
    })),
  );
}
