import { env } from 'cloudflare:workers';
import type { Calls } from '#platform/storage/job.ts';
import { SHARD_BINDINGS } from './shards.ts';

const DATABASES = ['REGISTRY', ...SHARD_BINDINGS] as const;

/** The platform's limits per invocation of a paid Worker (Cloudflare, limits of D1, KV and Workers). */
export const PLATFORM_LIMITS: Calls = { d1Queries: 1000, kvOperations: 1000, subrequests: 10_000 };

/**
 * The test environment's bindings, with every call to them counted as the platform counts: a statement of a batch is
 * a query, and each batch, KV operation and message to a Durable Object a subrequest. Idle objects are not there to
 * forget anything or be told of an end.
 */
export function countedCalls(objectsAre: 'real' | 'idle' = 'real'): {
  readonly bindings: Partial<Cloudflare.Env>;
  readonly made: { -readonly [Name in keyof Calls]: Calls[Name] };
} {
  const made = { d1Queries: 0, kvOperations: 0, subrequests: 0 };
  const countMessage = () => {
    made.subrequests += 1;
  };
  const countedObjects = <Namespace extends object>(objects: Namespace) =>
    replacing(objects, 'get', (get) => (...address: unknown[]) => {
      const object = counting(get(...address), countMessage);
      // Thousands of real objects take minutes to come to be; those that only forget or are told need none.
      return objectsAre === 'real' ? object : replacingAll(object, ['forget', 'endPartner'], countMessage);
    });
  const bindings = {
    ...Object.fromEntries(
      DATABASES.map((name) => [
        name,
        replacing(env[name], 'batch', (batch) => (statements: D1PreparedStatement[]) => {
          made.d1Queries += statements.length;
          made.subrequests += 1;
          return batch(statements);
        }),
      ]),
    ),
    API_KEYS: counting(env.API_KEYS, () => {
      made.kvOperations += 1;
      made.subrequests += 1;
    }),
    KEY_GUARD: countedObjects(env.KEY_GUARD),
    PRODUCT_LIMITER: countedObjects(env.PRODUCT_LIMITER),
    DIRECTORY: countedObjects(env.DIRECTORY),
  };
  return { bindings, made };
}

type Method = (...given: never[]) => unknown;

/** The binding with one of its methods replaced. */
function replacing<Binding extends object>(
  binding: Binding,
  method: string,
  replacement: (original: (...given: unknown[]) => object) => Method,
): Binding {
  return new Proxy(binding, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      const bound = member.bind(target);
      return name === method ? replacement(bound) : bound;
    },
  });
}

/** The binding with these of its methods counted and not called. */
function replacingAll<Binding extends object>(
  binding: Binding,
  methods: readonly string[],
  count: () => void,
): Binding {
  return new Proxy(binding, {
    get(target, name) {
      if (typeof name !== 'string' || !methods.includes(name)) return Reflect.get(target, name, target);
      return async () => count();
    },
  });
}

function counting<Binding extends object>(binding: Binding, count: () => void): Binding {
  return new Proxy(binding, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        count();
        return Reflect.apply(member, target, given);
      };
    },
  });
}
