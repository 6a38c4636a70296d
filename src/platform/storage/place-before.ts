import { type SQL, sql } from 'drizzle-orm';
import { MINUTE_MS } from '../clock.ts';

/**
 * Exceeds both the clock difference between two writers and the time from a request's clock reading to its commit. Events
 * this far apart in time are in commit order.
 */
const CLOCK_SKEW_MS = MINUTE_MS;
/** The first step of the search, more than a store ever counts. A literal, because a bound number would not be whole. */
const LARGEST_STEP = sql.raw(String(2 ** 40));

/**
 * Builds a subquery for a place in a store that is guaranteed to come before every event recorded at this time or later, or
 * 0. Places are in time order except for clock differences, so bisection finds it, reading one row per doubling of the
 * events and without a time index.
 */
export function placeBefore(atMs: number): SQL<number> {
  const latest = atMs - CLOCK_SKEW_MS;
  return sql`(WITH RECURSIVE halves(place, step) AS (
      SELECT 0, ${LARGEST_STEP}
      UNION
      SELECT iif((SELECT created_at FROM events WHERE sequence >= place + step ORDER BY sequence LIMIT 1) < ${latest},
        place + step, place), step / 2 FROM halves)
    SELECT place FROM halves WHERE step = 0)`;
}
