import { env } from 'cloudflare:workers';
import { SHARD_BINDINGS } from './shards.ts';

const DATABASES = ['REGISTRY', ...SHARD_BINDINGS] as const;

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
  const act = async (work: () => unknown): Promise<unknown> => {
    calls += 1;
    const failure = failureOf(calls);
    if (failure === 'before') throw new Error(message);
    const done = await work();
    if (failure === 'after') throw new Error(message);
    return done;
  };
  const database = (name: (typeof DATABASES)[number]) => watch(env[name], ['batch'], act);
  return {
    bindings: {
      ...Object.fromEntries(DATABASES.map((name) => [name, database(name)])),
      API_KEYS: watch(env.API_KEYS, ['get', 'put', 'delete'], act),
      KEY_GUARD: watchObjects(env.KEY_GUARD, act),
      PRODUCT_LIMITER: watchObjects(env.PRODUCT_LIMITER, act),
      DIRECTORY: watchObjects(env.DIRECTORY, act),
    },
    calls: () => calls,
  };
}

type Act = (work: () => unknown) => Promise<unknown>;

function watch<Binding extends object>(binding: Binding, methods: readonly string[], act: Act): Binding {
  return new Proxy(binding, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const isWatched = typeof name === 'string' && methods.includes(name);
      return (...given: unknown[]) =>
        isWatched ? act(() => Reflect.apply(member, target, given)) : Reflect.apply(member, target, given);
    },
  });
}

function watchObjects<Namespace extends { get: (...address: never[]) => object; idFromName: unknown }>(
  objects: Namespace,
  act: Act,
): Namespace {
  return new Proxy(objects, {
    get(target, name) {
      if (name !== 'get') {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? member.bind(target) : member;
      }
      return (...address: never[]) => {
        const stub = target.get(...address);
        return new Proxy(stub, {
          get:
            (_stub, method) =>
            (...given: unknown[]) =>
              act(() => {
                const message: unknown = Reflect.get(stub, method);
                if (typeof message !== 'function') throw new Error(`an object has no ${String(method)}`);
                return Reflect.apply(message, stub, given);
              }),
        });
      };
    },
  });
}
