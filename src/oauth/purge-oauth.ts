import { inArray, lt } from 'drizzle-orm';
import { oauthRecords } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';

const BATCH_ROWS = 500;

/**
 * Removes expired grants, tokens and consent pages from one athlete database, at most 500 a call. `isDone` is false
 * while more may be left.
 */
export async function purgeOAuth(
  db: Database,
  nowMs: number,
): Promise<{ readonly records: number; readonly isDone: boolean }> {
  const [records] = await db.batch([
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
  ]);
  return { records: records.length, isDone: records.length < BATCH_ROWS };
}
