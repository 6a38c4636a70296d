import { compiledLexicon } from '../../src/inference/lexicon/lexicons.ts';

export const LEXICON = compiledLexicon();
