import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { sendEmail } from '#platform/http/send-email.ts';
import type { LiveAccessRow } from '#platform/storage/console-schema.ts';
import { newId } from '#platform/storage/ids.ts';
import type { ChecklistItem } from './account.ts';
import { mayChange, replaceRequest } from './repository.ts';
import type { MemberSession } from './sessions.ts';
import { selectLatestLiveAccess } from './shared-repository.ts';

/** The choices of a partner who requests live access, and the documents that it accepts. */
export interface LiveAccessInput
  extends Pick<LiveAccessRow, 'tier' | 'dataProtectionContact' | 'expectedAthletes' | 'termsUrl' | 'dpaUrl'> {
  readonly checklist: readonly ChecklistItem[];
}

/** Reads a partner's latest request for live access. Returns null if there is none. */
export async function readLiveAccess(ctx: RequestContext, partnerId: string): Promise<LiveAccessRow | null> {
  const registry = registryOf(ctx);
  const [[latest]] = await registry.batch([selectLatestLiveAccess(registry, partnerId)]);
  return latest ?? null;
}

/**
 * Stores a request for live access, with the admin and the documents accepted, and emails the operator.
 * Replaces a pending request. Returns null if the member is no longer an admin or the account has ended.
 */
export async function requestLiveAccess(
  ctx: RequestContext,
  { member, partner }: MemberSession,
  input: LiveAccessInput,
): Promise<LiveAccessRow | null> {
  const registry = registryOf(ctx);
  const row: LiveAccessRow = {
    ...input,
    checklist: [...input.checklist],
    id: newId('lar', ctx.nowMs),
    partnerId: partner.id,
    status: 'pending',
    acceptedBy: member.email,
    createdAt: ctx.nowMs,
    decidedAt: null,
    decidedTier: null,
  };
  const [, inserted] = await registry.batch(replaceRequest(registry, row, mayChange(member, 'admin')));
  if (inserted.meta.changes === 0) return null;
  const { contactEmail } = ctx.env.operator;
  if (contactEmail !== null) {
    sendEmail(ctx, {
      to: contactEmail,
      subject: `Live access requested: ${partner.name}`,
      text: `${partner.name} (${partner.id}) requests live access, ${row.tier} tier, for about ${row.expectedAthletes} athletes.\n\nDecide with:\n\nnpm run operator -- live-access-requests\nnpm run operator -- approve-live ${partner.id} --tier ${row.tier}\n`,
    });
  }
  return row;
}
