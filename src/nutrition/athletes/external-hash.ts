import type { Env } from '#platform/env.ts';
import { sign } from '#platform/storage/digest.ts';

/**
 * Hashes an `external_id` for the directory, which may be in another region than the athlete. The hash is keyed, because
 * partners count their athletes and a plain hash of a small number is found by trying. The partner is part of it, so that
 * the same name at two partners has different hashes.
 */
export function hashExternalId(
  { lookupKey }: Pick<Env, 'lookupKey'>,
  partnerId: string,
  externalId: string,
): Promise<string> {
  return sign(lookupKey, 'external-id', `${partnerId}\n${externalId}`);
}
