import { MINUTE_MS } from '../clock.ts';
import type { Env } from '../env.ts';
import type { RequestContext } from '../http/context.ts';
import type { KeyRecord } from '../storage/key-projection.ts';

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
 * each request checks with the key's guard. Kept for each set of stores.
 */
interface Memory {
  readonly keys: Map<string, KnownKey>;
  readonly hashes: Map<string, string>;
}

const memories = new WeakMap<KVNamespace, Memory>();

/** Returns a key's record if read within the last minute. */
export function recallKey(ctx: RequestContext, hash: string): KeyRecord | null {
  const known = memoryOf(ctx.env).keys.get(hash);
  return known && isWithin(FRESH_MS, known.readAtMs, ctx.nowMs) ? known.record : null;
}

/** Returns whether this isolate has found the key valid and has not learned since that it was revoked or expired. */
export function isKnownKey(ctx: RequestContext, hash: string): boolean {
  return memoryOf(ctx.env).keys.has(hash);
}

/** Remembers a valid key's record as just read. Drops the least recently read record if there are too many. */
export function rememberKey(ctx: RequestContext, hash: string, record: KeyRecord): void {
  const { keys, hashes } = memoryOf(ctx.env);
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
  const { keys, hashes } = memoryOf(env);
  const hash = hashes.get(keyId);
  if (hash === undefined) return;
  hashes.delete(keyId);
  keys.delete(hash);
}

/** Returns whether a remembered key's record should be written to KV now, and counts it as written. */
export function mayProjectKey(ctx: RequestContext, hash: string): boolean {
  const known = memoryOf(ctx.env).keys.get(hash);
  if (known === undefined) return false;
  if (known.projectedAtMs !== null && isWithin(PROJECTED_EVERY_MS, known.projectedAtMs, ctx.nowMs))
    return false;
  memoryOf(ctx.env).keys.set(hash, { ...known, projectedAtMs: ctx.nowMs });
  return true;
}

/** Marks a record that KV did not accept as not written. KV can miss it again in a minute at the earliest. */
export function countAsUnprojected(ctx: RequestContext, hash: string): void {
  const known = memoryOf(ctx.env).keys.get(hash);
  if (known) memoryOf(ctx.env).keys.set(hash, { ...known, projectedAtMs: null });
}

/** Treats a time in the future, left by a clock that was set back, as old. */
function isWithin(periodMs: number, sinceMs: number, nowMs: number): boolean {
  return sinceMs <= nowMs && nowMs < sinceMs + periodMs;
}

function memoryOf({ apiKeys }: Pick<Env, 'apiKeys'>): Memory {
  const memory = memories.get(apiKeys) ?? { keys: new Map(), hashes: new Map() };
  memories.set(apiKeys, memory);
  return memory;
}
