import type { CompiledLexicon } from '../../src/inference/compiled-lexicon.ts';
import { lexiconFile } from '../../src/inference/lexicon/lexicons.ts';
import { unpackLexicon } from '../../src/inference/unpack-lexicon.ts';

/** The lexicon as an isolate has it: written to the file's text and read back. */
export const LEXICON: CompiledLexicon = readBack(JSON.stringify(lexiconFile()));

function readBack(text: string): CompiledLexicon {
  const lexicon = unpackLexicon(JSON.parse(text));
  if (lexicon === null) throw new Error('the word lists compile to a file that cannot be read');
  return lexicon;
}
