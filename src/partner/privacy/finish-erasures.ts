import type { Database } from '#platform/storage/database.ts';
import type { JobStep } from '#platform/storage/job.ts';
import { removeRecords } from './remove-records.ts';
import { blankAthletes, deleteCreationAnswers, selectErasing, selectSomeAthletes } from './repository.ts';

/** Athletes per step. Each costs a call to its limiter object and at most one to a directory. */
const STEP_ATHLETES = 100;

/** Advances pending erasures in one athlete database by one batch. `isDone`: none are left. */
export async function finishErasures(
  env: Parameters<typeof removeRecords>[0],
  registry: Database,
  db: Database,
): Promise<JobStep> {
  const [erasing] = await db.batch([selectErasing(db, STEP_ATHLETES)]);
  if (erasing.length === 0) return { counts: {}, isDone: true };
  const counts = await removeRecords(env, registry, db, erasing);
  return { counts, isDone: erasing.length < STEP_ATHLETES && counts.athletes === erasing.length };
}

/** Athletes that one step blanks. */
const BLANKED_ATHLETES = 1000;

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
