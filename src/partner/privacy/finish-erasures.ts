import { type Calls, calls } from '#platform/storage/call-budget.ts';
import type { Database } from '#platform/storage/database.ts';
import { callsOfRemoval, removeRecords } from './remove-records.ts';
import { blankAthletes, deleteCreationAnswers, selectErasing, selectSomeAthletes } from './repository.ts';

/** Athletes per step. Each costs a call to its limiter object and at most one to a directory. */
const STEP_ATHLETES = 100;

const REMOVAL = callsOfRemoval(STEP_ATHLETES);

/** The most calls per step. */
export const CALLS_OF_FINISHING: Calls = calls({
  d1Queries: REMOVAL.d1Queries + 1,
  subrequests: REMOVAL.subrequests + 1,
});

/** Advances pending erasures in one athlete database by one batch. `isDone`: none are left. */
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

/** Athletes that one step blanks. */
const BLANKED_ATHLETES = 1000;

/** Upper bound of the calls per step. */
export const CALLS_OF_BLANKING: Calls = calls({ d1Queries: 3, subrequests: 2 });

/**
 * Begins the erasure of up to 1,000 of these partners' athletes in one database. From now on no read finds
 * them, and `finishErasures` removes their records. `isDone` is true once the database has none of their live
 * athletes.
 */
export async function eraseAthletesOfPartners(
  db: Database,
  partnerIds: readonly string[],
): Promise<{ readonly athletes: number; readonly ids: readonly string[]; readonly isDone: boolean }> {
  const [athletes] = await db.batch([selectSomeAthletes(db, partnerIds, BLANKED_ATHLETES)]);
  const ids = athletes.map(({ id }) => id);
  if (ids.length > 0) {
    await db.batch([blankAthletes(db, ids), deleteCreationAnswers(db, ids)]);
  }
  return { athletes: ids.length, ids, isDone: athletes.length < BLANKED_ATHLETES };
}
