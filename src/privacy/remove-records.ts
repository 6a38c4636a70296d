import type { Env } from '../env.ts';
import { type Database, StorageUnavailable } from '../storage/database.ts';
import { ATHLETE_TABLES } from './athlete-tables.ts';
import { deleteErased, deleteRecords, selectConnectionIds } from './repository.ts';

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
  const [connections] = await db.batch([selectConnectionIds(db, athleteIds)]);
  await forgetLimiters(env.productLimiters, athleteIds);
  await forgetLimiters(
    env.keyGuards,
    connections.map(({ id }) => id),
  );
  const [first, ...others] = ATHLETE_TABLES;
  const results = await db.batch([
    deleteRecords(db, first, athleteIds),
    ...others.map((table) => deleteRecords(db, table, athleteIds)),
    deleteErased(db, athleteIds),
  ]);
  const changes = results.map(({ meta }) => meta.changes);
  const athletes = changes.pop() ?? 0;
  return { rows: changes.reduce((sum, one) => sum + one, 0), athletes };
}

async function forgetLimiters(
  limiters: Env['productLimiters'] | Env['keyGuards'],
  names: readonly string[],
): Promise<void> {
  try {
    await Promise.all(names.map((name) => limiters.get(limiters.idFromName(name)).forget()));
  } catch (cause) {
    throw new StorageUnavailable("an athlete's limiter did not answer", { cause });
  }
}
