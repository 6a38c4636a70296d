import {
  convertIPv4BinaryToString,
  convertIPv4MappedIPv6ToIPv4,
  convertIPv4ToBinary,
  convertIPv6BinaryToString,
  convertIPv6ToBinary,
  isIPv4MappedIPv6,
} from 'hono/utils/ipaddr';
import { MINUTE_MS } from '../clock.ts';
import { dropOldest } from '../isolate-memory.ts';
import { StorageUnavailable } from '../storage/database.ts';
import { decideRate } from './gcra.ts';

/** Represents all callers with a missing or malformed address, which share one budget. */
const UNKNOWN = 'unknown';

const HOST_BITS = 64n;
const SITE_BITS = 80n;

/**
 * Returns the caller that an address limit counts. A host may use all addresses of an IPv6 /64 (RFC 4291 §2.5.1), so a /64
 * counts as one caller. An IPv4 address written as IPv6 (§2.5.5.2) counts as the IPv4 address. All spellings of an address
 * count as one caller.
 */
export function countedAddress(address: string | undefined): string {
  const text = address?.trim() ?? '';
  try {
    if (!text.includes(':')) return convertIPv4BinaryToString(convertIPv4ToBinary(text));
    const binary = convertIPv6ToBinary(text);
    if (isIPv4MappedIPv6(binary)) return convertIPv4BinaryToString(convertIPv4MappedIPv6ToIPv4(binary));
    return `${convertIPv6BinaryToString((binary >> HOST_BITS) << HOST_BITS)}/64`;
  } catch {
    return UNKNOWN;
  }
}

/**
 * Returns the IPv6 /48 of an address, or null for any other. Providers give whole /48s away (RFC 6177), so whoever has one
 * has 65,536 callers.
 */
export function countedNetwork(address: string | undefined): string | null {
  const [caller = '', size] = countedAddress(address).split('/');
  if (size === undefined) return null;
  return `${convertIPv6BinaryToString((convertIPv6ToBinary(caller) >> SITE_BITS) << SITE_BITS)}/48`;
}

/**
 * Counts one attempt from this address with the platform's limiter, and returns whether there were too many. The limiter is
 * approximate and counts per location. Callers without an address share one budget, as do the addresses of an IPv6 /64.
 *
 * @throws StorageUnavailable if the limiter does not respond, because guessed keys would otherwise reach the database
 */
export async function isOverAddressLimit(limiter: RateLimit, address: string | undefined): Promise<boolean> {
  try {
    const { success } = await limiter.limit({ key: countedAddress(address) });
    return !success;
  } catch (cause) {
    throw new StorageUnavailable('the address limiter did not answer', { cause });
  }
}

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
  dropOldest(callers, CALLERS_MAX);
  return caller;
}

/** Returns whether a time is within a minute of now, in the past or (if the clock was set back) in the future. */
function isRecent(atMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - atMs) < MINUTE_MS;
}

/** The fixed limit of the platform's limiter `TRIES` in wrangler.toml. A test compares the two. */
export const PLATFORM_TRIES_PER_MIN = 120;

/** Limits memory. A forgotten address starts with a full budget again. */
const ADDRESSES_MAX = 2_000;

/** The arrival times of `decideRate` in this isolate by counted address, least recently used first. */
const arrivals = new Map<string, number>();

/**
 * Takes one calculation from an address's budget in this isolate. Returns 0, or the time until the next would be allowed,
 * in ms.
 */
export function takeTry(perMin: number, address: string | undefined, nowMs: number): number {
  const counted = countedAddress(address);
  const rate = { budget: perMin, periodMs: MINUTE_MS };
  const { theoreticalArrivalMs, retryAfterMs } = decideRate(rate, arrivals.get(counted) ?? 0, nowMs);
  arrivals.delete(counted);
  arrivals.set(counted, theoreticalArrivalMs);
  dropOldest(arrivals, ADDRESSES_MAX);
  return retryAfterMs;
}
