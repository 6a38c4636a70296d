import type { Env } from '#platform/env.ts';
import { sign } from '#platform/storage/cryptography.ts';

/**
 * Hashes an `external_id` for the directory, which may be in another region than the athlete. The hash is
 * keyed, because partners often number their athletes and a plain hash of a small number can be guessed. It
 * includes the partner, so that the same name has different hashes at two partners.
 */
export function hashExternalId(
  { lookupKey }: Pick<Env, 'lookupKey'>,
  partnerId: string,
  externalId: string,
): Promise<string> {
  return sign(lookupKey, 'external-id', `${partnerId}\n${externalId}`);
}
