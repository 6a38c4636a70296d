import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { sendEmail } from '#platform/http/send-email.ts';
import { mayChange, updateTerminationRequest } from './repository.ts';
import type { MemberSession } from './sessions.ts';

/**
 * Records that an admin requests termination of the account, or with null that the request is withdrawn, and
 * emails the operator. Returns false if nothing changes.
 */
export async function setTerminationRequest(
  ctx: RequestContext,
  { member, partner }: MemberSession,
  requestedAt: number | null,
): Promise<boolean> {
  const registry = registryOf(ctx);
  const [changed] = await registry.batch([
    updateTerminationRequest(registry, partner.id, requestedAt, mayChange(member, 'admin')),
  ]);
  if (changed.meta.changes === 0) return false;
  const { contactEmail } = ctx.env.operator;
  if (contactEmail !== null) {
    const what = requestedAt === null ? 'withdrew its request for termination' : 'requests termination';
    sendEmail(ctx, {
      to: contactEmail,
      subject: `${partner.name} ${what}`,
      text: `${partner.name} (${partner.id}) ${what}.\n\nnpm run operator -- terminate ${partner.id} ends the account. Confirm with its admins first.\n`,
    });
  }
  return true;
}
