/** Lists the word lists of all languages, in order of preference for equal meanings of a word. */
import { readWordList } from './read-word-list.ts';
import type { Lexicon } from './sense.ts';

const WORD_LISTS = [
  'international',
  'races',
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'no',
  'da',
  'sv',
  'pl',
  'ja',
  'zh',
  'ru',
  'uk',
  'ko',
  'ca',
  'cs',
  'tr',
] as const;

/**
 * Reads all word lists, given the text of each file by its name without `.txt`.
 * @throws Error that names the file and the line, if a line cannot be read
 */
export function readWordLists(readText: (name: string) => string): Lexicon[] {
  return WORD_LISTS.map((name) => readWordList(name, readText));
}
