import { shortDigest } from '../storage/digest.ts';

export type TagPart = string | number | null;

/**
 * Computes the entity tag of a state from its parts alone. Parts are revisions, fingerprints and tiers, never the body,
 * which may contain a link that changes every minute.
 */
export async function entityTag(parts: readonly TagPart[]): Promise<string> {
  return `"${await shortDigest(JSON.stringify(parts))}"`;
}

/** Separates a state from languages in a tag. Never occurs in a state's digest. */
const BESIDE_STATE = '.';

/** Adds the languages of a response to its entity tag, because each language has a different body. */
export function tagInLanguages(tag: string, languages: readonly string[]): string {
  return languages.length === 0 ? tag : `${tag.slice(0, -1)}${BESIDE_STATE}${languages.join(BESIDE_STATE)}"`;
}

/**
 * Returns whether `If-Match` names this state, in any language, because a write changes the state, not its wording.
 */
export function namesState(header: string, tag: string): boolean {
  return namesTag(header.replaceAll(/\.[a-z.]+"/g, '"'), tag);
}

/**
 * Returns whether a condition header (`If-Match`, `If-None-Match`) names this tag. Weak and strong tags compare equal,
 * because the network weakens tags when it compresses.
 */
export function namesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
