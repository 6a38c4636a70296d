/** All lexicons in one search tree. */
import { type CompiledLexicon, compileLexicons } from './compile.ts';
import { GERMAN } from './de.ts';
import { ENGLISH } from './en.ts';
import { SPANISH } from './es.ts';
import { FRENCH } from './fr.ts';
import { INTERNATIONAL } from './international.ts';
import { ITALIAN } from './it.ts';
import { JAPANESE } from './ja.ts';
import { DUTCH } from './nl.ts';
import { DANISH, NORWEGIAN, SWEDISH } from './nordic.ts';
import { POLISH } from './pl.ts';
import { PORTUGUESE } from './pt.ts';
import { RACES } from './races.ts';
import { CHINESE } from './zh.ts';

const LEXICONS = [
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

let compiled: CompiledLexicon | null = null;

/** The compiled lexicons; built on the first question, so that a Worker's start does not pay for it. */
export function allLexicons(): CompiledLexicon {
  compiled ??= compileLexicons(LEXICONS);
  return compiled;
}
