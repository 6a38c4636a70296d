import * as z from 'zod/mini';
import { documented } from './openapi-metadata.ts';

/** The maximum length of a name shown to strangers. */
export const PUBLIC_NAME_MAX = 80;

/** Letters, marks, numbers and punctuation of any script, single spaces, and a few symbols used in brand names. */
const CHARACTERS =
  /^[\p{L}\p{M}\p{N}\p{P}+&|\u00b0\u00ae\u2122]+(?: [\p{L}\p{M}\p{N}\p{P}+&|\u00b0\u00ae\u2122]+)*$/u;

/**
 * Invisible characters in those categories: the default-ignorable ones (fillers, joiners, variation selectors), plus
 * hieroglyphic blanks and a filler that Unicode does not classify as such.
 */
const BLANK = /[\p{Default_Ignorable_Code_Point}\u{13441}\u{13442}\u{16fe4}]/u;

/** Claims that a name must not make: to be this service or approved by it. */
const CLAIMS = ['musette', 'verified', 'official'];

/**
 * Returns whether a name is safe to show to athletes and operators: visible, in one line and one direction, and not
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

/** Folds compatibility forms and case. Upper case first, because some letters share a capital but differ in lower case. */
function folded(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

const RULE = `1 to ${PUBLIC_NAME_MAX} letters, numbers and punctuation marks of any script, with single spaces between them. The only other symbols allowed are + & | ° ® ™. It must not contain "Musette", "verified" or "official"`;

/** Creates the schema of a name shown to athletes or the operator: a partner's, a platform's or an OAuth client's. */
export function publicName(description: string) {
  return documented(
    z.string().check(z.refine(isPublicName, { error: `must be ${RULE}`, params: { code: 'invalid_name' } })),
    {
      description: `${description} ${RULE}; otherwise \`invalid_name\`.`,
      override: { type: 'string', minLength: 1, maxLength: PUBLIC_NAME_MAX },
    },
  );
}
