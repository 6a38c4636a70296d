import { readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileLexicons, type LexiconTree } from '../inference/lexicon/compile.ts';
import { packLexicon } from '../inference/lexicon/pack.ts';
import { readWordLists } from '../inference/lexicon/word-lists.ts';

/**
 * Compiles the word lists of `src/inference/lexicon` into the module that the Worker loads at an isolate's first title.
 * Whatever builds the Worker runs it: `prepareAssets` and `bundleWorker`.
 */

const INFERENCE = join(import.meta.dirname, '../inference');
/** Not committed, so that a word is a change of one line. */
const TARGET = join(INFERENCE, 'compiled-words.js');

/** Compiles the word lists of this working tree. */
export function compileWordLists(): LexiconTree {
  const textOf = (name: string) => readFileSync(join(INFERENCE, 'lexicon', `${name}.txt`), 'utf8');
  return compileLexicons(readWordLists(textOf));
}

/** Writes the compiled word lists, if they differ from those that are there. */
export async function writeCompiledWords(): Promise<void> {
  const text = `export const WORDS = ${JSON.stringify(packLexicon(compileWordLists()), null, 1)};\n`;
  if ((await readFile(TARGET, 'utf8').catch(() => null)) === text) return;
  // Replaced whole: another build may be reading it.
  const unfinished = `${TARGET}.${process.pid}`;
  await writeFile(unfinished, text);
  await rename(unfinished, TARGET);
}

if (import.meta.main) await writeCompiledWords();
