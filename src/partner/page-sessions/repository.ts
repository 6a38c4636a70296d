import { and, desc, eq, gt, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import { MINUTE_MS } from '#platform/clock.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import { activities, athletes, type PageSessionRow, pageSessions } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { IS_LIVE, whereAthleteIsLive } from '#platform/storage/live-athlete.ts';
import { deleteSome, insertWhere } from '#platform/storage/statements.ts';

/** Live sessions of an athlete. Another one ends the oldest. */
const LIVE_MAX = 20;

/** Selects whether an athlete has this activity. */
export function selectActivityId(db: Database, athleteId: string, activityId: string) {
  return db
    .select({ id: activities.id })
    .from(activities)
    .where(and(eq(activities.id, activityId), eq(activities.athleteId, athleteId)));
}

/** Inserts a session if its athlete is live, otherwise nothing. */
export function insertPageSession(db: Database, partnerId: string, row: PageSessionRow) {
  return insertWhere(db, pageSessions, row, whereAthleteIsLive(partnerId, row.athleteId));
}

/** Ends the oldest live sessions of an athlete beyond the limit, never this new one: others may have its millisecond. */
export function endOldestSessions(db: Database, { athleteId, id, createdAt }: PageSessionRow) {
  const newest = sql`SELECT id FROM page_sessions WHERE athlete_id = ${athleteId} AND id <> ${id}
    AND +expires_at > ${createdAt} ORDER BY id DESC LIMIT ${LIVE_MAX - 1}`;
  return db
    .delete(pageSessions)
    .where(
      and(
        eq(pageSessions.athleteId, athleteId),
        ne(pageSessions.id, id),
        sql`${pageSessions.id} NOT IN (${newest})`,
      ),
    );
}

/** Selects the live sessions of an athlete, newest first. */
export function selectPageSessions(
  db: Database,
  athleteId: string,
  nowMs: number,
  { afterId, limit }: Pick<PageRequest, 'afterId' | 'limit'>,
) {
  return db
    .select()
    .from(pageSessions)
    .where(
      and(
        eq(pageSessions.athleteId, athleteId),
        // The sign keeps SQLite from the index by time, which would not give the order.
        sql`+${pageSessions.expiresAt} > ${nowMs}`,
        afterId === null ? undefined : sql`${pageSessions.id} < ${afterId}`,
      ),
    )
    .orderBy(desc(pageSessions.id))
    .limit(limit);
}

/** Selects a live session of an athlete. */
export function selectPageSession(db: Database, athleteId: string, sessionId: string, nowMs: number) {
  return db
    .select()
    .from(pageSessions)
    .where(and(isSession(athleteId, sessionId), gt(pageSessions.expiresAt, nowMs)));
}

/** Ends a live session of an athlete. */
export function deletePageSession(db: Database, athleteId: string, sessionId: string, nowMs: number) {
  return db
    .delete(pageSessions)
    .where(and(isSession(athleteId, sessionId), gt(pageSessions.expiresAt, nowMs)));
}

function isSession(athleteId: string, sessionId: string): SQL | undefined {
  return and(eq(pageSessions.id, sessionId), eq(pageSessions.athleteId, athleteId));
}

/** Selects a session by its identifier and the hash of its secret. */
export function selectSessionOfSecret(db: Database, sessionId: string, hash: string) {
  return db
    .select()
    .from(pageSessions)
    .where(and(eq(pageSessions.id, sessionId), eq(pageSessions.hash, hash)));
}

/** Selects the name of the live athlete of a session. */
export function selectAthleteOfSession(db: Database, sessionId: string) {
  const owner = db
    .select({ id: pageSessions.athleteId })
    .from(pageSessions)
    .where(eq(pageSessions.id, sessionId));
  return db
    .select({ name: athletes.name })
    .from(athletes)
    .where(and(inArray(athletes.id, owner), IS_LIVE));
}

/**
 * Counts a page view of the session with this secret and returns the session, also if it has expired. Its views count from
 * the first one of a minute.
 */
export function countView(
  db: Database,
  {
    athleteId,
    sessionId,
    hash,
  }: { readonly athleteId: string; readonly sessionId: string; readonly hash: string },
  nowMs: number,
) {
  const isNewMinute = sql`${pageSessions.viewedSince} <= ${nowMs - MINUTE_MS} OR ${pageSessions.viewedSince} > ${nowMs}`;
  return db
    .update(pageSessions)
    .set({
      views: sql`CASE WHEN ${isNewMinute} THEN 1 ELSE ${pageSessions.views} + 1 END`,
      viewedSince: sql`CASE WHEN ${isNewMinute} THEN ${nowMs} ELSE ${pageSessions.viewedSince} END`,
    })
    .where(and(isSession(athleteId, sessionId), eq(pageSessions.hash, hash)))
    .returning();
}

/** Removes expired sessions, at most 1,000 per call. */
export function deleteExpiredSessions(db: Database, nowMs: number) {
  return deleteSome(
    db,
    { table: pageSessions, key: [pageSessions.id] },
    lte(pageSessions.expiresAt, nowMs) ?? sql`0`,
  );
}
