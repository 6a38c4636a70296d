import * as z from 'zod/mini';
import { documented } from './openapi-metadata.ts';

/** The most characters of a name that strangers read. */
export const PUBLIC_NAME_MAX = 80;

/** Letters, marks, numbers and punctuation of any script, single spaces between them, and a few signs of brand names. */
const CHARACTERS =
  /^[\p{L}\p{M}\p{N}\p{P}+&|\u00b0\u00ae\u2122]+(?: [\p{L}\p{M}\p{N}\p{P}+&|\u00b0\u00ae\u2122]+)*$/u;

/**
 * Characters of those categories that screens show as nothing: what Unicode lets renderers ignore (fillers, joiners,
 * variation selectors), and hieroglyphic blanks and a filler that it does not count among them.
 */
const BLANK = /[\p{Default_Ignorable_Code_Point}\u{13441}\u{13442}\u{16fe4}]/u;

/** What a name must not claim: to be this service, or to have been checked by it. */
const CLAIMS = ['musette', 'verified', 'official'];

/**
 * Returns whether athletes and operators can read a name for what it is: visible, in one line and one direction, and not
 * claiming to be this service or approved by it.
 */
export function isPublicName(name: string): boolean {
  return (
    [...name].length <= PUBLIC_NAME_MAX &&
    CHARACTERS.test(name) &&
    /[\p{L}\p{N}]/u.test(name) &&
    !BLANK.test(name) &&
    !CLAIMS.some((claim) => folded(name).includes(claim))
  );
}

/** Folds compatibility forms and case. Upper case first: some letters have the same capital and differ in small. */
function folded(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

const RULE = `1 to ${PUBLIC_NAME_MAX} letters, numbers and punctuation marks of any script, with single spaces between them; of other signs only + & | ° ® ™. It must not contain "Musette", "verified" or "official"`;

/** Makes the schema of a name that athletes or the operator read: of a partner, a platform or an OAuth client. */
export function publicName(description: string) {
  return documented(
    z.string().check(z.refine(isPublicName, { error: `must be ${RULE}`, params: { code: 'invalid_name' } })),
    {
      description: `${description} ${RULE}; otherwise \`invalid_name\`.`,
      override: { type: 'string', minLength: 1, maxLength: PUBLIC_NAME_MAX },
    },
  );
}
