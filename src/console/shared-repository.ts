import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import {
  consoleAudit,
  consoleSessions,
  invitations,
  liveAccessRequests,
  type MemberRow,
  members,
} from '../storage/console-schema.ts';
import type { Database } from '../storage/database.ts';
import { deleteSome } from '../storage/delete-some.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { newId } from '../storage/ids.ts';

/** Builds the row of a new member. */
export function newMember(
  { partnerId, email, role }: Pick<MemberRow, 'partnerId' | 'email' | 'role'>,
  nowMs: number,
): MemberRow {
  return { id: newId('mbr', nowMs), partnerId, email, role, createdAt: nowMs, removedAt: null };
}

/** Inserts a member if `condition` holds and the partner has no member with this address. */
export function insertMember(db: Database, row: MemberRow, condition: SQL) {
  const isThere = sql`EXISTS (SELECT 1 FROM members AS known WHERE known.partner_id = ${row.partnerId}
    AND known.email = ${row.email} AND known.removed_at IS NULL)`;
  return insertWhere(db, members, row, sql`${condition} AND NOT ${isThere}`);
}

/** Selects a partner's members who are not removed, the oldest first. */
export function selectMembers(db: Database, partnerId: string) {
  return db
    .select()
    .from(members)
    .where(and(eq(members.partnerId, partnerId), isNull(members.removedAt)))
    .orderBy(asc(members.id));
}

/** Selects the addresses of a partner's admins. */
export function selectAdmins(db: Database, partnerId: string) {
  return db
    .select({ email: members.email })
    .from(members)
    .where(and(eq(members.partnerId, partnerId), isNull(members.removedAt), eq(members.role, 'admin')));
}

/** Selects a partner's latest request for live access. */
export function selectLatestLiveAccess(db: Database, partnerId: string) {
  return db
    .select()
    .from(liveAccessRequests)
    .where(eq(liveAccessRequests.partnerId, partnerId))
    .orderBy(desc(liveAccessRequests.id))
    .limit(1);
}

/** Ends the sessions of a member, if the same batch removed them. */
export function endSessionsOfRemoved(registry: Database, memberId: string) {
  return registry
    .delete(consoleSessions)
    .where(
      and(
        eq(consoleSessions.memberId, memberId),
        sql`EXISTS (SELECT 1 FROM members AS m WHERE m.id = ${memberId} AND m.removed_at IS NOT NULL)`,
      ),
    );
}

/** Builds the deletion of all that the console holds of a partner that is purged. */
export function deleteConsoleOf(registry: Database, partnerId: string) {
  const memberIds = sql`SELECT m.id FROM members AS m WHERE m.partner_id = ${partnerId}`;
  return [
    registry.delete(consoleSessions).where(sql`${consoleSessions.memberId} IN (${memberIds})`),
    registry.delete(members).where(eq(members.partnerId, partnerId)),
    registry.delete(invitations).where(eq(invitations.partnerId, partnerId)),
    registry.delete(liveAccessRequests).where(eq(liveAccessRequests.partnerId, partnerId)),
    deleteSome(
      registry,
      { table: consoleAudit, key: [consoleAudit.id] },
      eq(consoleAudit.partnerId, partnerId),
    ),
  ] as const;
}
