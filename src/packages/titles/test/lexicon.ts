import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackLexicon } from '../src/compiled-lexicon.ts';
import { compileLexicons, type LexiconTree } from '../src/lexicon/compile.ts';
import { packLexicon } from '../src/lexicon/pack.ts';
import type { Lexicon } from '../src/lexicon/sense.ts';
import { readWordLists } from '../src/lexicon/word-lists.ts';

/** Reads the word lists of this working tree. */
export function readAllWordLists(): Lexicon[] {
  return readWordLists((name) =>
    readFileSync(join(import.meta.dirname, `../src/lexicon/${name}.txt`), 'utf8'),
  );
}

/** Compiles the word lists of this working tree. */
export function compileWordLists(): LexiconTree {
  return compileLexicons(readAllWordLists());
}

/** The lexicon of this working tree's word lists, packed and read as an isolate reads it. */
export const LEXICON = unpackLexicon(packLexicon(compileWordLists()));
