import { sql } from 'drizzle-orm';
import { DAY_MS } from '#platform/clock.ts';
import type { Database } from '#platform/storage/database.ts';
import { positionBefore } from '#platform/storage/event-id.ts';
import { idsFrom } from '#platform/storage/ids.ts';
import type { JobStep } from '#platform/storage/job.ts';
import { recordEventsOfRows } from '#platform/storage/record-events.ts';
import { ADVISED_ROTATION_MS } from './key-shape.ts';

/**
 * The ages at which we notify a key's partner: two weeks before the advised rotation, and on the day itself.
 */
const NOTICE_AGES_MS = [ADVISED_ROTATION_MS - 14 * DAY_MS, ADVISED_ROTATION_MS] as const;
/** Notifications delayed by failed runs for longer than this are skipped. */
const LATE_MAX_MS = 7 * DAY_MS;

const COLUMNS = {
  partnerId: sql`api_keys.partner_id`,
  environment: sql`api_keys.environment`,
  athleteId: sql`NULL`,
  data: sql`json_object('keyId', api_keys.id)`,
};

/**
 * Notifies partners once at each of the two ages that a key is due for rotation.
 */
export async function announceRotations(registry: Database, nowMs: number): Promise<JobStep> {
  const [early, due] = await registry.batch([
    recordReached(registry, NOTICE_AGES_MS[0], nowMs),
    recordReached(registry, NOTICE_AGES_MS[1], nowMs),
  ]);
  return { counts: { events: early.meta.changes + due.meta.changes }, isDone: true };
}

/** Records the keys that have reached an age without being rotated, unless already recorded. */
function recordReached(registry: Database, ageMs: number, nowMs: number) {
  const createdBy = nowMs - ageMs;
  // Identifiers sort by creation time, so the primary key finds the keys created in these days.
  const from = sql`FROM api_keys
    WHERE api_keys.id >= ${idsFrom('key', createdBy - LATE_MAX_MS)} AND api_keys.id < ${idsFrom('key', createdBy + 1)}
      AND api_keys.status = 'active' AND NOT EXISTS (
        SELECT 1 FROM events AS recorded WHERE recorded.partner_id = api_keys.partner_id
          AND recorded.environment = api_keys.environment
          AND recorded.sequence > ${positionBefore(nowMs - LATE_MAX_MS)}
          AND recorded.created_at >= ${nowMs - LATE_MAX_MS}
          AND recorded.type = 'key.rotation_due' AND recorded.data ->> '$.keyId' = api_keys.id)`;
  return recordEventsOfRows(registry, 'key.rotation_due', COLUMNS, from, nowMs);
}
