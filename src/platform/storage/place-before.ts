import { type SQL, sql } from 'drizzle-orm';
import { MINUTE_MS } from '../clock.ts';

/**
 * More than the clocks of two writers differ, and more than a request takes from reading its clock to its commit: events
 * that far apart in time are in the order of their commits.
 */
const CLOCK_SKEW_MS = MINUTE_MS;
/** The first step of the search: more than a store ever counts. Written out, since a bound number would not be whole. */
const LARGEST_STEP = sql.raw(String(2 ** 40));

/**
 * Builds a subquery for a place in a store which surely comes before every event recorded at this time or later; 0 if there
 * is none. Places are in the order of time but for the clocks of writers, so halving finds it: one row read for each
 * doubling of the events, and no index of times.
 */
export function placeBefore(atMs: number): SQL<number> {
  const latest = atMs - CLOCK_SKEW_MS;
  return sql`(WITH RECURSIVE halves(place, step) AS (
      SELECT 0, ${LARGEST_STEP}
      UNION ALL
      SELECT iif((SELECT created_at FROM events WHERE sequence >= place + step ORDER BY sequence LIMIT 1) < ${latest},
        place + step, place), step / 2 FROM halves WHERE step > 0)
    SELECT place FROM halves WHERE step = 0)`;
}
