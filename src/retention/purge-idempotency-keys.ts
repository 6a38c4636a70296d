import { lte, sql } from 'drizzle-orm';
import type { Database } from '../storage/database.ts';
import { idempotencyKeys } from '../storage/idempotency-schema.ts';

const BATCH_ROWS = 500;

/**
 * Removes kept answers whose 24 hours are over, at most 500 a database and call. They are ignored from that
 * moment on; this only gives their room back. `isDone` is false while more are left.
 */
export async function purgeIdempotencyKeys(
  databases: readonly Database[],
  nowMs: number,
): Promise<{ readonly removed: number; readonly isDone: boolean }> {
  const counts = await Promise.all(
    databases.map(async (db) => {
      const { partnerId, environment, keyHash, expiresAt } = idempotencyKeys;
      const expired = db
        .select({ partnerId, environment, keyHash })
        .from(idempotencyKeys)
        .where(lte(expiresAt, nowMs))
        .limit(BATCH_ROWS);
      const [removed] = await db.batch([
        db
          .delete(idempotencyKeys)
          .where(sql`(${partnerId}, ${environment}, ${keyHash}) IN ${expired}`)
          .returning({ keyHash }),
      ]);
      return removed.length;
    }),
  );
  return {
    removed: counts.reduce((sum, count) => sum + count, 0),
    isDone: counts.every((count) => count < BATCH_ROWS),
  };
}
