import { type RequestContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { auditRow, insertAuditWhere } from '../storage/audit.ts';
import { StorageUnavailable } from '../storage/database.ts';
import { TERMINATION_GRACE_MS } from '../storage/key-projection.ts';
import { selectPartner, wherePartnerIsActive } from '../storage/partner.ts';
import { endAccess } from './end-access.ts';
import { terminatePartner as endPartner } from './repository.ts';

/** Batches of two statements with which one request ends connections: within what an invocation may ask of D1. */
const BATCHES_MAX = 400;

export interface Termination {
  readonly terminatedAt: number;
  /** From here on its keys are invalid and the cron purges everything. */
  readonly purgeAfter: number;
}

/**
 * Ends a partner. The registry goes first, so that no key can be made and no athlete can connect
 * behind it; then every guard and KV record is told and every athlete's token ends, before the answer. Where
 * one could not be told, or there are more tokens than a request can end, this throws StorageUnavailable, and the
 * next cron goes on, or the call repeated; the moment of termination stays that of the first call.
 */
export async function terminatePartner(
  ctx: RequestContext,
  partnerId: string,
): Promise<Termination | Failure> {
  const db = registryOf(ctx);
  const at = { terminatedAt: ctx.nowMs, purgeAfter: ctx.nowMs + TERMINATION_GRACE_MS };
  const audit = auditRow('partner.terminate', partnerId, {}, ctx.nowMs);
  const [, , [partner]] = await db.batch([
    insertAuditWhere(db, audit, wherePartnerIsActive(partnerId)),
    endPartner(db, partnerId, at),
    selectPartner(db, partnerId),
  ]);
  if (!partner) return fail('partner_not_found');
  const { terminatedAt, purgeAfter } = partner;
  if (terminatedAt === null || purgeAfter === null) throw new Error('a terminated partner has no date');
  const ended = await endAccess(ctx.env, ctx.log, db, partner, ctx.nowMs, BATCHES_MAX);
  if (!ended.isDone) throw new StorageUnavailable('there are more connections than one request ends');
  return { terminatedAt, purgeAfter };
}
