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
