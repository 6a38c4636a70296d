import type { PackedLexicon } from './packed-lexicon.ts';

/** The word lists of `lexicon/`, as `src/tools/cli/compile-words.ts` writes them beside this file when anything is built. */
export const WORDS: PackedLexicon;
