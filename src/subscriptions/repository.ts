import { and, eq } from 'drizzle-orm';
import { writeTier } from '../athletes/write-tier.ts';
import { usedSubscribeLinks } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { selectLiveAthleteOfAnyPartner, whereAthleteOfAnyPartnerIsLive } from '../storage/live-athlete.ts';

/** The athlete of a signed link, and whether the link was used. The signature stands for the partner's key. */
export function selectAthleteOfLink(db: Database, athleteId: string, expiresAtS: number) {
  return [
    selectLiveAthleteOfAnyPartner(db, athleteId),
    db
      .select()
      .from(usedSubscribeLinks)
      .where(and(eq(usedSubscribeLinks.athleteId, athleteId), eq(usedSubscribeLinks.expiresAtS, expiresAtS))),
  ] as const;
}

/** Marks the link used and switches the tier, both or neither: a second use breaks the key and the batch. */
export function useLinkForFullTier(db: Database, athleteId: string, expiresAtS: number, nowMs: number) {
  const whereLive = whereAthleteOfAnyPartnerIsLive(athleteId);
  return [
    insertWhere(db, usedSubscribeLinks, { athleteId, expiresAtS, usedAt: nowMs }, whereLive),
    writeTier(db, athleteId, 'full', nowMs),
  ] as const;
}
