import type { Environment } from '../env.ts';
import { toBase64Url } from '../storage/base64url.ts';
import { sha256Hex } from '../storage/digest.ts';

const RANDOM_BYTES = 32;

/**
 * Draws a client secret and returns it with the hash to store. The prefix lets scanners find a leaked one;
 * 256 bits of randomness need no slow hash. The authorization server compares the same SHA-256.
 */
export async function newClientSecret(
  environment: Environment,
): Promise<{ readonly text: string; readonly hash: string }> {
  const random = toBase64Url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
  const text = `ocs_${environment}_${random}`;
  return { text, hash: await sha256Hex(text) };
}
