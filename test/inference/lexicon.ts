import { unpackLexicon } from '#nutrition/inference/compiled-lexicon.ts';
import { packLexicon } from '#nutrition/inference/lexicon/pack.ts';
import { compileWordLists } from '#tools/cli/compile-words.ts';

/** The lexicon of this working tree's word lists, packed and read as an isolate reads it. */
export const LEXICON = unpackLexicon(packLexicon(compileWordLists()));
