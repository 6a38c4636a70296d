import { StorageUnavailable } from '../storage/database.ts';
import { countedAddress } from './counted-address.ts';

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
