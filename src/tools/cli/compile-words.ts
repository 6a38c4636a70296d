import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileLexicons, type LexiconTree, packLexicon, readWordLists } from '@musette/titles/compile';
import { digestOfFiles, ROOT, writeWhole } from './generated-files.ts';

/**
 * Compiles the word lists of `src/packages/titles/src/lexicon` into the module that the Worker loads at an isolate's first title.
 * Whatever builds the Worker runs it: `prepareAssets` and `bundleWorker`.
 */

const TITLES = 'src/packages/titles/src';
/** Not committed, so that a word is a change of one line. */
const TARGET = join(ROOT, TITLES, 'compiled-words.js');

/** Compiles the word lists of this working tree. */
function compileWordLists(): LexiconTree {
  const textOf = (name: string) => readFileSync(join(ROOT, TITLES, 'lexicon', `${name}.txt`), 'utf8');
  return compileLexicons(readWordLists(textOf));
}

/** Writes the compiled word lists. Compiles, which takes most of a second, only what differs from the files of last time. */
export async function writeCompiledWords(): Promise<void> {
  const stamp = await stampOfSources();
  const there = await readFile(TARGET, 'utf8').catch(() => '');
  if (there.startsWith(stamp)) return;
  const words = JSON.stringify(packLexicon(compileWordLists()), null, 1);
  await writeWhole(TARGET, `${stamp}export const WORDS = ${words};\n`);
}

/** Returns a comment that names everything that the compiled word lists are made from. */
async function stampOfSources(): Promise<string> {
  const folder = join(TITLES, 'lexicon');
  const lists = (await readdir(join(ROOT, folder))).toSorted().map((name) => join(folder, name));
  return `// ${await digestOfFiles([...lists, 'src/tools/cli/compile-words.ts'])}\n`;
}

if (import.meta.main) await writeCompiledWords();
