import { sql } from 'drizzle-orm';
import type { Database } from '#platform/storage/database.ts';
import type { JobStep } from '#platform/storage/job.ts';
import { recordEventsOfRows } from '#platform/storage/record-events.ts';
import { storeAnnounced } from './repository.ts';

const COLUMNS = {
  partnerId: sql`partners.id`,
  environment: sql`json_each.value`,
  athleteId: sql`NULL`,
  data: sql`'{}'`,
};

/**
 * Notifies every partner that is not terminated, once in each of its environments, that the engine has changed and stored
 * prescriptions are stale. Events and version are written together, so an interrupted run notifies no partner
 * twice. The first run of an installation only stores the engine's version.
 */
export async function announceEngine(registry: Database, version: string, nowMs: number): Promise<JobStep> {
  const from = sql`FROM partners JOIN json_each('["test","live"]')
    WHERE partners.id > '' AND partners.status IN ('active', 'suspended')
      AND (json_each.value = 'test' OR partners.live_access_at IS NOT NULL)
      AND EXISTS (SELECT 1 FROM announced_engine WHERE id = 1 AND version <> ${version})`;
  const [recorded] = await registry.batch([
    recordEventsOfRows(registry, 'engine.updated', COLUMNS, from, nowMs),
    storeAnnounced(registry, version),
  ]);
  return { counts: { events: recorded.meta.changes }, isDone: true };
}
