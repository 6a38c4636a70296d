import { forgetKey } from '#platform/access/find-key.ts';
import { ENVIRONMENTS } from '#platform/env.ts';
import { followPartner } from '#platform/guards/call-guard.ts';
import { settleAll } from '#platform/guards/call-object.ts';
import { principalOfPartner, type RequestContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import { mergeRows } from '#platform/http/partner-shards.ts';
import { auditRow, insertAuditWhere } from '#platform/storage/audit.ts';
import { inTurn, type Job, type JobContext, type JobStep } from '#platform/storage/job.ts';
import { selectPartner, wherePartnerHasStatus } from '#platform/storage/partner.ts';
import type { KeyRow, PartnerRow } from '#platform/storage/registry-schema.ts';
import { notifyAdmins } from '../console/audit.ts';
import { insertAct, selectAdmins } from '../console/shared-repository.ts';
import { endKey, listKeys } from '../keys/keys.ts';
import { inEachStore, ownerOf, wakeWebhooksOf } from '../webhooks/fan-out.ts';
import { getPartner, isTerminated } from './partners.ts';
import {
  changeSuspension,
  isUnrecorded,
  recordSuspensionFannedOut,
  selectAnyKey,
  selectSuspensionsToFanOut,
  writeSuspension,
} from './repository.ts';

/**
 * Suspends a partner: its keys and its athletes' tokens can only do what remains possible after a termination, and its
 * webhooks pause. Nothing is deleted. Returns once no lease from before is outstanding, so no later request succeeds.
 * Repeating it finishes an interrupted call. Throws StorageUnavailable; a cron then continues.
 */
export function suspendPartner(ctx: RequestContext, partnerId: string): Promise<PartnerRow | Failure> {
  return setSuspension(ctx, partnerId, ctx.nowMs);
}

/** Resumes a suspended partner, in the same way. Its webhooks continue with the events of the meantime. */
export function resumePartner(ctx: RequestContext, partnerId: string): Promise<PartnerRow | Failure> {
  return setSuspension(ctx, partnerId, null);
}

async function setSuspension(
  ctx: RequestContext,
  partnerId: string,
  suspendedAt: number | null,
): Promise<PartnerRow | Failure> {
  const action = suspendedAt === null ? 'partner.resume' : 'partner.suspend';
  const isChange = wherePartnerHasStatus(partnerId, suspendedAt === null ? 'suspended' : 'active');
  const registry = registryOf(ctx);
  const [, , changed, [partner], admins] = await registry.batch([
    insertAuditWhere(registry, auditRow(action, partnerId, {}, ctx.nowMs), isChange),
    insertAct(registry, ctx, { partnerId, memberId: null, action }, isChange),
    changeSuspension(registry, partnerId, suspendedAt),
    selectPartner(registry, partnerId),
    selectAdmins(registry, partnerId),
  ]);
  if (!partner) return fail('partner_not_found');
  if (isTerminated(partner)) return fail('partner_terminated');
  if (changed.meta.changes > 0) {
    const notice = `Your account was ${suspendedAt === null ? 'resumed' : 'suspended'}`;
    notifyAdmins(ctx, admins, { partnerName: partner.name, by: 'the operator of the service', notice });
  }
  await fanOutSuspension({ env: ctx.env, meter: ctx.log, registry }, partner);
  // After a suspension, so that they know how long it lasts. After a resumption, the cron wakes any that this misses.
  ctx.waitUntil(wakeWebhooksOf(ctx.env, ctx.log, partner).catch(() => undefined));
  return partner;
}

/**
 * Brings a partner's suspension, or its end, from the registry to every key and athlete database. Tries everything, then
 * throws StorageUnavailable if anything failed. Idempotent; of two at the same time the later change wins everywhere.
 */
async function fanOutSuspension(
  { env, meter, registry }: Pick<JobContext, 'env' | 'meter' | 'registry'>,
  partner: PartnerRow,
): Promise<void> {
  const keys = followPartner(env, meter, partner.id);
  const outcomes = await Promise.allSettled([
    keys,
    ...ENVIRONMENTS.map((environment) =>
      inEachStore(env, meter, ownerOf(partner, environment), (db) =>
        db.batch([writeSuspension(db, partner)]),
      ),
    ),
  ]);
  for (const { id } of (await keys.catch(() => null))?.keys ?? []) forgetKey(env, id);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  await registry.batch([recordSuspensionFannedOut(registry, partner)]);
}

/** Partners that a run reads at a time, and those that it handles together: each may wait three seconds for leases. */
const PAGE_PARTNERS = 100;
const STEP_PARTNERS = 20;

/**
 * Begins to finish suspensions that were interrupted or that a restore has undone, and returns a function that takes the
 * next step. If a partner fails, the others continue, and the last step throws.
 */
export const beginFanningOutSuspensions: Job<JobContext>['begin'] = (ctx) => {
  let takeStep: (() => Promise<JobStep>) | null = null;
  return async () => {
    if (takeStep) return takeStep();
    const { registry } = ctx;
    const [page] = await registry.batch([selectSuspensionsToFanOut(registry, PAGE_PARTNERS)]);
    const groups = Array.from({ length: Math.ceil(page.length / STEP_PARTNERS) }, (_, index) =>
      page.slice(index * STEP_PARTNERS, (index + 1) * STEP_PARTNERS),
    );
    takeStep = inTurn(groups, ctx.nowMs, async (group) => {
      await settleAll(group.map((partner) => fanOutSuspension(ctx, partner)));
      return { counts: { partners: group.length }, isDone: true };
    });
    return { counts: {}, isDone: page.length === 0 };
  };
};

/** Reads the keys of any partner in both environments, newest first, including ended ones. */
export async function listKeysOfPartner(
  ctx: RequestContext,
  partnerId: string,
  page: PageRequest,
): Promise<readonly KeyRow[] | Failure> {
  const partner = await getPartner(ctx, partnerId);
  if (isFailure(partner)) return partner;
  const rows = ENVIRONMENTS.map((environment) =>
    listKeys({ ...ctx, principal: principalOfPartner(ctx.env, partner, environment, 'operator') }, page),
  );
  return mergeRows(await Promise.all(rows), (one, other) => one.id > other.id, page.limit);
}

/**
 * Revokes a key of any partner immediately, as its partner could. Records it once in the partner's audit, after the key
 * has ended, so that nothing delays that. Repeating it finishes an interrupted call. Throws StorageUnavailable.
 */
export async function revokeKeyOfPartner(ctx: RequestContext, keyId: string): Promise<KeyRow | Failure> {
  const registry = registryOf(ctx);
  const [[key]] = await registry.batch([selectAnyKey(registry, keyId)]);
  if (!key) return fail('key_not_found');
  const { partnerId, environment } = key;
  const isFirst = isUnrecorded(partnerId, keyId);
  const act = { partnerId, memberId: null, action: 'key.revoke', environment, subjectId: keyId } as const;
  await endKey(ctx, key, () =>
    registry.batch([
      insertAuditWhere(
        registry,
        auditRow('key.revoke', keyId, { partner_id: partnerId }, ctx.nowMs),
        isFirst,
      ),
      insertAct(registry, ctx, act, isFirst),
    ]),
  );
  const [[revoked]] = await registry.batch([selectAnyKey(registry, keyId)]);
  return revoked ?? fail('key_not_found');
}
