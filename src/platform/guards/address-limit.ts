import {
  convertIPv4BinaryToString,
  convertIPv4MappedIPv6ToIPv4,
  convertIPv4ToBinary,
  convertIPv6BinaryToString,
  convertIPv6ToBinary,
  isIPv4MappedIPv6,
} from 'hono/utils/ipaddr';
import { StorageUnavailable } from '../storage/database.ts';

/** Stands for every caller with a missing or malformed address: they share one budget. */
const UNKNOWN = 'unknown';

const HOST_BITS = 64n;

/**
 * Returns the caller that an address limit counts. An IPv6 subnet is a /64 (RFC 4291 §2.5.1), and one host may use all
 * of its addresses, so it counts as one caller. An IPv4 address written as IPv6 (§2.5.5.2 there) counts as that IPv4
 * address. All spellings of one address are one caller.
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
 * Counts one attempt from this address with the platform's limiter, and returns whether there were too many. The
 * limiter is approximate and counts per location. Callers without an address share one budget, and so do the addresses
 * of an IPv6 /64.
 *
 * @throws StorageUnavailable if the limiter does not answer: without it, guessed keys would reach the database
 */
export async function isOverAddressLimit(limiter: RateLimit, address: string | undefined): Promise<boolean> {
  try {
    const { success } = await limiter.limit({ key: countedAddress(address) });
    return !success;
  } catch (cause) {
    throw new StorageUnavailable('the address limiter did not answer', { cause });
  }
}
