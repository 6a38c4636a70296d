import { MINUTE_MS } from '../clock.ts';
import { countedAddress } from './address-limit.ts';
import { decideRate } from './gcra.ts';

/** The fixed limit of the platform's limiter `TRIES` in wrangler.toml; a test compares the two. */
export const PLATFORM_TRIES_PER_MIN = 120;

/** Bounds the memory: an address that is forgotten begins with a whole budget again. */
const ADDRESSES_MAX = 2_000;

/** The arrival times of `decideRate` in this isolate, by counted address, the one used longest ago first. */
const arrivals = new Map<string, number>();

/**
 * Takes one calculation from the budget that an address has in this isolate. Returns 0, or the time until the next one
 * would be allowed, ms.
 */
export function takeTry(perMin: number, address: string | undefined, nowMs: number): number {
  const counted = countedAddress(address);
  const rate = { budget: perMin, periodMs: MINUTE_MS };
  const { theoreticalArrivalMs, retryAfterMs } = decideRate(rate, arrivals.get(counted) ?? 0, nowMs);
  arrivals.delete(counted);
  arrivals.set(counted, theoreticalArrivalMs);
  const [oldest] = arrivals.keys();
  if (arrivals.size > ADDRESSES_MAX && oldest !== undefined) arrivals.delete(oldest);
  return retryAfterMs;
}
