export { compileLexicons, type LexiconTree } from '../src/lexicon/compile.ts';
export { packLexicon } from '../src/lexicon/pack.ts';
export { readWordLists } from '../src/lexicon/word-lists.ts';
