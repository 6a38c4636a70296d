import { env } from 'cloudflare:workers';
import { insteadOfEach } from './shards.ts';

/** Storage bindings that count calls or fail on them, in place of the test environment's own. */

export interface Counts {
  kvReads: number;
  /** Messages to a key's guard to write KV count here and not as calls: no request waits for them. */
  kvWrites: number;
  guardCalls: number;
  directoryCalls: number;
  registryBatches: number;
  athleteBatches: number;
}

/** Runs before each storage call; an error that it throws is the storage's failure. */
type Watch = (call: keyof Counts) => void;

/** Wraps every storage binding so that `watch` runs before each call. */
export function watchedBindings(watch: Watch): Partial<Cloudflare.Env> {
  return {
    API_KEYS: intercept(env.API_KEYS, {
      get: () => watch('kvReads'),
      put: () => watch('kvWrites'),
      delete: () => watch('kvWrites'),
    }),
    REGISTRY: watchedDatabase(env.REGISTRY, () => watch('registryBatches')),
    ...insteadOfEach((database) => watchedDatabase(database, () => watch('athleteBatches'))),
    KEY_GUARD: watchedObjects(env.KEY_GUARD, (message) =>
      watch(message === 'project' ? 'kvWrites' : 'guardCalls'),
    ),
    DIRECTORY: watchedObjects(env.DIRECTORY, () => watch('directoryCalls')),
  };
}

/** Makes bindings that count calls, and their counts, which `reset` sets to zero. */
export function countingBindings(): {
  readonly bindings: Partial<Cloudflare.Env>;
  readonly counts: Counts;
  readonly reset: () => void;
} {
  const zero = {
    kvReads: 0,
    kvWrites: 0,
    guardCalls: 0,
    directoryCalls: 0,
    registryBatches: 0,
    athleteBatches: 0,
  };
  const counts: Counts = { ...zero };
  const bindings = watchedBindings((call) => {
    counts[call] += 1;
  });
  return { bindings, counts, reset: () => Object.assign(counts, zero) };
}

/** Makes bindings whose storage calls of one kind fail from the n-th on (n counts from 1). */
export function failingBindings(kind: keyof Counts, fromCall = 1): Partial<Cloudflare.Env> {
  let calls = 0;
  return watchedBindings((call) => {
    if (call !== kind) return;
    calls += 1;
    if (calls >= fromCall) throw new Error(`${kind} is down`);
  });
}

/** Wraps a database so that `before` runs ahead of each round trip: a batch, or a statement that runs by itself. */
function watchedDatabase(database: D1Database, before: () => void): D1Database {
  const plain = new WeakMap<object, D1PreparedStatement>();
  const watched = (statement: D1PreparedStatement): D1PreparedStatement => {
    const announced = intercept(statement, { run: before, all: before, first: before, raw: before });
    const shown = new Proxy(announced, {
      get: (target, name) =>
        name === 'bind'
          ? (...values: unknown[]) => watched(statement.bind(...values))
          : Reflect.get(target, name),
    });
    plain.set(shown, statement);
    return shown;
  };
  return new Proxy(database, {
    get(_target, name) {
      if (name === 'prepare') return (query: string) => watched(database.prepare(query));
      if (name !== 'batch') return bound(database, name);
      return async (statements: D1PreparedStatement[]) => {
        before();
        return database.batch(statements.map((statement) => plain.get(statement) ?? statement));
      };
    },
  });
}

/** Wraps a namespace of objects so that `before` runs ahead of each message to any of them, with its name and content. */
export function watchedObjects<
  Address extends unknown[],
  Namespace extends { get: (...address: Address) => object },
>(
  objects: Namespace & { get: (...address: Address) => object },
  before: (message: string | symbol, given: readonly unknown[]) => void,
): Namespace {
  return new Proxy(objects, {
    get(_target, name) {
      if (name !== 'get') return bound(objects, name);
      return (...address: Address) => {
        const stub = objects.get(...address);
        return new Proxy(stub, {
          get:
            (_stub, method) =>
            async (...given: unknown[]) => {
              before(method, given);
              const message: unknown = Reflect.get(stub, method);
              if (typeof message !== 'function') throw new Error(`an object has no ${String(method)}`);
              return Reflect.apply(message, stub, given);
            },
        });
      };
    },
  });
}

/** Wraps some methods of a binding; an announcement that throws is the call's failure. */
function intercept<Binding extends object>(
  binding: Binding,
  announcements: Readonly<Record<string, () => void>>,
): Binding {
  return new Proxy(binding, {
    get(_target, name) {
      const announce = typeof name === 'string' ? announcements[name] : undefined;
      const method = bound(binding, name);
      if (!announce || typeof method !== 'function') return method;
      return async (...given: unknown[]) => {
        announce();
        return method(...given);
      };
    },
  });
}

function bound(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name);
  return typeof member === 'function' ? member.bind(target) : member;
}

/**
 * Returns a limiter that allows this many calls per caller, and the calls of each. It has no windows: Miniflare's limiters
 * start a new one at each full minute, which a test of a hundred calls may cross.
 */
export function countingLimiter(limit: number) {
  const calls = new Map<string, number>();
  const limiter: RateLimit = {
    limit: async ({ key }) => {
      const count = (calls.get(key) ?? 0) + 1;
      calls.set(key, count);
      return { success: count <= limit };
    },
  };
  return { limiter, calls };
}
