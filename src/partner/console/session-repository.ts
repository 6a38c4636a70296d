import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { consoleSessions, members } from '#platform/storage/console-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { insertWhere } from '#platform/storage/guarded-insert.ts';
import { partners } from '#platform/storage/registry-schema.ts';
import { CONSOLE } from './console-rules.ts';

type SessionRow = typeof consoleSessions.$inferSelect;

/** Inserts a session. */
export function insertSession(registry: Database, row: SessionRow) {
  return registry.insert(consoleSessions).values(row);
}

/** Deletes a session. */
export function deleteSession(registry: Database, id: string) {
  return registry.delete(consoleSessions).where(eq(consoleSessions.id, id));
}

/** Deletes the sessions of an address. */
export function deleteSessionsOf(registry: Database, addressHash: string) {
  return registry.delete(consoleSessions).where(eq(consoleSessions.addressHash, addressHash));
}

/** Selects a session that has not ended, with its member unless removed, and the member's partner. */
export function selectSession(registry: Database, id: string, nowMs: number) {
  const memberId = sql`(SELECT s.member_id FROM console_sessions AS s WHERE s.id = ${id})`;
  const isMember = and(eq(members.id, memberId), sql`${members.removedAt} IS NULL`);
  const partnerId = registry.select({ partnerId: members.partnerId }).from(members).where(isMember);
  return [
    registry
      .select()
      .from(consoleSessions)
      .where(
        and(
          eq(consoleSessions.id, id),
          gt(consoleSessions.createdAt, nowMs - CONSOLE.sessionLivesMs),
          gt(consoleSessions.seenAt, nowMs - CONSOLE.idleMs),
        ),
      ),
    registry.select().from(members).where(isMember),
    registry.select().from(partners).where(sql`${partners.id} = (${partnerId})`),
  ] as const;
}

/** Records that a session was used. Never moves the time back. */
export function touchSession(registry: Database, id: string, nowMs: number) {
  return registry
    .update(consoleSessions)
    .set({ seenAt: nowMs })
    .where(and(eq(consoleSessions.id, id), lt(consoleSessions.seenAt, nowMs)));
}

/** Records that a code was entered in a session. */
export function confirmSessionAt(registry: Database, id: string, nowMs: number) {
  return registry.update(consoleSessions).set({ codeEnteredAt: nowMs }).where(eq(consoleSessions.id, id));
}

/** Replaces a session by a member's, if that member has the session's address and is not removed. */
export function replaceSession(
  registry: Database,
  former: { readonly id: string; readonly email: string },
  row: SessionRow,
) {
  const isOwn = sql`EXISTS (SELECT 1 FROM members AS m WHERE m.id = ${row.memberId} AND m.email = ${former.email}
    AND m.removed_at IS NULL) AND EXISTS (SELECT 1 FROM console_sessions AS s WHERE s.id = ${former.id})`;
  const isReplaced = sql`EXISTS (SELECT 1 FROM console_sessions AS s WHERE s.id = ${row.id})`;
  return [
    insertWhere(registry, consoleSessions, row, isOwn),
    registry.delete(consoleSessions).where(and(eq(consoleSessions.id, former.id), isReplaced)),
  ] as const;
}
