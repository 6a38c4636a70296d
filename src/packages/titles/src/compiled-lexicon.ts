import { GRAMMAR_ROLES, type GrammarRole } from './lexicon/grammar-roles.ts';
import type { Sense } from './lexicon/sense.ts';

/** Holds the word lists of `lexicon/` in the form used to look up words of a title. */

/** The meaning of a phrase in one language. */
export interface Entry {
  readonly language: string;
  readonly senses: readonly Sense[];
}

/** Returns whether a phrase names a sport, single or multi. */
export function namesSport({ senses }: Entry): boolean {
  return senses.some(({ kind }) => kind === 'sport' || kind === 'multi');
}

export interface TreeNode {
  /** Meanings of the phrase that ends here. */
  readonly entries: readonly Entry[];
  /** Nodes by the next token. */
  readonly next: { get(token: string): TreeNode | undefined };
}

export interface CompiledGrammar {
  readonly words: Readonly<Record<GrammarRole, ReadonlySet<string>>>;
  /** Languages whose phrases start with their head. */
  readonly headFirst: ReadonlySet<string>;
  /** Each suffix with its languages. */
  readonly suffixes: readonly (readonly [suffix: string, languages: readonly string[]])[];
  readonly linkingLetters: readonly string[];
  /** Languages by their other codes. */
  readonly languages: ReadonlyMap<string, string>;
}

export interface CompiledLexicon {
  readonly grammar: CompiledGrammar;
  readonly root: TreeNode;
  /** Last parts of compounds, by their letters. */
  readonly endings: ReadonlyMap<string, readonly Entry[]>;
  readonly longestEnding: number;
  /** Endings that need no known beginning. */
  readonly tails: ReadonlySet<string>;
  readonly misspellings: SportWords;
}

/**
 * Returns the roles of a language, each with its words.
 * @throws Error if a role is missing
 */
export function allRoles(
  words: Readonly<Record<string, ReadonlySet<string>>>,
): Readonly<Record<GrammarRole, ReadonlySet<string>>> {
  if (!hasAllRoles(words)) throw new Error('the grammar lacks a role');
  return words;
}

function hasAllRoles(
  words: Readonly<Record<string, ReadonlySet<string>>>,
): words is Readonly<Record<GrammarRole, ReadonlySet<string>>> {
  return GRAMMAR_ROLES.every((role) => words[role] !== undefined);
}

// Reads the lexicon as packed by the build: strings that are split into lines on an isolate's first use, and
// lines that are read when a title contains their word.

export interface PackedLexicon {
  readonly senses: readonly Sense[];
  /** One line per set of entries: languages, each with the numbers of its senses ("en 0 4;de 2"). */
  readonly entries: string;
  /**
   * One line per first token: the token, its line of entries, and the same for each phrase that starts with
   * it, between tabs.
   */
  readonly phrases: string;
  /** One line per ending of compounds: the ending and its line of entries. */
  readonly endings: string;
  /** Endings that need no known beginning, separated by spaces. */
  readonly tails: string;
  readonly sportWords: string;
  readonly grammar: {
    readonly words: Readonly<Record<string, string>>;
    readonly headFirst: string;
    /** A suffix and its languages, separated by spaces. */
    readonly suffixes: readonly string[];
    readonly linkingLetters: readonly string[];
    /** Each alternative code of a language, and the language. */
    readonly languages: readonly string[];
  };
}

/** The line of a phrase without its own meaning that longer ones start with. */
export const NO_ENTRIES = '-';

/** Returns the packed lexicon. */
export function unpackLexicon(packed: PackedLexicon): CompiledLexicon {
  const entries = new EntryLines(packed);
  const endings = new Map(pairsOf(packed.endings).map(([ending, line]) => [ending, entries.at(line)]));
  const { words, headFirst, suffixes, linkingLetters, languages } = packed.grammar;
  return {
    root: { entries: [], next: new FirstTokens(packed.phrases, entries) },
    endings,
    longestEnding: Math.max(0, ...[...endings.keys()].map((ending) => ending.length)),
    tails: setOf(packed.tails),
    misspellings: new SportWords(packed.sportWords.split(' ')),
    grammar: {
      words: allRoles(
        Object.fromEntries(Object.entries(words).map(([role, listed]) => [role, setOf(listed)])),
      ),
      headFirst: setOf(headFirst),
      suffixes: suffixes.map((line) => {
        const [suffix = '', ...of] = line.split(' ');
        return [suffix, of] as const;
      }),
      linkingLetters,
      languages: new Map(languages.map((line) => pairOf(line, ' '))),
    },
  };
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words === '' ? [] : words.split(' '));
}

function pairsOf(lines: string): (readonly [string, string])[] {
  return lines === '' ? [] : lines.split('\n').map((line) => pairOf(line, '\t'));
}

function pairOf(line: string, sign: string): readonly [string, string] {
  const at = line.indexOf(sign);
  return [line.slice(0, at), line.slice(at + 1)];
}

/** Sets of entries by line, read on first use. */
class EntryLines {
  readonly #senses: readonly Sense[];
  readonly #lines: readonly string[];
  readonly #read: (readonly Entry[] | undefined)[] = [];

  constructor({ senses, entries }: PackedLexicon) {
    this.#senses = senses;
    this.#lines = entries.split('\n');
  }

  at(number: string): readonly Entry[] {
    if (number === NO_ENTRIES) return NONE;
    const index = Number(number);
    const known = this.#read[index];
    if (known !== undefined) return known;
    const entries = (this.#lines[index] ?? '').split(';').map((part) => this.#entryOf(part));
    this.#read[index] = entries;
    return entries;
  }

  #entryOf(part: string): Entry {
    const [language = '', ...numbers] = part.split(' ');
    return { language, senses: numbers.flatMap((number) => this.#senses[Number(number)] ?? []) };
  }
}

const NONE: readonly Entry[] = [];

/** A node of the tree, built from its line. */
interface ReadNode extends TreeNode {
  readonly next: Map<string, ReadNode>;
  entries: readonly Entry[];
}

/** The nodes of first tokens. Each is built when a title first contains its token. */
class FirstTokens {
  readonly #entries: EntryLines;
  /** The rest of the token's line, or its node. */
  readonly #nodes: Map<string, string | ReadNode>;

  constructor(phrases: string, entries: EntryLines) {
    this.#entries = entries;
    this.#nodes = new Map(pairsOf(phrases));
  }

  get(token: string): ReadNode | undefined {
    const found = this.#nodes.get(token);
    if (typeof found !== 'string') return found;
    const node = this.#nodeOf(found);
    this.#nodes.set(token, node);
    return node;
  }

  #nodeOf(line: string): ReadNode {
    const [own = NO_ENTRIES, ...rest] = line.split('\t');
    const root: ReadNode = { entries: this.#entries.at(own), next: new Map() };
    for (let at = 0; at + 1 < rest.length; at += 2) {
      let node = root;
      for (const token of (rest[at] ?? '').split(' ')) {
        const next: ReadNode = node.next.get(token) ?? { entries: NONE, next: new Map() };
        node.next.set(token, next);
        node = next;
      }
      node.entries = this.#entries.at(rest[at + 1] ?? NO_ENTRIES);
    }
    return root;
  }
}

// Finds words that name a sport by a spelling with one letter missing.

/** Shorter words are one typo away from too many others. */
export const SHORTEST_MISSPELT = 7;

/** Words that name a sport, each at least `SHORTEST_MISSPELT` long. Sorted on first use. */
export class SportWords {
  readonly #words: readonly string[];
  /** Words by first letter and length. */
  #shelves: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  /** Returns the word that lacks one letter after its first in this spelling ("cyling"), or null. */
  lackingLetter(spelling: string): string | null {
    const shelf = this.#shelvesByStart().get(shelfOf(spelling, spelling.length + 1));
    return shelf?.findLast((word) => isWithoutOne(word, spelling)) ?? null;
  }

  #shelvesByStart(): ReadonlyMap<string, readonly string[]> {
    this.#shelves ??= Map.groupBy(this.#words, (word) => shelfOf(word, word.length));
    return this.#shelves;
  }
}

function shelfOf(word: string, length: number): string {
  return word.charAt(0) + length;
}

/** Returns whether a spelling is the word with one letter missing. */
function isWithoutOne(word: string, spelling: string): boolean {
  let at = 1;
  while (at < spelling.length && word.charCodeAt(at) === spelling.charCodeAt(at)) at += 1;
  return word.endsWith(spelling.slice(at));
}
