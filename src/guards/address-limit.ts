import { StorageUnavailable } from '../storage/database.ts';
import { countedAddress } from './counted-address.ts';

/**
 * Counts one attempt from this address with the platform's own limiter and says whether there were too many:
 * approximate, per location. Callers without an address share one budget, and so does an IPv6 /64. Throws
 * StorageUnavailable where the limiter does not answer: a shield that is down must not let a storm through.
 */
export async function isOverAddressLimit(limiter: RateLimit, address: string | undefined): Promise<boolean> {
  try {
    const { success } = await limiter.limit({ key: countedAddress(address) });
    return !success;
  } catch (cause) {
    throw new StorageUnavailable("the address's limiter did not answer", { cause });
  }
}
