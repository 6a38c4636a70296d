import { DAY_MS } from '../clock.ts';
import { isSuspect, noteFailure, noteLookup, noteLookupEnd } from '../guards/address-limit.ts';
import { callKeyGuard } from '../guards/call-guard.ts';
import { type RequestContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { describeFault } from '../http/log.ts';
import {
  type KeyRecord,
  projectKey,
  readKeyRecord,
  TERMINATION_GRACE_MS,
} from '../storage/key-projection.ts';
import { refuseAddress, spendAttempt } from './failed-attempts.ts';
import { countAsUnprojected, isKnownKey, mayProjectKey, recallKey, rememberKey } from './known-keys.ts';
import { selectKeyByHash } from './repository.ts';

/** An expired key is reported as expired for this long. After that it is unknown. */
const EXPIRED_REPORTED_MS = 90 * DAY_MS;

/**
 * Returns the record of a valid key by the hash of its secret, or a failure. Checks this isolate's memory, then KV. If KV
 * misses or fails, reads the registry, so a new key works immediately, even without KV.
 */
export async function findKey(
  ctx: RequestContext,
  hash: string,
  address: string | undefined,
): Promise<KeyRecord | Failure> {
  const projected = recallKey(ctx, hash) ?? (await readFromKv(ctx, hash));
  if (!projected) return findInRegistry(ctx, hash, address);
  identifyInLog(ctx, projected);
  const reason = invalidReason(projected, ctx.nowMs);
  return reason ? refuseAddress(ctx, address, reason) : projected;
}

/** Returns KV's record of a key. Null if it has none or does not respond, in which case the registry decides. */
async function readFromKv(ctx: RequestContext, hash: string): Promise<KeyRecord | null> {
  const startedAt = performance.now();
  try {
    const record = await readKeyRecord(ctx.env.apiKeys, hash).finally(() => {
      ctx.log.kvMs = performance.now() - startedAt;
    });
    if (record && !invalidReason(record, ctx.nowMs)) rememberKey(ctx, hash, record);
    return record;
  } catch (cause) {
    ctx.log.fault = describeFault(cause);
    return null;
  }
}

/**
 * Returns the registry's record of a key missing in KV, and restores it in memory and KV.
 *
 * KV can miss a key for a minute or more after it was written, so a miss alone is not a failed authentication. Only a key
 * that is missing or invalid in the registry counts. A valid key costs its address nothing, even if new to many isolates.
 *
 * Guessed keys must not reach the database in large numbers. An address that failed in this isolate within the last
 * minute, or is looking up 25 other keys right now, is charged before the registry is read, and may be rejected by the
 * limiter. So an address gets at most 25 free look-ups per isolate, once. After that it uses up the 100 that its location
 * allows. A key that this isolate has found valid before is always looked up free of charge, so other callers behind the
 * same address cannot lock it out.
 */
async function findInRegistry(
  ctx: RequestContext,
  hash: string,
  address: string | undefined,
): Promise<KeyRecord | Failure> {
  const isPaid = !isKnownKey(ctx, hash) && isSuspect(address, hash, ctx.nowMs);
  if (isPaid) {
    const limited = await spendAttempt(ctx, address);
    if (limited) return limited;
  } else {
    noteLookup(address, hash, ctx.nowMs);
  }
  const record = await readFromRegistry(ctx, hash).finally(() => noteLookupEnd(address, hash));
  if (record) identifyInLog(ctx, record);
  const reason = record && invalidReason(record, ctx.nowMs);
  if (record && !reason) {
    rememberKey(ctx, hash, record);
    bringToKv(ctx, hash, record);
    return record;
  }
  const failure = reason ?? fail('invalid_api_key');
  if (!isPaid) return refuseAddress(ctx, address, failure);
  noteFailure(address, ctx.nowMs);
  return failure;
}

async function readFromRegistry(ctx: RequestContext, hash: string): Promise<KeyRecord | null> {
  const db = registryOf(ctx);
  const [[key], [partner]] = await db.batch(selectKeyByHash(db, hash));
  return key && partner ? projectKey(key, partner) : null;
}

/**
 * Makes a valid key's guard write its record to KV after the response, only once if many requests miss it at the same time.
 * KV accepts one write per second and name, and may take a minute to show it. An invalid key is not restored, because the
 * purge may be about to remove it everywhere.
 */
function bringToKv(ctx: RequestContext, hash: string, { keyId, region }: KeyRecord): void {
  if (!mayProjectKey(ctx, hash)) return;
  const projecting = callKeyGuard(ctx.env, { name: keyId, region }, (guard) => guard.project(keyId));
  ctx.waitUntil(projecting.catch(() => countAsUnprojected(ctx, hash)));
}

function identifyInLog(ctx: RequestContext, record: KeyRecord): void {
  ctx.log.partnerId = record.partnerId;
  ctx.log.keyId = record.keyId;
  ctx.log.environment = record.environment;
}

/** Returns the failure of a key that is no longer valid, or null if it is valid. */
export function invalidReason(record: KeyRecord, nowMs: number): Failure | null {
  if (record.status === 'revoked' || isPurged(record.partner, nowMs)) return fail('invalid_api_key');
  return record.expiresAt !== null && nowMs >= record.expiresAt ? expiredKey(record.expiresAt, nowMs) : null;
}

/** Returns whether the partner's grace period has ended, which ends its keys even before the purge runs. */
function isPurged({ status, terminatedAt }: KeyRecord['partner'], nowMs: number): boolean {
  return status === 'purged' || (terminatedAt !== null && nowMs >= terminatedAt + TERMINATION_GRACE_MS);
}

/** Returns the failure of an expired key: `expired_api_key` for 90 days, then `invalid_api_key`. */
export function expiredKey(expiresAtMs: number, nowMs: number): Failure {
  const isForgotten = nowMs >= expiresAtMs + EXPIRED_REPORTED_MS;
  return fail(isForgotten ? 'invalid_api_key' : 'expired_api_key');
}
