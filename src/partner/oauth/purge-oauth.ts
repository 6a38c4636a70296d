import { DAY_MS, toSeconds } from '#platform/clock.ts';
import { type Calls, calls } from '#platform/storage/call-budget.ts';
import type { Database } from '#platform/storage/database.ts';
import { STEP_ROWS } from '#platform/storage/delete-some.ts';
import { deleteExpiredRecords } from './records-repository.ts';
import { deleteExpiredSessions, deleteOldCodes, deleteWrongCodes } from './sign-in-repository.ts';

/** Calls per step. */
export const CALLS_OF_PURGING_OAUTH: Calls = calls({ d1Queries: 2, subrequests: 1 });

/**
 * Deletes expired grants, tokens, consent pages and sessions from one athlete database, at most 1,000 of each
 * per call. `isDone` is false while more may remain.
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

/** Calls per step. */
export const CALLS_OF_PURGING_SIGN_IN_CODES: Calls = calls({ d1Queries: 2, subrequests: 1 });

/** The operator can look up wrong codes by the minute for this long. Engineering choice. */
const WRONG_CODES_MS = 30 * DAY_MS;

/**
 * Deletes sign-in codes after a day, when they no longer count against the limits, and counts of wrong codes
 * after 30 days, at most 1,000 of each per call. `isDone` is false while more may remain.
 */
export async function purgeSignInCodes(
  registry: Database,
  nowMs: number,
): Promise<{ readonly loginCodes: number; readonly wrongCodes: number; readonly isDone: boolean }> {
  const ended = await registry.batch([
    deleteOldCodes(registry, nowMs - DAY_MS),
    deleteWrongCodes(registry, nowMs - WRONG_CODES_MS),
  ]);
  const [codes, minutes] = ended;
  return {
    loginCodes: codes.meta.changes,
    wrongCodes: minutes.meta.changes,
    isDone: ended.every(({ meta }) => meta.changes < STEP_ROWS),
  };
}
