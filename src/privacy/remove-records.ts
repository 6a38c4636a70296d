import type { Env } from '../env.ts';
import { callKeyGuard, callProductLimiter } from '../guards/call-guard.ts';
import { connections } from '../storage/athlete-schema.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import type { Database } from '../storage/database.ts';
import { ATHLETE_TABLES, type AthleteTable } from './athlete-tables.ts';
import { deleteConnections, deleteErased, deleteRecords, selectConnectionIds } from './repository.ts';

/** Connections that one step removes: each costs a call to its limiter object. */
const STEP_CONNECTIONS = 200;

/** Returns an upper bound of the calls of one step for so many athletes. */
export function callsOfRemoval(athletes: number): Calls {
  return calls({ d1Queries: ATHLETE_TABLES.length + 2, subrequests: 2 + athletes + STEP_CONNECTIONS });
}

/**
 * Takes one bounded step of the erasure of these blanked athletes: clears their limiter objects and those of their
 * connections, deletes at most 1,000 rows of each table, and then the athletes without any row left. Idempotent, and
 * safe to run concurrently.
 *
 * @returns the numbers of deleted rows and athletes
 */
export async function removeRecords(
  env: Pick<Env, 'productLimiters' | 'keyGuards'>,
  db: Database,
  athleteIds: readonly string[],
): Promise<{ readonly rows: number; readonly athletes: number }> {
  // Before the rows, which are the only record of the objects.
  const [found] = await db.batch([selectConnectionIds(db, athleteIds, STEP_CONNECTIONS)]);
  const connectionIds = found.map(({ id }) => id);
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
