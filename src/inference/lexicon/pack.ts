/** Writes a compiled lexicon down as the file that isolates read: each sense, entry and meaning once. */
import type { Entry, TreeNode } from '../compiled-lexicon.ts';
import { LEXICON_FORMAT, type LexiconFile, PHRASES_APART, WORDS_APART } from '../unpack-lexicon.ts';
import type { LexiconTree } from './compile.ts';
import type { Sense } from './sense.ts';

/** @throws Error where a word holds what keeps words apart in the file */
export function packLexicon({ root, endings, tails, grammar }: LexiconTree): LexiconFile {
  const senses = new Numbered<Sense>();
  const entries = new Numbered<readonly [string, ...number[]]>();
  const meanings = new Numbered<readonly number[]>();
  const meaningOf = (known: readonly Entry[]) =>
    meanings.numberOf(
      known.map(({ language, senses: said }) =>
        entries.numberOf([language, ...said.map((sense) => senses.numberOf(sense))]),
      ),
    );
  const phrases: [number, string][] = [];
  for (const { words, entries: known } of phrasesOf(root, [])) {
    const meaning = meaningOf(known);
    const run = phrases.at(-1);
    const phrase = words.map(separable).join(WORDS_APART);
    if (run?.[0] === meaning) run[1] += PHRASES_APART + phrase;
    else phrases.push([meaning, phrase]);
  }
  return {
    format: LEXICON_FORMAT,
    endings: [...endings].map(([ending, known]) => [ending, meaningOf(known)]),
    tails: [...tails],
    grammar: Object.entries(grammar.words).map(([role, words]) => [role, [...words]]),
    headFirst: [...grammar.headFirst],
    suffixes: grammar.suffixes,
    linkingLetters: grammar.linkingLetters,
    languages: [...grammar.languages],
    phrases,
    senses: senses.values,
    entries: entries.values,
    meanings: meanings.values,
  };
}

/** In the tree's order: where two words share a misspelling, the later one has it. */
function* phrasesOf(
  { next, entries }: TreeNode,
  words: readonly string[],
): Generator<{ words: readonly string[]; entries: readonly Entry[] }> {
  if (entries.length > 0) yield { words, entries };
  for (const [word, node] of next) yield* phrasesOf(node, [...words, word]);
}

function separable(word: string): string {
  if (word.includes(WORDS_APART) || word.includes(PHRASES_APART)) {
    throw new Error(`"${word}" cannot be kept apart from its neighbours`);
  }
  return word;
}

/** Values by the order in which they first came, equal ones once. */
class Numbered<Value> {
  readonly values: Value[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(value: Value): number {
    const written = JSON.stringify(value);
    const known = this.#numbers.get(written);
    if (known !== undefined) return known;
    this.#numbers.set(written, this.values.length);
    return this.values.push(value) - 1;
  }
}
