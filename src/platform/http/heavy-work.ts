import type { Work } from '@musette/basics/work';
import { machineNowMs, SECOND_MS } from '../clock.ts';
import type { Environment } from '../env.ts';
import { type Failure, fail, RequestRefused } from './errors.ts';

/** The owner of heavy work: the caller, or the service itself. */
export interface WorkOwner {
  readonly keyId: string;
  readonly environment: Environment;
  /** The application of an athlete's token. All its athletes share its turns. */
  readonly clientId?: string | null;
}

/**
 * The maximum number of started requests with heavy work per isolate, including those waiting for a store. Each may hold a
 * parsed body of several megabytes, so this limits memory.
 */
const BEGUN_MAX = 8;
/** The maximum number of waiting requests per environment. */
const WAITING_MAX = 150;
/** The maximum number of waiting requests per owner. */
const WAITING_OF_OWNER_MAX = 100;
/** The longest wait for a turn. Then the request is refused, and its caller retries. */
const TURN_WAIT_MAX_MS = 10 * SECOND_MS;
/** While both environments wait, the sandbox gets one turn in this many. */
const SANDBOX_TURN = 4;
/** A request that takes longer was terminated by the platform without notice. */
const INSIDE_MS_MAX = 20 * SECOND_MS;
/** Work done before other requests get a turn, in microseconds on the slowest machine measured. */
const SLICE_US = 8000;
/** Work that needs no turn: ten calculations (`calculationUs`). */
export const LIGHT_US = 700;

/** Lets the isolate's other requests continue during heavy work. */
export interface Pace {
  /** Counts finished work and pauses after some milliseconds of it, because clocks stop while an isolate computes. */
  readonly spend: (us: number) => Promise<void> | undefined;
  readonly run: <Result>(work: Work<Result>) => Promise<Result>;
}

/** The rest while requests of others are in progress: each goes to a store and comes back several times. */
const BUSY_REST_MS = 1;
/** An owner counts as having requests in progress for this long after one began. */
const IN_PROGRESS_MS = 200;

/** Start times of the latest request of each owner's name, in that order. */
const latestRequests = new Map<string, number>();

/** Records that a request of an owner begins in this isolate. The work of others rests longer for a while. */
export function recordRequest(owner: WorkOwner): void {
  const name = nameOf(owner);
  // Deleted first, because a map keeps the position of a known name.
  latestRequests.delete(name);
  latestRequests.set(name, machineNowMs());
}

function hasRequestsOfOthers(owner: WorkOwner | null): boolean {
  const sinceMs = machineNowMs() - IN_PROGRESS_MS;
  for (const [name, beganAtMs] of latestRequests) {
    if (beganAtMs < sinceMs) latestRequests.delete(name);
    else if (owner === null || name !== nameOf(owner)) return true;
  }
  return false;
}

/** Counted work of this isolate since it last rested, whoever it was for: short turns delay others as much as a long one does. */
let sinceRestUs = 0;

/** Lets the isolate run other ready work, including new requests. */
function rest(owner: WorkOwner | null): Promise<void> {
  sinceRestUs = 0;
  return scheduler.wait(hasRequestsOfOthers(owner) ? BUSY_REST_MS : 0);
}

/** Returns the pace of an owner's work, or of work without an owner. All share what they count. */
export function newPace(owner: WorkOwner | null = null): Pace {
  const spend = (us: number) => {
    sinceRestUs += us;
    return sinceRestUs < SLICE_US ? undefined : rest(owner);
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

interface Waiter {
  /** The owner's name. */
  readonly name: string;
  readonly begin: (release: () => void) => void;
}

type Waiting = Map<string, Waiter[]>;

/**
 * Limits the number of concurrent pieces of work. Production goes before the sandbox, which gets every fourth turn. The owners
 * of an environment take turns, so a greedy one delays only itself.
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

  /**
   * Waits for a turn and returns the function that ends it, or null after `maxWaitMs`. Returns null at once if too many are
   * already waiting.
   */
  enter(owner: WorkOwner, maxWaitMs: number | null = null): Promise<(() => void) | null> | null {
    const waiting = this.#waiting[owner.environment];
    const name = nameOf(owner);
    const ofOwner = waiting.get(name) ?? [];
    if (this.#isBounded && (ofOwner.length >= WAITING_OF_OWNER_MAX || countOf(waiting) >= WAITING_MAX)) {
      return null;
    }
    const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
    const waiter = { name, begin: resolve };
    waiting.set(name, [...ofOwner, waiter]);
    this.#admit();
    if (!isWaiting(waiting, waiter)) return promise;
    const stopWaiting = () => {
      remove(waiting, waiter);
      resolve(null);
    };
    const timer =
      maxWaitMs === null
        ? setTimeout(() => this.#admit(), INSIDE_MS_MAX + SECOND_MS)
        : setTimeout(stopWaiting, maxWaitMs);
    return promise.finally(() => clearTimeout(timer));
  }

  #admit(): void {
    const nowMs = machineNowMs();
    for (const [one, sinceMs] of this.#inside) if (nowMs - sinceMs > INSIDE_MS_MAX) this.#inside.delete(one);
    while (this.#inside.size < this.#capacity) {
      const next = this.#next();
      if (!next) return;
      const one = Symbol(next.name);
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

function nameOf({ keyId, clientId }: WorkOwner): string {
  return clientId ?? keyId;
}

function isWaiting(waiting: Waiting, waiter: Waiter): boolean {
  return waiting.get(waiter.name)?.includes(waiter) === true;
}

function remove(waiting: Waiting, waiter: Waiter): void {
  const others = (waiting.get(waiter.name) ?? []).filter((other) => other !== waiter);
  if (others.length > 0) waiting.set(waiter.name, others);
  else waiting.delete(waiter.name);
}

/** Takes the first waiter of the owner whose turn it is, and moves that owner to the end. */
function takeFirst(waiting: Waiting): Waiter | null {
  const [first] = waiting;
  if (!first) return null;
  const [name, [waiter, ...others]] = first;
  waiting.delete(name);
  if (others.length > 0) waiting.set(name, others);
  return waiter ?? null;
}

function countOf(waiting: Waiting): number {
  return [...waiting.values()].reduce((sum, { length }) => sum + length, 0);
}

const begun = new FairQueue(BEGUN_MAX, true);
const computing = new FairQueue(1, false);

/** The refusal of a request that has waited too long for its turn, or behind too many others. */
const NO_TURN = fail('temporarily_unavailable', { retryAfterSeconds: 1 });

/**
 * Waits until a request with heavy work may start in this isolate. Returns the function that ends it, or a failure if too
 * many are already waiting, or after ten seconds.
 */
export async function beginHeavy(owner: WorkOwner): Promise<(() => void) | Failure> {
  return (await begun.enter(owner, TURN_WAIT_MAX_MS)) ?? NO_TURN;
}

/** The wait for a turn: ten seconds, or, if its request has already had an effect, as long as it takes. */
export type Patience = 'ten seconds' | 'as long as it takes';

/**
 * Runs heavy work when its turn comes, one piece at a time per isolate. A turn covers computing only: the work must not wait
 * for a store, a limiter, a fetch or a stream, and must not ask for another turn.
 *
 * @throws RequestRefused with 503 if no turn came within its patience
 */
export async function inTurn<Result>(
  owner: WorkOwner,
  work: (pace: Pace) => Promise<Result> | Result,
  patience: Patience = 'ten seconds',
): Promise<Result> {
  const end = await computing.enter(owner, patience === 'ten seconds' ? TURN_WAIT_MAX_MS : null);
  if (end === null) throw new RequestRefused(NO_TURN);
  try {
    const pace = newPace(owner);
    // Requests of others continue before each turn. Without any, turns only count, also for work without steps.
    await (hasRequestsOfOthers(owner) ? rest(owner) : pace.spend(LIGHT_US));
    return await work(pace);
  } finally {
    end();
  }
}
