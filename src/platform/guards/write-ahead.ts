import { SECOND_MS } from '../clock.ts';

/**
 * Idle time after which an object stores what it counted: longer than the pauses of callers in use, and shorter than the
 * ten seconds after which the platform may drop an idle object's memory.
 */
export const STORE_AFTER_MS = 3 * SECOND_MS;

/** The part of a budget by which the stored counter may be ahead of the true one, and which a restart can lose. */
const AHEAD_OF_BUDGET = 0.05;

/** Returns the number of whole units by which the stored counter of this budget may be ahead of the true one. */
export function unitsAhead(budget: number): number {
  return Math.floor(budget * AHEAD_OF_BUDGET);
}

/**
 * Returns the number to store for a counter, or null while the stored one still covers it: at least the counter, so
 * that a restart admits nothing twice, and at most `ahead` more, so that it loses no more than that. An object that
 * stores each value pays one row and one wait for the disk per request; this pays them only when the counter passes the
 * stored one.
 */
export function numberToStore(counter: number, stored: number, ahead: number): number | null {
  return counter <= stored && stored - counter <= ahead ? null : counter + ahead;
}
