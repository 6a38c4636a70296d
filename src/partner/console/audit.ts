import { sql } from 'drizzle-orm';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { type Failure, isFailure } from '#platform/http/errors.ts';
import { sendEmail } from '#platform/http/outgoing.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import { utcMinute } from '#platform/local-time.ts';
import { isObject } from '#platform/members.ts';
import type { ConsoleAuditRow, MemberRow } from '#platform/storage/console-schema.ts';
import type { Act } from './console-rules.ts';
import { addressesOf, insertBegunAct, selectAudit, selectKnownMembers, updateOutcome } from './repository.ts';
import type { MemberSession } from './sessions.ts';
import { auditRow, identifierIn, insertAct, selectAdmins } from './shared-repository.ts';

/**
 * Performs and records an act of a member. First records that it begins, provided that the member may still
 * do it, then how it ended. An interrupted act stays recorded as begun. If it has a notice, emails everyone
 * who was an admin before the act.
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
  const [begun, admins] = await registry.batch([
    insertBegunAct(registry, row, member, act),
    selectAdmins(registry, partner.id),
  ]);
  if (begun.meta.changes === 0) return NO_LONGER;
  const result = await perform();
  const subjectId = identifierIn(act.subjectId ?? (isRefused(result) ? null : subjectOf(result)));
  await registry.batch([
    updateOutcome(registry, row.id, {
      outcome: isRefused(result) ? 'refused' : 'done',
      subjectId,
    }),
  ]);
  if (!isRefused(result) && act.notice !== undefined) {
    const notice = act.environment && subjectId ? `${act.notice}: ${subjectId}` : act.notice;
    notifyAdmins(ctx, admins, { partnerName: partner.name, by: member.email, notice });
  }
  return result;
}

const NO_LONGER = refuse(403, 'You can no longer do this, because your role or the account has changed.');

/** Returns whether the verb or the console rejected an act. */
export function isRefused<Result>(result: Result | Failure | Refusal): result is Failure | Refusal {
  return isRefusal(result) || isFailure(result);
}

/** Emails a notice of an act to each admin. */
export function notifyAdmins(
  ctx: RequestContext,
  admins: readonly { readonly email: string }[],
  { partnerName, by, notice }: { readonly partnerName: string; readonly by: string; readonly notice: string },
): void {
  const subject = `${notice} (${partnerName})`;
  const text = `${notice} in the Musette console of ${partnerName}.\n\nBy: ${by}\nAt: ${utcMinute(ctx.nowMs)}\n\nIf you did not expect this, check the audit page and your members: ${ctx.env.baseUrl}/console/audit\n`;
  for (const { email } of admins) sendEmail(ctx, { to: email, subject, text });
}

/** Records that a member signed in. */
export async function recordSignIn(ctx: RequestContext, { id, partnerId }: MemberRow): Promise<void> {
  const registry = registryOf(ctx);
  const act = { partnerId, memberId: id, action: 'session.start' } as const;
  await registry.batch([insertAct(registry, ctx, act, sql`1`)]);
}

/** A page of a partner's audit, with the addresses that are still stored. */
interface AuditPage {
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
  return { rows, addressOf: addressesOf(known) };
}

/** The console's own reason for not doing something, as its page shows it. */
export interface Refusal {
  readonly refusal: string;
  readonly status: 403 | 404 | 409 | 422 | 429;
}

export function refuse(status: Refusal['status'], refusal: string): Refusal {
  return { refusal, status };
}

/** Returns whether a value is a refusal of the console. */
export function isRefusal(value: unknown): value is Refusal {
  return isObject(value) && 'refusal' in value;
}
