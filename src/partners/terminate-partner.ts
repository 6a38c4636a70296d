import { type RequestContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { auditRow } from '../storage/audit.ts';
import { TERMINATION_GRACE_MS } from '../storage/key-projection.ts';
import { endAccess } from './end-access.ts';
import { terminatePartner as endPartner, insertAuditWhere, isActive, selectPartner } from './repository.ts';

export interface Termination {
  readonly terminatedAt: number;
  /** From here on its keys are invalid and the cron purges everything. */
  readonly purgeAfter: number;
}

/**
 * Ends a partner. The registry goes first, so that no key can be made and no athlete can connect
 * behind it; then every athlete's token ends and every guard and KV record is told, before the answer. Where
 * one could not be told this throws StorageUnavailable, and the next cron goes on, or the call repeated; the
 * moment of termination stays that of the first call.
 */
export async function terminatePartner(
  ctx: RequestContext,
  partnerId: string,
): Promise<Termination | Failure> {
  const db = registryOf(ctx);
  const at = { terminatedAt: ctx.nowMs, purgeAfter: ctx.nowMs + TERMINATION_GRACE_MS };
  const audit = auditRow('partner.terminate', partnerId, {}, ctx.nowMs);
  const [, , [partner]] = await db.batch([
    insertAuditWhere(db, audit, isActive(partnerId)),
    endPartner(db, partnerId, at),
    selectPartner(db, partnerId),
  ]);
  if (!partner) return fail('partner_not_found');
  const { terminatedAt, purgeAfter } = partner;
  if (terminatedAt === null || purgeAfter === null) throw new Error('a terminated partner has no date');
  await endAccess(ctx.env, ctx.log, db, partner, ctx.nowMs);
  return { terminatedAt, purgeAfter };
}
