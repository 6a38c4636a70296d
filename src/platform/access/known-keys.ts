import { MINUTE_MS } from '../clock.ts';
import type { Env } from '../env.ts';
import type { RequestContext } from '../http/context.ts';
import type { KeyRecord } from '../storage/key-projection.ts';

/** Time for which a record is used before KV or the registry is asked. */
const FRESH_MS = MINUTE_MS;
/** A key's record is written to KV at most this often by one isolate, however often KV misses it. */
const PROJECTED_EVERY_MS = 5 * MINUTE_MS;
const KNOWN_KEYS_MAX = 10_000;

interface KnownKey {
  readonly record: KeyRecord;
  readonly readAtMs: number;
  readonly projectedAtMs: number | null;
}

/**
 * The keys that this isolate has found valid, by their hash, and the hash of each by its identifier. They may
 * have been revoked since, so each request asks the key's guard. Kept for each set of stores.
 */
interface Memory {
  readonly keys: Map<string, KnownKey>;
  readonly hashes: Map<string, string>;
}

const memories = new WeakMap<KVNamespace, Memory>();

/** Returns the record of a key that was read within the last minute. */
export function recallKey(ctx: RequestContext, hash: string): KeyRecord | null {
  const known = memoryOf(ctx.env).keys.get(hash);
  return known && isWithin(FRESH_MS, known.readAtMs, ctx.nowMs) ? known.record : null;
}

/** Returns whether this isolate has found the key valid before, and does not know it to be revoked or expired. */
export function isKnownKey(ctx: RequestContext, hash: string): boolean {
  return memoryOf(ctx.env).keys.has(hash);
}

/** Remembers a valid key's record as just read, and drops the one that was read longest ago if there are too many. */
export function rememberKey(ctx: RequestContext, hash: string, record: KeyRecord): void {
  const { keys, hashes } = memoryOf(ctx.env);
  const projectedAtMs = keys.get(hash)?.projectedAtMs ?? null;
  // Deleted first, so that the map keeps the order of reading.
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

/** Counts a record that KV did not accept as not written; KV can miss it a minute from now at the earliest. */
export function countAsUnprojected(ctx: RequestContext, hash: string): void {
  const known = memoryOf(ctx.env).keys.get(hash);
  if (known) memoryOf(ctx.env).keys.set(hash, { ...known, projectedAtMs: null });
}

/** Counts a moment in the future, which a clock that was set back leaves behind, as old. */
function isWithin(periodMs: number, sinceMs: number, nowMs: number): boolean {
  return sinceMs <= nowMs && nowMs < sinceMs + periodMs;
}

function memoryOf({ apiKeys }: Pick<Env, 'apiKeys'>): Memory {
  const memory = memories.get(apiKeys) ?? { keys: new Map(), hashes: new Map() };
  memories.set(apiKeys, memory);
  return memory;
}
