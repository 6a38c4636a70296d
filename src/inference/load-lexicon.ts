import type { CompiledLexicon } from './compiled-lexicon.ts';

let lexicon: CompiledLexicon | null = null;

/** Returns the lexicon. Loads and compiles the word lists on an isolate's first use, and keeps them. */
export async function loadLexicon(): Promise<CompiledLexicon> {
  if (lexicon === null) {
    const { compiledLexicon } = await import('./lexicon/lexicons.ts');
    lexicon ??= compiledLexicon();
  }
  return lexicon;
}
