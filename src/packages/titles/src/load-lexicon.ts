import { type CompiledLexicon, unpackLexicon } from './compiled-lexicon.ts';
import { WORDS } from './compiled-words.js';

let lexicon: CompiledLexicon | null = null;

/** Returns the lexicon. Reads the compiled word lists on an isolate's first use and caches them. */
export function loadLexicon(): CompiledLexicon {
  lexicon ??= unpackLexicon(WORDS);
  return lexicon;
}
