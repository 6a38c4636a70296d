import { databaseOfAthlete, type PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { AthleteRow } from '../storage/athlete-schema.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';

/** One athlete of the caller's. Anyone else's is as unknown as one that never existed. */
export async function getAthlete(ctx: PartnerContext, athleteId: string): Promise<AthleteRow | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete]] = await db.batch([selectLiveAthlete(db, ctx.principal.partnerId, athleteId)]);
  return athlete ?? fail('athlete_not_found');
}
