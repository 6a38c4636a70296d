import { and, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '#platform/clock.ts';
import {
  consoleSessions,
  type InvitationRow,
  invitations,
  type MemberRow,
  members,
  type Role,
} from '#platform/storage/console-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { wherePartnerIsActive } from '#platform/storage/partner.ts';
import { partners } from '#platform/storage/registry-schema.ts';
import { insertWhere } from '#platform/storage/statements.ts';
import { CONSOLE } from './console-rules.ts';
import { hasCapacity, hasOtherAdmin, isActiveMember, mayChange } from './repository.ts';

type Target = Pick<MemberRow, 'id' | 'partnerId'>;

/** Inserts an invitation by an admin, unless its address is already a member or a limit is reached. */
export function insertInvitation(registry: Database, actor: MemberRow, row: InvitationRow) {
  const { partnerId, email, createdAt } = row;
  const isMember = sql`EXISTS (SELECT 1 FROM members AS m WHERE m.partner_id = ${partnerId} AND m.email = ${email}
    AND m.removed_at IS NULL)`;
  const sentToday = sql`(SELECT count(*) FROM invitations AS i WHERE i.partner_id = ${partnerId}
    AND i.created_at > ${createdAt - DAY_MS})`;
  const mayInvite = sql`${mayChange(actor, 'admin')} AND NOT ${isMember}
    AND ${hasCapacity(partnerId, CONSOLE.membersMax, createdAt)} AND ${sentToday} < ${CONSOLE.invitationsPerDay}`;
  return insertWhere(registry, invitations, row, mayInvite);
}

/** Builds the condition that an invitation to an active partner can still be accepted. */
export function isOpenInvitation({ id, partnerId }: Target, nowMs: number): SQL {
  return sql`EXISTS (SELECT 1 FROM invitations AS i WHERE i.id = ${id} AND i.ended_at IS NULL
    AND i.expires_at > ${nowMs}) AND ${wherePartnerIsActive(partnerId)}`;
}

/** Builds the condition that the registry has this member. */
export function memberExists(memberId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM members AS m WHERE m.id = ${memberId})`;
}

/** Ends the earlier invitations of an address if the same batch inserted this one. */
export function endEarlierInvitations(
  registry: Database,
  { id, partnerId, email, createdAt }: InvitationRow,
) {
  return registry
    .update(invitations)
    .set({ endedAt: createdAt })
    .where(
      and(
        eq(invitations.partnerId, partnerId),
        eq(invitations.email, email),
        isNull(invitations.endedAt),
        sql`${invitations.id} <> ${id} AND EXISTS (SELECT 1 FROM invitations AS i WHERE i.id = ${id})`,
      ),
    );
}

/** Ends an unaccepted invitation of a partner. */
export function endInvitation(registry: Database, { id, partnerId }: Target, nowMs: number) {
  return registry
    .update(invitations)
    .set({ endedAt: nowMs })
    .where(and(eq(invitations.id, id), eq(invitations.partnerId, partnerId), isNull(invitations.endedAt)));
}

/**
 * Uses up the secret of an open invitation of this address if `isRefused` holds, so that the next statement of the batch may
 * send one code past the limits.
 */
export function useInvitationSecret(
  registry: Database,
  { email, secretHash }: { readonly email: string; readonly secretHash: string },
  isRefused: SQL,
  nowMs: number,
) {
  return registry
    .update(invitations)
    .set({ secretUsedAt: nowMs })
    .where(
      and(
        eq(invitations.email, email),
        isNull(invitations.endedAt),
        eq(invitations.secretHash, secretHash),
        isNull(invitations.secretUsedAt),
        gt(invitations.expiresAt, nowMs),
        isRefused,
      ),
    );
}

/** Selects an invitation. */
export function selectInvitation(registry: Database, id: string) {
  return registry.select().from(invitations).where(eq(invitations.id, id));
}

/** Marks an invitation as accepted if the same batch inserted its member. */
export function useInvitation(registry: Database, id: string, isMade: SQL, nowMs: number) {
  return registry
    .update(invitations)
    .set({ endedAt: nowMs })
    .where(and(eq(invitations.id, id), isMade));
}

/** Removes a member, unless it is the last admin. Admins can remove anyone, other members only themselves. */
export function endMembership(registry: Database, actor: MemberRow, target: Target, nowMs: number) {
  const mayAct = isActiveMember(actor, actor.id === target.id ? 'viewer' : 'admin');
  return registry
    .update(members)
    .set({ removedAt: nowMs })
    .where(and(isMemberOf(target), mayAct, or(sql`${members.role} <> 'admin'`, hasOtherAdmin(target))));
}

/** Changes a member's role at an admin's request, unless the member is the last admin. */
export function updateRole(registry: Database, actor: MemberRow, target: Target, role: Role) {
  return registry
    .update(members)
    .set({ role })
    .where(
      and(
        isMemberOf(target),
        isActiveMember(actor, 'admin'),
        role === 'admin' ? undefined : hasOtherAdmin(target),
      ),
    );
}

function isMemberOf({ id, partnerId }: Target) {
  return and(eq(members.id, id), eq(members.partnerId, partnerId), isNull(members.removedAt));
}

/**
 * Makes the longest-standing admin the contact if the contact was removed, so that the old address is deleted
 * too.
 */
export function replaceRemovedContact(registry: Database, { id, partnerId }: Target) {
  const successor = sql`(SELECT m.email FROM members AS m WHERE m.partner_id = ${partnerId} AND m.role = 'admin'
    AND m.removed_at IS NULL ORDER BY m.id LIMIT 1)`;
  return registry
    .update(partners)
    .set({ contactEmail: successor })
    .where(
      and(
        eq(partners.id, partnerId),
        sql`EXISTS (SELECT 1 FROM members AS gone WHERE gone.id = ${id} AND gone.removed_at IS NOT NULL
          AND gone.email = lower(${partners.contactEmail})) AND ${successor} IS NOT NULL`,
      ),
    );
}

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
