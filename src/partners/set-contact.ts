import { tellAdmins } from '../console/audit.ts';
import {
  endSessionsOfRemoved,
  insertAct,
  insertMember,
  newMember,
  promoteMember,
  removeMemberWhere,
  selectMembers,
} from '../console/shared-repository.ts';
import { type RequestContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { sendMail } from '../http/send-mail.ts';
import { normalizeEmail } from '../oauth/sign-in-rules.ts';
import { auditRow, insertAuditWhere } from '../storage/audit.ts';
import { selectPartner, wherePartnerIsActive } from '../storage/partner.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';
import { updateContact } from './repository.ts';

/**
 * Replaces the contact of a partner: the new address becomes an admin of its console, the one before is removed with its
 * sessions. For a partner whose last admin is lost. Tells both and the other admins.
 */
export async function setContact(
  ctx: RequestContext,
  partnerId: string,
  typed: string,
): Promise<PartnerRow | Failure> {
  const email = normalizeEmail(typed);
  const registry = registryOf(ctx);
  const [[partner], known] = await registry.batch([
    selectPartner(registry, partnerId),
    selectMembers(registry, partnerId),
  ]);
  if (!partner) return fail('partner_not_found');
  if (partner.status !== 'active') return fail('partner_terminated');
  const formerEmail = normalizeEmail(partner.contactEmail);
  const former = known.find((one) => one.email === formerEmail && one.email !== email);
  const isActive = wherePartnerIsActive(partnerId);
  const act = { partnerId, memberId: null, action: 'contact.set' } as const;
  const [changed] = await registry.batch([
    updateContact(registry, partnerId, email, isActive),
    insertMember(registry, newMember({ partnerId, email, role: 'admin' }, ctx.nowMs), isActive),
    // A viewer with this address becomes an admin.
    promoteMember(registry, partnerId, email, isActive),
    removeMemberWhere(registry, former?.id ?? '', isActive, ctx.nowMs),
    endSessionsOfRemoved(registry, former?.id ?? ''),
    insertAuditWhere(registry, auditRow('partner.set_contact', partnerId, {}, ctx.nowMs), isActive),
    insertAct(registry, ctx, act, isActive),
  ]);
  if (changed.meta.changes === 0) return fail('partner_terminated');
  const admins = known.filter(({ role }) => role === 'admin');
  const notice = 'The contact of your account was replaced';
  tellAdmins(ctx, admins, { partnerName: partner.name, by: 'the operator of the service', notice });
  sendMail(ctx, {
    to: email,
    subject: `You are the contact of ${partner.name}`,
    text: `You are now the contact of ${partner.name} at Musette, and an admin of its console. Sign in with this address:\n\n${ctx.env.baseUrl}/console\n`,
  });
  return { ...partner, contactEmail: email };
}
