import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../clock.ts';

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

/**
 * The longest delay for which the queue holds a message (its limit is 12 hours); the cron sends later
 * attempts.
 */
export const QUEUED_DELAY_MAX_MS = 30 * MINUTE_MS;

/** Time without a success after which a webhook is disabled. */
const FAILING_MAX_MS = 5 * DAY_MS;

/** Returns the time until the attempt after so many failed ones; null if there is none. */
export function retryAfterMs(failures: number): number | null {
  return RETRY_AFTER_MS[failures - 1] ?? null;
}

/** Returns whether a webhook has failed for so long that it is disabled. */
export function hasFailedTooLong(failingSince: number | null, nowMs: number): boolean {
  return failingSince !== null && nowMs - failingSince >= FAILING_MAX_MS;
}
