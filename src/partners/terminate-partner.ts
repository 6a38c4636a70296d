import { type RequestContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { cancelRecalculations } from '../recalculations/shared-repository.ts';
import { auditRow, insertAuditWhere } from '../storage/audit.ts';
import { StorageUnavailable } from '../storage/database.ts';
import { TERMINATION_GRACE_MS } from '../storage/key-projection.ts';
import { selectPartner, wherePartnerIsActive } from '../storage/partner.ts';
import { endAccess } from './end-access.ts';
import { terminatePartner as endPartner } from './repository.ts';

/**
 * The most batches, of two statements each, with which one request ends connections: within an invocation's limit of D1
 * queries.
 */
const BATCHES_MAX = 400;

/** Dates of a partner's termination. */
export interface Termination {
  readonly terminatedAt: number;
  /** The time from which its keys are invalid and the cron purges everything. */
  readonly purgeAfter: number;
}

/**
 * Terminates a partner. Changes the registry first, so that afterwards no key can be created, no athlete can
 * connect and no recalculation continues; then, before the answer, updates every guard and KV record and ends
 * every athlete's token. Throws StorageUnavailable if one could not be updated or there are more tokens than
 * a request can end. The next cron or a retry then continues, and the time of termination stays that of the
 * first call.
 */
export async function terminatePartner(
  ctx: RequestContext,
  partnerId: string,
): Promise<Termination | Failure> {
  const db = registryOf(ctx);
  const at = { terminatedAt: ctx.nowMs, purgeAfter: ctx.nowMs + TERMINATION_GRACE_MS };
  const audit = auditRow('partner.terminate', partnerId, {}, ctx.nowMs);
  const [, , , , [partner]] = await db.batch([
    insertAuditWhere(db, audit, wherePartnerIsActive(partnerId)),
    endPartner(db, partnerId, at),
    ...cancelRecalculations(db, { partnerId }, ctx.nowMs),
    selectPartner(db, partnerId),
  ]);
  if (!partner) return fail('partner_not_found');
  const { terminatedAt, purgeAfter } = partner;
  if (terminatedAt === null || purgeAfter === null) throw new Error('a terminated partner must have dates');
  const place = { env: ctx.env, meter: ctx.log, registry: db, nowMs: ctx.nowMs };
  const ended = await endAccess(place, partner, BATCHES_MAX);
  if (!ended.isDone) throw new StorageUnavailable('there are more connections than one request ends');
  return { terminatedAt, purgeAfter };
}
