import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import {
  type ConsoleAuditRow,
  consoleAudit,
  consoleSessions,
  invitations,
  type LiveAccessRow,
  liveAccessRequests,
  type MemberRow,
  members,
  type Role,
} from '#platform/storage/console-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { idsFrom } from '#platform/storage/ids.ts';
import { wherePartnerIsActive } from '#platform/storage/partner.ts';
import { partners, usage } from '#platform/storage/registry-schema.ts';
import { deleteSome, insertWhere } from '#platform/storage/statements.ts';
import { type Act, CONSOLE } from './console-rules.ts';

/** Selects the memberships of an address, oldest first. */
export function selectMemberships(db: Database, email: string) {
  return db
    .select()
    .from(members)
    .where(and(eq(members.email, email), sql`${members.removedAt} IS NULL`))
    .orderBy(asc(members.id));
}

/** Selects the invitations that an address can accept, oldest first. */
export function selectOpenInvitations(db: Database, email: string, nowMs: number) {
  return db
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.email, email),
        sql`${invitations.endedAt} IS NULL`,
        gt(invitations.expiresAt, nowMs),
      ),
    )
    .orderBy(asc(invitations.id));
}

/** Selects the partners to which an address belongs or is invited. */
export function selectPartnersOf(db: Database, email: string) {
  return db
    .select({ id: partners.id, name: partners.name, status: partners.status })
    .from(partners)
    .where(
      sql`${partners.id} IN (SELECT partner_id FROM members WHERE email = ${email} AND removed_at IS NULL
        UNION ALL SELECT partner_id FROM invitations WHERE email = ${email} AND ended_at IS NULL)`,
    );
}

/** Selects a partner's members, including removed ones whose address is still retained. */
export function selectKnownMembers(db: Database, partnerId: string) {
  return db
    .select({ id: members.id, email: members.email })
    .from(members)
    .where(eq(members.partnerId, partnerId));
}

/** Returns a function that finds the address of one of these members. Null for an unknown one. */
export function addressesOf(known: readonly Pick<MemberRow, 'id' | 'email'>[]) {
  const addresses = new Map(known.map(({ id, email }) => [id, email]));
  return (memberId: string) => addresses.get(memberId) ?? null;
}

/** Selects a partner's invitations that can still be accepted. */
export function selectInvitations(db: Database, partnerId: string, nowMs: number) {
  return db
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.partnerId, partnerId),
        isNull(invitations.endedAt),
        gt(invitations.expiresAt, nowMs),
      ),
    )
    .orderBy(asc(invitations.id));
}

/** Builds the condition that a member is not removed and has at least this role. */
export function isActiveMember({ id }: Pick<MemberRow, 'id'>, role: Role): SQL {
  const roles = role === 'viewer' ? sql`'viewer', 'admin'` : sql`'admin'`;
  return sql`EXISTS (SELECT 1 FROM members AS actor WHERE actor.id = ${id} AND actor.removed_at IS NULL
    AND actor.role IN (${roles}))`;
}

/** Builds the condition that a member of an active partner is not removed and has at least this role. */
export function mayChange(member: Pick<MemberRow, 'id' | 'partnerId'>, role: Role): SQL {
  return sql`${isActiveMember(member, role)} AND ${wherePartnerIsActive(member.partnerId)}`;
}

/** Builds the condition that the partner has another admin besides this member. */
export function hasOtherAdmin({ id, partnerId }: Pick<MemberRow, 'id' | 'partnerId'>): SQL {
  return sql`EXISTS (SELECT 1 FROM members AS other WHERE other.partner_id = ${partnerId} AND other.id <> ${id}
    AND other.role = 'admin' AND other.removed_at IS NULL)`;
}

/** Builds the condition that a partner may have one more member or invitation. */
export function hasCapacity(partnerId: string, max: number, nowMs: number): SQL {
  return sql`(SELECT count(*) FROM members AS m WHERE m.partner_id = ${partnerId} AND m.removed_at IS NULL)
    + (SELECT count(*) FROM invitations AS i WHERE i.partner_id = ${partnerId} AND i.ended_at IS NULL
      AND i.expires_at > ${nowMs}) < ${max}`;
}

/** Selects a page of a partner's audit, newest first. Identifiers sort by time. */
export function selectAudit(
  db: Database,
  partnerId: string,
  page: { readonly afterId: string | null; readonly limit: number },
) {
  return db
    .select()
    .from(consoleAudit)
    .where(
      and(
        eq(consoleAudit.partnerId, partnerId),
        page.afterId === null ? undefined : lt(consoleAudit.id, page.afterId),
      ),
    )
    .orderBy(desc(consoleAudit.id))
    .limit(page.limit);
}

/** Inserts an audit row if `condition` holds. */
export function insertAuditWhere(db: Database, row: ConsoleAuditRow, condition: SQL) {
  return insertWhere(db, consoleAudit, row, condition);
}

/** Inserts the record of a member's act that begins, if the member may still do it. */
export function insertBegunAct(
  db: Database,
  row: ConsoleAuditRow,
  member: Pick<MemberRow, 'id' | 'partnerId'>,
  { role = 'admin', afterTermination = false }: Pick<Act, 'role' | 'afterTermination'>,
) {
  const mayAct = (afterTermination ? isActiveMember : mayChange)(member, role);
  return insertAuditWhere(db, row, mayAct);
}

/** Stores how an act ended, and its subject. */
export function updateOutcome(db: Database, id: string, end: Pick<ConsoleAuditRow, 'outcome' | 'subjectId'>) {
  return db.update(consoleAudit).set(end).where(eq(consoleAudit.id, id));
}

/**
 * Selects how a partner has used its sandbox: its keys that were used and rotated, its webhooks, and the operations that
 * succeeded since a time.
 */
export function selectSandboxUse(db: Database, partnerId: string, sinceMs: number) {
  return [
    db
      .select({ used: sql<number>`count(last_used_at)`, rotated: sql<number>`count(rotated_to)` })
      .from(sql`api_keys`)
      .where(sql`partner_id = ${partnerId} AND environment = 'test'`),
    db
      .select({ seen: sql<number>`count(*)` })
      .from(sql`webhooks`)
      .where(sql`partner_id = ${partnerId} AND environment = 'test'`),
    db
      .selectDistinct({ operationId: usage.operationId })
      .from(usage)
      .where(
        and(
          eq(usage.partnerId, partnerId),
          eq(usage.environment, 'test'),
          gte(usage.hour, sinceMs),
          eq(usage.statusClass, '2xx'),
        ),
      ),
  ] as const;
}

/** Records once that an item of a partner's checklist is done. */
export function noteItem(db: Database, partnerId: string, item: string) {
  return db
    .update(partners)
    .set({ checklistDone: sql`json_insert(${partners.checklistDone}, '$[#]', ${item})` })
    .where(
      and(
        eq(partners.id, partnerId),
        sql`NOT EXISTS (SELECT 1 FROM json_each(${partners.checklistDone}) WHERE value = ${item})`,
      ),
    );
}

/** Replaces a partner's pending request for live access by this one, if `condition` holds. */
export function replaceRequest(db: Database, row: LiveAccessRow, condition: SQL) {
  return [
    db
      .update(liveAccessRequests)
      .set({ status: 'replaced', decidedAt: row.createdAt })
      .where(
        and(
          eq(liveAccessRequests.partnerId, row.partnerId),
          eq(liveAccessRequests.status, 'pending'),
          condition,
        ),
      ),
    insertWhere(db, liveAccessRequests, row, condition),
  ] as const;
}

/** Records or withdraws a request to end an account, if that is a change and `condition` holds. */
export function updateTerminationRequest(
  db: Database,
  partnerId: string,
  requestedAt: number | null,
  condition: SQL,
) {
  const { terminationRequestedAt } = partners;
  return db
    .update(partners)
    .set({ terminationRequestedAt: requestedAt })
    .where(
      and(
        eq(partners.id, partnerId),
        requestedAt === null ? isNotNull(terminationRequestedAt) : isNull(terminationRequestedAt),
        condition,
      ),
    );
}

/** Removes some rows of the console whose retention has ended. */
export function deleteOld(db: Database, nowMs: number) {
  const retainedFrom = nowMs - CONSOLE.removedRetainedMs;
  const sessions = { table: consoleSessions, key: [consoleSessions.id] };
  const audit = { table: consoleAudit, key: [consoleAudit.id] };
  return [
    deleteSome(db, { table: members, key: [members.id] }, lt(members.removedAt, retainedFrom)),
    deleteSome(db, { table: invitations, key: [invitations.id] }, lt(invitations.expiresAt, retainedFrom)),
    deleteSome(db, sessions, lt(consoleSessions.createdAt, nowMs - CONSOLE.sessionLivesMs)),
    deleteSome(db, audit, lt(consoleAudit.id, idsFrom('aud', nowMs - CONSOLE.auditRetainedMs))),
  ] as const;
}
