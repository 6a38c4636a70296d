import { SECOND_MS } from '../clock.ts';
import { callKeyGuard } from '../guards/call-guard.ts';
import type { Admission } from '../guards/key-guard.ts';
import type { Principal, RequestContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { Route } from '../http/route.ts';
import type { KeyRecord } from '../storage/key-projection.ts';
import type { AccessGrant } from './access-grant.ts';
import { expiredKey } from './authenticate.ts';
import { recordKeyUse } from './key-use.ts';
import { forgetKey } from './known-keys.ts';
import { refuseScope } from './scopes.ts';

/**
 * Keys that their guard refused, and until when: within that time this isolate refuses them itself, so a
 * runaway client costs neither a guard call nor a database query. Bounded: honest keys are few.
 */
const refusals = new Map<string, Refusal>();
const REFUSED_KEYS_MAX = 10_000;

interface Refusal {
  readonly budget: number;
  readonly untilMs: number;
  readonly resetAtMs: number;
}

/**
 * Asks the key's guard whether this request may go on, and makes its principal known. Null means yes.
 * Throws StorageUnavailable where the guard cannot be asked: "probably fine" is no answer about a key
 * that may be revoked.
 */
export async function admit(
  ctx: RequestContext,
  record: KeyRecord | AccessGrant,
  route: Route,
): Promise<Failure | null> {
  if ('connectionId' in record) return admitToken(ctx, record, route);
  // Before the first await: a read starts alongside and needs to know its caller.
  const principal = principalOf(record);
  ctx.principal = principal;
  const { standardPerMin } = ctx.env.limits[record.environment];
  const startedAt = performance.now();
  const admission = await callKeyGuard<Admission>(ctx.env, record.keyId, async (guard) =>
    guard.admit(standardPerMin),
  );
  ctx.log.admissionMs = Math.round(performance.now() - startedAt);

  switch (admission.outcome) {
    case 'revoked':
      forgetKey(ctx.env, record.keyId);
      return unknownCaller(ctx, fail('invalid_api_key'));
    case 'expired':
      forgetKey(ctx.env, record.keyId);
      return unknownCaller(ctx, expiredKey(admission.expiresAtMs, ctx.nowMs));
    case 'limited':
      return refuseUntil(ctx, record.keyId, admission);
    case 'admitted': {
      describeLimit(ctx, admission);
      recordKeyUse(ctx, record.keyId);
      const isTerminated = record.partner.status !== 'active' || admission.partnerTerminatedAtMs !== null;
      const staysOpen = route.access === 'partner' && route.afterTermination === true;
      return isTerminated && !staysOpen ? fail('partner_terminated') : refuseScope(principal, route);
    }
  }
}

/**
 * The same for an athlete's token. Its connection has a guard of its own, which only counts: whether the
 * token is alive was read from the database just now.
 */
async function admitToken(ctx: RequestContext, grant: AccessGrant, route: Route): Promise<Failure | null> {
  const principal = principalOfToken(grant);
  ctx.principal = principal;
  const { standardPerMin } = ctx.env.limits[grant.environment];
  const startedAt = performance.now();
  const admission = await callKeyGuard<Admission>(ctx.env, grant.connectionId, async (guard) =>
    guard.admit(standardPerMin),
  );
  ctx.log.admissionMs = Math.round(performance.now() - startedAt);
  // Nobody ends a connection through its guard, but a guard that says so is believed.
  if (!('budget' in admission)) return fail('invalid_token');
  if (admission.outcome === 'limited') return refuseUntil(ctx, principal.keyId, admission);
  describeLimit(ctx, admission);
  return refuseScope(principal, route);
}

/** The 429 of a spent budget, which this isolate now gives by itself until there is budget again. */
function refuseUntil(
  ctx: RequestContext,
  keyId: string,
  admission: Extract<Admission, { budget: number }>,
): Failure {
  rememberRefusal(keyId, {
    budget: admission.budget,
    untilMs: ctx.nowMs + admission.retryAfterSeconds * SECOND_MS,
    resetAtMs: ctx.nowMs + admission.resetSeconds * SECOND_MS,
  });
  describeLimit(ctx, admission);
  return fail('rate_limited', { retryAfterSeconds: admission.retryAfterSeconds });
}

/** A refusal that this isolate already knows of, so that neither guard nor database need be asked. */
export function knownRefusal(ctx: RequestContext, record: KeyRecord | AccessGrant): Failure | null {
  const principal = 'connectionId' in record ? principalOfToken(record) : principalOf(record);
  const refusal = refusals.get(principal.keyId);
  if (!refusal || refusal.untilMs <= ctx.nowMs) return null;
  ctx.principal = principal;
  const resetSeconds = secondsUntil(refusal.resetAtMs, ctx.nowMs);
  describeLimit(ctx, { budget: refusal.budget, remaining: 0, resetSeconds });
  return fail('rate_limited', { retryAfterSeconds: secondsUntil(refusal.untilMs, ctx.nowMs) });
}

/** Drops what this isolate remembers of a key: a revoked key must hear that it is dead, not that it is fast. */
export function forgetRefusal(keyId: string): void {
  refusals.delete(keyId);
}

function secondsUntil(atMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((atMs - nowMs) / SECOND_MS));
}

function principalOfToken(grant: AccessGrant): Principal {
  return {
    partnerId: grant.partnerId,
    environment: grant.environment,
    keyId: grant.connectionId,
    defaultTier: grant.athleteTier,
    shard: grant.shard,
    athleteId: grant.athleteId,
    scopes: grant.scopes,
  };
}

function principalOf(record: KeyRecord): Principal {
  return {
    partnerId: record.partnerId,
    environment: record.environment,
    keyId: record.keyId,
    defaultTier: record.partner.defaultTier,
    shard: record.partner.shard,
    athleteId: null,
    scopes: null,
  };
}

/** `RateLimit-Policy` and `RateLimit` as in the IETF draft "RateLimit header fields for HTTP" (-11). */
function describeLimit(
  ctx: RequestContext,
  admission: { readonly budget: number; readonly remaining: number; readonly resetSeconds: number },
): void {
  ctx.responseHeaders.set('RateLimit-Policy', `"standard";q=${admission.budget};w=60`);
  ctx.responseHeaders.set('RateLimit', `"standard";r=${admission.remaining};t=${admission.resetSeconds}`);
}

function rememberRefusal(keyId: string, refusal: Refusal): void {
  if (refusals.size >= REFUSED_KEYS_MAX) refusals.clear();
  refusals.set(keyId, refusal);
}

/**
 * A dead key is no caller: its answer must not carry what only its partner would see. The principal stays,
 * for a read that was started alongside may still be using it.
 */
function unknownCaller(ctx: RequestContext, failure: Failure): Failure {
  ctx.responseHeaders.set('X-Service-Data-Attribution', 'required');
  return failure;
}
