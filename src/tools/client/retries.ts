const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;
/**
 * The share of `Retry-After` that is added at random, so that callers who were refused together do not retry
 * together.
 */
const JITTER = 0.25;

/** Returns the milliseconds to wait before the next attempt: at least what `Retry-After` says, else doubling, with jitter. */
export function waitMs(attempt: number, retryAfterSeconds: number | null, random: () => number): number {
  if (retryAfterSeconds !== null) return retryAfterSeconds * 1000 * (1 + JITTER * random());
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return longest * (0.5 + 0.5 * random());
}

/** Reads `Retry-After`: seconds, or a date. Null if it is missing or unreadable. */
export function retryAfterSecondsOf(headers: Headers, nowMs: number): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, (at - nowMs) / 1000);
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
