import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { athletes } from './athlete-schema.ts';
import { composedOnce } from './composed-query.ts';
import type { Database } from './database.ts';

const liveAthlete = composedOnce((db, value: (name: 'athleteId' | 'partnerId') => Placeholder) =>
  db
    .select()
    .from(athletes)
    .where(isLiveAthlete(value('partnerId'), value('athleteId'))),
);

/** The athlete of this identifier, where it is this partner's and not being erased. */
export function selectLiveAthlete(db: Database, partnerId: string, athleteId: string) {
  return liveAthlete(db, { partnerId, athleteId });
}

/** Written out, not bound: an index with a WHERE serves only a query that says the same in its text. */
export const IS_LIVE = sql`${athletes.status} = 'live'`;

export function isLiveAthlete(
  partnerId: string | Placeholder,
  athleteId: string | Placeholder,
): SQL | undefined {
  return and(eq(athletes.id, athleteId), eq(athletes.partnerId, partnerId), IS_LIVE);
}

/** The condition that every write to an athlete's data carries: the athlete is there and live. */
export function whereAthleteIsLive(partnerId: string | Placeholder, athleteId: string | Placeholder): SQL {
  return sql`EXISTS (SELECT 1 FROM athletes WHERE id = ${athleteId} AND partner_id = ${partnerId} AND status = 'live')`;
}

/** Those of these athletes that are this partner's and live; the list goes as one parameter, whatever its length. */
export function selectLiveAthletes(db: Database, partnerId: string, athleteIds: readonly string[]) {
  return db
    .select()
    .from(athletes)
    .where(
      and(
        sql`${athletes.id} IN (SELECT value FROM json_each(${JSON.stringify(athleteIds)}))`,
        eq(athletes.partnerId, partnerId),
        IS_LIVE,
      ),
    );
}
