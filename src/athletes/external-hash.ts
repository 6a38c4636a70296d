import { sha256Hex } from '../storage/digest.ts';

/**
 * Hashes an `external_id` for the directory, which may be in another region than the athlete. The partner is
 * part of it, so that the same name at two partners has different hashes.
 */
export function hashExternalId(partnerId: string, externalId: string): Promise<string> {
  return sha256Hex(`${partnerId}\n${externalId}`);
}
