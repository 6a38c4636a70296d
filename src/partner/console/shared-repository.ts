import { and, asc, desc, eq, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { RequestContext } from '#platform/http/context.ts';
import {
  type ConsoleAuditRow,
  consoleAudit,
  consoleSessions,
  invitations,
  type LiveAccessRow,
  liveAccessRequests,
  type MemberRow,
  members,
} from '#platform/storage/console-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { afterEveryId, newId } from '#platform/storage/ids.ts';
import { wherePartnerIsActive } from '#platform/storage/partner.ts';
import { partners } from '#platform/storage/registry-schema.ts';
import { deleteSome, insertWhere } from '#platform/storage/statements.ts';
import type { Act } from './console-rules.ts';

/** Builds the row of a new member. */
export function newMember(
  member: Pick<MemberRow, 'partnerId' | 'email' | 'role' | 'invitedBy'>,
  nowMs: number,
): MemberRow {
  return { ...member, id: newId('mbr', nowMs), createdAt: nowMs, removedAt: null };
}

/** Inserts a member if `condition` holds and the partner has no member with this address. */
export function insertMember(db: Database, row: MemberRow, condition: SQL) {
  const isThere = sql`EXISTS (SELECT 1 FROM members AS known WHERE known.partner_id = ${row.partnerId}
    AND known.email = ${row.email} AND known.removed_at IS NULL)`;
  return insertWhere(db, members, row, sql`${condition} AND NOT ${isThere}`);
}

/** Selects a partner's current members, oldest first. */
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

/** Ends the sessions of a member if the same batch removed the member. */
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

/** Ends the open invitations of a member whom the same batch removed or made a viewer. */
export function endInvitationsOf(
  registry: Database,
  { id, partnerId }: Pick<MemberRow, 'id' | 'partnerId'>,
  nowMs: number,
) {
  return registry
    .update(invitations)
    .set({ endedAt: nowMs })
    .where(
      and(
        eq(invitations.partnerId, partnerId),
        eq(invitations.invitedBy, id),
        isNull(invitations.endedAt),
        sql`NOT EXISTS (SELECT 1 FROM members AS m WHERE m.id = ${id} AND m.role = 'admin' AND m.removed_at IS NULL)`,
      ),
    );
}

/** Builds the statements that delete everything the console stores about a partner that is being purged. */
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

/**
 * Builds the statements that leave this address as a partner's only member, if `condition` holds: they remove all others
 * and end every session, including those of this address, every invitation, and others' requests for live access and for
 * termination.
 */
export function leaveAlone(
  registry: Database,
  partnerId: string,
  email: string,
  condition: SQL,
  nowMs: number,
) {
  const memberIds = sql`SELECT m.id FROM members AS m WHERE m.partner_id = ${partnerId}`;
  return [
    registry
      .delete(consoleSessions)
      .where(and(sql`${consoleSessions.memberId} IN (${memberIds})`, condition)),
    registry
      .update(members)
      .set({ removedAt: nowMs })
      .where(
        and(eq(members.partnerId, partnerId), isNull(members.removedAt), ne(members.email, email), condition),
      ),
    registry
      .update(invitations)
      .set({ endedAt: nowMs })
      .where(and(eq(invitations.partnerId, partnerId), isNull(invitations.endedAt), condition)),
    registry
      .update(liveAccessRequests)
      .set({ status: 'replaced', decidedAt: nowMs })
      .where(
        and(
          eq(liveAccessRequests.partnerId, partnerId),
          eq(liveAccessRequests.status, 'pending'),
          ne(liveAccessRequests.acceptedBy, email),
          condition,
        ),
      ),
    registry
      .update(partners)
      .set({ terminationRequestedAt: null })
      .where(and(eq(partners.id, partnerId), condition)),
  ] as const;
}

/** Builds the audit row of an act. */
export function auditRow(
  { nowMs }: Pick<RequestContext, 'nowMs'>,
  act: Pick<ConsoleAuditRow, 'partnerId' | 'memberId'> & Act,
  outcome: ConsoleAuditRow['outcome'],
): ConsoleAuditRow {
  return {
    id: newId('aud', nowMs),
    partnerId: act.partnerId,
    at: nowMs,
    memberId: act.memberId,
    action: act.action,
    environment: act.environment ?? null,
    subjectId: identifierIn(act.subjectId),
    outcome,
  };
}

/** Returns an identifier in storable form. It may come from a page's URL, so it can be any text. */
export function identifierIn(text: string | null | undefined): string | null {
  return text && /^[a-z]{3}_[0-9a-z]{1,40}$/.test(text) ? text : null;
}

/** Records a completed act, if `condition` holds in the same batch. A null `memberId` means the operator. */
export function insertAct(
  registry: Database,
  ctx: Pick<RequestContext, 'nowMs'>,
  act: Pick<ConsoleAuditRow, 'partnerId' | 'memberId'> & Act,
  condition: SQL,
) {
  return insertWhere(registry, consoleAudit, auditRow(ctx, act, 'done'), condition);
}

/** Approves a pending request for live access of an active partner. */
export function approveRequest(
  registry: Database,
  { id, partnerId }: Pick<LiveAccessRow, 'id' | 'partnerId'>,
  tier: LiveAccessRow['tier'],
  nowMs: number,
) {
  return registry
    .update(liveAccessRequests)
    .set({ status: 'approved', decidedAt: nowMs, decidedTier: tier })
    .where(
      and(
        eq(liveAccessRequests.id, id),
        eq(liveAccessRequests.status, 'pending'),
        wherePartnerIsActive(partnerId),
      ),
    );
}

/** Builds the condition that a request for live access was approved at this time, by `approveRequest` in the same batch. */
export function isApprovedAt(id: string, decidedAtMs: number): SQL {
  return sql`EXISTS (SELECT 1 FROM live_access_requests AS r WHERE r.id = ${id} AND r.status = 'approved'
    AND r.decided_at = ${decidedAtMs})`;
}

/** Selects a page of undecided requests for live access, newest first. */
export function selectPendingRequests(
  registry: Database,
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
) {
  return registry
    .select()
    .from(liveAccessRequests)
    .where(
      and(
        eq(liveAccessRequests.status, 'pending'),
        lt(liveAccessRequests.id, afterId ?? afterEveryId('lar')),
      ),
    )
    .orderBy(desc(liveAccessRequests.id))
    .limit(limit);
}

/** Makes the member with this address an admin, if `condition` holds. */
export function promoteMember(registry: Database, partnerId: string, email: string, condition: SQL) {
  return registry
    .update(members)
    .set({ role: 'admin' })
    .where(
      and(
        eq(members.partnerId, partnerId),
        eq(members.email, email),
        sql`${members.removedAt} IS NULL`,
        condition,
      ),
    );
}

/** Removes a member, even the last admin, if `condition` holds. For the operator. */
export function removeMemberWhere(registry: Database, memberId: string, condition: SQL, nowMs: number) {
  return registry
    .update(members)
    .set({ removedAt: nowMs })
    .where(and(eq(members.id, memberId), sql`${members.removedAt} IS NULL`, condition));
}
