/** All lexicons in one file. */
import type { CompiledLexicon } from '../compiled-lexicon.ts';
import { unpackLexicon } from '../unpack-lexicon.ts';
import { compileLexicons } from './compile.ts';
import { GERMAN } from './de.ts';
import { ENGLISH } from './en.ts';
import { SPANISH } from './es.ts';
import { FRENCH } from './fr.ts';
import { INTERNATIONAL } from './international.ts';
import { ITALIAN } from './it.ts';
import { JAPANESE } from './ja.ts';
import { DUTCH } from './nl.ts';
import { DANISH, NORWEGIAN, SWEDISH } from './nordic.ts';
import { packLexicon } from './pack.ts';
import { POLISH } from './pl.ts';
import { PORTUGUESE } from './pt.ts';
import { RACES } from './races.ts';
import type { Lexicon } from './sense.ts';
import { CHINESE } from './zh.ts';

export const LEXICONS: readonly Lexicon[] = [
  INTERNATIONAL,
  RACES,
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  ITALIAN,
  PORTUGUESE,
  DUTCH,
  NORWEGIAN,
  DANISH,
  SWEDISH,
  POLISH,
  JAPANESE,
  CHINESE,
];

/** Returns all word lists as one search tree. */
export function compiledLexicon(): CompiledLexicon {
  const lexicon = unpackLexicon(packLexicon(compileLexicons(LEXICONS)));
  if (lexicon === null) throw new Error('the word lists do not compile');
  return lexicon;
}
