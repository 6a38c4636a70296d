import { databaseOfAthlete, type PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail } from '#platform/http/errors.ts';
import type { AthleteRow, LearnedStateRow } from '#platform/storage/athlete-schema.ts';
import { selectLiveAthlete } from '#platform/storage/live-athlete.ts';
import { selectLearned } from './learned-state.ts';

/** An athlete with the learned state, which is null before the first evidence. */
export interface KnownAthlete {
  readonly athlete: AthleteRow;
  readonly learned: LearnedStateRow | null;
}

/** Reads one of the caller's athletes. Another partner's athlete returns 404, as if it had never existed. */
export async function getAthlete(ctx: PartnerContext, athleteId: string): Promise<KnownAthlete | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete], [learned]] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectLearned(db, athleteId),
  ]);
  return athlete ? { athlete, learned: learned ?? null } : fail('athlete_not_found');
}
