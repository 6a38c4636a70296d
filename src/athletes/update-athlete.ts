import { namesTag } from '../http/conditional.ts';
import { databaseOfAthlete, type PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { BEGINNING, historyOf, selectHistory } from '../learning/history.ts';
import { writeHistory } from '../learning/write-history.ts';
import { toEngineAthlete } from '../records/engine-input.ts';
import { selectLearned } from '../records/learned-state.ts';
import { type AthleteFields, externalIdTaken, refuseFields, toAthleteColumns } from '../records/profile.ts';
import type { KnownAthlete } from '../records/read-athlete.ts';
import type { AthleteRow } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';
import { retryOnConflict } from '../storage/optimistic-write.ts';
import { athleteTag } from './entity-tag.ts';
import { hasNoLearnedState, updateAthlete as updateRow } from './repository.ts';

/**
 * Updates the given fields. With `ifMatch`, only the version with that entity tag is updated; without, two concurrent
 * patches both take effect, field by field. If the engine reads a changed field, what was learned is refolded with
 * the new profile.
 */
export async function updateAthlete(
  ctx: PartnerContext,
  athleteId: string,
  fields: AthleteFields,
  ifMatch: string | null,
): Promise<KnownAthlete | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const refusal = refuseFields(ctx, fields);
  const after = await retryOnConflict(async () => {
    const [[athlete], [learned]] = await db.batch([
      selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
      selectLearned(db, athleteId),
    ]);
    if (!athlete) return fail('athlete_not_found');
    if (refusal) return refusal;
    const before = { athlete, learned: learned ?? null };
    if (ifMatch !== null && !namesTag(ifMatch, await athleteTag(athlete, before.learned))) {
      return fail('precondition_failed');
    }
    const changes = { ...toAthleteColumns(fields, athlete), updatedAt: ctx.nowMs };
    return write(ctx, db, before, changes).catch(externalIdTaken);
  });
  return after ?? fail('temporarily_unavailable');
}

/** Writes the changes. Returns null if the athlete or the history changed since they were read. */
async function write(
  ctx: PartnerContext,
  db: Database,
  { athlete, learned }: KnownAthlete,
  changes: Partial<AthleteRow>,
): Promise<KnownAthlete | null> {
  const profile = { ...athlete, ...changes };
  if (learned === null || isSameToTheEngine(athlete, profile, ctx.nowMs)) {
    const condition = learned === null ? hasNoLearnedState(athlete.id) : undefined;
    const [[after]] = await db.batch([updateRow(db, athlete, changes, condition)]);
    return after ? { athlete: after, learned } : null;
  }
  const history = historyOf(await db.batch(selectHistory(db, athlete.id, BEGINNING)));
  const folded = writeHistory(db, athlete, history, history.events, ctx.nowMs, { profile });
  const [, [after]] = await db.batch([
    folded.take,
    updateRow(db, athlete, changes, folded.taken),
    ...folded.updates,
  ]);
  return after ? { athlete: after, learned: folded.learned } : null;
}

function isSameToTheEngine(before: AthleteRow, after: AthleteRow, atMs: number): boolean {
  return (
    before.birthYear === after.birthYear &&
    JSON.stringify(toEngineAthlete(before, atMs)) === JSON.stringify(toEngineAthlete(after, atMs))
  );
}
