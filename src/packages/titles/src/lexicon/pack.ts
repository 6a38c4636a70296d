/** Packs the compiled lexicon into strings for the isolate. Runs when the Worker is built. */
import { type Entry, NO_ENTRIES, type PackedLexicon } from '../compiled-lexicon.ts';
import type { LexiconTree } from './compile.ts';
import { GRAMMAR_ROLES } from './grammar-roles.ts';
import type { Sense } from './sense.ts';

/** Returns a lexicon in the form for `unpackLexicon`. */
export function packLexicon({ root, endings, tails, sportWords, grammar }: LexiconTree): PackedLexicon {
  const numbers = new Numbers();
  const phrases = [...root.next].map(([token, node]) => [token, ...lineOf(node, numbers)].join('\t'));
  const lastParts = [...endings].map(([ending, entries]) => `${ending}\t${numbers.ofEntries(entries)}`);
  return {
    senses: numbers.senses,
    entries: numbers.entries.join('\n'),
    phrases: phrases.join('\n'),
    endings: lastParts.join('\n'),
    tails: [...tails].join(' '),
    sportWords: sportWords.join(' '),
    grammar: {
      words: Object.fromEntries(GRAMMAR_ROLES.map((role) => [role, [...grammar.words[role]].join(' ')])),
      headFirst: [...grammar.headFirst].join(' '),
      suffixes: grammar.suffixes.map(([suffix, languages]) => [suffix, ...languages].join(' ')),
      linkingLetters: grammar.linkingLetters,
      languages: [...grammar.languages].map((pair) => pair.join(' ')),
    },
  };
}

/** Numbers senses and sets of entries, each once. */
class Numbers {
  readonly senses: Sense[] = [];
  readonly entries: string[] = [];
  readonly #senseAt = new Map<string, number>();
  readonly #entriesAt = new Map<string, number>();

  ofEntries(entries: readonly Entry[]): string {
    if (entries.length === 0) return NO_ENTRIES;
    const line = entries
      .map(({ language, senses }) => [language, ...senses.map((sense) => this.#ofSense(sense))].join(' '))
      .join(';');
    return String(numberOf(line, line, this.#entriesAt, this.entries));
  }

  #ofSense(sense: Sense): number {
    return numberOf(JSON.stringify(sense), sense, this.#senseAt, this.senses);
  }
}

function numberOf<Value>(key: string, value: Value, numbers: Map<string, number>, values: Value[]): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, values.length);
  return values.push(value) - 1;
}

/** Lists the entries of a node, then each phrase under it with its entries. */
function lineOf(node: LexiconTree['root'], numbers: Numbers): string[] {
  return [numbers.ofEntries(node.entries), ...phrasesUnder(node, [], numbers)];
}

function phrasesUnder({ next }: LexiconTree['root'], before: readonly string[], numbers: Numbers): string[] {
  return [...next].flatMap(([token, node]) => {
    const words = [...before, token];
    const own = node.entries.length === 0 ? [] : [words.join(' '), numbers.ofEntries(node.entries)];
    return [...own, ...phrasesUnder(node, words, numbers)];
  });
}
