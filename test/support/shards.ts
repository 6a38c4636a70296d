import { env } from 'cloudflare:workers';
import { parseShardBinding } from '#platform/env.ts';
import { shardName } from '#platform/regions.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { withBatches } from './faulty-databases.ts';

/** The athlete databases of the tests: two shards of weur and one of enam in each environment. Only this file names them. */

export type ShardBinding = Extract<keyof Cloudflare.Env, `ATHLETES_${'TEST' | 'LIVE'}_${string}`>;

/** Bindings of the home shards of `makePartner`, in which its first athletes are. */
export const TEST_HOME_BINDING = 'ATHLETES_TEST_WEUR_0' satisfies ShardBinding;
export const LIVE_HOME_BINDING = 'ATHLETES_LIVE_WEUR_0' satisfies ShardBinding;
const LIVE_SECOND_BINDING = 'ATHLETES_LIVE_WEUR_1' satisfies ShardBinding;

export const TEST_HOME: D1Database = env[TEST_HOME_BINDING];
export const LIVE_HOME: D1Database = env[LIVE_HOME_BINDING];
/** The second shard of weur, `c001`. */
export const LIVE_SECOND: D1Database = env[LIVE_SECOND_BINDING];

/** The bindings of all shards, those of the sandbox first. */
export const SHARD_BINDINGS: readonly ShardBinding[] = Object.keys(env)
  .filter((name): name is ShardBinding => parseShardBinding(name) !== null)
  .sort()
  .reverse();

/** The bindings of the sandbox's shards. */
export const TEST_BINDINGS = SHARD_BINDINGS.filter((name) => parseShardBinding(name)?.environment === 'test');

/** Returns the binding of an athlete's shard. Throws if the identifier names none. */
export function bindingOf(athleteId: string): ShardBinding {
  const address = parseAthleteId(athleteId);
  const found = SHARD_BINDINGS.find((name) => {
    const shard = parseShardBinding(name);
    return shard && shard.environment === address?.environment && nameOf(shard) === address.shard;
  });
  if (!found) throw new Error(`no shard has ${athleteId}`);
  return found;
}

function nameOf({ region, ordinal }: NonNullable<ReturnType<typeof parseShardBinding>>): string {
  return shardName(region, ordinal);
}

/** Returns the database of an athlete. */
export function databaseOf(athleteId: string): D1Database {
  return env[bindingOf(athleteId)];
}

/** Replaces the database of an athlete in a call's bindings. */
export function insteadOf(
  athleteId: string,
  wrap: (database: D1Database) => D1Database,
): Partial<Cloudflare.Env> {
  return { [bindingOf(athleteId)]: wrap(databaseOf(athleteId)) };
}

/** Replaces every athlete database in a call's bindings. */
export function insteadOfEach(wrap: (database: D1Database, name: ShardBinding) => D1Database) {
  return Object.fromEntries(SHARD_BINDINGS.map((name) => [name, wrap(env[name], name)]));
}

/** Runs `act` before the n-th batch (n counts from 1) that a call sends to the database of an athlete. */
export function beforeBatch(
  athleteId: string,
  n: number,
  act: () => Promise<unknown>,
): Partial<Cloudflare.Env> {
  let batches = 0;
  return insteadOf(athleteId, (database) =>
    withBatches(database, async (send) => {
      batches += 1;
      if (batches === n) await act();
      return send();
    }),
  );
}
