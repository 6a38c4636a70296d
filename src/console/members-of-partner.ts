import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { type MemberRow, members } from '../storage/console-schema.ts';
import type { Database } from '../storage/database.ts';
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
