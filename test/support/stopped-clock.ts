import { onTestFinished, vi } from 'vitest';

/**
 * Noon UTC in the middle of a year: far from every midnight and year's end. It lies ahead, because the runtime knows the time
 * of day: it would run an alarm of an earlier year at once, and not when the test runs it.
 */
export const NOON_MS = Date.UTC(2036, 5, 15, 12);

/**
 * Stops the clock of this test, of the Worker and of its Durable Objects, until the test ends. Bindings such as
 * `CLOCK_OFFSET_S` reach the Worker only, so a test of a budget per UTC day sets the clock here.
 */
export function stopClock(atMs: number = NOON_MS): void {
  vi.useFakeTimers({ toFake: ['Date'], now: atMs });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** Returns bindings in which the Worker's clock is so many seconds ahead. Durable Objects keep theirs. */
export const later = (seconds: number) => ({ CLOCK_OFFSET_S: String(seconds) });
