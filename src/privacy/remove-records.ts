import type { Env } from '../env.ts';
import { callKeyGuard, callProductLimiter } from '../guards/call-guard.ts';
import { connections } from '../storage/athlete-schema.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import type { Database } from '../storage/database.ts';
import { ATHLETE_TABLES, type AthleteTable } from './athlete-tables.ts';
import { deleteConnections, deleteErased, deleteRecords, selectConnectionIds } from './repository.ts';

/** Connections that one step removes: each costs a message to its limiter object. */
const STEP_CONNECTIONS = 200;

/** The most calls that one step for so many athletes makes. */
export function callsOfRemoval(athletes: number): Calls {
  return calls({ d1Queries: ATHLETE_TABLES.length + 2, subrequests: 2 + athletes + STEP_CONNECTIONS });
}

/**
 * One bounded step of the erasure of these blanked athletes: their limiter objects and those of their
 * connections forget, at most 1,000 rows of each table go, and of the athletes those of whom nothing is left.
 * Idempotent, and safe to run twice at once: whatever is gone already is simply not found.
 *
 * @returns how many rows and how many athletes went
 */
export async function removeRecords(
  env: Pick<Env, 'productLimiters' | 'keyGuards'>,
  db: Database,
  athleteIds: readonly string[],
): Promise<{ readonly rows: number; readonly athletes: number }> {
  // Before the rows: without them nobody would know any more which objects there were.
  const [told] = await db.batch([selectConnectionIds(db, athleteIds, STEP_CONNECTIONS)]);
  const connectionIds = told.map(({ id }) => id);
  await Promise.all(athleteIds.map((id) => callProductLimiter(env, id, (limiter) => limiter.forget())));
  await Promise.all(connectionIds.map((id) => callKeyGuard(env, id, (guard) => guard.forget())));
  const [first, ...others] = ATHLETE_TABLES;
  const remove = (table: AthleteTable) =>
    table.table === connections ? deleteConnections(db, connectionIds) : deleteRecords(db, table, athleteIds);
  const results = await db.batch([remove(first), ...others.map(remove), deleteErased(db, athleteIds)]);
  const changes = results.map(({ meta }) => meta.changes);
  const athletes = changes.pop() ?? 0;
  return { rows: changes.reduce((sum, one) => sum + one, 0), athletes };
}
