import { and, eq } from 'drizzle-orm';
import type { RequestContext } from '#platform/http/context.ts';
import { type AthleteRow, usedSubscribeLinks } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import {
  selectLiveAthleteOfAnyPartner,
  whereAthleteOfAnyPartnerIsLive,
} from '#platform/storage/live-athlete.ts';
import { insertWhere } from '#platform/storage/statements.ts';
import { writeTier } from './shared-repository.ts';

/**
 * Selects the athlete of a signed link and the record of its use. The signature authorizes, so no partner is
 * needed.
 */
export function selectAthleteOfLink(db: Database, athleteId: string, expiresAtS: number) {
  return [
    selectLiveAthleteOfAnyPartner(db, athleteId),
    db
      .select()
      .from(usedSubscribeLinks)
      .where(and(eq(usedSubscribeLinks.athleteId, athleteId), eq(usedSubscribeLinks.expiresAtS, expiresAtS))),
  ] as const;
}

/**
 * Builds a batch that marks the link as used and sets the tier. A second use violates the primary key, so
 * neither happens.
 */
export function useLinkForFullTier(
  db: Database,
  athlete: AthleteRow,
  expiresAtS: number,
  ctx: Pick<RequestContext, 'nowMs' | 'recorded'>,
) {
  const { id: athleteId } = athlete;
  const whereLive = whereAthleteOfAnyPartnerIsLive(athleteId);
  return [
    insertWhere(db, usedSubscribeLinks, { athleteId, expiresAtS, usedAt: ctx.nowMs }, whereLive),
    ...writeTier(db, athlete, 'full', ctx),
  ] as const;
}
