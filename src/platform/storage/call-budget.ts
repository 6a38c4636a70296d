import type { Env } from '../env.ts';

/** Calls to the platform's services, counted as the platform does per invocation. */
export interface Calls {
  /** Statements, counted individually within a batch. */
  readonly d1Queries: number;
  readonly kvOperations: number;
  /** Batches of D1, operations of KV, messages to Durable Objects and calls to queues. */
  readonly subrequests: number;
}

/**
 * Calls that one invocation may make: nine tenths of the limits of a paid Worker (1,000 queries to D1, 1,000 operations
 * of KV, 10,000 subrequests). The rest is for a request's admission.
 */
export const INVOCATION_CALLS: Calls = { d1Queries: 900, kvOperations: 900, subrequests: 9000 };

const NAMES = ['d1Queries', 'kvOperations', 'subrequests'] as const;

/** Builds `Calls` from the parts that are not zero. */
export function calls(parts: Partial<Calls>): Calls {
  return { d1Queries: 0, kvOperations: 0, subrequests: 0, ...parts };
}

/** Applies an operation to each kind of call. */
export function mapCalls(of: (name: keyof Calls) => number): Calls {
  return { d1Queries: of('d1Queries'), kvOperations: of('kvOperations'), subrequests: of('subrequests') };
}

/** Returns whether `some` calls are at most `most`, kind by kind. */
export function isWithin(some: Calls, most: Calls): boolean {
  return NAMES.every((name) => some[name] <= most[name]);
}

/** Reports more calls than the budget has left. This is a bug, because steps check `covers` first. */
export class CallBudgetSpent extends Error {
  override readonly name = 'CallBudgetSpent';
}

/** Counts the calls of one invocation and rejects those beyond its limit. */
export class CallBudget {
  readonly #most: Calls;
  #used: Calls = calls({});

  constructor(most: Calls) {
    this.#most = most;
  }

  get used(): Calls {
    return this.#used;
  }

  get left(): Calls {
    return mapCalls((name) => this.#most[name] - this.#used[name]);
  }

  /** Returns whether these calls fit into the remaining budget. */
  covers(needed: Calls): boolean {
    return isWithin(needed, this.left);
  }

  /** Counts calls about to be made. Throws CallBudgetSpent if there are too many. */
  take(made: Calls): void {
    if (!this.covers(made)) throw new CallBudgetSpent('the calls of this invocation are spent');
    this.#used = mapCalls((name) => this.#used[name] + made[name]);
  }
}

/** Returns the environment with each call to D1, KV and Durable Objects counted against `budget` before it is made. */
export function withBudget(env: Env, budget: CallBudget): Env {
  const counted = (shards: ReadonlyMap<string, D1Database>) =>
    new Map([...shards].map(([shard, database]) => [shard, countedDatabase(database, budget)]));
  return {
    ...env,
    registry: countedDatabase(env.registry, budget),
    athleteDatabases: {
      test: counted(env.athleteDatabases.test),
      live: counted(env.athleteDatabases.live),
    },
    apiKeys: countedMethods(env.apiKeys, () => budget.take(calls({ kvOperations: 1, subrequests: 1 }))),
    keyGuards: countedObjects(env.keyGuards, budget),
    productLimiters: countedObjects(env.productLimiters, budget),
    directories: countedObjects(env.directories, budget),
    dispatchers: countedObjects(env.dispatchers, budget),
    recalculations: countedMethods(env.recalculations, () => budget.take(calls({ subrequests: 1 }))),
  };
}

/** Counts batches, because nothing else reaches a database (`openDatabase`). */
function countedDatabase(database: D1Database, budget: CallBudget): D1Database {
  return new Proxy(database, {
    get(target, name) {
      if (name !== 'batch') return bound(target, name);
      return async (statements: D1PreparedStatement[]) => {
        budget.take(calls({ d1Queries: statements.length, subrequests: 1 }));
        return target.batch(statements);
      };
    },
  });
}

/** Wraps a namespace so that its objects count each message to them. */
function countedObjects<Namespace extends object>(namespace: Namespace, budget: CallBudget): Namespace {
  return new Proxy(namespace, {
    get(target, name) {
      const member = bound(target, name);
      if (typeof member !== 'function') return member;
      if (name === 'jurisdiction') return (...given: unknown[]) => countedObjects(member(...given), budget);
      if (name !== 'get' && name !== 'getByName') return member;
      return (...given: unknown[]) =>
        countedMethods(member(...given), () => budget.take(calls({ subrequests: 1 })));
    },
  });
}

/** Wraps a binding so that `before` runs ahead of each method call; if it throws, the call fails with its error. */
function countedMethods<Binding extends object>(binding: Binding, before: () => void): Binding {
  return new Proxy(binding, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name, target);
      if (typeof method !== 'function') return method;
      return async (...given: unknown[]) => {
        before();
        return Reflect.apply(method, target, given);
      };
    },
  });
}

function bound(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name, target);
  return typeof member === 'function' ? member.bind(target) : member;
}
