import { compileWordLists } from '../../src/cli/compile-words.ts';
import { packLexicon } from '../../src/inference/lexicon/pack.ts';
import { unpackLexicon } from '../../src/inference/packed-lexicon.ts';

/** The lexicon of this working tree's word lists, packed and read as an isolate reads it. */
export const LEXICON = unpackLexicon(packLexicon(compileWordLists()));
