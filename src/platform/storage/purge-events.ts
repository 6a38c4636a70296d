import { and, asc, gt, inArray, lt, type SQL } from 'drizzle-orm';
import { DAY_MS } from '../clock.ts';
import type { Database } from './database.ts';
import { deleteSome, STEP_ROWS } from './delete-some.ts';
import { events } from './events-schema.ts';

/** Events are kept and cursors are valid for this long. An older cursor could have missed purged events. */
export const EVENTS_KEPT_MS = 30 * DAY_MS;

/**
 * Removes the oldest expired events, at most STEP_ROWS. The sequence finds them without a time index.
 */
export function deleteOldEvents(db: Database, nowMs: number) {
  const oldest = db
    .select({ sequence: events.sequence })
    .from(events)
    .where(gt(events.sequence, 0))
    .orderBy(asc(events.sequence))
    .limit(STEP_ROWS);
  return db
    .delete(events)
    .where(and(inArray(events.sequence, oldest), lt(events.createdAt, nowMs - EVENTS_KEPT_MS)));
}

/** Removes at most STEP_ROWS events that match `condition`. */
export function deleteSomeEvents(db: Database, condition: SQL) {
  return deleteSome(db, { table: events, key: [events.sequence] }, condition);
}
