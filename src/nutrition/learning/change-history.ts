import { charge } from '#platform/access/admit.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, RequestRefused } from '#platform/http/errors.ts';
import type { AthleteRow, feedback, sweatTests } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import type { ReportedEvent } from '#platform/storage/event-types.ts';
import { retryOnConflict } from '#platform/storage/optimistic-write.ts';
import { recordAny } from '#platform/storage/record-events.ts';
import { BEGINNING, type History, type Moment } from './history.ts';
import { deleteEvidence } from './repository.ts';
import { writeHistory } from './write-history.ts';

/**
 * Result of an attempt that read only part of a history folded by an older engine. All of it must be
 * refolded.
 */
export const OUTDATED = Symbol('folded by an older engine');

export function isOutdated(history: History, from: Moment): boolean {
  return history.isOutdated && from !== BEGINNING;
}

/** Sessions and sweat tests that are learned from again, per unit of the key's budget. */
const EVENTS_PER_UNIT = 100;
/** The cost of a change to a history, for the reference. */
export const RELEARNING_COST = '1 unit per started 100 later sessions and sweat tests that teach again';

/**
 * Charges learning again from these histories, which only the stored data tells. Call it after the read and before the
 * refold.
 *
 * @throws RequestRefused with 429 if too few units are left
 */
export async function chargeRefold(ctx: PartnerContext, ...histories: readonly History[]): Promise<void> {
  const events = histories.reduce((sum, history) => sum + history.events.length, 0);
  const refusal = await charge(ctx, Math.ceil(events / EVENTS_PER_UNIT));
  if (refusal) throw new RequestRefused(refusal);
}

/**
 * Reads an athlete's history from a moment on, changes it and writes it. Retries on each conflict.
 *
 * @param attempt reads from the given moment; returns null if another write came first
 */
export async function changeHistory<Result>(
  athleteId: string,
  from: Moment,
  attempt: (from: Moment) => Promise<Result | Failure | typeof OUTDATED | null>,
): Promise<Result | Failure> {
  const result = await retryOnConflict(async () => {
    const recent = await attempt(from);
    return recent === OUTDATED ? attempt(BEGINNING) : recent;
  }, athleteId);
  if (result === OUTDATED) throw new Error('the whole history was read and still counts as outdated');
  return result ?? fail('temporarily_unavailable');
}

/**
 * Removes a row of evidence and stores what the rest of the history teaches without it. Returns null if
 * another write came first.
 */
export async function removeEvidence(
  ctx: PartnerContext,
  db: Database,
  athlete: AthleteRow,
  history: History,
  evidence: {
    readonly table: typeof feedback | typeof sweatTests;
    readonly id: string;
    readonly events: readonly ReportedEvent[];
  },
): Promise<'deleted' | null> {
  const { table, id, events } = evidence;
  await chargeRefold(ctx, history);
  const others = history.events.filter((event) => event.id !== id);
  const write = await writeHistory(ctx, db, athlete, history, others);
  const [{ meta }] = await db.batch([
    write.take,
    deleteEvidence(db, table, id, write.taken),
    ...recordAny(db, ctx, [...events, ...write.lessons]),
    ...write.updates,
  ]);
  return meta.changes > 0 ? 'deleted' : null;
}
