import { MINUTE_MS } from '../clock.ts';
import { countedAddress } from './counted-address.ts';

/** As many keys as a partner may have in an environment: so many may be new to an isolate at once. */
const UNPAID_LOOKUPS_MAX = 25;
const CALLERS_MAX = 2_000;

/** What this isolate knows of an address and, for no longer than a minute, goes by. */
interface Caller {
  failedAtMs: number | null;
  /** When the look-up of each key's hash began. One whose request was cut off never ends, so it may only age. */
  readonly lookups: Map<string, number>;
}

/** By counted address, the one that was added longest ago first. */
const callers = new Map<string, Caller>();

/**
 * Tells whether the limiter must be asked before the registry is asked for one more key of this address: where an
 * attempt of it failed within the last minute, or too many other keys are being looked up for it. The limiter
 * cannot be asked without paying, and this is what can be known without it.
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

/** Counts an unpaid look-up of a key for `isSuspect`, until `noteLookupEnd` or for a minute. */
export function noteLookup(address: string | undefined, hash: string, nowMs: number): void {
  callerAt(address).lookups.set(hash, nowMs);
}

/** Counts a look-up no longer. Until it fails and is noted, what it found does the address no harm. */
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

/** The clock may be set back, so a moment in its future is as near as one in its past. */
function isRecent(atMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - atMs) < MINUTE_MS;
}
