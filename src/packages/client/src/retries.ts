const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;
/**
 * The random share added to `Retry-After`, so callers that were rejected together do not retry together.
 */
const JITTER = 0.25;

/** Returns the wait before the next attempt in milliseconds: at least `Retry-After`, otherwise doubling, with jitter. */
export function waitMs(attempt: number, retryAfterSeconds: number | null, random: () => number): number {
  if (retryAfterSeconds !== null) return retryAfterSeconds * 1000 * (1 + JITTER * random());
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return longest * (0.5 + 0.5 * random());
}

/** Parses `Retry-After`, as seconds or a date. Null if it is missing or unreadable. */
export function retryAfterSecondsOf(headers: Headers, nowMs: number): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, (at - nowMs) / 1000);
}

/** The time between calls that one pause has held up. */
const STAGGER_MS = 50;

/** Pauses all calls of a client after a 429. Then the oldest call goes first, and the others follow one by one. */
export class SharedPause {
  readonly #now: () => number;
  readonly #wait: typeof wait;
  /** The numbers of the waiting calls. */
  readonly #waiting = new Set<number>();
  #endsAtMs = Number.NEGATIVE_INFINITY;
  #calls = 0;

  constructor(now: () => number, waitFor: typeof wait) {
    this.#now = now;
    this.#wait = waitFor;
  }

  /** Returns the number of a new call. */
  join(): number {
    this.#calls += 1;
    return this.#calls;
  }

  extend(untilMs: number): void {
    this.#endsAtMs = Math.max(this.#endsAtMs, untilMs);
  }

  /** Waits until it is the call's turn. Does not wait at all if that is after `deadlineMs`. */
  async over(call: number, deadlineMs: number, signal: AbortSignal): Promise<void> {
    this.#waiting.add(call);
    let reachedMs = this.#now();
    try {
      for (;;) {
        const older = [...this.#waiting].filter((other) => other < call).length;
        const atMs = this.#endsAtMs + older * STAGGER_MS;
        if (atMs <= reachedMs || atMs >= deadlineMs) return;
        await this.#wait(Math.max(0, atMs - this.#now()), signal);
        reachedMs = atMs;
      }
    } finally {
      this.#waiting.delete(call);
    }
  }
}

/** Waits, or rejects as soon as the signal aborts. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** A budget and its remainder. */
export interface RateLimit {
  /** The budget's name. */
  readonly policy: string;
  /** Requests or records left. */
  readonly remaining: number;
  /** Seconds until the budget is full again. */
  readonly resetSeconds: number;
}

const ITEM = /^"([^"]+)";r=(\d+);t=(\d+)$/;

/** Parses the budgets of a `RateLimit` header, such as `"standard";r=5999;t=1`. Skips unreadable ones. */
export function rateLimitsOf(headers: Headers): RateLimit[] {
  return (headers.get('ratelimit') ?? '').split(',').flatMap((item) => {
    const [, policy, remaining, resetSeconds] = ITEM.exec(item.trim()) ?? [];
    return policy === undefined
      ? []
      : [{ policy, remaining: Number(remaining), resetSeconds: Number(resetSeconds) }];
  });
}
