import type { PackedLexicon } from './compiled-lexicon.ts';

/**
 * The word lists of `lexicon/`, written next to this file by `src/tools/cli/compile-words.ts` on every build.
 */
export const WORDS: PackedLexicon;
