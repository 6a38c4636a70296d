import { callKeyGuard } from '../guards/call-guard.ts';
import { isSuspect, noteFailure, noteLookup, noteLookupEnd } from '../guards/suspect-addresses.ts';
import { type RequestContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { describeFault } from '../http/log.ts';
import { type KeyRecord, projectKey, readKeyRecord } from '../storage/key-projection.ts';
import { refuseAddress, spendAttempt } from './failed-attempts.ts';
import { invalidReason } from './key-validity.ts';
import { countAsUnprojected, isKnownKey, mayProjectKey, recallKey, rememberKey } from './known-keys.ts';
import { selectKeyByHash } from './repository.ts';

/**
 * Returns the record of a valid key by the hash of its secret, or its refusal. Asks this isolate's memory, then KV, and
 * if KV misses or fails the registry, so a key works from its first second and without KV.
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

/** Returns KV's record of a key, or null if it has none or does not answer: the registry then decides. */
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
 * Returns the registry's record of a key that KV does not have, and brings it back into memory and KV.
 *
 * KV can miss a key for a minute or more after it was written, so a miss alone is not a failed
 * authentication: only a key that the registry does not know, or knows to be invalid, is counted. A valid key
 * costs its address nothing, even if it is new to many isolates.
 *
 * Guessed keys still must not reach the database in large numbers. An address that has failed in this isolate
 * within a minute, or looks up 25 other keys at this moment, pays before the registry is asked; the limiter's
 * refusal is then the answer. So an address gets at most 25 unpaid look-ups per isolate, once; after that it
 * spends the 100 that its location allows. A key that this isolate has found valid before is still looked up
 * unpaid, so that other callers behind its address cannot lock it out.
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
 * Makes a valid key's guard write its record to KV after the answer, and only once if many requests miss it
 * at the same time: KV accepts one write per second and name, and may take a minute to show it. An invalid
 * key is not brought back: the purge may be about to remove it everywhere.
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
