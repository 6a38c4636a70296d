import { databaseOfPartner, type PartnerContext } from '../http/context.ts';
import type { PageRequest } from '../http/pagination.ts';
import { selectLearnedAmong } from '../records/learned-state.ts';
import type { KnownAthlete } from '../records/read-athlete.ts';
import { selectAthleteIds, selectAthletes } from './repository.ts';

/** Reads a page of the caller's athletes, newest first, and one athlete more to show whether another page follows. */
export async function listAthletes(
  ctx: PartnerContext,
  page: PageRequest,
  externalId: string | undefined,
): Promise<readonly KnownAthlete[]> {
  const db = databaseOfPartner(ctx);
  const { partnerId } = ctx.principal;
  const afterId = page.after === null ? null : String(page.after[0]);
  const filter = { afterId, limit: page.limit + 1, externalId };
  const [athletes, learned] = await db.batch([
    selectAthletes(db, partnerId, filter),
    selectLearnedAmong(db, selectAthleteIds(db, partnerId, filter)),
  ]);
  const byAthlete = new Map(learned.map((row) => [row.athleteId, row]));
  return athletes.map((athlete) => ({ athlete, learned: byAthlete.get(athlete.id) ?? null }));
}
