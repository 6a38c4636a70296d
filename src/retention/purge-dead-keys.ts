import { and, inArray, isNotNull, lt, or } from 'drizzle-orm';
import type { Database } from '../storage/database.ts';
import { apiKeys } from '../storage/registry-schema.ts';

const DAY_MS = 86_400_000;
/** For this long a dead key is remembered, so that its late users learn what happened to it. */
const REMEMBERED_MS = 90 * DAY_MS;
const BATCH_ROWS = 200;

/** Removes keys that ended over 90 days ago, at most 200 a call. `isDone` is false while more are left. */
export async function purgeDeadKeys(
  db: Database,
  nowMs: number,
): Promise<{ readonly keys: number; readonly isDone: boolean }> {
  const before = nowMs - REMEMBERED_MS;
  const dead = db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(
      or(
        and(isNotNull(apiKeys.expiresAt), lt(apiKeys.expiresAt, before)),
        and(isNotNull(apiKeys.revokedAt), lt(apiKeys.revokedAt, before)),
      ),
    )
    .limit(BATCH_ROWS);
  const [removed] = await db.batch([
    db.delete(apiKeys).where(inArray(apiKeys.id, dead)).returning({ id: apiKeys.id }),
  ]);
  return { keys: removed.length, isDone: removed.length < BATCH_ROWS };
}
