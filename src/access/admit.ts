import { SECOND_MS } from '../clock.ts';
import { callKeyGuard } from '../guards/call-guard.ts';
import type { Admission } from '../guards/key-guard.ts';
import type { Principal, RequestContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { Route } from '../http/route.ts';
import type { KeyRecord } from '../storage/key-projection.ts';
import type { AccessGrant } from './access-grant.ts';
import { recordKeyUse } from './key-use.ts';
import { expiredKey } from './key-validity.ts';
import { forgetKey } from './known-keys.ts';
import { refuseScope } from './scopes.ts';

/**
 * Keys that their guard refused, and until when: within that time this isolate refuses them itself, so a runaway client
 * costs neither a guard call nor a database query. Bounded: honest keys are few.
 */
const refusals = new Map<string, Refusal>();
const REFUSED_KEYS_MAX = 10_000;

interface Refusal {
  readonly budget: number;
  readonly untilMs: number;
  readonly resetAtMs: number;
}

/**
 * Asks the guard of a key or connection whether this request may go on, and sets its principal. Null means admitted.
 *
 * @throws StorageUnavailable if the guard did not answer: a key that may be revoked is never assumed to be valid
 */
export function admit(
  ctx: RequestContext,
  record: KeyRecord | AccessGrant,
  route: Route,
): Promise<Failure | null> {
  // Before the first await: a read starts alongside and needs to know its caller.
  const principal = principalOf(record);
  ctx.principal = principal;
  return 'connectionId' in record
    ? admitToken(ctx, principal, route)
    : admitKey(ctx, { record, principal, route });
}

async function admitKey(
  ctx: RequestContext,
  { record, principal, route }: { record: KeyRecord; principal: Principal; route: Route },
): Promise<Failure | null> {
  const admission = await askGuard(ctx, principal);
  switch (admission.outcome) {
    case 'revoked':
      forgetKey(ctx.env, record.keyId);
      return hidePartner(ctx, fail('invalid_api_key'));
    case 'expired':
      forgetKey(ctx.env, record.keyId);
      return hidePartner(ctx, expiredKey(admission.expiresAtMs, ctx.nowMs));
    case 'limited':
      return refuseUntilRefilled(ctx, principal.keyId, admission);
    case 'admitted': {
      describeLimit(ctx, admission);
      recordKeyUse(ctx, record.keyId);
      const isTerminated = record.partner.status !== 'active' || admission.partnerTerminatedAtMs !== null;
      const staysOpen = route.access === 'partner' && route.afterTermination === true;
      return isTerminated && !staysOpen ? fail('partner_terminated') : refuseScope(principal, route);
    }
  }
}

/** Admits an athlete's token. Its connection's guard only counts: the token was read as live from the database just now. */
async function admitToken(ctx: RequestContext, principal: Principal, route: Route): Promise<Failure | null> {
  const admission = await askGuard(ctx, principal);
  // Connections do not end through their guard, but a guard that says so is believed.
  if (!('budget' in admission)) return fail('invalid_token');
  if (admission.outcome === 'limited') return refuseUntilRefilled(ctx, principal.keyId, admission);
  describeLimit(ctx, admission);
  return refuseScope(principal, route);
}

async function askGuard(ctx: RequestContext, { keyId, environment }: Principal): Promise<Admission> {
  const { standardPerMin } = ctx.env.limits[environment];
  const startedAt = performance.now();
  const admission = await callKeyGuard<Admission>(ctx.env, keyId, async (guard) =>
    guard.admit(standardPerMin),
  );
  ctx.log.admissionMs = Math.round(performance.now() - startedAt);
  return admission;
}

/** Returns the 429 of a spent budget, which this isolate repeats by itself until budget is refilled. */
function refuseUntilRefilled(
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

/** Returns the 429 of a key whose budget this isolate knows to be spent, without asking its guard; else null. */
export function knownRefusal(ctx: RequestContext, record: KeyRecord | AccessGrant): Failure | null {
  const principal = principalOf(record);
  const refusal = refusals.get(principal.keyId);
  if (!refusal || refusal.untilMs <= ctx.nowMs) return null;
  ctx.principal = principal;
  const resetSeconds = secondsUntil(refusal.resetAtMs, ctx.nowMs);
  describeLimit(ctx, { budget: refusal.budget, remaining: 0, resetSeconds });
  return fail('rate_limited', { retryAfterSeconds: secondsUntil(refusal.untilMs, ctx.nowMs) });
}

/** Drops a key's remembered refusal: a revoked key must be refused as revoked, not as too fast. */
export function forgetRefusal(keyId: string): void {
  refusals.delete(keyId);
}

function secondsUntil(atMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((atMs - nowMs) / SECOND_MS));
}

function principalOf(record: KeyRecord | AccessGrant): Principal {
  const { partnerId, environment } = record;
  if ('connectionId' in record) {
    const { connectionId: keyId, athleteTier: defaultTier, shard, athleteId, scopes } = record;
    return { partnerId, environment, keyId, defaultTier, shard, athleteId, scopes };
  }
  const { keyId, partner } = record;
  const { defaultTier, shard } = partner;
  return { partnerId, environment, keyId, defaultTier, shard, athleteId: null, scopes: null };
}

/** Sets `RateLimit-Policy` and `RateLimit` as in the IETF draft "RateLimit header fields for HTTP" (-11). */
function describeLimit(
  ctx: RequestContext,
  admission: { readonly budget: number; readonly remaining: number; readonly resetSeconds: number },
): void {
  ctx.responseHeaders.set('RateLimit-Policy', `"standard";q=${admission.budget};w=60`);
  ctx.responseHeaders.set('RateLimit', `"standard";r=${admission.remaining};t=${admission.resetSeconds}`);
}

/**
 * Keeps the answer to an ended key from carrying what only its partner would see. The principal stays, since a read that
 * was started alongside may still be using it.
 */
function hidePartner(ctx: RequestContext, failure: Failure): Failure {
  ctx.responseHeaders.set('X-Service-Data-Attribution', 'required');
  return failure;
}
