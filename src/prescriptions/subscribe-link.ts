import type { Env } from '../env.ts';
import { sign } from '../storage/digest.ts';

const DAY_MS = 86_400_000;
const LIFETIME_DAYS = 8;

/**
 * The address at which this athlete can subscribe: signed, and valid for seven to eight days. The expiry is
 * the end of a UTC day, so that the link stays the same through a day and caches keep their worth.
 */
export async function subscribeUrl(env: Env, nowMs: number, athleteId: string): Promise<string> {
  const expires = (Math.floor(nowMs / DAY_MS) + LIFETIME_DAYS) * (DAY_MS / 1000);
  const signature = await sign(env.signingSecret, 'subscribe', `${athleteId}\n${expires}`);
  return `${env.baseUrl}/subscribe?athlete=${athleteId}&expires=${expires}&signature=${signature}`;
}
