import type { Env } from '../env.ts';
import { askInGroups } from '../storage/athlete-databases.ts';
import { openDatabase } from '../storage/database.ts';
import { STEP_ROWS } from '../storage/delete-some.ts';
import { sha256Hex } from '../storage/digest.ts';
import { parseAthleteId } from '../storage/ids.ts';
import { deleteOfAthletes } from './deliveries-repository.ts';

/**
 * Deletes the deliveries of these athletes' events, at most 1,000 of each database of their environment: they are in the
 * home shards of the partners. One that a sweep makes at the same time ends with its first attempt, which finds no event.
 */
export async function deleteDeliveriesOf(
  env: Pick<Env, 'athleteDatabases'>,
  athleteIds: readonly string[],
): Promise<{ readonly rows: number; readonly isDone: boolean }> {
  const environment = parseAthleteId(athleteIds[0] ?? '')?.environment;
  if (environment === undefined) return { rows: 0, isDone: true };
  const hashes = await Promise.all(athleteIds.map(sha256Hex));
  const meter = { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 };
  const changes = await askInGroups([...env.athleteDatabases[environment].values()], async (binding) => {
    const db = openDatabase(binding, meter);
    const [{ meta }] = await db.batch([deleteOfAthletes(db, hashes)]);
    return meta.changes;
  });
  const rows = changes.reduce((sum, one) => sum + one, 0);
  return { rows, isDone: changes.every((one) => one < STEP_ROWS) };
}
