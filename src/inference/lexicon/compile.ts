/**
 * Turns the lexicons into a tree of tokens, so that the longest phrase at any place of a title is
 * found in as many steps as it has words.
 */

import {
  allRoles,
  type CompiledGrammar,
  type CompiledLexicon,
  type Entry,
  emptyNode,
  nodeAt,
  SHORTEST_MISSPELT,
  type TreeNode,
} from '../compiled-lexicon.ts';
import { tokenize } from '../tokenize.ts';
import { GRAMMAR_ROLES, type GrammarRole } from './grammar-roles.ts';
import type { Lexicon, LexiconRow, Sense } from './sense.ts';

function withEntry(entries: readonly Entry[], language: string, senses: readonly Sense[]): Entry[] {
  const known = entries.some((entry) => entry.language === language);
  if (!known) return [...entries, { language, senses }];
  return entries.map((entry) =>
    entry.language === language ? { language, senses: [...entry.senses, ...senses] } : entry,
  );
}

function phrasesOf(list: string | undefined): string[] {
  return list === undefined
    ? []
    : list
        .split('\n')
        .map((phrase) => phrase.trim())
        .filter((phrase) => phrase !== '');
}

function nodeFor(root: TreeNode, phrase: string): TreeNode {
  return nodeAt(
    root,
    tokenize(phrase).map(({ text }) => text),
  );
}

/** Compiles all lexicons into one search tree; a phrase of several languages keeps one entry for each. */
export function compileLexicons(lexicons: readonly Lexicon[]): CompiledLexicon {
  const root = emptyNode();
  const endings = new Map<string, Entry[]>();
  const tails = new Set<string>();
  for (const { language, rows } of lexicons) {
    for (const row of rows) {
      const senses = sensesOf(row);
      const rowTails = phrasesOf(row.tails);
      const rowEndings = [...phrasesOf(row.endings), ...rowTails];
      for (const phrase of [...phrasesOf(row.words), ...rowEndings]) {
        const node = nodeFor(root, phrase);
        node.entries = withEntry(node.entries, language, senses);
      }
      for (const ending of rowEndings) {
        const folded = tokenize(ending)[0]?.text ?? '';
        if (rowTails.includes(ending)) tails.add(folded);
        endings.set(folded, withEntry(endings.get(folded) ?? [], language, senses));
      }
    }
  }
  for (const { language, rows } of lexicons) {
    for (const row of rows) {
      if (!sensesOf(row).every(({ kind }) => INHERITING.has(kind))) continue;
      for (const phrase of phrasesOf(row.words)) inheritSports(root, phrase, language);
    }
  }
  return {
    root,
    endings,
    longestEnding: Math.max(0, ...[...endings.keys()].map((ending) => ending.length)),
    tails,
    misspelt: misspellings(root),
    grammar: compileGrammar(lexicons),
  };
}

/** Lists the words that name a sport with one letter left out. */
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

function compileGrammar(lexicons: readonly Lexicon[]): CompiledGrammar {
  const suffixes = new Map<string, string[]>();
  for (const { language, grammar } of lexicons) {
    for (const suffix of phrasesOf(grammar?.suffixes)) {
      suffixes.set(suffix, [...(suffixes.get(suffix) ?? []), language]);
    }
  }
  const wordsFor = (role: GrammarRole) =>
    new Set(lexicons.flatMap(({ grammar }) => phrasesOf(grammar?.[role]).map(folded)));
  const words = Object.fromEntries(GRAMMAR_ROLES.map((role) => [role, wordsFor(role)]));
  return {
    words: allRoles(words),
    headFirst: new Set(lexicons.flatMap(({ language, grammar }) => (grammar?.headFirst ? [language] : []))),
    suffixes: [...suffixes],
    linkingLetters: ['', ...new Set(lexicons.flatMap(({ grammar }) => phrasesOf(grammar?.linkingLetters)))],
    languages: new Map(
      lexicons.flatMap(({ language, alsoCalled }) =>
        phrasesOf(alsoCalled).map((code) => [code, language] as const),
      ),
    ),
  };
}

/** A word or sign as it stands in a tokenized title; several characters of a script without spaces are joined. */
function folded(word: string): string {
  return tokenize(word)
    .map(({ text }) => text)
    .join('');
}

const INHERITING: ReadonlySet<Sense['kind']> = new Set(['intensity', 'not_race', 'plan']);

function sensesOf(row: LexiconRow): readonly Sense[] {
  return 'kind' in row.says ? [row.says] : row.says;
}

/** "Footing récup" is listed for its effort; the sport of "footing" still holds inside the phrase. */
function inheritSports(root: TreeNode, phrase: string, language: string): void {
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

/** The sport that a sense keeps inside a phrase: its own, or that of a race which the phrase only prepares. */
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
