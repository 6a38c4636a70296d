import { type Failure, fail } from '../http/errors.ts';
import { retryOnConflict } from '../storage/optimistic-write.ts';
import { BEGINNING, type History, type Moment } from './history.ts';

/** Said by an attempt that read only part of a history which an older engine folded: it must be folded from its beginning. */
export const OUTDATED = Symbol('folded by an older engine');

export function isOutdated(history: History, from: Moment): boolean {
  return history.isOutdated && from !== BEGINNING;
}

/**
 * Reads an athlete's history from a moment on, and writes it changed, until nobody changed it in between.
 *
 * @param attempt reads from the moment that it is given; null where somebody else's write came first
 */
export async function changeHistory<Result>(
  from: Moment,
  attempt: (from: Moment) => Promise<Result | Failure | typeof OUTDATED | null>,
): Promise<Result | Failure> {
  const result = await retryOnConflict(async () => {
    const recent = await attempt(from);
    return recent === OUTDATED ? attempt(BEGINNING) : recent;
  });
  if (result === OUTDATED) throw new Error('the whole history was read and still called a part');
  return result ?? fail('temporarily_unavailable');
}
