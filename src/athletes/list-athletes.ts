import { databaseOfPartner, type PartnerContext } from '../http/context.ts';
import type { PageRequest } from '../http/pagination.ts';
import type { AthleteRow } from '../storage/athlete-schema.ts';
import { selectAthletes } from './repository.ts';

/** The caller's athletes, newest first: one more than the page shows, to tell whether there is more. */
export async function listAthletes(
  ctx: PartnerContext,
  page: PageRequest,
  externalId: string | undefined,
): Promise<readonly AthleteRow[]> {
  const db = databaseOfPartner(ctx);
  const afterId = page.after === null ? null : String(page.after[0]);
  const [rows] = await db.batch([
    selectAthletes(db, ctx.principal.partnerId, { afterId, limit: page.limit + 1, externalId }),
  ]);
  return rows;
}
