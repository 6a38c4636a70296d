import { machineNowMs, SECOND_MS, waitSeconds } from '../clock.ts';
import type { Env, Limits } from '../env.ts';
import { callKeyGuard } from '../guards/call-guard.ts';
import { regionOfAthlete } from '../guards/call-object.ts';
import type { Admission, KeyStatus } from '../guards/key-guard.ts';
import type { Ended, Terms } from '../guards/key-guard-state.ts';
import type { PartnerContext, Principal, RateLimitState, RequestContext } from '../http/context.ts';
import { type Failure, fail, isFailure, RequestRefused } from '../http/errors.ts';
import { recordRequest } from '../http/heavy-work.ts';
import type { RouteAccess } from '../http/route.ts';
import type { KeyRecord } from '../storage/key-projection.ts';
import { askAhead, decide, giveBack, guardOf, isStillValid, leasesOf, poolOf } from './ask-guard.ts';
import type { AccessGrant, TokenCaller } from './find-grant.ts';
import { expiredKey, forgetKey, recordKeyUse } from './find-key.ts';
import { refuseScope } from './scopes.ts';

/**
 * Keys that their guard rejected, or of which it rejected athletes' pages, and until when. Until then this isolate rejects
 * them itself, so a runaway client costs neither a guard call nor a database query. Limited in size, because honest keys are
 * few.
 */
const refusals = new Map<string, RefusedKey>();
const REFUSED_KEYS_MAX = 10_000;

interface RefusedKey {
  readonly budget: number;
  readonly untilMs: number;
  readonly resetAtMs: number;
}

/**
 * Decides whether a request of a key or connection may proceed, by a lease or by calling its guard, and sets its
 * principal. Null means admitted.
 *
 * @throws StorageUnavailable if the guard did not respond, because a key that may be revoked is never assumed valid
 */
export function admit(
  ctx: RequestContext,
  caller: KeyRecord | TokenCaller,
  route: RouteAccess,
): Promise<Failure | null> {
  // Before the first await, because a read runs alongside and needs to know its caller.
  const principal = principalOf(ctx.env, caller);
  ctx.principal = principal;
  recordRequest(principal);
  return 'verify' in caller
    ? admitToken(ctx, caller, principal, route)
    : admitKey(ctx, { record: caller, principal, route });
}

async function admitKey(
  ctx: RequestContext,
  { record, principal, route }: { record: KeyRecord; principal: Principal; route: RouteAccess },
): Promise<Failure | null> {
  const { admission, askedAtMs, isLent } = await decide(ctx, principal);
  if (isLent) askAhead(ctx, principal);
  switch (admission.outcome) {
    case 'revoked':
    case 'expired':
      return refuseEnded(ctx, record.keyId, admission);
    case 'limited':
      return refuseUntilRefilled(ctx, principal.keyId, admission);
    case 'admitted': {
      describeLimit(ctx, admission);
      recordKeyUse(ctx, record.keyId);
      const admitted = withLocations(principal, admission);
      ctx.principal = admitted;
      const refusal = refuseTerms(record, admitted, admission, route) ?? refuseScope(principal, route);
      if (refusal === null) confirmBeforeWriting(ctx, admitted, { askedAtMs, record, route });
      return refusal;
    }
  }
}

/** Rejects what the terms of a key do not allow, when it is admitted and again before it writes. */
export function refuseTerms(
  record: KeyRecord,
  principal: Principal,
  terms: Terms,
  route: RouteAccess,
): Failure | null {
  const closed = refuseClosedAccount(record, terms, route);
  if (closed) return closed;
  // Since admission, the partner has lost a region that this request may be about to write to.
  return hasLostRegion(principal, terms) ? fail('temporarily_unavailable') : null;
}

/**
 * Rejects what a terminated or suspended partner may no longer do. Terms decide about a suspension, because the key's
 * record may be minutes old and a suspension ends again.
 */
function refuseClosedAccount({ partner }: KeyRecord, terms: Terms, route: RouteAccess): Failure | null {
  const isEnded = ['terminated', 'purged'].includes(partner.status) || terms.partnerTerminatedAtMs !== null;
  if (!isEnded && terms.partnerSuspendedAtMs === null) return null;
  if (route.access === 'partner' && route.afterTermination) return null;
  if (isEnded) return fail('partner_terminated');
  return route.access === 'partner' && route.duringSuspension ? null : fail('partner_suspended');
}

/** Returns the caller with the locations in its lease, because those in its record may be minutes old. */
function withLocations(principal: Principal, { locations }: Terms): Principal {
  if (locations === null) return principal;
  // The list only grows, so the longer one is newer.
  const shards = locations.shards.length > principal.shards.length ? locations.shards : principal.shards;
  return { ...principal, regions: locations.regions, shards };
}

function hasLostRegion({ regions }: Principal, { locations }: Terms): boolean {
  return locations !== null && regions.some((region) => !locations.regions.includes(region));
}

/** Returns the failure of a key that has ended, which this isolate then forgets. */
export function refuseEnded(ctx: RequestContext, keyId: string, ended: Ended): Failure {
  forgetKey(ctx.env, keyId);
  return ended.outcome === 'revoked' ? fail('invalid_api_key') : expiredKey(ended.expiresAtMs, ctx.nowMs);
}

/**
 * Makes each write of this request check with the key's guard again if the admission is older than a lease. A request
 * admitted before a revocation may still finish, but it starts no write long after the revocation.
 */
export function confirmBeforeWriting(
  ctx: RequestContext,
  principal: Principal,
  admitted: { readonly askedAtMs: number; readonly record: KeyRecord; readonly route: RouteAccess },
): void {
  let { askedAtMs } = admitted;
  let confirmation: Promise<void> | null = null;
  async function confirm(nowMs: number): Promise<void> {
    const status = await callKeyGuard<KeyStatus>(ctx.env, guardOf(principal), async (guard) =>
      guard.status(),
    );
    const failure =
      status.outcome === 'alive'
        ? refuseTerms(admitted.record, principal, status, admitted.route)
        : refuseEnded(ctx, principal.keyId, status);
    if (failure) throw new RequestRefused(failure);
    askedAtMs = nowMs;
  }
  ctx.writeConditions.push(async () => {
    const nowMs = machineNowMs();
    if (isStillValid(askedAtMs, nowMs)) return;
    // The body's reader and the first write may arrive at the same time and share one answer.
    confirmation ??= confirm(nowMs).finally(() => {
      confirmation = null;
    });
    await confirmation;
  });
}

/**
 * Admits an athlete's token. Its database confirms that it is valid, while its connection's guard only counts. A read that
 * runs alongside gets its rows once the token is confirmed, so it answers with the current scopes. Whoever presents a token
 * that has ended, or one of a suspended partner, is not the connection: it gets back what was counted meanwhile.
 */
async function admitToken(
  ctx: RequestContext,
  { verify }: TokenCaller,
  known: Principal,
  route: RouteAccess,
): Promise<Failure | null> {
  const verified = verify().then((grant) => {
    if (isFailure(grant)) throw new RequestRefused(grant);
    const principal = principalOf(ctx.env, { grant });
    ctx.principal = principal;
    return { principal, isSuspended: grant.isSuspended };
  });
  ctx.log.verified = verified;
  const deciding = decide(ctx, known);
  // Awaited below, by one way or the other. Prevents an unhandled rejection.
  deciding.catch(() => undefined);
  const { principal, isSuspended } = await verified.catch((refusal: unknown) => {
    ctx.waitUntil(deciding.then((decision) => giveBack(ctx, known, decision)).catch(() => undefined));
    throw refusal;
  });
  const decision = await deciding;
  const { admission } = decision;
  // Connections are not ended through their guard. If it reports an end anyway, trust it.
  if (!('budget' in admission)) return fail('invalid_token');
  if (admission.outcome === 'limited') return refuseUntilRefilled(ctx, principal.keyId, admission);
  if (isSuspended) {
    ctx.waitUntil(giveBack(ctx, principal, decision));
    return fail('partner_suspended');
  }
  if (decision.isLent) askAhead(ctx, principal);
  describeLimit(ctx, admission);
  return refuseScope(principal, route);
}

/** The largest part of a budget per minute that one request is charged, so that none is refused for its size. */
const COST_MAX = 0.5;

/** Returns the units that a request is charged of a budget per minute. */
export function chargedUnits({ standardPerMin }: Pick<Limits, 'standardPerMin'>, units: number): number {
  return Math.min(units, Math.floor(standardPerMin * COST_MAX));
}

/**
 * Charges what a request costs, of which its admission was the first unit: from lent tokens if there are enough, otherwise
 * from the guard. Waits for the admission. Returns 429 if too few units are left, and gives back the unit of admission. The
 * key may still make smaller requests, so this isolate does not remember the rejection.
 *
 * @param units the whole cost
 * @throws StorageUnavailable if the guard did not respond
 */
export async function charge(ctx: PartnerContext, units: number): Promise<Failure | null> {
  if (ctx.payer) return ctx.payer.payUpTo(units);
  const { standardPerMin } = ctx.principal.limits;
  const further = chargedUnits(ctx.principal.limits, units) - 1;
  if (further <= 0) return null;
  const charged = await takeUnits(ctx, ctx.principal, further, async (guard) =>
    guard.charge(standardPerMin, further),
  );
  if (charged === null || charged.outcome === 'admitted') return null;
  if (!('budget' in charged)) return refuseEnded(ctx, ctx.principal.keyId, charged);
  return fail('rate_limited', { retryAfterSeconds: charged.retryAfterSeconds });
}

/** Takes further units of an admitted request from lent tokens, and returns null, or asks the guard for them. */
async function takeUnits(
  ctx: RequestContext,
  principal: Principal,
  units: number,
  ask: Parameters<typeof callKeyGuard<Admission>>[2],
): Promise<Admission | null> {
  // A copy: a condition added later may wait for this charge.
  for (const condition of [...ctx.writeConditions]) await condition();
  const { keyId } = principal;
  const leases = leasesOf(ctx.env);
  const nowMs = machineNowMs();
  leases.noteUse(keyId, nowMs, units);
  if (leases.take(keyId, nowMs, units)) return null;
  const charged = await callKeyGuard<Admission>(ctx.env, guardOf(principal), ask);
  if ('budget' in charged) {
    leases.noteCharge(keyId, charged.remaining);
    describeLimit(ctx, charged);
  }
  return charged;
}

/** Bytes of an invalid body per unit of the key's budget. */
const INVALID_BYTES_PER_UNIT = 64 * 1024;

/**
 * Charges a request that turned out to be invalid: a unit for each started 64 KiB of its body, as many as are left. Its
 * answer stays the same, because the work is done.
 *
 * @param paidUnits the units that were charged before
 * @throws StorageUnavailable if the guard did not respond
 */
export async function chargeInvalid(ctx: RequestContext, paidUnits = 1): Promise<void> {
  const { principal } = ctx;
  const further = Math.ceil(ctx.body.sizeBytes / INVALID_BYTES_PER_UNIT) - paidUnits;
  if (principal === null || further <= 0) return;
  const { standardPerMin } = principal.limits;
  await takeUnits(ctx, principal, further, async (guard) => guard.chargeDone(standardPerMin, further));
}

/** Returns the 429 for a spent budget, which this isolate repeats by itself until the budget is refilled. */
export function refuseUntilRefilled(
  ctx: RequestContext,
  keyId: string,
  admission: Extract<Admission, { budget: number }>,
): Failure {
  if (refusals.size >= REFUSED_KEYS_MAX) refusals.clear();
  refusals.set(keyId, {
    budget: admission.budget,
    untilMs: ctx.nowMs + admission.retryAfterSeconds * SECOND_MS,
    resetAtMs: ctx.nowMs + admission.resetSeconds * SECOND_MS,
  });
  describeLimit(ctx, admission);
  return fail('rate_limited', { retryAfterSeconds: admission.retryAfterSeconds });
}

/** Returns a 429 if this isolate knows that the key's budget is spent, without calling its guard. Otherwise null. */
export function knownRefusal(ctx: RequestContext, caller: KeyRecord | TokenCaller): Failure | null {
  const principal = principalOf(ctx.env, caller);
  const refusal = knownToBeSpent(ctx, principal.keyId);
  if (refusal) ctx.principal = principal;
  return refusal;
}

/** Returns the 429 of a key, or of its athletes' pages, if this isolate knows that nothing is left. Otherwise null. */
export function knownToBeSpent(ctx: RequestContext, pool: string): Failure | null {
  const refusal = refusals.get(pool);
  if (!refusal || refusal.untilMs <= ctx.nowMs) return null;
  if (leasesOf(ctx.env).hasToken(pool, machineNowMs())) return null;
  const resetSeconds = waitSeconds(refusal.resetAtMs - ctx.nowMs);
  describeLimit(ctx, { budget: refusal.budget, remaining: 0, resetSeconds });
  return fail('rate_limited', { retryAfterSeconds: waitSeconds(refusal.untilMs - ctx.nowMs) });
}

/**
 * Forgets a revoked key's budget in this isolate, so that the key is rejected as revoked rather than rate-limited.
 */
export function forgetAdmissions(env: Pick<Env, 'keyGuards'>, keyId: string): void {
  for (const isForPages of [false, true]) refusals.delete(poolOf(keyId, { isForPages }));
  leasesOf(env).forget(keyId);
}

/** Returns the caller that a key's record or an athlete's grant describes. */
export function principalOf(
  env: Pick<Env, 'limits'>,
  caller: KeyRecord | { readonly grant: AccessGrant },
): Principal {
  if ('grant' in caller) {
    const { connectionId: keyId, athleteTier: defaultTier, shard, isSuspended: _, ...grant } = caller.grant;
    const limits = env.limits[grant.environment];
    // A token grants access to one athlete.
    const guardRegion = regionOfAthlete(grant.athleteId);
    return { ...grant, keyId, defaultTier, limits, guardRegion, regions: [], shards: [shard] };
  }
  const { partnerId, environment, keyId, region: guardRegion, partner } = caller;
  const limits = env.limits[environment];
  const { defaultTier, regions, shards, budgets } = partner;
  const reach = { clientId: null, regions, shards, athleteId: null, scopes: null };
  return {
    partnerId,
    environment,
    keyId,
    guardRegion,
    limits: { ...limits, ...budgets },
    defaultTier,
    ...reach,
  };
}

function describeLimit(
  { rateLimits }: RequestContext,
  { budget, remaining, resetSeconds }: Omit<RateLimitState, 'windowSeconds'>,
): void {
  rateLimits.set('standard', { budget, windowSeconds: 60, remaining, resetSeconds });
}
