import { lt, lte } from 'drizzle-orm';
import { DAY_MS } from '../clock.ts';
import { athleteSessions } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { deleteSome, STEP_ROWS } from '../storage/delete-some.ts';
import { loginCodes } from '../storage/registry-schema.ts';

/**
 * Removes codes that are no longer counted (a day old) and sessions that have ended, at most 1,000 rows of each
 * database a call. `isDone` is false while more may be left.
 */
export async function purgeSignIns(
  registry: Database,
  athleteDatabases: readonly Database[],
  nowMs: number,
): Promise<{ readonly loginCodes: number; readonly sessions: number; readonly isDone: boolean }> {
  const [codes] = await registry.batch([
    deleteSome(
      registry,
      { table: loginCodes, key: [loginCodes.id] },
      lte(loginCodes.createdAt, nowMs - DAY_MS),
    ),
  ]);
  const sessions = await Promise.all(athleteDatabases.map((db) => purgeSessions(db, nowMs)));
  return {
    loginCodes: codes.meta.changes,
    sessions: sessions.reduce((sum, count) => sum + count, 0),
    isDone: [codes.meta.changes, ...sessions].every((rows) => rows < STEP_ROWS),
  };
}

async function purgeSessions(db: Database, nowMs: number): Promise<number> {
  const [sessions] = await db.batch([
    deleteSome(
      db,
      { table: athleteSessions, key: [athleteSessions.id] },
      lt(athleteSessions.expiresAt, nowMs),
    ),
  ]);
  return sessions.meta.changes;
}
