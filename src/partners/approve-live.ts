import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { insertAct } from '../console/audit.ts';
import { selectAdmins, selectLatestLiveAccess } from '../console/shared-repository.ts';
import { type RequestContext, registryOf, type Tier } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { PageRequest } from '../http/pagination.ts';
import { sendMail } from '../http/send-mail.ts';
import { refreshRecords } from '../keys/keys-of-partner.ts';
import { auditRow, insertAuditWhere } from '../storage/audit.ts';
import { type LiveAccessRow, liveAccessRequests } from '../storage/console-schema.ts';
import { selectPartner, wherePartnerIsActive } from '../storage/partner.ts';
import { type PartnerRow, partners } from '../storage/registry-schema.ts';

const AFTER_EVERY_ID = 'lar_~';

/** Reads the requests for live access that wait for a decision, newest first. */
export async function listLiveAccessRequests(
  ctx: RequestContext,
  { afterId, limit }: PageRequest,
): Promise<readonly LiveAccessRow[]> {
  const registry = registryOf(ctx);
  const [rows] = await registry.batch([
    registry
      .select()
      .from(liveAccessRequests)
      .where(
        and(eq(liveAccessRequests.status, 'pending'), lt(liveAccessRequests.id, afterId ?? AFTER_EVERY_ID)),
      )
      .orderBy(desc(liveAccessRequests.id))
      .limit(limit),
  ]);
  return rows;
}

/**
 * Approves a partner's pending request for live access with a tier for its new athletes, and tells its admins, who create
 * the live key themselves. Refused while the terms or the data processing agreement have no address. Approving again with
 * the same tier finishes an interrupted call.
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
  if (partner.status !== 'active') return fail('partner_terminated');
  if (termsUrl === null || dpaUrl === null) return fail('documents_not_set');
  const isRetry = request?.status === 'approved' && request.decidedTier === tier;
  if (!isRetry && !(request?.status === 'pending' && (await approve(ctx, request, tier)))) {
    return fail('live_access_not_requested');
  }
  // Keys carry the tier of new athletes.
  const approved = await refreshRecords(ctx, partnerId);
  return approved ?? fail('partner_not_found');
}

/** Writes the approval. Returns false if the request was decided or the partner terminated meanwhile. */
async function approve(ctx: RequestContext, { id, partnerId }: LiveAccessRow, tier: Tier): Promise<boolean> {
  const registry = registryOf(ctx);
  const { nowMs } = ctx;
  const isOurs = sql`EXISTS (SELECT 1 FROM live_access_requests AS r WHERE r.id = ${id} AND r.status = 'approved'
    AND r.decided_at = ${nowMs})`;
  const audit = auditRow('partner.approve_live', partnerId, { default_tier: tier }, nowMs);
  const act = { partnerId, memberId: null, action: 'live_access.approve', subjectId: id } as const;
  const [decided, , , , admins] = await registry.batch([
    registry
      .update(liveAccessRequests)
      .set({ status: 'approved', decidedAt: nowMs, decidedTier: tier })
      .where(
        and(
          eq(liveAccessRequests.id, id),
          eq(liveAccessRequests.status, 'pending'),
          wherePartnerIsActive(partnerId),
        ),
      ),
    registry
      .update(partners)
      .set({ defaultTier: tier, liveAccessAt: sql`coalesce(${partners.liveAccessAt}, ${nowMs})` })
      .where(and(eq(partners.id, partnerId), isOurs)),
    insertAuditWhere(registry, audit, isOurs),
    insertAct(registry, ctx, act, isOurs),
    selectAdmins(registry, partnerId),
  ]);
  if (decided.meta.changes === 0) return false;
  for (const { email } of admins) {
    sendMail(ctx, {
      to: email,
      subject: 'Production is open',
      text: `Your account can go live now. New athletes in production get the ${tier} tier.\n\nAn admin creates the live key in the console, which shows it once:\n\n${ctx.env.baseUrl}/console/production/keys\n\nNo key is ever sent by email.\n`,
    });
  }
  return true;
}
