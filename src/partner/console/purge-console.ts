import type { Database } from '#platform/storage/database.ts';
import { STEP_ROWS } from '#platform/storage/delete-some.ts';
import type { JobStep } from '#platform/storage/job.ts';
import { deleteOld } from './repository.ts';

/**
 * Deletes removed members and ended invitations after 30 days, sessions that have ended, and the audit after
 * 400 days, at most 1,000 of each per call. `isDone` is false while more may remain.
 */
export async function purgeConsole(registry: Database, nowMs: number): Promise<JobStep> {
  const results = await registry.batch(deleteOld(registry, nowMs));
  const [gone, ended, over, old] = results;
  return {
    counts: {
      members: gone.meta.changes,
      invitations: ended.meta.changes,
      sessions: over.meta.changes,
      audit: old.meta.changes,
    },
    isDone: results.every(({ meta }) => meta.changes < STEP_ROWS),
  };
}
