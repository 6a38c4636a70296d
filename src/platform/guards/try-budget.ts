import { MINUTE_MS } from '../clock.ts';
import { countedAddress } from './address-limit.ts';
import { decideRate } from './gcra.ts';

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
  const [oldest] = arrivals.keys();
  if (arrivals.size > ADDRESSES_MAX && oldest !== undefined) arrivals.delete(oldest);
  return retryAfterMs;
}
