import type { SQL } from 'drizzle-orm';
import { MINUTE_MS } from '#platform/clock.ts';
import type { AthleteDatabase } from '#platform/storage/athlete-databases.ts';
import { type Database, StorageUnavailable } from '#platform/storage/database.ts';
import type { JobStep } from '#platform/storage/job.ts';
import {
  confirmAsRead,
  deleteAsRead,
  deleteConsents,
  noteSettled,
  selectActiveOf,
  selectUnconfirmed,
  selectUnsettled,
} from './shared-repository.ts';

/** Connections or consents that one step settles. */
const STEP_ROWS = 200;
/** Longer than any request lives. A connection or consent whose other half is missing by then will not get it. */
export const CONFIRMED_AFTER_MS = 10 * MINUTE_MS;

/**
 * Deletes the consents of ended connections, at most 200 per call, and records in their database that it is
 * done. Idempotent. If interrupted, a later call finds the same connections. `isDone` is false while more may
 * remain.
 */
export async function settleEnded(registry: Database, db: Database, which?: SQL): Promise<JobStep> {
  const [ended] = await db.batch([selectUnsettled(db, STEP_ROWS, which)]);
  if (ended.length > 0) {
    await registry.batch([deleteConsents(registry, ended)]);
    await db.batch([noteSettled(db, ended)]);
  }
  return { counts: { connections: ended.length }, isDone: ended.length < STEP_ROWS };
}

/** Runs `settleEnded` as far as the stores are available. A cron does the rest. */
export async function settleIfPossible(registry: Database, db: Database, which?: SQL): Promise<void> {
  try {
    await settleEnded(registry, db, which);
  } catch (fault) {
    if (!(fault instanceof StorageUnavailable)) throw fault;
  }
}

/**
 * Compares consents with their connections in one athlete database, once, at least ten minutes after they
 * were written, and deletes those without an active connection: the athlete was erased, or the connection
 * ended, just before the consent was written. At most 200 per call.
 */
export async function confirmConsents(
  registry: Database,
  home: AthleteDatabase,
  nowMs: number,
): Promise<JobStep> {
  const [due] = await registry.batch([
    selectUnconfirmed(registry, home, nowMs - CONFIRMED_AFTER_MS, STEP_ROWS),
  ]);
  if (due.length === 0) return { counts: {}, isDone: true };
  const ids = due.map(({ connectionId }) => connectionId);
  const [found] = await home.db.batch([selectActiveOf(home.db, ids)]);
  const active = new Set(found.map(({ id }) => id));
  const gone = due.filter(({ connectionId }) => !active.has(connectionId));
  const confirmed = due.filter(({ connectionId }) => active.has(connectionId));
  await registry.batch([deleteAsRead(registry, gone), confirmAsRead(registry, confirmed)]);
  return {
    counts: { confirmed: confirmed.length, removed: gone.length },
    isDone: due.length < STEP_ROWS,
  };
}
