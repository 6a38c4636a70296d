import type { Limits } from '../env.ts';
import { type RequestContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { refreshRecords } from '../keys/keys-of-partner.ts';
import { auditRow, insertAuditWhere } from '../storage/audit.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';
import { isActive, patchBudgets } from './repository.ts';

/**
 * Gives a partner budgets of its own: a number sets one, null returns to the default, undefined keeps it. Each of its keys
 * gets them; an isolate that knows a key goes on with the earlier ones for some minutes. A retry finishes an interrupted
 * call.
 */
export async function setBudgets(
  ctx: RequestContext,
  partnerId: string,
  patch: { readonly [Budget in keyof Limits]: number | null | undefined },
): Promise<PartnerRow | Failure> {
  const registry = registryOf(ctx);
  const asked = Object.entries(patch).filter(([, value]) => value !== undefined);
  const detail = Object.fromEntries(asked.map(([budget, value]) => [budget, String(value)]));
  const audit = auditRow('partner.set_budgets', partnerId, detail, ctx.nowMs);
  await registry.batch([
    insertAuditWhere(registry, audit, isActive(partnerId)),
    patchBudgets(registry, partnerId, patch),
  ]);
  const partner = await refreshRecords(ctx, partnerId);
  if (!partner) return fail('partner_not_found');
  return partner.status === 'active' ? partner : fail('partner_terminated');
}
