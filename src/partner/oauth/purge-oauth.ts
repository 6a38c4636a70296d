import { DAY_MS, toSeconds } from '#platform/clock.ts';
import type { Database } from '#platform/storage/database.ts';
import type { JobStep } from '#platform/storage/job.ts';
import { STEP_ROWS } from '#platform/storage/statements.ts';
import { deleteExpiredRecords } from './records-repository.ts';
import { deleteExpiredSessions, deleteOldCodes, deleteWrongCodes } from './sign-in-repository.ts';

/**
 * Deletes expired grants, tokens, consent pages and sessions from one athlete database, at most 1,000 of each
 * per call. `isDone` is false while more may remain.
 */
export async function purgeOAuth(db: Database, nowMs: number): Promise<JobStep> {
  const deleted = await db.batch([
    deleteExpiredRecords(db, toSeconds(nowMs)),
    deleteExpiredSessions(db, nowMs),
  ]);
  const [records, sessions] = deleted;
  return {
    counts: { records: records.meta.changes, sessions: sessions.meta.changes },
    isDone: deleted.every(({ meta }) => meta.changes < STEP_ROWS),
  };
}

/** The operator can look up wrong codes by the minute for this long. Engineering choice. */
const WRONG_CODES_MS = 30 * DAY_MS;

/**
 * Deletes sign-in codes after a day, when they no longer count against the limits, and counts of wrong codes
 * after 30 days, at most 1,000 of each per call. `isDone` is false while more may remain.
 */
export async function purgeSignInCodes(registry: Database, nowMs: number): Promise<JobStep> {
  const deleted = await registry.batch([
    deleteOldCodes(registry, nowMs - DAY_MS),
    deleteWrongCodes(registry, nowMs - WRONG_CODES_MS),
  ]);
  const [codes, minutes] = deleted;
  return {
    counts: { login_codes: codes.meta.changes, wrong_codes: minutes.meta.changes },
    isDone: deleted.every(({ meta }) => meta.changes < STEP_ROWS),
  };
}
