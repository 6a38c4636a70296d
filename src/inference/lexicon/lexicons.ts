/** All lexicons in one file. */
import type { LexiconFile } from '../unpack-lexicon.ts';
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
import { packLexicon } from './pack.ts';
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

/** Returns the file that `src/cli/prepare-assets.ts` writes for the Worker. */
export function lexiconFile(): LexiconFile {
  return packLexicon(compileLexicons(LEXICONS));
}
