import { lt } from 'drizzle-orm';
import { DAY_MS } from '../clock.ts';
import { athleteSessions, loginCodes, oauthRecords } from '../storage/athlete-schema.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import type { Database } from '../storage/database.ts';
import { deleteSome, STEP_ROWS } from '../storage/delete-some.ts';

/** The calls that one step makes. */
export const CALLS_OF_PURGING_OAUTH: Calls = calls({ d1Queries: 3, subrequests: 1 });

/**
 * Removes what has ended from one athlete database: expired grants, tokens and consent pages, codes of two
 * days ago (their count per address looks back one), ended sessions.
 * At most 1,000 of each a call; `isDone` is false while more may be left.
 */
export async function purgeOAuth(
  db: Database,
  nowMs: number,
): Promise<{
  readonly records: number;
  readonly loginCodes: number;
  readonly sessions: number;
  readonly isDone: boolean;
}> {
  const ended = await db.batch([
    deleteSome(
      db,
      { table: oauthRecords, key: [oauthRecords.key] },
      lt(oauthRecords.expiresAt, Math.floor(nowMs / 1000)),
    ),
    deleteSome(db, { table: loginCodes, key: [loginCodes.id] }, lt(loginCodes.createdAt, nowMs - 2 * DAY_MS)),
    deleteSome(
      db,
      { table: athleteSessions, key: [athleteSessions.id] },
      lt(athleteSessions.expiresAt, nowMs),
    ),
  ]);
  const [records, codes, sessions] = ended;
  return {
    records: records.meta.changes,
    loginCodes: codes.meta.changes,
    sessions: sessions.meta.changes,
    isDone: ended.every(({ meta }) => meta.changes < STEP_ROWS),
  };
}
