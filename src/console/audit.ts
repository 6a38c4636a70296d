import { eq, type SQL, sql } from 'drizzle-orm';
import type { Environment } from '../env.ts';
import { type RequestContext, registryOf } from '../http/context.ts';
import { type Failure, isFailure } from '../http/errors.ts';
import type { PageRequest } from '../http/pagination.ts';
import { sendMail } from '../http/send-mail.ts';
import { type ConsoleAuditRow, consoleAudit, type MemberRow, type Role } from '../storage/console-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { newId } from '../storage/ids.ts';
import { partnerExists, wherePartnerIsActive } from '../storage/partner.ts';
import { isRefusal, type Refusal, refuse } from './refusal.ts';
import { isActiveMember, selectAudit, selectKnownMembers } from './repository.ts';
import type { MemberSession } from './sessions.ts';
import { selectAdmins } from './shared-repository.ts';

/** What can be done in the console, and what the operator decides about a partner, in the words of the audit page. */
export const ACTS = {
  'session.start': 'Signed in',
  'member.invite': 'Invited a member',
  'member.join': 'Accepted an invitation',
  'member.remove': 'Removed a member',
  'member.set_role': 'Changed a member’s role',
  'member.leave': 'Left',
  'invitation.withdraw': 'Withdrew an invitation',
  'key.create': 'Created an API key',
  'key.rotate': 'Rotated an API key',
  'key.revoke': 'Revoked an API key',
  'webhook.create': 'Created a webhook',
  'webhook.set_status': 'Enabled or disabled a webhook',
  'webhook.rotate_secret': 'Rotated a webhook’s secret',
  'webhook.test': 'Sent a test event',
  'webhook.redeliver': 'Sent a delivery again',
  'webhook.delete': 'Deleted a webhook',
  'client.create': 'Created an OAuth client',
  'client.rotate_secret': 'Rotated an OAuth client’s secret',
  'client.delete': 'Deleted an OAuth client',
  'live_access.request': 'Requested live access',
  'live_access.approve': 'Opened production',
  'contact.set': 'Replaced the contact',
  'termination.request': 'Requested termination',
  'termination.withdraw': 'Withdrew the request for termination',
  'partner.terminate': 'Terminated the account',
} as const;

export type ConsoleAct = keyof typeof ACTS;

/** An act about to be performed. */
export interface Act {
  readonly action: ConsoleAct;
  readonly environment?: Environment;
  /** The identifier of what it concerns, if that is known before. */
  readonly subjectId?: string;
  /** The role that it needs; an admin's by default. */
  readonly role?: Role;
  /** Whether it is still possible after the partner was terminated. */
  readonly afterTermination?: boolean;
  /** Tells every admin; the text never holds a secret. */
  readonly notice?: string;
}

/**
 * Performs an act of a member and records it: first that it begins, under the condition that the member may still do so,
 * then how it ended. One that is interrupted stays recorded as begun. Tells the admins of before the act, if it has a notice.
 */
export async function performAct<Result>(
  ctx: RequestContext,
  { member, partner }: MemberSession,
  act: Act,
  perform: () => Promise<Result | Failure | Refusal>,
  subjectOf: (result: Result) => string | null = () => null,
): Promise<Result | Failure | Refusal> {
  const registry = registryOf(ctx);
  const row = auditRow(ctx, { partnerId: partner.id, memberId: member.id, ...act }, 'begun');
  const isOpen = act.afterTermination ? partnerExists(partner.id) : wherePartnerIsActive(partner.id);
  const mayAct = sql`${isActiveMember(member, act.role ?? 'admin')} AND ${isOpen}`;
  const [begun, admins] = await registry.batch([
    insertWhere(registry, consoleAudit, row, mayAct),
    selectAdmins(registry, partner.id),
  ]);
  if (begun.meta.changes === 0) return NO_LONGER;
  const result = await perform();
  const subject = isRefused(result) ? null : subjectOf(result);
  await registry.batch([
    registry
      .update(consoleAudit)
      .set({
        outcome: isRefused(result) ? 'refused' : 'done',
        subjectId: identifierIn(act.subjectId ?? subject),
      })
      .where(eq(consoleAudit.id, row.id)),
  ]);
  if (!isRefused(result) && act.notice !== undefined) {
    tellAdmins(ctx, admins, { partnerName: partner.name, by: member.email, notice: act.notice });
  }
  return result;
}

const NO_LONGER = refuse(403, 'You may no longer do this: your role or the account has changed.');

/** Returns whether an act did not take place, for a reason of its verb or of the console. */
function isRefused<Result>(result: Result | Failure | Refusal): result is Failure | Refusal {
  return isRefusal(result) || isFailure(result);
}

/** Sends a notice of an act to each admin. */
export function tellAdmins(
  ctx: RequestContext,
  admins: readonly { readonly email: string }[],
  { partnerName, by, notice }: { readonly partnerName: string; readonly by: string; readonly notice: string },
): void {
  const subject = `${notice} (${partnerName})`;
  const text = `${notice} in the Musette console of ${partnerName}.\n\nBy: ${by}\nAt: ${new Date(ctx.nowMs).toISOString()}\n\nIf you did not expect this, look at the audit page and at your members: ${ctx.env.baseUrl}/console/audit\n`;
  for (const { email } of admins) sendMail(ctx, { to: email, subject, text });
}

function auditRow(
  { nowMs }: RequestContext,
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

/** Returns an identifier as it may be stored: an address of a page can hold any text in its place. */
function identifierIn(text: string | null | undefined): string | null {
  return text && /^[a-z]{3}_[0-9a-z]{1,40}$/.test(text) ? text : null;
}

/** Records an act that took place, if `condition` holds in the same batch. `memberId` null stands for the operator. */
export function insertAct(
  registry: Database,
  ctx: RequestContext,
  act: Pick<ConsoleAuditRow, 'partnerId' | 'memberId'> & Act,
  condition: SQL,
) {
  return insertWhere(registry, consoleAudit, auditRow(ctx, act, 'done'), condition);
}

/** Records that a member signed in. */
export async function recordSignIn(ctx: RequestContext, { id, partnerId }: MemberRow): Promise<void> {
  const registry = registryOf(ctx);
  const act = { partnerId, memberId: id, action: 'session.start' } as const;
  await registry.batch([insertAct(registry, ctx, act, sql`1`)]);
}

/** A page of a partner's audit, with the addresses that are still known. */
export interface AuditPage {
  readonly rows: readonly ConsoleAuditRow[];
  readonly addressOf: (memberId: string) => string | null;
}

/** Reads a page of a partner's audit, newest first. */
export async function readAudit(
  ctx: RequestContext,
  partnerId: string,
  page: PageRequest,
): Promise<AuditPage> {
  const registry = registryOf(ctx);
  const [rows, known] = await registry.batch([
    selectAudit(registry, partnerId, page),
    selectKnownMembers(registry, partnerId),
  ]);
  const addresses = new Map(known.map(({ id, email }) => [id, email]));
  return { rows, addressOf: (memberId) => addresses.get(memberId) ?? null };
}
