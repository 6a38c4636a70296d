import { sha256Hex } from '../storage/digest.ts';

/**
 * Hashes an `external_id` for the directory, which may be in another region than the athlete. The partner is part of it, so
 * that equal names at two partners are not recognized.
 */
export function hashExternalId(partnerId: string, externalId: string): Promise<string> {
  return sha256Hex(`${partnerId}\n${externalId}`);
}
