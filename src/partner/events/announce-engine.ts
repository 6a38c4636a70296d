import { sql } from 'drizzle-orm';
import { type Calls, calls } from '#platform/storage/call-budget.ts';
import type { Database } from '#platform/storage/database.ts';
import { recordEventsOfRows } from '#platform/storage/record-events.ts';
import { storeAnnounced } from './repository.ts';

/** The most calls per announcement. */
export const CALLS_OF_ANNOUNCING_ENGINE: Calls = calls({ d1Queries: 3, subrequests: 1 });

const COLUMNS = {
  partnerId: sql`partners.id`,
  environment: sql`json_each.value`,
  athleteId: sql`NULL`,
  data: sql`'{}'`,
};

/**
 * Notifies every active partner, once in each of its environments, that the engine has changed and stored
 * prescriptions are stale. Events and version are written together, so an interrupted run notifies no partner
 * twice. The first run of an installation only stores the engine's version.
 *
 * @returns the number of recorded events
 */
export async function announceEngine(registry: Database, version: string, nowMs: number): Promise<number> {
  const from = sql`FROM partners JOIN json_each('["test","live"]')
    WHERE partners.id > '' AND partners.status = 'active'
      AND (json_each.value = 'test' OR partners.live_access_at IS NOT NULL)
      AND EXISTS (SELECT 1 FROM announced_engine WHERE id = 1 AND version <> ${version})`;
  const [recorded] = await registry.batch([
    recordEventsOfRows(registry, 'engine.updated', COLUMNS, from, nowMs),
    storeAnnounced(registry, version),
  ]);
  return recorded.meta.changes;
}
