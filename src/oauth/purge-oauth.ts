import { toSeconds } from '../clock.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import type { Database } from '../storage/database.ts';
import { STEP_ROWS } from '../storage/delete-some.ts';
import { deleteExpiredRecords } from './records-repository.ts';
import { deleteExpiredSessions } from './sign-in-repository.ts';

/** Calls that one step makes. */
export const CALLS_OF_PURGING_OAUTH: Calls = calls({ d1Queries: 2, subrequests: 1 });

/**
 * Deletes expired grants, tokens, consent pages and sessions from one athlete database, at most 1,000 of each
 * a call. `isDone` is false while more may be left.
 */
export async function purgeOAuth(
  db: Database,
  nowMs: number,
): Promise<{ readonly records: number; readonly sessions: number; readonly isDone: boolean }> {
  const ended = await db.batch([
    deleteExpiredRecords(db, toSeconds(nowMs)),
    deleteExpiredSessions(db, nowMs),
  ]);
  const [records, sessions] = ended;
  return {
    records: records.meta.changes,
    sessions: sessions.meta.changes,
    isDone: ended.every(({ meta }) => meta.changes < STEP_ROWS),
  };
}
