/** All lexicons in one search tree. */
import { type CompiledLexicon, compileLexicons } from './compile.ts';
import { ENGLISH } from './en.ts';
import { INTERNATIONAL } from './international.ts';

const LEXICONS = [INTERNATIONAL, ENGLISH];

let compiled: CompiledLexicon | null = null;

/** The compiled lexicons; built on the first question, so that a Worker's start does not pay for it. */
export function allLexicons(): CompiledLexicon {
  compiled ??= compileLexicons(LEXICONS);
  return compiled;
}
