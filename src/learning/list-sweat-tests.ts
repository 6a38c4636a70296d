import { databaseOfAthlete, type PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { AthleteRow, SweatTestRow } from '../storage/athlete-schema.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';
import { type SweatTestPage, selectSweatTests } from './repository.ts';

export interface ListedSweatTests {
  readonly athlete: AthleteRow;
  readonly tests: readonly SweatTestRow[];
}

/** Reads a page of an athlete's sweat tests, newest first. */
export async function listSweatTests(
  ctx: PartnerContext,
  athleteId: string,
  page: SweatTestPage,
): Promise<ListedSweatTests | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete], tests] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectSweatTests(db, athleteId, page),
  ]);
  return athlete ? { athlete, tests } : fail('athlete_not_found');
}
