import type { Env } from '#platform/env.ts';
import { sign } from '#platform/storage/digest.ts';

/** Hashes the address of a consent. The key is its own, so that other secrets can change without losing consents. */
export function hashConsentAddress({ lookupKey }: Pick<Env, 'lookupKey'>, email: string): Promise<string> {
  return sign(lookupKey, 'consent-address', email);
}

/** Returns the hashes under which consents of an address may be stored: two while LOOKUP_KEY is being rotated. */
export function hashesOfAddress(
  { lookupKey, formerLookupKey }: Pick<Env, 'lookupKey' | 'formerLookupKey'>,
  email: string,
): Promise<readonly string[]> {
  const keys = formerLookupKey === null ? [lookupKey] : [lookupKey, formerLookupKey];
  return Promise.all(keys.map((key) => hashConsentAddress({ lookupKey: key }, email)));
}
