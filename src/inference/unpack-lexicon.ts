/** Reads a compiled lexicon out of its file, in less than half the time of compiling the word lists (`bench:inference`). */
import {
  allRoles,
  type CompiledGrammar,
  type CompiledLexicon,
  type Entry,
  emptyNode,
  nodeAt,
  SHORTEST_MISSPELT,
  type TreeNode,
} from './compiled-lexicon.ts';
import type { Sense } from './lexicon/sense.ts';

/** Told apart from files of other versions by this number: raise it when the shape changes. */
export const LEXICON_FORMAT = 2;
export const WORDS_APART = ' ';
export const PHRASES_APART = '\n';

/** The numbers in it are places in the lists of the same file. */
export interface LexiconFile {
  readonly format: typeof LEXICON_FORMAT;
  readonly senses: readonly Sense[];
  /** A language and its senses. */
  readonly entries: readonly (readonly [language: string, ...senses: number[]])[];
  /** The entries of one phrase in all languages that have it. */
  readonly meanings: readonly (readonly number[])[];
  /** Neighbours of one meaning are written together. */
  readonly phrases: readonly (readonly [meaning: number, phrases: string])[];
  readonly endings: readonly (readonly [ending: string, meaning: number])[];
  readonly tails: readonly string[];
  /** Words by role. */
  readonly grammar: readonly (readonly [role: string, words: readonly string[]])[];
  readonly headFirst: readonly string[];
  readonly suffixes: CompiledGrammar['suffixes'];
  readonly linkingLetters: readonly string[];
  readonly languages: readonly (readonly [code: string, language: string])[];
}

/**
 * Returns the lexicon that a file's parsed JSON holds, or null if it is not a lexicon or has another format.
 *
 * @throws Error where a file of this format contradicts itself
 */
export function unpackLexicon(file: unknown): CompiledLexicon | null {
  if (!isLexiconFile(file)) return null;
  const entries: Entry[] = file.entries.map(([language, ...senses]) => ({
    language,
    senses: senses.map((sense) => numbered(file.senses, sense)),
  }));
  const meanings = file.meanings.map((meaning) => meaning.map((entry) => numbered(entries, entry)));
  const root = emptyNode();
  for (const [meaning, phrases] of file.phrases) {
    const known = numbered(meanings, meaning);
    for (const phrase of phrases.split(PHRASES_APART)) {
      nodeAt(root, phrase.split(WORDS_APART)).entries = known;
    }
  }
  return {
    grammar: {
      words: allRoles(Object.fromEntries(file.grammar.map(([role, words]) => [role, new Set(words)]))),
      headFirst: new Set(file.headFirst),
      suffixes: file.suffixes,
      linkingLetters: file.linkingLetters,
      languages: new Map(file.languages),
    },
    root,
    endings: new Map(file.endings.map(([ending, meaning]) => [ending, numbered(meanings, meaning)])),
    longestEnding: Math.max(0, ...file.endings.map(([ending]) => ending.length)),
    tails: new Set(file.tails),
    misspelt: misspellings(root),
  };
}

const LISTS = [
  'senses',
  'entries',
  'meanings',
  'phrases',
  'endings',
  'tails',
  'grammar',
  'headFirst',
  'suffixes',
  'linkingLetters',
  'languages',
] as const;

/** Looks at the number and the lists, not into them: what has this number, our own build wrote. */
function isLexiconFile(value: unknown): value is LexiconFile {
  if (typeof value !== 'object' || value === null) return false;
  const members = new Map<string, unknown>(Object.entries(value));
  return members.get('format') === LEXICON_FORMAT && LISTS.every((name) => Array.isArray(members.get(name)));
}

function numbered<Value>(values: readonly Value[], number: number): Value {
  const value = values[number];
  if (value === undefined) throw new Error(`the lexicon's file lacks what it calls ${number}`);
  return value;
}

function misspellings(root: TreeNode): Map<string, readonly Entry[]> {
  const misspelt = new Map<string, readonly Entry[]>();
  for (const [word, { entries }] of root.next) {
    if (word.length < SHORTEST_MISSPELT) continue;
    const sports = entries.filter((entry) =>
      entry.senses.some(({ kind }) => kind === 'sport' || kind === 'multi'),
    );
    if (sports.length === 0) continue;
    for (let at = 1; at < word.length; at += 1) misspelt.set(word.slice(0, at) + word.slice(at + 1), sports);
  }
  return misspelt;
}
