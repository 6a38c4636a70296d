import { type Failure, fail } from '#platform/http/errors.ts';
import { ConstraintViolation } from '#platform/storage/database.ts';

const ATTEMPTS_MAX = 3;

/** A resource that an athlete has at most once under each `external_id`. */
interface Named {
  readonly table: 'activities' | 'own_products';
  readonly noun: 'activity' | 'product';
  /** Reads the one that has the identifier. */
  readonly findHolder: () => Promise<{ readonly id: string } | undefined>;
}

/**
 * Runs a write that may give something of an athlete an `external_id`. Returns 409 with the holder if another one has it, in
 * which case nothing is written.
 */
export async function refuseTakenId<Written>(
  { table, noun, findHolder }: Named,
  write: () => Promise<Written>,
): Promise<Written | Failure> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const written = await write().catch((cause: unknown): typeof TAKEN => takenOrThrow(cause, table));
    if (written !== TAKEN) return written;
    const holder = await findHolder();
    if (holder) {
      const message = `Another ${noun} of this athlete already uses this external_id.`;
      return fail('external_id_taken', { message, details: { resource_id: holder.id } });
    }
    // The holder was deleted in the meantime, so the next attempt may succeed.
  }
  return fail('temporarily_unavailable');
}

const TAKEN = Symbol('taken');

function takenOrThrow(cause: unknown, table: Named['table']): typeof TAKEN {
  if (cause instanceof ConstraintViolation && cause.uniqueColumns?.includes(`${table}.external_id`)) {
    return TAKEN;
  }
  throw cause;
}
