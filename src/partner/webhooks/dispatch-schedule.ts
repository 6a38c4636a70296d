import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/clock.ts';

/** Time between a failed attempt and the next (Standard Webhooks 1.0.0, "Deliverability and reliability"). */
const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** Returns the delay before the next attempt after this many failures. Returns null if there is none. */
export function retryAfterMs(failures: number): number | null {
  return RETRY_AFTER_MS[failures - 1] ?? null;
}

/** Failures in a row after which only probes are sent. */
export const FAILURES_MAX = 5;
/** Failed deliveries, and those behind them, that may wait at the same time. */
export const WAITING_MAX = 1000;
/**
 * Failures of an event for which later events of its athlete wait: until its third attempt, about five
 * minutes after the first.
 */
export const BLOCKING_FAILURES = 2;
/** Time without a success after which a webhook is disabled. */
export const FAILING_MAX_MS = 5 * DAY_MS;

/** Returns the time until the next probe of a receiver that has been failing this long. */
export function probeAfterMs(probes: number, failingForMs: number): number {
  if (probes === 0) return 5 * SECOND_MS;
  return failingForMs < DAY_MS ? 5 * MINUTE_MS : HOUR_MS;
}

/** Minimum time between two reports of a dispatcher to the registry. */
export const REPORT_EVERY_MS = MINUTE_MS;
/** Minimum time between two reports of its place to the store. */
export const ACKNOWLEDGE_EVERY_MS = 5 * MINUTE_MS;
