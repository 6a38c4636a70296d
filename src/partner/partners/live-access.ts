import { type RequestContext, registryOf, type Tier } from '#platform/http/context.ts';
import { type Failure, fail, refuseInactive } from '#platform/http/errors.ts';
import { sendEmail } from '#platform/http/outgoing.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import { auditRow, insertAuditWhere } from '#platform/storage/audit.ts';
import type { LiveAccessRow } from '#platform/storage/console-schema.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import { OPERATOR, type PartnerRow } from '#platform/storage/registry-schema.ts';
import {
  approveRequest,
  insertAct,
  isApprovedAt,
  selectAdmins,
  selectLatestLiveAccess,
  selectPendingRequests,
} from '../console/shared-repository.ts';
import type { MintedKey } from '../keys/key-shape.ts';
import { mintKey, projectLater } from '../keys/keys.ts';
import { refreshRecords } from '../keys/keys-of-partner.ts';
import { insertKey, keyCreation, mayTakeKey, reportKey } from '../keys/shared-repository.ts';
import { keyExists, markLiveAccess, openProduction } from './repository.ts';

/** Reads the undecided requests for live access, newest first. */
export async function listLiveAccessRequests(
  ctx: RequestContext,
  page: PageRequest,
): Promise<readonly LiveAccessRow[]> {
  const registry = registryOf(ctx);
  const [rows] = await registry.batch([selectPendingRequests(registry, page)]);
  return rows;
}

/**
 * Approves a partner's pending request for live access with a tier for its new athletes, and emails its
 * admins, who create the live key themselves. Fails while the terms or the data processing agreement have no
 * URL. Approving again with the same tier finishes an interrupted call.
 */
export async function approveLive(
  ctx: RequestContext,
  partnerId: string,
  tier: Tier,
): Promise<PartnerRow | Failure> {
  const { termsUrl, dpaUrl } = ctx.env.operator;
  const registry = registryOf(ctx);
  const [[partner], [request]] = await registry.batch([
    selectPartner(registry, partnerId),
    selectLatestLiveAccess(registry, partnerId),
  ]);
  if (!partner) return fail('partner_not_found');
  if (partner.status !== 'active') return refuseInactive(partner.status);
  if (termsUrl === null || dpaUrl === null) return fail('documents_not_set');
  const isRetry = request?.status === 'approved' && request.decidedTier === tier;
  if (!isRetry && !(request?.status === 'pending' && (await approve(ctx, request, tier)))) {
    return fail('live_access_not_requested');
  }
  // Key records include the tier of new athletes.
  const approved = await refreshRecords(ctx, partnerId);
  return approved ?? fail('partner_not_found');
}

/** Writes the approval. Returns false if the request was decided or the partner terminated meanwhile. */
async function approve(ctx: RequestContext, request: LiveAccessRow, tier: Tier): Promise<boolean> {
  const { id, partnerId } = request;
  const registry = registryOf(ctx);
  const { nowMs } = ctx;
  const isOurs = isApprovedAt(id, nowMs);
  const audit = auditRow('partner.approve_live', partnerId, { default_tier: tier }, nowMs);
  const act = { partnerId, memberId: null, action: 'live_access.approve', subjectId: id } as const;
  const [decided, , , , admins] = await registry.batch([
    approveRequest(registry, request, tier, nowMs),
    openProduction(registry, partnerId, tier, isOurs, nowMs),
    insertAuditWhere(registry, audit, isOurs),
    insertAct(registry, ctx, act, isOurs),
    selectAdmins(registry, partnerId),
  ]);
  if (decided.meta.changes === 0) return false;
  for (const { email } of admins) {
    sendEmail(ctx, {
      to: email,
      subject: 'Production is open',
      text: `Production is now open for your account. New athletes there get the ${tier} tier.\n\nNext, an admin creates the live key in the console, where it is shown once:\n\n${ctx.env.baseUrl}/console/production/keys\n\nWe never send keys by email.\n`,
    });
  }
  return true;
}

/**
 * Creates a live key for a partner that has finished its integration tests. The partner creates further keys
 * with it. A second grant is for a partner that lost its last live key.
 */
export async function grantLiveAccess(ctx: RequestContext, partnerId: string): Promise<MintedKey | Failure> {
  const db = registryOf(ctx);
  const [[partner]] = await db.batch([selectPartner(db, partnerId)]);
  if (!partner) return fail('partner_not_found');
  if (partner.status !== 'active') return refuseInactive(partner.status);
  const minted = await mintKey(
    { partnerId, environment: 'live', name: 'Production', region: partner.homeRegion, createdBy: OPERATOR },
    ctx.nowMs,
  );
  const keyId = minted.row.id;
  const audit = auditRow('partner.grant_live_access', partnerId, { key_id: keyId }, ctx.nowMs);
  const [inserted] = await db.batch([
    insertKey(db, minted.row, mayTakeKey(partnerId, 'live', ctx.nowMs)),
    reportKey(ctx, db, minted.row),
    markLiveAccess(db, partnerId, keyId, ctx.nowMs),
    insertAuditWhere(db, audit, keyExists(keyId)),
    insertAct(db, ctx, keyCreation(minted.row), keyExists(keyId)),
  ]);
  if (inserted.meta.changes === 0) return fail('key_limit_reached');
  projectLater(ctx, minted.row);
  return minted;
}
