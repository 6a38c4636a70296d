import type { SQL } from 'drizzle-orm';
import { MINUTE_MS } from '../clock.ts';
import type { Env } from '../env.ts';
import { askInGroups, requireAthleteDatabase } from '../storage/athlete-databases.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import { type Database, type StorageMeter, StorageUnavailable } from '../storage/database.ts';
import {
  type ConsentRow,
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
/** Longer than any request lives: what it has not done by then, it will not do. */
const CONFIRMED_AFTER_MS = 10 * MINUTE_MS;

/** Calls that one step of `settleEnded` makes. */
export const CALLS_OF_SETTLING: Calls = calls({ d1Queries: 3, subrequests: 3 });

/**
 * Deletes the consents of connections that have ended, at most 200 a call, and notes in their database that it is done.
 * Idempotent; interrupted anywhere, a later call finds the same connections. `isDone` is false while more may be left.
 */
export async function settleEnded(
  registry: Database,
  db: Database,
  which?: SQL,
): Promise<{ readonly settled: number; readonly isDone: boolean }> {
  const [ended] = await db.batch([selectUnsettled(db, STEP_ROWS, which)]);
  if (ended.length > 0) {
    await registry.batch([deleteConsents(registry, ended)]);
    await db.batch([noteSettled(db, ended)]);
  }
  return { settled: ended.length, isDone: ended.length < STEP_ROWS };
}

/** Does what `settleEnded` does as far as the stores answer: a cron does the rest. */
export async function settleIfPossible(registry: Database, db: Database, which?: SQL): Promise<void> {
  try {
    await settleEnded(registry, db, which);
  } catch (fault) {
    if (!(fault instanceof StorageUnavailable)) throw fault;
  }
}

/** Returns the most calls that one step of `confirmConsents` makes. */
export function callsOfConfirming({ athleteDatabases }: Pick<Env, 'athleteDatabases'>): Calls {
  const shards = athleteDatabases.test.size + athleteDatabases.live.size;
  return calls({ d1Queries: 3 + shards, subrequests: 2 + shards });
}

/**
 * Compares consents with their connections once, ten minutes or more after they were written, and deletes those without an active
 * one: the athlete was erased, or the connection ended, just before the consent was written. At most 200 a call.
 */
export async function confirmConsents(
  env: Pick<Env, 'athleteDatabases'>,
  meter: StorageMeter,
  registry: Database,
  nowMs: number,
): Promise<{ readonly confirmed: number; readonly removed: number; readonly isDone: boolean }> {
  const [due] = await registry.batch([selectUnconfirmed(registry, nowMs - CONFIRMED_AFTER_MS, STEP_ROWS)]);
  const byShard = Map.groupBy(due, ({ environment, shard }) => `${environment}.${shard}`);
  const active = new Set(
    (await askInGroups([...byShard.values()], (rows) => selectActive(env, meter, rows))).flat(),
  );
  const [gone, confirmed] = [false, true].map((isActive) =>
    due.filter(({ connectionId }) => active.has(connectionId) === isActive),
  );
  if (gone === undefined || confirmed === undefined || due.length === 0) {
    return { confirmed: 0, removed: 0, isDone: true };
  }
  await registry.batch([deleteAsRead(registry, gone), confirmAsRead(registry, confirmed)]);
  return { confirmed: confirmed.length, removed: gone.length, isDone: due.length < STEP_ROWS };
}

async function selectActive(
  env: Pick<Env, 'athleteDatabases'>,
  meter: StorageMeter,
  rows: readonly ConsentRow[],
): Promise<readonly string[]> {
  const [first] = rows;
  if (!first) return [];
  const db = requireAthleteDatabase(env, meter, first);
  const ids = rows.map(({ connectionId }) => connectionId);
  const [found] = await db.batch([selectActiveOf(db, ids)]);
  return found.map(({ id }) => id);
}
