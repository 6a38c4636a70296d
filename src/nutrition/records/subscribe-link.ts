import { DAY_MS, toSeconds } from '#platform/clock.ts';
import type { Env } from '#platform/env.ts';
import { sign } from '#platform/storage/cryptography.ts';

const LIFETIME_DAYS = 8;

type LinkEnv = Pick<Env, 'baseUrl' | 'signingSecret'>;

/**
 * Builds the signed address where this athlete can subscribe, valid for seven to eight days. It expires at
 * the end of a UTC day, so that the link stays the same all day and caches stay valid.
 */
export async function subscribeUrl(env: LinkEnv, nowMs: number, athleteId: string): Promise<string> {
  const expiresAtS = (Math.floor(nowMs / DAY_MS) + LIFETIME_DAYS) * toSeconds(DAY_MS);
  const signature = await subscribeSignature(env, athleteId, expiresAtS);
  return `${env.baseUrl}/subscribe?athlete=${athleteId}&expires=${expiresAtS}&signature=${signature}`;
}

/** Signs a link for an athlete and its second of expiry. */
export function subscribeSignature(
  env: Pick<LinkEnv, 'signingSecret'>,
  athleteId: string,
  expiresAtS: number,
): Promise<string> {
  return sign(env.signingSecret, 'subscribe', `${athleteId}\n${expiresAtS}`);
}
