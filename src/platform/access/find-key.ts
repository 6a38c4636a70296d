import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts';
import type { Env } from '../env.ts';
import { callKeyGuard } from '../guards/call-guard.ts';
import { type RequestContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { describeFault } from '../http/log.ts';
import { memoryOf } from '../isolate-memory.ts';
import { openRegistry } from '../storage/database.ts';
import {
  type KeyRecord,
  projectKey,
  readKeyRecord,
  TERMINATION_GRACE_MS,
} from '../storage/key-projection.ts';
import { beginLookUp, refuseAddress } from './failed-attempts.ts';
import { selectKeyByHash, updateLastUse } from './repository.ts';

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
 */
async function findInRegistry(
  ctx: RequestContext,
  hash: string,
  address: string | undefined,
): Promise<KeyRecord | Failure> {
  const lookUp = await beginLookUp(ctx, address, { hash, isKnown: isKnownKey(ctx, hash) });
  if (lookUp.limited) return lookUp.limited;
  const record = await readFromRegistry(ctx, hash).finally(lookUp.end);
  if (record) identifyInLog(ctx, record);
  const reason = record && invalidReason(record, ctx.nowMs);
  if (record && !reason) {
    rememberKey(ctx, hash, record);
    bringToKv(ctx, hash, record);
    return record;
  }
  return lookUp.refuse(reason ?? fail('invalid_api_key'));
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

/** A record is used for this long before KV or the registry is read again. */
const FRESH_MS = MINUTE_MS;
/** The minimum time between KV writes of a key's record by one isolate, however often KV misses it. */
const PROJECTED_EVERY_MS = 5 * MINUTE_MS;
const KNOWN_KEYS_MAX = 10_000;

interface KnownKey {
  readonly record: KeyRecord;
  readonly readAtMs: number;
  readonly projectedAtMs: number | null;
}

/**
 * The keys that this isolate has found valid, by hash, and their hashes by identifier. They may have been revoked since, so
 * each request checks with the key's guard. Separate for each set of stores.
 */
interface Memory {
  readonly keys: Map<string, KnownKey>;
  readonly hashes: Map<string, string>;
}

const memories = new WeakMap<KVNamespace, Memory>();

/** Returns a key's record if read within the last minute. */
export function recallKey(ctx: RequestContext, hash: string): KeyRecord | null {
  const known = keysOf(ctx.env).keys.get(hash);
  return known && isWithin(FRESH_MS, known.readAtMs, ctx.nowMs) ? known.record : null;
}

/** Returns whether this isolate has found the key valid and has not learned since that it was revoked or expired. */
export function isKnownKey(ctx: RequestContext, hash: string): boolean {
  return keysOf(ctx.env).keys.has(hash);
}

/** Remembers a valid key's record as just read. Drops the least recently read record if there are too many. */
export function rememberKey(ctx: RequestContext, hash: string, record: KeyRecord): void {
  const { keys, hashes } = keysOf(ctx.env);
  const projectedAtMs = keys.get(hash)?.projectedAtMs ?? null;
  // Deletes first, so the map keeps the order of reading.
  keys.delete(hash);
  keys.set(hash, { record, readAtMs: ctx.nowMs, projectedAtMs });
  hashes.set(record.keyId, hash);
  const [oldest] = keys.values();
  if (keys.size > KNOWN_KEYS_MAX && oldest) forgetKey(ctx.env, oldest.record.keyId);
}

/** Drops the remembered record of a key that was revoked, has expired, or belongs to a terminated partner. */
export function forgetKey(env: Pick<Env, 'apiKeys'>, keyId: string): void {
  const { keys, hashes } = keysOf(env);
  const hash = hashes.get(keyId);
  if (hash === undefined) return;
  hashes.delete(keyId);
  keys.delete(hash);
}

/** Returns whether a remembered key's record should be written to KV now, and counts it as written. */
function mayProjectKey(ctx: RequestContext, hash: string): boolean {
  const known = keysOf(ctx.env).keys.get(hash);
  if (known === undefined) return false;
  if (known.projectedAtMs !== null && isWithin(PROJECTED_EVERY_MS, known.projectedAtMs, ctx.nowMs))
    return false;
  keysOf(ctx.env).keys.set(hash, { ...known, projectedAtMs: ctx.nowMs });
  return true;
}

/** Marks a record that KV did not accept as not written. KV can miss it again in a minute at the earliest. */
function countAsUnprojected(ctx: RequestContext, hash: string): void {
  const known = keysOf(ctx.env).keys.get(hash);
  if (known) keysOf(ctx.env).keys.set(hash, { ...known, projectedAtMs: null });
}

/** Treats a time in the future, left by a clock that was set back, as old. */
function isWithin(periodMs: number, sinceMs: number, nowMs: number): boolean {
  return sinceMs <= nowMs && nowMs < sinceMs + periodMs;
}

function keysOf({ apiKeys }: Pick<Env, 'apiKeys'>): Memory {
  return memoryOf(memories, apiKeys, () => ({ keys: new Map(), hashes: new Map() }));
}

const REMEMBERED_KEYS_MAX = 10_000;

/** The time of this isolate's last write of a key's `last_used_at`. */
const notedAtMs = new Map<string, number>();

/**
 * Records a key's `last_used_at`, accurate to the hour. Writes at most once per hour, isolate and key, after the response,
 * so no request waits for it. A failed write only leaves an older time.
 */
export function recordKeyUse(ctx: RequestContext, keyId: string): void {
  const noted = notedAtMs.get(keyId);
  if (noted !== undefined && ctx.nowMs < noted + HOUR_MS) return;
  if (notedAtMs.size >= REMEMBERED_KEYS_MAX) notedAtMs.clear();
  notedAtMs.set(keyId, ctx.nowMs);
  // Metered separately, because the request's log line counts only the queries that the request waited for.
  const db = openRegistry(ctx.env);
  const write = db.batch([updateLastUse(db, keyId, ctx.nowMs)]);
  ctx.waitUntil(write.catch(() => notedAtMs.delete(keyId)));
}
