import { HOUR_MS } from '#platform/clock.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { sendEmail } from '#platform/http/outgoing.ts';
import type { InvitationRow, MemberRow, Role } from '#platform/storage/console-schema.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import type { Database } from '#platform/storage/database.ts';
import { newId } from '#platform/storage/ids.ts';
import type { JobStep } from '#platform/storage/job.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import { STEP_ROWS } from '#platform/storage/statements.ts';
import { newSecret } from '../oauth/sign-in-rules.ts';
import { notifyAdmins } from './audit.ts';
import { CONSOLE } from './console-rules.ts';
import {
  endEarlierInvitations,
  endInvitation,
  endMembership,
  insertInvitation,
  isOpenInvitation,
  memberExists,
  replaceRemovedContact,
  selectInvitation,
  updateRole,
  useInvitation,
} from './member-repository.ts';
import { addressesOf, deleteOld, selectInvitations, selectKnownMembers } from './repository.ts';
import type { AddressSession, MemberSession } from './sessions.ts';
import {
  endInvitationsOf,
  endSessionsOfRemoved,
  insertAct,
  insertMember,
  newMember,
  selectAdmins,
  selectMembers,
} from './shared-repository.ts';

/** Reads a partner's members and the invitations that can still be accepted. */
export async function listMembers(
  ctx: RequestContext,
  partnerId: string,
): Promise<{
  readonly members: readonly MemberRow[];
  readonly invitations: readonly InvitationRow[];
  /** Returns the address of a member, also of a removed one while it is stored. */
  readonly addressOf: (memberId: string) => string | null;
}> {
  const registry = registryOf(ctx);
  const [rows, open, known] = await registry.batch([
    selectMembers(registry, partnerId),
    selectInvitations(registry, partnerId, ctx.nowMs),
    selectKnownMembers(registry, partnerId),
  ]);
  return { members: rows, invitations: open, addressOf: addressesOf(known) };
}

/**
 * Invites an address and emails it. Whoever signs in with that address within 72 hours can accept, once. Ends
 * earlier invitations of the same address. The link in the email gets the address one sign-in code even if
 * strangers have used up its limit. Returns null if the address is already a member, or the partner
 * has too many members or sends too many invitations.
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
  const secret = newSecret();
  const row: InvitationRow = {
    id: newId('inv', nowMs),
    partnerId: partner.id,
    email,
    role,
    createdAt: nowMs,
    expiresAt: nowMs + CONSOLE.invitationLivesMs,
    endedAt: null,
    invitedBy: member.id,
    secretHash: await sha256Hex(secret),
    secretUsedAt: null,
  };
  const [inserted] = await registry.batch([
    insertInvitation(registry, member, row),
    endEarlierInvitations(registry, row),
  ]);
  if (inserted.meta.changes === 0) return null;
  const hours = CONSOLE.invitationLivesMs / HOUR_MS;
  sendEmail(ctx, {
    to: email,
    subject: `You are invited to the Musette console of ${partner.name}`,
    text: `${member.email} invited you to the Musette console of ${partner.name} as ${role}.\n\nSign in with this address within ${hours} hours to accept:\n\n${ctx.env.baseUrl}/console?invitation=${secret}\n\nIf you do not know ${partner.name}, ignore this email.\n`,
  });
  return row;
}

/** Withdraws an unaccepted invitation. Returns whether there was one. */
export async function withdrawInvitation(
  ctx: RequestContext,
  { partner }: MemberSession,
  invitationId: string,
): Promise<boolean> {
  const registry = registryOf(ctx);
  const target = { id: invitationId, partnerId: partner.id };
  const [revocation] = await registry.batch([endInvitation(registry, target, ctx.nowMs)]);
  return revocation.meta.changes > 0;
}

/**
 * Accepts an invitation of the session's own address and returns the new member. Returns null if it was used,
 * withdrawn or replaced, has expired, or belongs to another address.
 */
export async function acceptInvitation(
  ctx: RequestContext,
  { email }: AddressSession,
  invitationId: string,
): Promise<MemberRow | null> {
  const registry = registryOf(ctx);
  const [[invitation]] = await registry.batch([selectInvitation(registry, invitationId)]);
  if (invitation?.email !== email) return null;
  const { partnerId, role, invitedBy } = invitation;
  const row = newMember({ partnerId, email, role, invitedBy }, ctx.nowMs);
  const isMade = memberExists(row.id);
  const [inserted, , , admins, [partner]] = await registry.batch([
    insertMember(registry, row, isOpenInvitation(invitation, ctx.nowMs)),
    useInvitation(registry, invitationId, isMade, ctx.nowMs),
    insertAct(registry, ctx, { partnerId, memberId: row.id, action: 'member.join' }, isMade),
    selectAdmins(registry, partnerId),
    selectPartner(registry, partnerId),
  ]);
  if (inserted.meta.changes === 0) return null;
  const notice = `${email} joined as ${role}`;
  notifyAdmins(ctx, admins, { partnerName: partner?.name ?? '', by: email, notice });
  return row;
}

/**
 * Removes a member, and ends their sessions and the invitations they sent. Returns false for an unknown member and for the last
 * admin. If the member was the contact, the longest-standing admin becomes the contact.
 */
export async function removeMember(
  ctx: RequestContext,
  actor: MemberRow,
  memberId: string,
): Promise<boolean> {
  const registry = registryOf(ctx);
  const { partnerId } = actor;
  const target = { id: memberId, partnerId };
  const [removed] = await registry.batch([
    endMembership(registry, actor, target, ctx.nowMs),
    endSessionsOfRemoved(registry, memberId),
    endInvitationsOf(registry, target, ctx.nowMs),
    replaceRemovedContact(registry, target),
  ]);
  return removed.meta.changes > 0;
}

/** Changes a member's role. The open invitations of a demoted admin end. Returns false for an unknown member and for the last admin. */
export async function setRole(
  ctx: RequestContext,
  actor: MemberRow,
  memberId: string,
  role: Role,
): Promise<boolean> {
  const registry = registryOf(ctx);
  const target = { id: memberId, partnerId: actor.partnerId };
  const [changed] = await registry.batch([
    updateRole(registry, actor, target, role),
    endInvitationsOf(registry, target, ctx.nowMs),
  ]);
  return changed.meta.changes > 0;
}

/**
 * Deletes removed members and revoked invitations after 30 days, expired sessions, and the audit after
 * 400 days, at most 1,000 of each per call. `isDone` is false while more may remain.
 */
export async function purgeConsole(registry: Database, nowMs: number): Promise<JobStep> {
  const results = await registry.batch(deleteOld(registry, nowMs));
  const [members, invitations, sessions, audit] = results;
  return {
    counts: {
      members: members.meta.changes,
      invitations: invitations.meta.changes,
      sessions: sessions.meta.changes,
      audit: audit.meta.changes,
    },
    isDone: results.every(({ meta }) => meta.changes < STEP_ROWS),
  };
}
