import {
  convertIPv4BinaryToString,
  convertIPv4MappedIPv6ToIPv4,
  convertIPv4ToBinary,
  convertIPv6BinaryToString,
  convertIPv6ToBinary,
  isIPv4MappedIPv6,
} from 'hono/utils/ipaddr';
import { StorageUnavailable } from '../storage/database.ts';

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
