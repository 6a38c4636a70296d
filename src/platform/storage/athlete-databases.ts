import { ENVIRONMENTS, type Env } from '../env.ts';
import { memoryOf } from '../isolate-memory.ts';
import { type Database, openDatabase, type StorageMeter, StorageUnavailable } from './database.ts';
import type { FirstBatch, SeenRuns } from './first-batch.ts';
import type { AthleteAddress } from './ids.ts';
import { newestNeeded } from './needed-migrations.ts';

/** The registry's name in lists of databases. */
export const REGISTRY = 'registry';

/** Jobs whose last run is read elsewhere: a database's migrations, and the progress of its dispatchers. */
export const CHECK_SCHEMA = 'check-schema';
export const WAKE_DISPATCHERS = 'wake-dispatchers';

type Shards = Pick<Env, 'athleteDatabases'>;

/** An athlete database with its address. */
export interface AthleteDatabase extends AthleteAddress {
  readonly db: Database;
}

/**
 * Opens the athlete database at this address. Null if the address is null or names a shard without a binding. It returns
 * no rows before the caller is verified, and rejects with StorageUnavailable while it lacks a migration or is reconciled after
 * a restore.
 */
export function openAthleteDatabase(
  env: Shards,
  meter: StorageMeter,
  address: AthleteAddress | null,
  verified = meter.verified ?? null,
): Database | null {
  const binding = address && env.athleteDatabases[address.environment].get(address.shard);
  if (!binding) return null;
  return openDatabase(binding, meter, verified, { ...ofCurrent(address), runs: runsOf(env, address) });
}

/** Asks that a database has every migration that this version needs. */
function ofCurrent(address: AthleteAddress): FirstBatch {
  return { database: databaseName(address), migration: newestNeeded('athletes'), runs: null };
}

/** Counts of runs by database that this isolate has seen, for each set of bindings. */
const seenRuns = new WeakMap<Shards['athleteDatabases'], Map<string, SeenRuns>>();

function runsOf({ athleteDatabases }: Shards, address: AthleteAddress): SeenRuns {
  const seen = memoryOf(seenRuns, athleteDatabases, () => new Map());
  const runs = seen.get(databaseName(address)) ?? { most: 0 };
  seen.set(databaseName(address), runs);
  return runs;
}

/**
 * Opens the athlete database of an address that the service itself assigned. Throws StorageUnavailable if its binding is
 * missing: an earlier version of the Worker has only the bindings of its time.
 */
export function requireAthleteDatabase(env: Shards, meter: StorageMeter, address: AthleteAddress): Database {
  const db = openAthleteDatabase(env, meter, address);
  if (!db) throw new StorageUnavailable(`no binding for the ${address.environment} shard ${address.shard}`);
  return db;
}

/**
 * Opens the athlete database of an address for what must not wait until it is migrated: an erasure is recorded, and access
 * ends. Throws StorageUnavailable if its binding is missing.
 */
export function openEvenBehind(env: Shards, meter: StorageMeter, address: AthleteAddress): Database {
  const binding = env.athleteDatabases[address.environment].get(address.shard);
  if (!binding)
    throw new StorageUnavailable(`no binding for the ${address.environment} shard ${address.shard}`);
  const first = { ...ofCurrent(address), migration: null, runs: runsOf(env, address) };
  return openDatabase(binding, meter, meter.verified ?? null, first);
}

/** Returns an athlete database's name in the registry, such as `live.c000`. */
export function databaseName({ environment, shard }: AthleteAddress): string {
  return `${environment}.${shard}`;
}

/** Lists the names of all athlete databases of both environments. */
export function athleteDatabaseNames({ athleteDatabases }: Shards): string[] {
  return ENVIRONMENTS.flatMap((environment) =>
    [...athleteDatabases[environment].keys()].map((shard) => databaseName({ environment, shard })),
  );
}

/**
 * Opens every athlete database of both environments for jobs, which also run while one is reconciled after a restore.
 *
 * @param needs whether each must have every migration that this version needs
 */
export function athleteDatabases(
  env: Shards,
  meter: StorageMeter,
  needs: 'migrations' | 'nothing' = 'migrations',
): readonly AthleteDatabase[] {
  return ENVIRONMENTS.flatMap((environment) =>
    [...env.athleteDatabases[environment]].map(([shard, binding]) =>
      openHome(binding, meter, { environment, shard }, needs),
    ),
  );
}

/** Opens the athlete database with this name in the same way, or returns null if none has it. */
export function homeNamed(
  env: Shards,
  meter: StorageMeter,
  name: string,
  needs: 'migrations' | 'nothing' = 'migrations',
): AthleteDatabase | null {
  for (const environment of ENVIRONMENTS) {
    for (const [shard, binding] of env.athleteDatabases[environment]) {
      const address = { environment, shard };
      if (databaseName(address) === name) return openHome(binding, meter, address, needs);
    }
  }
  return null;
}

function openHome(
  binding: D1Database,
  meter: StorageMeter,
  address: AthleteAddress,
  needs: 'migrations' | 'nothing',
): AthleteDatabase {
  const first = needs === 'migrations' ? ofCurrent(address) : null;
  return { ...address, db: openDatabase(binding, meter, null, first) };
}

/**
 * The number of databases that one request queries in parallel. An invocation has six connections to D1, and the
 * registry needs one.
 */
const ASKED_AT_ONCE = 5;

/**
 * Queries databases, five at a time, and returns their results in order. Fails if one of them fails, so that a
 * response is never incomplete.
 */
export async function askInGroups<Part, Result>(
  parts: readonly Part[],
  ask: (part: Part) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < parts.length; first += ASKED_AT_ONCE) {
    results.push(...(await Promise.all(parts.slice(first, first + ASKED_AT_ONCE).map(ask))));
  }
  return results;
}
