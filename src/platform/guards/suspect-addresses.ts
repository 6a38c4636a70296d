import { MINUTE_MS } from '../clock.ts';
import { countedAddress } from './address-limit.ts';

/** The number of keys that a partner may have in an environment. All may be new to an isolate at the same time. */
const UNPAID_LOOKUPS_MAX = 25;
const CALLERS_MAX = 2_000;

/** The recent attempts of an address in this isolate. Each counts for at most a minute. */
interface Caller {
  failedAtMs: number | null;
  /** The start of each look-up, by key hash. Expires, because an interrupted request never ends its look-up. */
  readonly lookups: Map<string, number>;
}

/** Callers by counted address, in insertion order. */
const callers = new Map<string, Caller>();

/**
 * Returns whether to call the limiter before looking up another key of this address in the registry: if an attempt from it
 * failed within the last minute, or too many other keys are being looked up for it. The limiter charges the address for
 * every call; this check does not.
 */
export function isSuspect(address: string | undefined, hash: string, nowMs: number): boolean {
  const caller = callers.get(countedAddress(address));
  if (!caller) return false;
  if (caller.failedAtMs !== null && isRecent(caller.failedAtMs, nowMs)) return true;
  for (const [other, startedAtMs] of caller.lookups) {
    if (!isRecent(startedAtMs, nowMs)) caller.lookups.delete(other);
  }
  return !caller.lookups.has(hash) && caller.lookups.size >= UNPAID_LOOKUPS_MAX;
}

/** Makes an address suspect for a minute. */
export function noteFailure(address: string | undefined, nowMs: number): void {
  callerAt(address).failedAtMs = nowMs;
}

/** Counts a free look-up of a key for `isSuspect`, until `noteLookupEnd` or for a minute. */
export function noteLookup(address: string | undefined, hash: string, nowMs: number): void {
  callerAt(address).lookups.set(hash, nowMs);
}

/** Stops counting a look-up. Only a failure noted afterwards counts against the address. */
export function noteLookupEnd(address: string | undefined, hash: string): void {
  const counted = countedAddress(address);
  const caller = callers.get(counted);
  caller?.lookups.delete(hash);
  if (caller?.lookups.size === 0 && caller.failedAtMs === null) callers.delete(counted);
}

function callerAt(address: string | undefined): Caller {
  const counted = countedAddress(address);
  const known = callers.get(counted);
  if (known) return known;
  const caller: Caller = { failedAtMs: null, lookups: new Map() };
  callers.set(counted, caller);
  const [oldest] = callers.keys();
  if (callers.size > CALLERS_MAX && oldest !== undefined) callers.delete(oldest);
  return caller;
}

/** Returns whether a time is within a minute of now, in the past or (if the clock was set back) in the future. */
function isRecent(atMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - atMs) < MINUTE_MS;
}
