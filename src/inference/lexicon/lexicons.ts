/** Lists the lexicons of all languages. */
import type { CompiledLexicon } from '../compiled-lexicon.ts';
import { CATALAN } from './ca.ts';
import { compileLexicons } from './compile.ts';
import { CZECH } from './cs.ts';
import { DANISH } from './da.ts';
import { GERMAN } from './de.ts';
import { ENGLISH } from './en.ts';
import { SPANISH } from './es.ts';
import { FRENCH } from './fr.ts';
import { INTERNATIONAL } from './international.ts';
import { ITALIAN } from './it.ts';
import { JAPANESE } from './ja.ts';
import { KOREAN } from './ko.ts';
import { DUTCH } from './nl.ts';
import { NORWEGIAN } from './no.ts';
import { POLISH } from './pl.ts';
import { PORTUGUESE } from './pt.ts';
import { RACES } from './races.ts';
import { RUSSIAN } from './ru.ts';
import type { Lexicon } from './sense.ts';
import { SWEDISH } from './sv.ts';
import { TURKISH } from './tr.ts';
import { UKRAINIAN } from './uk.ts';
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
  RUSSIAN,
  UKRAINIAN,
  KOREAN,
  CATALAN,
  CZECH,
  TURKISH,
];

/** Returns all word lists as one search tree. */
export function compiledLexicon(): CompiledLexicon {
  return compileLexicons(LEXICONS);
}
