import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '../clock.ts';
import { type RequestContext, registryOf } from '../http/context.ts';
import { sendMail } from '../http/send-mail.ts';
import {
  type InvitationRow,
  invitations,
  type MemberRow,
  members,
  type Role,
} from '../storage/console-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { newId } from '../storage/ids.ts';
import { wherePartnerIsActive } from '../storage/partner.ts';
import { partners } from '../storage/registry-schema.ts';
import { insertAct, tellAdmins } from './audit.ts';
import { CONSOLE } from './console-rules.ts';
import { hasOtherAdmin, hasRoom, isActiveMember, selectInvitations } from './repository.ts';
import type { AddressSession, MemberSession } from './sessions.ts';
import {
  endSessionsOfRemoved,
  insertMember,
  newMember,
  selectAdmins,
  selectMembers,
} from './shared-repository.ts';

/** Reads a partner's members and the invitations that can still be accepted. */
export async function listMembers(
  ctx: RequestContext,
  partnerId: string,
): Promise<{ readonly members: readonly MemberRow[]; readonly invitations: readonly InvitationRow[] }> {
  const registry = registryOf(ctx);
  const [rows, open] = await registry.batch([
    selectMembers(registry, partnerId),
    selectInvitations(registry, partnerId, ctx.nowMs),
  ]);
  return { members: rows, invitations: open };
}

/**
 * Invites an address, and sends it an email: whoever signs in with that address within 72 hours can accept, once. An
 * invitation of the same address before it ends. Returns null if the address is a member already, or the partner has too
 * many members or sends too many invitations.
 *
 * @param email normalized
 */
export async function invite(
  ctx: RequestContext,
  { member, partner }: MemberSession,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<InvitationRow | null> {
  const registry = registryOf(ctx);
  const { nowMs } = ctx;
  const row: InvitationRow = {
    id: newId('inv', nowMs),
    ...{ partnerId: partner.id, email, role },
    createdAt: nowMs,
    expiresAt: nowMs + CONSOLE.invitationLivesMs,
    endedAt: null,
  };
  const isMember = sql`EXISTS (SELECT 1 FROM members AS m WHERE m.partner_id = ${partner.id} AND m.email = ${email}
    AND m.removed_at IS NULL)`;
  const sentToday = sql`(SELECT count(*) FROM invitations AS i WHERE i.partner_id = ${partner.id}
    AND i.created_at > ${nowMs - DAY_MS})`;
  const mayInvite = sql`${isActiveMember(member, 'admin')} AND ${wherePartnerIsActive(partner.id)} AND NOT ${isMember}
    AND ${hasRoom(partner.id, CONSOLE.membersMax, nowMs)} AND ${sentToday} < ${CONSOLE.invitationsPerDay}`;
  const [inserted] = await registry.batch([
    insertWhere(registry, invitations, row, mayInvite),
    registry
      .update(invitations)
      .set({ endedAt: nowMs })
      .where(
        and(
          eq(invitations.partnerId, partner.id),
          eq(invitations.email, email),
          isNull(invitations.endedAt),
          sql`${invitations.id} <> ${row.id} AND EXISTS (SELECT 1 FROM invitations AS i WHERE i.id = ${row.id})`,
        ),
      ),
  ]);
  if (inserted.meta.changes === 0) return null;
  const hours = CONSOLE.invitationLivesMs / HOUR_MS;
  sendMail(ctx, {
    to: email,
    subject: `You are invited to the Musette console of ${partner.name}`,
    text: `${member.email} invited you to the Musette console of ${partner.name} as ${role}.\n\nSign in with this address within ${hours} hours to accept:\n\n${ctx.env.baseUrl}/console\n\nIf you do not know ${partner.name}, ignore this email.\n`,
  });
  return row;
}

/** Withdraws an invitation that was not accepted. Returns whether there was one. */
export async function withdrawInvitation(
  ctx: RequestContext,
  { partner }: MemberSession,
  invitationId: string,
): Promise<boolean> {
  const registry = registryOf(ctx);
  const [ended] = await registry.batch([
    registry
      .update(invitations)
      .set({ endedAt: ctx.nowMs })
      .where(
        and(
          eq(invitations.id, invitationId),
          eq(invitations.partnerId, partner.id),
          isNull(invitations.endedAt),
        ),
      ),
  ]);
  return ended.meta.changes > 0;
}

/**
 * Accepts an invitation of the session's own address and returns the new member; null if it was used, withdrawn or
 * replaced, has expired, or is another address's.
 */
export async function acceptInvitation(
  ctx: RequestContext,
  { email }: AddressSession,
  invitationId: string,
): Promise<MemberRow | null> {
  const registry = registryOf(ctx);
  const [[invitation]] = await registry.batch([
    registry.select().from(invitations).where(eq(invitations.id, invitationId)),
  ]);
  if (invitation?.email !== email) return null;
  const { partnerId, role } = invitation;
  const row = newMember({ partnerId, email, role }, ctx.nowMs);
  const isOpen = sql`EXISTS (SELECT 1 FROM invitations AS i WHERE i.id = ${invitationId} AND i.email = ${email}
    AND i.ended_at IS NULL AND i.expires_at > ${ctx.nowMs}) AND ${wherePartnerIsActive(partnerId)}`;
  const isMade = sql`EXISTS (SELECT 1 FROM members AS m WHERE m.id = ${row.id})`;
  const [inserted, , , admins, [partner]] = await registry.batch([
    insertMember(registry, row, isOpen),
    registry
      .update(invitations)
      .set({ endedAt: ctx.nowMs })
      .where(and(eq(invitations.id, invitationId), isMade)),
    insertAct(registry, ctx, { partnerId, memberId: row.id, action: 'member.join' }, isMade),
    selectAdmins(registry, partnerId),
    registry.select({ name: partners.name }).from(partners).where(eq(partners.id, partnerId)),
  ]);
  if (inserted.meta.changes === 0) return null;
  const notice = `${email} joined as ${role}`;
  tellAdmins(ctx, admins, { partnerName: partner?.name ?? '', by: email, notice });
  return row;
}

/**
 * Removes a member and ends their sessions at once. Returns false for an unknown member and for the last admin. If the
 * member was the contact, the longest-standing admin becomes it.
 */
export async function removeMember(
  ctx: RequestContext,
  actor: MemberRow,
  memberId: string,
): Promise<boolean> {
  const registry = registryOf(ctx);
  const { partnerId } = actor;
  const target = { id: memberId, partnerId };
  const mayAct = actor.id === memberId ? isActiveMember(actor, 'viewer') : isActiveMember(actor, 'admin');
  const [removed] = await registry.batch([
    registry
      .update(members)
      .set({ removedAt: ctx.nowMs })
      .where(and(isMemberOf(target), mayAct, or(sql`${members.role} <> 'admin'`, hasOtherAdmin(target)))),
    endSessionsOfRemoved(registry, memberId),
    replaceRemovedContact(registry, target),
  ]);
  return removed.meta.changes > 0;
}

/** Changes a member's role. Returns false for an unknown member, and for the last admin. */
export async function setRole(
  ctx: RequestContext,
  actor: MemberRow,
  memberId: string,
  role: Role,
): Promise<boolean> {
  const registry = registryOf(ctx);
  const target = { id: memberId, partnerId: actor.partnerId };
  const [changed] = await registry.batch([
    registry
      .update(members)
      .set({ role })
      .where(
        and(
          isMemberOf(target),
          isActiveMember(actor, 'admin'),
          role === 'admin' ? undefined : hasOtherAdmin(target),
        ),
      ),
  ]);
  return changed.meta.changes > 0;
}

function isMemberOf({ id, partnerId }: Pick<MemberRow, 'id' | 'partnerId'>) {
  return and(eq(members.id, id), eq(members.partnerId, partnerId), isNull(members.removedAt));
}

/** Makes the longest-standing admin the contact if the contact was removed, so that the address goes as well. */
function replaceRemovedContact(registry: Database, { id, partnerId }: Pick<MemberRow, 'id' | 'partnerId'>) {
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
