import { databaseOfAthlete, type PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { AthleteRow, SweatTestRow } from '../storage/athlete-schema.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';
import { selectSweatTest } from './repository.ts';

/** Reads a sweat test with its athlete. */
export async function getSweatTest(
  ctx: PartnerContext,
  athleteId: string,
  id: string,
): Promise<{ readonly athlete: AthleteRow; readonly test: SweatTestRow } | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete], [test]] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectSweatTest(db, athleteId, id),
  ]);
  if (!athlete) return fail('athlete_not_found');
  return test ? { athlete, test } : fail('sweat_test_not_found');
}
