import { SECOND_MS } from '../clock.ts';

/**
 * Idle time after which an object stores its counts. Longer than the pauses of active callers, and shorter than the ten
 * seconds after which the platform may drop an idle object's memory.
 */
export const STORE_AFTER_MS = 3 * SECOND_MS;

/** The part of a budget by which the stored counter may be ahead of the true one. A restart can lose it. */
const AHEAD_OF_BUDGET = 0.05;

/** Returns the number of whole units by which the stored counter of this budget may be ahead of the true one. */
export function unitsAhead(budget: number): number {
  return Math.floor(budget * AHEAD_OF_BUDGET);
}

/**
 * Returns the number to store for a counter, or null while the stored one still covers it. At least the counter, so that a
 * restart admits nothing twice, and at most `ahead` more, so that a restart loses no more than that. Storing every value
 * would cost a row and a disk wait per request; this costs them only when the counter passes the stored one.
 */
export function numberToStore(counter: number, stored: number, ahead: number): number | null {
  return counter <= stored && stored - counter <= ahead ? null : counter + ahead;
}
