import type { Env } from '../env.ts';
import type { AthleteDatabase } from './athlete-databases.ts';
import { type Database, InvocationSpent, type StorageMeter } from './database.ts';

export type Counts = Readonly<Record<string, number>>;

/** One bounded, resumable, idempotent step of a job: what it did, by kind. `isDone` is false while more work remains. */
export interface JobStep {
  readonly counts: Counts;
  readonly isDone: boolean;
}

/** The stores and the clock of a job. */
export interface JobContext {
  readonly env: Env;
  readonly registry: Database;
  readonly meter: StorageMeter;
  readonly nowMs: number;
}

/** The same, with the athlete database that the job works on. */
export interface HomeJobContext extends JobContext {
  readonly home: AthleteDatabase;
}

/** The jobs of one database that an invocation runs: the message of the queue. Losing one costs a period of their cron. */
export interface JobMessage {
  /** `registry`, or environment and shard of an athlete database: `live.c000`. */
  readonly database: string;
  readonly jobs: readonly string[];
}

/** A job for one database. Two runs may overlap, and either may be interrupted at any point. */
export interface Job<At extends JobContext> {
  readonly name: string;
  /** Tells the operator what it removes or finishes. */
  readonly does: string;
  /** Also runs while a database lacks a migration, because it must not wait: it checks, reconciles or ends. */
  readonly runsBehind?: true;
  /** Begins one run of the job and returns a function that takes its next step. */
  readonly begin: (ctx: At) => () => Promise<JobStep>;
}

/** Makes a run that repeats one step. */
export function repeat<At extends JobContext>(step: (ctx: At) => Promise<JobStep>): Job<At>['begin'] {
  return (ctx) => () => step(ctx);
}

/**
 * Makes steps that each work on one part, in rotation until all are done. If a part fails, the others
 * continue and the last step throws, so that the next run retries. Each run starts with a different part,
 * chosen by the millisecond, so that no part is always last.
 */
export function inTurn<Part>(
  parts: readonly Part[],
  nowMs: number,
  step: (part: Part) => Promise<JobStep>,
): () => Promise<JobStep> {
  const first = parts.length === 0 ? 0 : nowMs % parts.length;
  const waiting = [...parts.slice(first), ...parts.slice(0, first)];
  const faults: unknown[] = [];
  return async () => {
    const part = waiting.shift();
    let counts: Counts = {};
    if (part !== undefined) {
      try {
        const taken = await step(part);
        counts = taken.counts;
        if (!taken.isDone) waiting.push(part);
      } catch (fault) {
        faults.push(fault);
      }
    }
    if (waiting.length === 0 && faults.length > 0) throw faults[0];
    return { counts, isDone: waiting.length === 0 };
  };
}

/** A run of a job: its counts so far and its outcome. */
export class JobRun<At extends JobContext> {
  readonly job: Job<At>;
  readonly counts: Record<string, number> = {};
  outcome: 'more' | 'done' | 'failed' = 'more';
  fault: unknown = null;
  readonly #ctx: At;
  readonly #budget: CallBudget;
  readonly #steps: MeasuredSteps;
  #step: (() => Promise<JobStep>) | null = null;

  constructor(job: Job<At>, ctx: At, budget: CallBudget) {
    this.job = job;
    this.#ctx = ctx;
    this.#budget = budget;
    this.#steps = new MeasuredSteps(budget);
  }

  /** Whether it did something and has more to do, so that another message should follow at once. */
  get isToContinue(): boolean {
    return this.outcome === 'more' && Object.values(this.counts).some((count) => count > 0);
  }

  /**
   * Takes one step if work remains and the budget probably covers it. Returns whether it did. A step that the
   * budget interrupts is repeated by the next run. Never throws, because an error must end only this job.
   */
  async takeStep(): Promise<boolean> {
    if (this.outcome !== 'more' || !this.#steps.fit()) return false;
    try {
      this.#step ??= this.job.begin(this.#ctx);
      const { counts, isDone } = await this.#steps.take(this.#step);
      for (const [name, count] of Object.entries(counts)) {
        this.counts[name] = (this.counts[name] ?? 0) + count;
      }
      if (isDone) this.outcome = 'done';
    } catch (fault) {
      if (this.#budget.isSpent) return false;
      this.fault = fault;
      if (fault instanceof InvocationSpent) {
        // The platform counts more than we do. The next message continues.
        this.#budget.end();
        return false;
      }
      this.outcome = 'failed';
    }
    return true;
  }
}

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

/** Counts the calls of one invocation and rejects those beyond its limit. */
export class CallBudget {
  readonly #most: Calls;
  #used: Calls = calls({});
  #isSpent = false;

  constructor(most: Calls) {
    this.#most = most;
  }

  get used(): Calls {
    return this.#used;
  }

  /** Whether a call was refused. What failed since then may be repeated in another invocation. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Returns whether these calls fit into the remaining budget. */
  covers(needed: Calls): boolean {
    return NAMES.every((name) => this.#used[name] + needed[name] <= this.#most[name]);
  }

  /** Refuses every further call, because the platform has refused one. */
  end(): void {
    this.#isSpent = true;
  }

  /** Counts calls about to be made. Throws InvocationSpent if there are too many. */
  take(made: Calls): void {
    this.#isSpent ||= !this.covers(made);
    if (this.#isSpent) throw new InvocationSpent();
    this.#used = mapCalls((name) => this.#used[name] + made[name]);
  }
}

/** The steps of one piece of work. Their calls are measured, so that no step has to declare them. */
export class MeasuredSteps {
  readonly #budget: CallBudget;
  #largest: Calls = calls({ d1Queries: 1, subrequests: 1 });

  constructor(budget: CallBudget) {
    this.#budget = budget;
  }

  /** Returns whether another step may begin: twice the calls of the largest one are left, because steps differ. */
  fit(): boolean {
    return !this.#budget.isSpent && this.#budget.covers(mapCalls((name) => 2 * this.#largest[name]));
  }

  async take<T>(step: () => Promise<T>): Promise<T> {
    const before = this.#budget.used;
    try {
      return await step();
    } finally {
      const { used } = this.#budget;
      this.#largest = mapCalls((name) => Math.max(this.#largest[name], used[name] - before[name]));
    }
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
      if (name === 'jurisdiction')
        return (...parameters: unknown[]) => countedObjects(member(...parameters), budget);
      if (name !== 'get' && name !== 'getByName') return member;
      return (...parameters: unknown[]) =>
        countedMethods(member(...parameters), () => budget.take(calls({ subrequests: 1 })));
    },
  });
}

/** Wraps a binding so that `before` runs ahead of each method call; if it throws, the call fails with its error. */
function countedMethods<Binding extends object>(binding: Binding, before: () => void): Binding {
  return new Proxy(binding, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name, target);
      if (typeof method !== 'function') return method;
      return async (...parameters: unknown[]) => {
        before();
        return Reflect.apply(method, target, parameters);
      };
    },
  });
}

function bound(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name, target);
  return typeof member === 'function' ? member.bind(target) : member;
}
