import { onTestFinished, vi } from 'vitest';

/** Noon UTC in the middle of 2026: far from every midnight and year's end. */
export const NOON_MS = Date.UTC(2026, 5, 15, 12);

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
