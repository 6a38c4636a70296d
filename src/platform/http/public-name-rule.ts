import { LOOK_ALIKES } from './look-alikes.ts';

/** The letters that a character looks like. */
const LETTERS = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letters, codes]) =>
    codes.split(' ').map((code) => [String.fromCodePoint(Number.parseInt(code, 16)), letters] as const),
  ),
);

/** Letters, marks, numbers and punctuation of any script, single spaces, and a few symbols used in brand names. */
const CHARACTERS =
  /^[\p{L}\p{M}\p{N}\p{P}+&|\u00b0\u00ae\u2122]+(?: [\p{L}\p{M}\p{N}\p{P}+&|\u00b0\u00ae\u2122]+)*$/u;

/** Claims that a name must not make: to be this service or approved by it. */
const CLAIMS = ['musette', 'verified', 'official'].map(fold);

/** A letter with marks that Unicode does not compose with it into one character, as it does for ế and ᾧ. */
const MARKED_LETTER = /\P{M}\p{M}+/gu;
/** More than two marks above or below a letter, or more than three of any kind. */
const STACKED_MARKS = /[\p{Mn}\p{Me}](?:\p{Mc}*[\p{Mn}\p{Me}]){2}|\p{M}{4}/u;

/** The scripts in common modern use (UAX 31, table 5). */
const SCRIPTS =
  'Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan';
/** Scripts that may share a word: Japanese, Chinese and Korean, each with Latin. */
const SHARED_WORDS = ['Latin Han Hiragana Katakana', 'Latin Han Bopomofo', 'Latin Han Hangul'];
const WORDS = [...SCRIPTS.split(' '), ...SHARED_WORDS].map((scripts) => {
  const sets = `${scripts} Common Inherited`.split(' ').map((script) => `\\p{Script_Extensions=${script}}`);
  return new RegExp(`^[${sets.join('')}]+$`, 'u');
});

/**
 * Returns whether a name without blanks may be shown to athletes and operators: in one line and one direction, legible, no
 * address, and not claiming to be this service or approved by it, even in characters that only look like it.
 */
export function isHonest(name: string): boolean {
  return (
    CHARACTERS.test(name) &&
    /[\p{L}\p{N}]/u.test(name) &&
    !markedLettersOf(name).some((letter) => STACKED_MARKS.test(letter)) &&
    !name.normalize('NFKC').includes('://') &&
    wordsOf(name).every((word) => WORDS.some((pattern) => pattern.test(word))) &&
    !CLAIMS.some((claim) => fold(name).includes(claim))
  );
}

function markedLettersOf(name: string): readonly string[] {
  return (name.normalize('NFC').match(MARKED_LETTER) ?? []).map((letter) => letter.normalize('NFD'));
}

/**
 * Splits a name into words. Each keeps to the scripts of one language, as UTS 39 defines "highly restrictive": a Cyrillic
 * or Greek letter among Latin ones passes for one of them.
 */
function wordsOf(name: string): readonly string[] {
  return name
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Folds case, accents, compatibility forms and look-alikes. Before case too: some capitals look like other letters. */
function fold(text: string): string {
  return replaceLookAlikes(replaceLookAlikes(text).toUpperCase().toLowerCase());
}

function replaceLookAlikes(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '');
  return Array.from(bare, (character) => LETTERS.get(character) ?? character).join('');
}
