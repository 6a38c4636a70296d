import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import data from 'unhomoglyph/data.json' with { type: 'json' };

/**
 * `npm run look-alikes`: writes the table of characters that look like letters of words which public names must not
 * contain (`src/platform/http/public-name-rule.ts`). A character is in it if its skeleton (UTS 39) consists of such letters
 * once marks and case are dropped. `--check` only compares.
 *
 * The skeletons are those of confusables.txt as the package unhomoglyph contains it; its changelog names the Unicode
 * version.
 */

const TARGET = join(import.meta.dirname, '../../platform/http/look-alikes.ts');
const PACKAGE = 'unhomoglyph 1.0.6';
const UNICODE = '13.0.0';
const WORDS = ['musette', 'verified', 'official'];

const skeletons: Readonly<Record<string, string>> = data;

const text = render(lookAlikes());
if (!process.argv.includes('--check')) await writeFile(TARGET, text);
else if ((await readFile(TARGET, 'utf8')) !== text) {
  console.error(`${TARGET} is not what \`npm run look-alikes\` writes.`);
  process.exitCode = 1;
}

/** Maps letters to the code points that look like them. */
function lookAlikes(): ReadonlyMap<string, readonly number[]> {
  const reserved = new Set([...WORDS, ...WORDS.map(skeletonOf)].join(''));
  const found = new Map<string, number[]>();
  for (const [character, skeleton] of Object.entries(skeletons)) {
    const letters = bare(skeleton).toLowerCase();
    const isOfWords = letters !== '' && [...letters].every((letter) => reserved.has(letter));
    // Other characters are decomposed, or folded to lower case, before the table is read.
    const isNeeded = [...character].length === 1 && bare(character) === character;
    if (isOfWords && isNeeded && letters !== character.toLowerCase()) add(found, letters, character);
  }
  // A capital that looks like another letter carries its lower case along: I looks like l, so i is read as l.
  for (const letter of reserved) {
    const ofCapital = (skeletons[letter.toUpperCase()] ?? '').toLowerCase();
    if (reserved.has(ofCapital) && ofCapital !== letter) add(found, ofCapital, letter);
  }
  return found;
}

function add(found: Map<string, number[]>, letters: string, character: string): void {
  const codes = found.get(letters) ?? [];
  found.set(letters, [...codes, character.codePointAt(0) ?? 0]);
}

function skeletonOf(word: string): string {
  return Array.from(word, (letter) => skeletons[letter] ?? letter).join('');
}

function bare(characters: string): string {
  return characters.normalize('NFKD').replace(/\p{M}/gu, '');
}

function render(found: ReadonlyMap<string, readonly number[]>): string {
  const rows = [...found]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([letters, codes]) => {
      const hexadecimal = codes.toSorted((one, other) => one - other).map((code) => code.toString(16));
      return `  ${letters}: '${hexadecimal.join(' ')}',`;
    });
  return `/**
 * Characters that look like letters of words that public names must not contain, as hexadecimal code points by these
 * letters. Unicode ${UNICODE} (UTS 39, confusables.txt, from ${PACKAGE}), written by \`npm run look-alikes\`.
 */
export const LOOK_ALIKES: Readonly<Record<string, string>> = {
${rows.join('\n')}
};
`;
}
