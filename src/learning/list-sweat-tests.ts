import { databaseOfAthlete, type PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { PageRequest } from '../http/pagination.ts';
import type { AthleteRow, SweatTestRow } from '../storage/athlete-schema.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';
import { selectSweatTests } from './repository.ts';

export interface ListedSweatTests {
  readonly athlete: AthleteRow;
  readonly rows: readonly SweatTestRow[];
}

/** Reads a page of an athlete's sweat tests, newest first. */
export async function listSweatTests(
  ctx: PartnerContext,
  athleteId: string,
  { after, limit }: PageRequest,
): Promise<ListedSweatTests | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const position = after && { testedAt: Number(after[0]), id: String(after[1]) };
  const [[athlete], rows] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectSweatTests(db, athleteId, { after: position, limit }),
  ]);
  return athlete ? { athlete, rows } : fail('athlete_not_found');
}
