import type { Env } from '#platform/env.ts';
import type { Database } from '#platform/storage/database.ts';

/** A job that a database has to finish once per period. */
export interface ExpectedJob {
  readonly job: string;
  readonly database: string;
  readonly periodMs: number;
}

/** The stores and the clock for checking conditions. */
export interface AlertPlace {
  readonly env: Env;
  readonly registry: Database;
  readonly nowMs: number;
  /** All jobs of the schedule, for each database that runs them. */
  readonly expected: readonly ExpectedJob[];
}

/** A condition that somebody must be alerted to. */
export interface Condition {
  /**
   * Returns the problems, one sentence each. Returns nothing if the condition is not active. Makes at most
   * five D1 queries.
   */
  readonly find: (place: AlertPlace, stood: boolean) => Promise<readonly string[]>;
}

/** The most names listed in one sentence. */
const LISTED_MAX = 5;

/** Joins names for a sentence: the first five, and the number of the rest. */
export function listed(names: readonly string[]): string {
  const rest = names.length - LISTED_MAX;
  return rest > 0 ? `${names.slice(0, LISTED_MAX).join(', ')} and ${rest} more` : names.join(', ');
}
