import { AsyncLocalStorage } from 'node:async_hooks';
import type { Bindings } from '#platform/env.ts';
import type { Calls } from '#platform/storage/job.ts';

/**
 * A simulator that says no: bindings and `fetch` as Cloudflare has them, where a local runtime is more generous. It counts the
 * calls of each invocation, refuses those beyond the limits with Cloudflare's own texts, answers for hosts that cannot be
 * reached, and can lack a binding. It imitates neither six connections, nor evictions, nor latency.
 */

/** The limits of one invocation of a paid Worker (Cloudflare, "Limits" of D1, KV and Workers). */
export const PLATFORM_LIMITS: Calls = { d1Queries: 1000, kvOperations: 1000, subrequests: 10_000 };

/** The texts with which Cloudflare refuses further calls. */
export const REFUSALS: Readonly<Record<keyof Calls, string>> = {
  d1Queries: 'D1_ERROR: Too many API requests by single Worker invocation.',
  kvOperations: 'Too many API requests by single Worker invocation.',
  subrequests:
    'Too many subrequests by single Worker invocation. To configure this limit, refer to https://developers.cloudflare.com/workers/wrangler/configuration/#limits',
};

/** One run of a handler, of an alarm or of a message to an object, and the calls that it has made. */
export class Invocation {
  readonly made: { -readonly [Name in keyof Calls]: Calls[Name] } = {
    d1Queries: 0,
    kvOperations: 0,
    subrequests: 0,
  };
  readonly #limits: Calls;

  constructor(limits = PLATFORM_LIMITS) {
    this.#limits = limits;
  }

  /** Counts a call before it is made. Throws Cloudflare's refusal if it is one too many. */
  count(calls: Partial<Calls>): void {
    for (const name of ['d1Queries', 'kvOperations', 'subrequests'] as const) {
      this.made[name] += calls[name] ?? 0;
      if (this.made[name] > this.#limits[name]) throw new Error(REFUSALS[name]);
    }
  }
}

const running = new AsyncLocalStorage<Invocation>();

/** Runs work as one invocation: what it awaits and what it leaves behind belong to it too. */
export function invoke<Result>(invocation: Invocation, work: () => Result): Result {
  return running.run(invocation, work);
}

function count(calls: Partial<Calls>): void {
  running.getStore()?.count(calls);
}

type Count = (calls: Partial<Calls>) => void;

const DATABASES = /^(REGISTRY|ATHLETES_(TEST|LIVE)_)/;
const OBJECTS = /^(KEY_GUARD|PRODUCT_LIMITER|DIRECTORY|DISPATCHER)$/;
const SERVICES = /^(JOB_QUEUE|EMAIL|ASSETS)$/;

/** Returns bindings that count each call for the invocation that makes it, without those named in `missing`. */
export function platformBindings<Given extends object>(
  bindings: Given,
  { missing = [], onCall = count }: { readonly missing?: readonly string[]; readonly onCall?: Count } = {},
): Given {
  const counted = Object.entries(bindings).map(([name, binding]) => [
    name,
    missing.includes(name) ? undefined : countedBinding(name, binding, onCall),
  ]);
  return Object.fromEntries(counted);
}

function countedBinding(name: string, binding: unknown, onCall: Count): unknown {
  if (typeof binding !== 'object' || binding === null) return binding;
  if (DATABASES.test(name)) return countedDatabase(binding, onCall);
  if (OBJECTS.test(name)) return countedObjects(binding, onCall);
  if (name === 'API_KEYS') return countedMembers(binding, () => onCall({ kvOperations: 1, subrequests: 1 }));
  return SERVICES.test(name) ? countedMembers(binding, () => onCall({ subrequests: 1 })) : binding;
}

/** Counts each statement as a query, in a batch or by itself, as D1 does. */
function countedDatabase(database: object, onCall: Count): object {
  const plain = new WeakMap<object, object>();
  const counted = (statement: object): object => {
    const shown = new Proxy(statement, {
      get(target, name) {
        const member = memberOf(target, name);
        if (typeof member !== 'function') return member;
        if (name === 'bind') return (...values: unknown[]) => counted(asObject(member(...values)));
        return async (...given: unknown[]) => {
          onCall({ d1Queries: 1, subrequests: 1 });
          return member(...given);
        };
      },
    });
    plain.set(shown, statement);
    return shown;
  };
  return new Proxy(database, {
    get(target, name) {
      const member = memberOf(target, name);
      if (typeof member !== 'function') return member;
      if (name === 'prepare') return (query: string) => counted(asObject(member(query)));
      if (name !== 'batch') return member;
      return async (statements: readonly object[]) => {
        onCall({ d1Queries: statements.length, subrequests: 1 });
        return member(statements.map((statement) => plain.get(statement) ?? statement));
      };
    },
  });
}

function countedObjects(namespace: object, onCall: Count): object {
  return new Proxy(namespace, {
    get(target, name) {
      if (name === 'jurisdiction')
        return (...given: unknown[]) => countedObjects(asObject(call(target, name, given)), onCall);
      if (name !== 'get' && name !== 'getByName') return memberOf(target, name);
      return (...given: unknown[]) =>
        countedMembers(asObject(call(target, name, given)), () => onCall({ subrequests: 1 }));
    },
  });
}

function countedMembers(target: object, onCall: () => void): object {
  return new Proxy(target, {
    get(_target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function' || name === 'constructor') return member;
      return (...given: unknown[]) => {
        onCall();
        return Reflect.apply(member, target, given);
      };
    },
  });
}

/** Returns a member to be called apart from its binding. Its constructor's name tells the runtime what the binding is. */
function memberOf(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name, target);
  if (typeof member !== 'function' || name === 'constructor') return member;
  return (...given: unknown[]) => Reflect.apply(member, target, given);
}

function call(target: object, name: string | symbol, given: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(target, name, target);
  if (typeof method !== 'function') throw new Error(`a binding has no ${String(name)}`);
  return Reflect.apply(method, target, given);
}

function asObject(value: unknown): object {
  if (typeof value !== 'object' || value === null) throw new Error('an object of a binding was expected');
  return value;
}

/** The status with which Cloudflare answers a fetch to a name that does not resolve or a server that refuses connections. */
const UNREACHABLE_STATUS = 530;

/**
 * Returns a `fetch` that counts, and answers for a server that cannot be reached as Cloudflare does, where a local runtime
 * throws. A caller that gives up still gets its own error.
 *
 * @param statusOf the status of a host that is not to be reached, such as 522, or null
 */
export function platformFetch(
  send: typeof fetch,
  statusOf: (host: string) => number | null = () => null,
): typeof fetch {
  return async (input: RequestInfo | URL, init?: RequestInit) => {
    count({ subrequests: 1 });
    const status = statusOf(new URL(input instanceof Request ? input.url : input).hostname);
    if (status !== null) return unreachable(status);
    try {
      return await send(input, init);
    } catch (fault) {
      if (init?.signal?.aborted) throw fault;
      return unreachable(UNREACHABLE_STATUS);
    }
  };
}

function unreachable(status: number): Response {
  return new Response(`error code: ${status}`, { status, headers: { server: 'cloudflare' } });
}

/** Wrapped once an isolate: what an isolate remembers belongs to its stores. */
const known = new WeakMap<object, object>();

function knownBindings<Given extends object>(bindings: Given): Given {
  const wrapped = known.get(bindings) ?? platformBindings(bindings);
  known.set(bindings, wrapped);
  return wrapped as Given;
}

type ObjectClass = new (state: DurableObjectState, bindings: Bindings) => object;

/** Returns the class of a Durable Object each of whose messages and alarms is an invocation. */
export function onPlatform<Base extends ObjectClass>(Service: Base): Base {
  // biome-ignore lint/suspicious/noExplicitAny: the only parameters that a mixin's constructor may have
  class Invoked extends (Service as new (...given: any[]) => object) {
    constructor(state: DurableObjectState, bindings: Bindings) {
      super(state, knownBindings(bindings));
    }
  }
  for (const [name, { value: method }] of Object.entries(
    Object.getOwnPropertyDescriptors(Service.prototype),
  )) {
    if (name === 'constructor' || typeof method !== 'function') continue;
    Object.defineProperty(Invoked.prototype, name, {
      value(this: object, ...given: unknown[]) {
        return invoke(new Invocation(), () => Reflect.apply(method, this, given));
      },
    });
  }
  return Invoked as unknown as Base;
}

type Handlers = Required<Pick<ExportedHandler<Bindings>, 'fetch' | 'queue' | 'scheduled'>>;

/** Returns the Worker's handlers, each call of which is an invocation. Replaces the isolate's `fetch`. */
export function platformHandlers(service: Handlers): Handlers {
  globalThis.fetch = platformFetch(globalThis.fetch);
  return {
    fetch: (request, bindings, execution) =>
      invoke(new Invocation(), () => service.fetch(request, knownBindings(bindings), execution)),
    queue: (batch, bindings, execution) =>
      invoke(new Invocation(), () => service.queue(batch, knownBindings(bindings), execution)),
    scheduled: (controller, bindings, execution) =>
      invoke(new Invocation(), () => service.scheduled(controller, knownBindings(bindings), execution)),
  };
}
