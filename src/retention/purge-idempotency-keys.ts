import type { Database } from '../storage/database.ts';
import { STEP_ROWS } from '../storage/delete-some.ts';
import { deleteExpiredAnswers } from './old-rows-repository.ts';

/**
 * Removes kept answers whose 24 hours are over, at most 1,000 per call. They are ignored from then on; this only frees
 * their storage. `isDone` is false while more are left.
 */
export async function purgeIdempotencyKeys(
  db: Database,
  nowMs: number,
): Promise<{ readonly removed: number; readonly isDone: boolean }> {
  const [removed] = await db.batch([deleteExpiredAnswers(db, nowMs)]);
  return { removed: removed.meta.changes, isDone: removed.meta.changes < STEP_ROWS };
}
