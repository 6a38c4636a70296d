import { type Calls, calls } from '../storage/call-budget.ts';
import type { Database } from '../storage/database.ts';
import { blankAthletes, deleteCreationAnswers, selectSomeAthletes } from './repository.ts';

const STEP_ATHLETES = 1000;

/** Upper bound of the calls of one step. */
export const CALLS_OF_BLANKING: Calls = calls({ d1Queries: 3, subrequests: 2 });

/**
 * Begins the erasure of up to 1,000 of these partners' athletes in one database: no read finds them from now
 * on, and `finishErasures` removes their records. `isDone` once the database has none of their live athletes.
 */
export async function eraseAthletesOfPartners(
  db: Database,
  partnerIds: readonly string[],
): Promise<{ readonly athletes: number; readonly ids: readonly string[]; readonly isDone: boolean }> {
  const [athletes] = await db.batch([selectSomeAthletes(db, partnerIds, STEP_ATHLETES)]);
  const ids = athletes.map(({ id }) => id);
  if (ids.length > 0) {
    await db.batch([blankAthletes(db, ids), deleteCreationAnswers(db, ids)]);
  }
  return { athletes: ids.length, ids, isDone: athletes.length < STEP_ATHLETES };
}
