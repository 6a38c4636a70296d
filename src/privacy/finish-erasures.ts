import type { Env } from '../env.ts';
import { type Calls, calls, mapCalls } from '../storage/call-budget.ts';
import type { Database } from '../storage/database.ts';
import { callsOfRemoval, removeRecords } from './remove-records.ts';
import { selectErasing } from './repository.ts';

/** Athletes per step: each costs a call to its limiter object, and at most one to a directory. */
const STEP_ATHLETES = 100;

/** Returns an upper bound of the calls of one step. */
export function callsOfFinishing(env: Pick<Env, 'athleteDatabases'>): Calls {
  const removal = callsOfRemoval(env, STEP_ATHLETES);
  const reading = calls({ d1Queries: 1, subrequests: 1 });
  return mapCalls((name) => removal[name] + reading[name]);
}

/**
 * Takes one bounded step of the erasures in progress in an athlete database. `isDone` is true if none are
 * left.
 */
export async function finishErasures(
  env: Parameters<typeof removeRecords>[0],
  registry: Database,
  db: Database,
): Promise<{ readonly rows: number; readonly athletes: number; readonly isDone: boolean }> {
  const [erasing] = await db.batch([selectErasing(db, STEP_ATHLETES)]);
  if (erasing.length === 0) return { rows: 0, athletes: 0, isDone: true };
  const removed = await removeRecords(env, registry, db, erasing);
  return { ...removed, isDone: erasing.length < STEP_ATHLETES && removed.athletes === erasing.length };
}
