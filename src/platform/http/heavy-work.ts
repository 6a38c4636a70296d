import { machineNowMs, SECOND_MS } from '../clock.ts';
import type { Environment } from '../env.ts';
import { type Failure, fail } from './errors.ts';

/** The caller of heavy work, or null for the service itself. */
export interface WorkOwner {
  readonly keyId: string;
  readonly environment: Environment;
}

/**
 * The maximum number of started requests with heavy work per isolate, including those waiting for a store. Each may hold a
 * parsed body of several megabytes, so this limits memory.
 */
const BEGUN_MAX = 8;
/** The maximum number of waiting requests per environment. */
const WAITING_MAX = 150;
/** The maximum number of waiting requests per key: about fifteen seconds of the largest batches. */
const WAITING_OF_KEY_MAX = 100;
/** While both environments wait, the sandbox gets one turn in this many. */
const SANDBOX_TURN = 4;
/** A request that takes longer was terminated by the platform without notice. */
const INSIDE_MS_MAX = 20 * SECOND_MS;
/** Work done before other requests get a turn, in microseconds on the slowest machine measured. */
const SLICE_US = 8000;

/** Work in steps. Each step yields its cost in microseconds, as measured for its kind. */
export type Work<Result> = Generator<number, Result, void>;

/** Lets the isolate's other requests continue during heavy work. */
export interface Pace {
  /** Counts finished work and pauses after some milliseconds of it, because clocks stop while an isolate computes. */
  readonly spend: (us: number) => Promise<void> | undefined;
  readonly run: <Result>(work: Work<Result>) => Promise<Result>;
}

/**
 * Returns a new pace.
 *
 * @param rest lets the isolate run other ready work, including new requests
 */
export function newPace(rest: () => Promise<unknown> = () => scheduler.wait(0)): Pace {
  let spentUs = 0;
  const spend = (us: number) => {
    spentUs += us;
    return spentUs < SLICE_US ? undefined : pause();
  };
  const pause = async () => {
    spentUs = 0;
    await rest();
  };
  const run = async <Result>(work: Work<Result>) => {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      // Awaiting only a pause spares each of thousands of steps a turn of the microtask queue.
      const pausing = spend(step.value);
      if (pausing) await pausing;
    }
  };
  return { spend, run };
}

/** Runs all steps without pausing. */
export function finish<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

interface Waiter {
  readonly owner: WorkOwner;
  readonly begin: (release: () => void) => void;
}

type Waiting = Map<string, Waiter[]>;

/**
 * Limits the number of concurrent callers. Production goes before the sandbox, which gets every fourth turn. The keys of an
 * environment take turns, so a greedy key delays only itself.
 */
export class FairQueue {
  readonly #capacity: number;
  readonly #isBounded: boolean;
  readonly #waiting: Readonly<Record<Environment, Waiting>> = { live: new Map(), test: new Map() };
  /** The start time of each. */
  readonly #inside = new Map<symbol, number>();
  #liveTurns = 0;

  constructor(capacity: number, isBounded: boolean) {
    this.#capacity = capacity;
    this.#isBounded = isBounded;
  }

  /** Waits for a turn and returns the function that ends it, or null if too many are already waiting. */
  enter(owner: WorkOwner): Promise<() => void> | null {
    const waiting = this.#waiting[owner.environment];
    const ofKey = waiting.get(owner.keyId) ?? [];
    if (this.#isBounded && (ofKey.length >= WAITING_OF_KEY_MAX || countOf(waiting) >= WAITING_MAX)) {
      return null;
    }
    const { promise, resolve } = Promise.withResolvers<() => void>();
    const waiter = { owner, begin: resolve };
    waiting.set(owner.keyId, [...ofKey, waiter]);
    this.#admit();
    const hasBegun = waiting.get(owner.keyId)?.includes(waiter) !== true;
    if (hasBegun) return promise;
    const timer = setTimeout(() => this.#admit(), INSIDE_MS_MAX + SECOND_MS);
    return promise.finally(() => clearTimeout(timer));
  }

  #admit(): void {
    const nowMs = machineNowMs();
    for (const [one, sinceMs] of this.#inside) if (nowMs - sinceMs > INSIDE_MS_MAX) this.#inside.delete(one);
    while (this.#inside.size < this.#capacity) {
      const next = this.#next();
      if (!next) return;
      const one = Symbol(next.owner.keyId);
      this.#inside.set(one, nowMs);
      next.begin(() => {
        if (this.#inside.delete(one)) this.#admit();
      });
    }
  }

  #next(): Waiter | null {
    const { live, test } = this.#waiting;
    const isSandboxTurn = live.size === 0 || (test.size > 0 && this.#liveTurns >= SANDBOX_TURN - 1);
    this.#liveTurns = isSandboxTurn ? 0 : this.#liveTurns + 1;
    return takeFirst(isSandboxTurn ? test : live);
  }
}

/** Takes the first waiter of the key whose turn it is, and moves that key to the end. */
function takeFirst(waiting: Waiting): Waiter | null {
  const [first] = waiting;
  if (!first) return null;
  const [keyId, [waiter, ...others]] = first;
  waiting.delete(keyId);
  if (others.length > 0) waiting.set(keyId, others);
  return waiter ?? null;
}

function countOf(waiting: Waiting): number {
  return [...waiting.values()].reduce((sum, { length }) => sum + length, 0);
}

const begun = new FairQueue(BEGUN_MAX, true);
const computing = new FairQueue(1, false);

/**
 * Waits until a request with heavy work may start in this isolate. Returns the function that ends it, or a failure if too
 * many are already waiting.
 */
export async function beginHeavy(owner: WorkOwner): Promise<(() => void) | Failure> {
  return (await begun.enter(owner)) ?? fail('temporarily_unavailable', { retryAfterSeconds: 1 });
}

/** Runs heavy work when its turn comes, one piece at a time per isolate. The work must not wait for a store. */
export async function inTurn<Result>(
  owner: WorkOwner,
  work: (pace: Pace) => Promise<Result>,
): Promise<Result> {
  const end = await computing.enter(owner);
  try {
    return await work(newPace());
  } finally {
    end?.();
  }
}
