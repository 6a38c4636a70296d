import { inArray, lt } from 'drizzle-orm';
import { DAY_MS } from '../clock.ts';
import { athleteSessions, loginCodes, oauthRecords } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';

const BATCH_ROWS = 500;

/**
 * Removes what has ended from one athlete database: expired grants, tokens and consent pages, codes of two
 * days ago (their count per address looks back one), ended sessions.
 * At most 500 of each a call; `isDone` is false while more may be left.
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
    db
      .delete(oauthRecords)
      .where(
        inArray(
          oauthRecords.key,
          db
            .select({ key: oauthRecords.key })
            .from(oauthRecords)
            .where(lt(oauthRecords.expiresAt, Math.floor(nowMs / 1000)))
            .limit(BATCH_ROWS),
        ),
      )
      .returning({ key: oauthRecords.key }),
    db
      .delete(loginCodes)
      .where(
        inArray(
          loginCodes.id,
          db
            .select({ id: loginCodes.id })
            .from(loginCodes)
            .where(lt(loginCodes.createdAt, nowMs - 2 * DAY_MS))
            .limit(BATCH_ROWS),
        ),
      )
      .returning({ id: loginCodes.id }),
    db
      .delete(athleteSessions)
      .where(
        inArray(
          athleteSessions.id,
          db
            .select({ id: athleteSessions.id })
            .from(athleteSessions)
            .where(lt(athleteSessions.expiresAt, nowMs))
            .limit(BATCH_ROWS),
        ),
      )
      .returning({ id: athleteSessions.id }),
  ]);
  const [records, codes, sessions] = ended;
  return {
    records: records.length,
    loginCodes: codes.length,
    sessions: sessions.length,
    isDone: ended.every((rows) => rows.length < BATCH_ROWS),
  };
}
