import { MINUTE_MS } from '../clock.ts';
import type { Env } from '../env.ts';
import type { RequestContext } from '../http/context.ts';
import type { KeyRecord } from '../storage/key-projection.ts';

/** For how long a record is used without asking KV or the registry again. */
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
 * The keys that this isolate has found alive, by their hash, and the hash of each by its identifier. Nothing here
 * says that a key is alive now: each request asks the key's guard. One memory for each set of stores.
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

/** Tells whether this isolate found the key alive at some time, and has not learned of its death. */
export function isKnownKey(ctx: RequestContext, hash: string): boolean {
  return memoryOf(ctx.env).keys.has(hash);
}

/** Keeps a living key's record as just read, and drops the one that was read longest ago where there are too many. */
export function rememberKey(ctx: RequestContext, hash: string, record: KeyRecord): void {
  const { keys, hashes } = memoryOf(ctx.env);
  const projectedAtMs = keys.get(hash)?.projectedAtMs ?? null;
  // Set anew, so that the map's order is that of reading.
  keys.delete(hash);
  keys.set(hash, { record, readAtMs: ctx.nowMs, projectedAtMs });
  hashes.set(record.keyId, hash);
  const [oldest] = keys.values();
  if (keys.size > KNOWN_KEYS_MAX && oldest) forgetKey(ctx.env, oldest.record.keyId);
}

/** Drops what this isolate remembers of a key, for one that has died or that its partner's end has changed. */
export function forgetKey(env: Pick<Env, 'apiKeys'>, keyId: string): void {
  const { keys, hashes } = memoryOf(env);
  const hash = hashes.get(keyId);
  if (hash === undefined) return;
  hashes.delete(keyId);
  keys.delete(hash);
}

/** Tells whether a remembered key's record should be written to KV now, and takes it for written. */
export function mayProjectKey(ctx: RequestContext, hash: string): boolean {
  const known = memoryOf(ctx.env).keys.get(hash);
  if (known === undefined) return false;
  if (known.projectedAtMs !== null && isWithin(PROJECTED_EVERY_MS, known.projectedAtMs, ctx.nowMs))
    return false;
  memoryOf(ctx.env).keys.set(hash, { ...known, projectedAtMs: ctx.nowMs });
  return true;
}

/** Takes a record that KV did not accept for unwritten again; the next time that KV misses it is a minute away. */
export function mayProjectKeyAgain(ctx: RequestContext, hash: string): void {
  const known = memoryOf(ctx.env).keys.get(hash);
  if (known) memoryOf(ctx.env).keys.set(hash, { ...known, projectedAtMs: null });
}

/** Where the clock was set back, what was read in its future counts as old. */
function isWithin(periodMs: number, sinceMs: number, nowMs: number): boolean {
  return sinceMs <= nowMs && nowMs < sinceMs + periodMs;
}

function memoryOf({ apiKeys }: Pick<Env, 'apiKeys'>): Memory {
  const memory = memories.get(apiKeys) ?? { keys: new Map(), hashes: new Map() };
  memories.set(apiKeys, memory);
  return memory;
}
