import { lt } from 'drizzle-orm';
import { toSeconds } from '../clock.ts';
import { athleteSessions, oauthRecords } from '../storage/athlete-schema.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import type { Database } from '../storage/database.ts';
import { deleteSome, STEP_ROWS } from '../storage/delete-some.ts';

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
    deleteSome(
      db,
      { table: oauthRecords, key: [oauthRecords.key] },
      lt(oauthRecords.expiresAt, toSeconds(nowMs)),
    ),
    deleteSome(
      db,
      { table: athleteSessions, key: [athleteSessions.id] },
      lt(athleteSessions.expiresAt, nowMs),
    ),
  ]);
  const [records, sessions] = ended;
  return {
    records: records.meta.changes,
    sessions: sessions.meta.changes,
    isDone: ended.every(({ meta }) => meta.changes < STEP_ROWS),
  };
}
