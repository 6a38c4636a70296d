/**
 * Compiles the word lists into a tree of tokens, so that the longest phrase at any position is found in as
 * many steps as it has words. Runs when the Worker is built.
 */

import {
  allRoles,
  type CompiledLexicon,
  type Entry,
  namesSport,
  SHORTEST_MISSPELT,
  SportWords,
  type TreeNode,
} from '../compiled-lexicon.ts';
import { tokenize } from '../tokenize.ts';
import { GRAMMAR_ROLES, type GrammarRole } from './grammar-roles.ts';
import type { Lexicon, Sense } from './sense.ts';

/** A node under construction. */
interface Branch extends TreeNode {
  readonly next: Map<string, Branch>;
  entries: readonly Entry[];
}

/** A lexicon whose words can be listed for packing. */
export interface LexiconTree extends CompiledLexicon {
  readonly root: Branch;
  /** Sport words long enough to be recognized with a typo. */
  readonly sportWords: readonly string[];
}

/** Compiles all lexicons into one search tree. A phrase in several languages has one entry for each. */
export function compileLexicons(lexicons: readonly Lexicon[]): LexiconTree {
  const root = emptyBranch();
  const endings = new Map<string, Entry[]>();
  const tails = new Set<string>();
  for (const { language, rows } of lexicons) {
    for (const { says, matches, phrases } of rows) {
      for (const phrase of phrases) {
        const node = nodeFor(root, phrase);
        node.entries = withEntry(node.entries, language, says);
        if (matches === 'words') continue;
        const ending = tokenize(phrase)[0]?.text ?? '';
        if (matches === 'tails') tails.add(ending);
        endings.set(ending, withEntry(endings.get(ending) ?? [], language, says));
      }
    }
  }
  for (const { language, rows } of lexicons) {
    for (const { says, matches, phrases } of rows) {
      if (matches !== 'words' || !says.every(({ kind }) => INHERITING.has(kind))) continue;
      for (const phrase of phrases) inheritSports(root, phrase, language);
    }
  }
  const sportWords = wordsOfSports(root);
  return {
    root,
    endings,
    longestEnding: Math.max(0, ...[...endings.keys()].map((ending) => ending.length)),
    tails,
    sportWords,
    misspellings: new SportWords(sportWords),
    grammar: compileGrammar(lexicons),
  };
}

function emptyBranch(): Branch {
  return { next: new Map(), entries: [] };
}

/** Returns the node of a phrase, creating it if missing. */
function nodeFor(root: Branch, phrase: string): Branch {
  let node = root;
  for (const { text } of tokenize(phrase)) {
    const next = node.next.get(text) ?? emptyBranch();
    node.next.set(text, next);
    node = next;
  }
  return node;
}

function withEntry(entries: readonly Entry[], language: string, senses: readonly Sense[]): Entry[] {
  const known = entries.some((entry) => entry.language === language);
  if (!known) return [...entries, { language, senses }];
  return entries.map((entry) =>
    entry.language === language ? { language, senses: [...entry.senses, ...senses] } : entry,
  );
}

function wordsOfSports({ next }: Branch): string[] {
  return [...next]
    .filter(([word, { entries }]) => word.length >= SHORTEST_MISSPELT && entries.some(namesSport))
    .map(([word]) => word);
}

function compileGrammar(lexicons: readonly Lexicon[]): CompiledLexicon['grammar'] {
  const suffixes = new Map<string, string[]>();
  for (const { language, grammar } of lexicons) {
    for (const suffix of grammar.get('suffixes') ?? []) {
      suffixes.set(suffix, [...(suffixes.get(suffix) ?? []), language]);
    }
  }
  const wordsFor = (role: GrammarRole) =>
    lexicons.flatMap(({ grammar }) => (grammar.get(role) ?? []).map(folded));
  return {
    words: allRoles(Object.fromEntries(GRAMMAR_ROLES.map((role) => [role, new Set(wordsFor(role))]))),
    headFirst: new Set(lexicons.flatMap(({ language, headFirst }) => (headFirst ? [language] : []))),
    suffixes: [...suffixes],
    linkingLetters: ['', ...new Set(lexicons.flatMap(({ grammar }) => grammar.get('linkingLetters') ?? []))],
    languages: new Map(
      lexicons.flatMap(({ language, alsoCalled }) => alsoCalled.map((code) => [code, language] as const)),
    ),
  };
}

/** Folds a word or sign as in a tokenized title. Several characters of a script without spaces are joined. */
function folded(word: string): string {
  return tokenize(word)
    .map(({ text }) => text)
    .join('');
}

const INHERITING: ReadonlySet<Sense['kind']> = new Set(['intensity', 'not_race', 'plan']);

/** "Footing récup" is listed for its effort. The sport of "footing" still applies inside the phrase. */
function inheritSports(root: Branch, phrase: string, language: string): void {
  const tokens = tokenize(phrase);
  if (tokens.length < 2) return;
  const own = nodeFor(root, phrase);
  if (own.entries.some((entry) => entry.language === language && entry.senses.some(isSport))) return;
  const inherited = tokens.flatMap(({ text }) =>
    (root.next.get(text)?.entries ?? [])
      .filter((entry) => entry.language === language || entry.language === '*')
      .flatMap(({ senses }) => senses.flatMap(asSport)),
  );
  if (inherited.length > 0) own.entries = withEntry(own.entries, language, inherited);
}

/** Returns the sport that a sense keeps inside a phrase: its own, or that of the race it prepares for. */
function asSport(sense: Sense): Sense[] {
  if (sense.kind === 'sport') return [sense];
  if (
    sense.kind !== 'event' ||
    sense.type === 'triathlon' ||
    sense.type === 'duathlon' ||
    sense.type === 'brick'
  )
    return [];
  return [{ kind: 'sport', type: sense.type, weight: sense.weight, yields: true }];
}

function isSport({ kind }: Sense): boolean {
  return kind === 'sport';
}
