import { type Failure, fail } from '#platform/http/errors.ts';
import { ConstraintViolation, type Database } from '#platform/storage/database.ts';
import { selectHolder } from './repository.ts';

const ATTEMPTS_MAX = 3;

/**
 * Runs a write that may give an activity an `external_id`. Returns 409 with the holder if another activity of
 * the athlete has it, in which case nothing is written.
 */
export async function refuseTaken<Written>(
  db: Database,
  athleteId: string,
  externalId: string | null,
  write: () => Promise<Written>,
): Promise<Written | Failure> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const written = await write().catch(takenOrThrow);
    if (written !== TAKEN) return written;
    const [[holder]] = await db.batch([selectHolder(db, athleteId, externalId ?? '')]);
    // The holder was deleted in the meantime, so the next attempt may succeed.
    if (holder) return activityIdTaken(holder.id);
  }
  return fail('temporarily_unavailable');
}

const TAKEN = Symbol('taken');

function takenOrThrow(cause: unknown): typeof TAKEN {
  const isTaken =
    cause instanceof ConstraintViolation && cause.uniqueColumns?.includes('activities.external_id') === true;
  if (isTaken) return TAKEN;
  throw cause;
}

function activityIdTaken(holderId: string): Failure {
  const message = 'Another activity of this athlete already uses this external_id.';
  return fail('external_id_taken', { message, details: { resource_id: holderId } });
}
