import { shortDigest } from '../storage/digest.ts';

export type TagPart = string | number | null;

/**
 * Computes the entity tag of a state from its parts alone. Parts are revisions, fingerprints and tiers, never the body
 * itself, which may hold a link that differs from minute to minute.
 */
export async function entityTag(parts: readonly TagPart[]): Promise<string> {
  return `"${await shortDigest(JSON.stringify(parts))}"`;
}

/**
 * Returns whether a condition header (`If-Match`, `If-None-Match`) names this tag. Weak and strong tags compare equal,
 * because the network weakens tags when it compresses.
 */
export function namesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
