import * as z from 'zod/mini';
import { documented } from './openapi-metadata.ts';
import { text } from './wire-fields.ts';

/** The maximum length of a name shown to strangers. */
export const PUBLIC_NAME_MAX = 80;

/**
 * Invisible characters that count as letters, marks or symbols: the default-ignorable ones (fillers, joiners, variation
 * selectors), plus a blank of braille, hieroglyphic ones and a filler that Unicode does not classify as such.
 */
export const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}]/u;

/** Controls, formats, unassigned characters, and separators other than a space. */
const UNPRINTABLE = /\p{C}|(?! )\p{Z}/u;

const RULE = `1 to ${PUBLIC_NAME_MAX} letters, numbers, punctuation marks or + & | ° ® ™, with single spaces between them, at most two marks on a letter, no "://", and no scripts mixed within a word. It must not contain "Musette", "verified" or "official", nor look as if it did`;

/**
 * Returns whether a name is safe to show to strangers. Loads the rule with the first name: no other request needs its
 * table.
 */
export async function isPublicName(name: string): Promise<boolean> {
  if ([...name].length > PUBLIC_NAME_MAX || BLANK.test(name)) return false;
  const { isHonest } = await import('./public-name-rule.ts');
  return isHonest(name);
}

/**
 * Creates the schema of a name shown to athletes or the operator: a partner's, a platform's or an OAuth client's. It is
 * parsed asynchronously.
 */
export function publicName(description: string) {
  return documented(
    z.string().check(z.refine(isPublicName, { error: `must be ${RULE}`, params: { code: 'invalid_name' } })),
    {
      description: `${description} ${RULE}; otherwise \`invalid_name\`.`,
      override: { type: 'string', minLength: 1, maxLength: PUBLIC_NAME_MAX },
    },
  );
}

/** Creates the schema of a name that only its owner's people read, such as a key's: any text that can be seen. */
export function ownName(description: string, max = 100) {
  const rule = 'without control, format, bidirectional or blank characters, and not only of spaces';
  return documented(
    text(max, 1).check(
      z.refine(
        (name) => !UNPRINTABLE.test(name) && !BLANK.test(name) && (name === '' || name.trim() !== ''),
        {
          error: `must be text ${rule}`,
          params: { code: 'invalid_name' },
        },
      ),
    ),
    { description: `${description} Text ${rule}; otherwise \`invalid_name\`.` },
  );
}
