import type { Env } from '#platform/env.ts';
import { sign } from '#platform/storage/digest.ts';

/**
 * Hashes the address of a consent. Has its own key, so that other secrets can change without losing consents.
 */
export function hashConsentAddress({ lookupKey }: Pick<Env, 'lookupKey'>, email: string): Promise<string> {
  return sign(lookupKey, 'consent-address', email);
}

/**
 * Returns the hashes under which an address's consents may be stored: two during the rotation of LOOKUP_KEY.
 */
export function hashesOfAddress(
  { lookupKey, formerLookupKey }: Pick<Env, 'lookupKey' | 'formerLookupKey'>,
  email: string,
): Promise<readonly string[]> {
  const keys = formerLookupKey === null ? [lookupKey] : [lookupKey, formerLookupKey];
  return Promise.all(keys.map((key) => hashConsentAddress({ lookupKey: key }, email)));
}
