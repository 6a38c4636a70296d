import { machineNowMs, SECOND_MS } from '../clock.ts';
import type { Environment } from '../env.ts';
import { type Failure, fail } from './errors.ts';

/** The caller that a piece of heavy work is for; null for the service's own. */
export interface WorkOwner {
  readonly keyId: string;
  readonly environment: Environment;
}

/**
 * Requests with heavy work that an isolate has begun, those that wait for a store included. Each may hold a parsed body of
 * some megabytes, so this bounds memory.
 */
const BEGUN_MAX = 8;
/** Requests of one environment that wait to begin. */
const WAITING_MAX = 150;
/** Requests of one key that wait to begin: some fifteen seconds of the largest batches. */
const WAITING_OF_KEY_MAX = 100;
/** While both environments wait, the sandbox has one turn in this many. */
const SANDBOX_TURN = 4;
/** A request that is inside for longer was ended by the platform, which gives it no chance to say so. */
const INSIDE_MS_MAX = 20 * SECOND_MS;
/** Work after which other requests have their turn, in microseconds of the slowest machine that was measured. */
const SLICE_US = 8000;

/** Work in steps. Each step yields the microseconds that it took, as measured for its kind. */
export type Work<Result> = Generator<number, Result, void>;

/** Lets other requests of the isolate go on while work is done. */
export interface Pace {
  /** Counts work that was done, and pauses after some milliseconds of it: clocks stand still while an isolate computes. */
  readonly spend: (us: number) => Promise<void> | undefined;
  readonly run: <Result>(work: Work<Result>) => Promise<Result>;
}

/**
 * Returns a new pace.
 *
 * @param rest lets the isolate do what else is ready, new requests included
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
      await spend(step.value);
    }
  };
  return { spend, run };
}

/** Does all steps of work at once. */
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
 * Lets a number of callers in at a time. Of those that wait, production comes before the sandbox, which has every fourth
 * turn, and the keys of an environment take turns: a greedy key delays itself.
 */
export class FairQueue {
  readonly #capacity: number;
  readonly #isBounded: boolean;
  readonly #waiting: Readonly<Record<Environment, Waiting>> = { live: new Map(), test: new Map() };
  /** Since when each is inside. */
  readonly #inside = new Map<symbol, number>();
  #liveTurns = 0;

  constructor(capacity: number, isBounded: boolean) {
    this.#capacity = capacity;
    this.#isBounded = isBounded;
  }

  /** Waits for a turn, and returns the function that ends it; null if too many wait already. */
  enter(owner: WorkOwner): Promise<() => void> | null {
    const waiting = this.#waiting[owner.environment];
    const ofKey = waiting.get(owner.keyId) ?? [];
    if (this.#isBounded && (ofKey.length >= WAITING_OF_KEY_MAX || countOf(waiting) >= WAITING_MAX)) {
      return null;
    }
    const { promise, resolve } = Promise.withResolvers<() => void>();
    waiting.set(owner.keyId, [...ofKey, { owner, begin: resolve }]);
    this.#admit();
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

/** Takes the first waiter of the key whose turn it is, which then is the last in turn. */
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
 * Waits until a request with heavy work may begin in this isolate. Returns the function that ends it, or the failure if too
 * many wait already.
 */
export async function beginHeavy(owner: WorkOwner): Promise<(() => void) | Failure> {
  return (await begun.enter(owner)) ?? fail('temporarily_unavailable', { retryAfterSeconds: 1 });
}

/** Does a piece of heavy work when it is its turn: an isolate does one at a time. It must not wait for a store. */
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
