import { and, eq, sql } from 'drizzle-orm';
import { athletes, usedSubscribeLinks } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';

/** Selects the athlete of a signed link, and the row of its use. The signature authorizes, so no partner is given. */
export function selectAthleteOfLink(db: Database, athleteId: string, expiresAtS: number) {
  return [
    db.select().from(athletes).where(isLive(athleteId)),
    db
      .select()
      .from(usedSubscribeLinks)
      .where(and(eq(usedSubscribeLinks.athleteId, athleteId), eq(usedSubscribeLinks.expiresAtS, expiresAtS))),
  ] as const;
}

/** Builds a batch that marks the link as used and sets the tier; a second use violates the primary key, so neither happens. */
export function useLinkForFullTier(db: Database, athleteId: string, expiresAtS: number, nowMs: number) {
  const whereLive = sql`EXISTS (SELECT 1 FROM athletes WHERE id = ${athleteId} AND status = 'live')`;
  return [
    insertWhere(db, usedSubscribeLinks, { athleteId, expiresAtS, usedAt: nowMs }, whereLive),
    db
      .update(athletes)
      .set({ tier: 'full', updatedAt: nowMs, revision: sql`${athletes.revision} + 1` })
      .where(isLive(athleteId))
      .returning({ id: athletes.id }),
  ] as const;
}

function isLive(athleteId: string) {
  return and(eq(athletes.id, athleteId), eq(athletes.status, 'live'));
}
