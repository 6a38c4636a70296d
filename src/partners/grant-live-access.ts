import { type RequestContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { type MintedKey, mintKey, projectLater } from '../keys/mint-key.ts';
import { insertKey, mayTakeKey, reportKey } from '../keys/shared-repository.ts';
import { auditRow, insertAuditWhere } from '../storage/audit.ts';
import { selectPartner } from '../storage/partner.ts';
import { keyExists, markLiveAccess } from './repository.ts';

/**
 * Creates a live key for a partner that has finished its integration tests. The partner creates further keys
 * with it; a second grant is for a partner that lost its last live key.
 */
export async function grantLiveAccess(ctx: RequestContext, partnerId: string): Promise<MintedKey | Failure> {
  const db = registryOf(ctx);
  const [[partner]] = await db.batch([selectPartner(db, partnerId)]);
  if (!partner) return fail('partner_not_found');
  if (partner.status !== 'active') return fail('partner_terminated');
  const minted = await mintKey(
    { partnerId, environment: 'live', name: 'Production', region: partner.homeRegion },
    ctx.nowMs,
  );
  const keyId = minted.row.id;
  const audit = auditRow('partner.grant_live_access', partnerId, { key_id: keyId }, ctx.nowMs);
  const [inserted] = await db.batch([
    insertKey(db, minted.row, mayTakeKey(partnerId, 'live', ctx.nowMs)),
    reportKey(ctx, db, minted.row),
    markLiveAccess(db, partnerId, keyId, ctx.nowMs),
    insertAuditWhere(db, audit, keyExists(keyId)),
  ]);
  if (inserted.meta.changes === 0) return fail('key_limit_reached');
  projectLater(ctx, minted.row);
  return minted;
}
