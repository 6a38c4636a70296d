import { env } from 'cloudflare:workers';
import { insteadOfEach } from './shards.ts';

/** Storage bindings that count calls, fail on them or die at one, in place of the test environment's own. */

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
export function watchedObjects<Namespace extends { get: (...address: never[]) => object }>(
  objects: Namespace,
  before: (message: string | symbol, given: readonly unknown[]) => void,
): Namespace {
  return withMessages(objects, async (send, message, given) => {
    before(message, given);
    return send();
  });
}

/** Runs in place of a call, which `send` sends. */
type Act = (send: () => unknown, method: string | symbol, given: readonly unknown[]) => Promise<unknown>;

/** Wraps a namespace of objects so that `act` runs in place of each message to any of them. */
function withMessages<Namespace extends { get: (...address: never[]) => object }>(
  objects: Namespace,
  act: Act,
): Namespace {
  return new Proxy(objects, {
    get(_target, name) {
      if (name !== 'get') return bound(objects, name);
      return (...address: never[]) => {
        const stub = objects.get(...address);
        return new Proxy(stub, {
          get:
            (_stub, method) =>
            (...given: unknown[]) =>
              act(() => sendMessage(stub, method, given), method, given),
        });
      };
    },
  });
}

function sendMessage(stub: object, method: string | symbol, given: readonly unknown[]): unknown {
  const message: unknown = Reflect.get(stub, method);
  if (typeof message !== 'function') throw new Error(`an object has no ${String(method)}`);
  return Reflect.apply(message, stub, given);
}

/** Wraps some methods of a binding; an announcement that throws is the call's failure. */
function intercept<Binding extends object>(
  binding: Binding,
  announcements: Readonly<Record<string, () => void>>,
): Binding {
  const acts = Object.entries(announcements).map(([name, announce]): [string, Act] => [
    name,
    async (send) => {
      announce();
      return send();
    },
  ]);
  return withActs(binding, Object.fromEntries(acts));
}

/** Wraps some methods of a binding so that an act runs in place of each. */
function withActs<Binding extends object>(binding: Binding, acts: Readonly<Record<string, Act>>): Binding {
  return new Proxy(binding, {
    get(_target, name) {
      const act = typeof name === 'string' ? acts[name] : undefined;
      const method = bound(binding, name);
      if (!act || typeof method !== 'function') return method;
      return (...given: unknown[]) => act(() => method(...given), name, given);
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

/** Whether the fatal storage call itself still took place. */
export type When = 'before' | 'after';

/** Bindings of which some storage calls fail, and how many were made; D1, KV and Durable Objects count alike. */
export interface FaultyBindings {
  readonly bindings: Partial<Cloudflare.Env>;
  readonly calls: () => number;
}

/** Bindings of a Worker that dies at its n-th storage call (n counts from 1): that call and all later ones fail. */
export function dyingBindings(fatalCall: number, when: When): FaultyBindings {
  return faultyBindings((call) => {
    if (call > fatalCall) return 'before';
    return call === fatalCall ? when : null;
  }, 'the Worker died');
}

/** Bindings of stores of which one has a bad moment: the n-th storage call fails (n counts from 1), no other does. */
export function hiccupingBindings(failingCall: number, when: When): FaultyBindings {
  return faultyBindings((call) => (call === failingCall ? when : null), 'the store has a bad moment');
}

/** More storage calls than any act makes; a walk that gets there has lost its way. */
const CALLS_MAX = 200;

/**
 * Lets each storage call of an act fail in turn, alone, and where the act goes on after it, with all later ones
 * too. `attempt` acts once, in a world of its own; `place` names the fault for whoever reads of a failure.
 *
 * @returns how many storage calls the act makes
 */
export async function atEveryCall(
  when: When,
  attempt: (bindings: Partial<Cloudflare.Env>, place: string) => Promise<void>,
): Promise<number> {
  const tryOne = async (faulty: typeof hiccupingBindings, call: number): Promise<number> => {
    const { bindings, calls } = faulty(call, when);
    await attempt(bindings, `${faulty.name}, call ${call}, ${when}`);
    return calls();
  };
  for (let failing = 1; failing <= CALLS_MAX; failing++) {
    const made = await tryOne(hiccupingBindings, failing);
    if (made < failing) return made;
    if (made > failing) await tryOne(dyingBindings, failing);
  }
  throw new Error(`an act made over ${CALLS_MAX} storage calls`);
}

function faultyBindings(failureOf: (call: number) => When | null, message: string): FaultyBindings {
  let calls = 0;
  const act: Act = async (send) => {
    calls += 1;
    const failure = failureOf(calls);
    if (failure === 'before') throw new Error(message);
    const done = await send();
    if (failure === 'after') throw new Error(message);
    return done;
  };
  return {
    bindings: {
      REGISTRY: withActs(env.REGISTRY, { batch: act }),
      ...insteadOfEach((database) => withActs(database, { batch: act })),
      API_KEYS: withActs(env.API_KEYS, { get: act, put: act, delete: act }),
      KEY_GUARD: withMessages(env.KEY_GUARD, act),
      PRODUCT_LIMITER: withMessages(env.PRODUCT_LIMITER, act),
      DIRECTORY: withMessages(env.DIRECTORY, act),
    },
    calls: () => calls,
  };
}
