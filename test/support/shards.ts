import { env } from 'cloudflare:workers';
import { parseShardBinding } from '#platform/env.ts';
import { shardName } from '#platform/regions.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';

/** The athlete databases of the tests: two shards of weur and one of enam in each environment. Only this file names them. */

export type ShardBinding = Extract<keyof Cloudflare.Env, `ATHLETES_${'TEST' | 'LIVE'}_${string}`>;

/** Bindings of the home shards of `makePartner`, in which its first athletes are. */
export const TEST_HOME_BINDING = 'ATHLETES_TEST_WEUR_0' satisfies ShardBinding;
const LIVE_HOME_BINDING = 'ATHLETES_LIVE_WEUR_0' satisfies ShardBinding;
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

/** Wraps a database so that `act` runs in place of each batch; `send` sends it. */
function withBatches(
  database: D1Database,
  act: (send: () => Promise<D1Result[]>) => Promise<D1Result[]>,
): D1Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) => act(() => target.batch(statements));
      }
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** Wraps a database so that it answers no batch. */
export function away(database: D1Database): D1Database {
  return withBatches(database, () => Promise.reject(new Error('the database is away')));
}

/** Wraps a database so that it has no room: it refuses each batch that writes a row. */
export function full(database: D1Database): D1Database {
  return withBatches(database, async (send) => {
    const results = await send();
    if (results.some(({ meta }) => meta.rows_written > 0)) {
      throw new Error('D1_ERROR: Exceeded maximum DB size');
    }
    return results;
  });
}

/** Wraps a database so that it answers neither a batch nor a statement that runs by itself. */
export function silent(database: D1Database): D1Database {
  return new Proxy(away(database), {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function' || name !== 'prepare') return member;
      return (query: string) =>
        Object.assign(Object.create(database.prepare(query)), {
          bind: (...values: unknown[]) => database.prepare(query).bind(...values),
          run: () => Promise.reject(new Error('the database does not answer')),
        });
    },
  });
}

/** Wraps a database so that it answers no batch with a statement like this, but with this message. */
export function awayFor(
  database: D1Database,
  statement: RegExp,
  message = 'the database is away',
): D1Database {
  const texts = new WeakMap<object, string>();
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') {
        return (query: string) => {
          const prepared = target.prepare(query);
          return new Proxy(prepared, {
            get: (one, member) =>
              member === 'bind'
                ? (...values: unknown[]) => {
                    const bound = one.bind(...values);
                    texts.set(bound, query);
                    return bound;
                  }
                : Reflect.get(one, member),
          });
        };
      }
      if (name !== 'batch') {
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      }
      return async (statements: D1PreparedStatement[]) => {
        if (statements.some((one) => statement.test(texts.get(one) ?? ''))) throw new Error(message);
        return target.batch(statements);
      };
    },
  });
}

/** Runs `act` before the n-th batch (n counts from 1) that a call sends to the database of an athlete. */
export function beforeBatch(athleteId: string, n: number, act: () => Promise<void>): Partial<Cloudflare.Env> {
  let batches = 0;
  return insteadOf(athleteId, (database) =>
    withBatches(database, async (send) => {
      batches += 1;
      if (batches === n) await act();
      return send();
    }),
  );
}
