import { type Calls, calls } from '#platform/storage/call-budget.ts';
import type { Database } from '#platform/storage/database.ts';
import { STEP_ROWS } from '#platform/storage/delete-some.ts';
import { deleteOld } from './repository.ts';

/** Calls per step. */
export const CALLS_OF_PURGING_CONSOLE: Calls = calls({ d1Queries: 4, subrequests: 1 });

/** Rows of the console that a step removed. */
export interface ConsolePurge {
  readonly members: number;
  readonly invitations: number;
  readonly sessions: number;
  readonly audit: number;
  readonly isDone: boolean;
}

/**
 * Deletes removed members and ended invitations after 30 days, sessions that have ended, and the audit after
 * 400 days, at most 1,000 of each per call. `isDone` is false while more may remain.
 */
export async function purgeConsole(registry: Database, nowMs: number): Promise<ConsolePurge> {
  const results = await registry.batch(deleteOld(registry, nowMs));
  const [gone, ended, over, old] = results;
  return {
    members: gone.meta.changes,
    invitations: ended.meta.changes,
    sessions: over.meta.changes,
    audit: old.meta.changes,
    isDone: results.every(({ meta }) => meta.changes < STEP_ROWS),
  };
}
