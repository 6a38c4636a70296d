/**
 * Turns the lexicons into a tree of tokens, so that the longest phrase at any place of a title is
 * found in as many steps as it has words.
 */
import { tokenize } from '../tokenize.ts';
import type { Lexicon, LexiconRow, Sense } from './sense.ts';

/** What one language means by a phrase. */
export interface Entry {
  readonly language: string;
  readonly senses: readonly Sense[];
}

export interface TreeNode {
  readonly next: Map<string, TreeNode>;
  readonly entries: Entry[];
}

export interface CompiledLexicon {
  readonly root: TreeNode;
  /** Last parts of compounds, by their letters. */
  readonly endings: ReadonlyMap<string, readonly Entry[]>;
  readonly longestEnding: number;
  /** Endings that need no known beginning. */
  readonly tails: ReadonlySet<string>;
  /** Words that name a sport with one letter left out, so that "cyling" and "treadmil" find theirs. */
  readonly misspelt: ReadonlyMap<string, readonly Entry[]>;
}

/** Shorter words are one slip away from too many others. */
export const SHORTEST_MISSPELT = 7;

function addEntry(entries: Entry[], language: string, senses: readonly Sense[]): void {
  const index = entries.findIndex((entry) => entry.language === language);
  const known = entries[index];
  if (known === undefined) entries.push({ language, senses });
  else entries[index] = { language, senses: [...known.senses, ...senses] };
}

function phrasesOf(list: string | undefined): string[] {
  return list === undefined
    ? []
    : list
        .split(',')
        .map((phrase) => phrase.trim())
        .filter((phrase) => phrase !== '');
}

function nodeFor(root: TreeNode, phrase: string): TreeNode {
  let node = root;
  for (const token of tokenize(phrase)) {
    let next = node.next.get(token.text);
    if (next === undefined) {
      next = { next: new Map(), entries: [] };
      node.next.set(token.text, next);
    }
    node = next;
  }
  return node;
}

/** One search tree over all lexicons; a phrase of several languages keeps one entry for each. */
export function compileLexicons(lexicons: readonly Lexicon[]): CompiledLexicon {
  const root: TreeNode = { next: new Map(), entries: [] };
  const endings = new Map<string, Entry[]>();
  const tails = new Set<string>();
  let longestEnding = 0;
  for (const { language, rows } of lexicons) {
    for (const row of rows) {
      const senses = sensesOf(row);
      const rowTails = phrasesOf(row.tails);
      const rowEndings = [...phrasesOf(row.endings), ...rowTails];
      for (const phrase of [...phrasesOf(row.words), ...rowEndings]) {
        addEntry(nodeFor(root, phrase).entries, language, senses);
      }
      for (const ending of rowEndings) {
        const folded = tokenize(ending)[0]?.text ?? '';
        if (rowTails.includes(ending)) tails.add(folded);
        const entries = endings.get(folded) ?? [];
        addEntry(entries, language, senses);
        endings.set(folded, entries);
        longestEnding = Math.max(longestEnding, folded.length);
      }
    }
  }
  for (const { language, rows } of lexicons) {
    for (const row of rows) {
      if (!sensesOf(row).every(({ kind }) => kind === 'intensity' || kind === 'not_race')) continue;
      for (const phrase of phrasesOf(row.words)) inheritSports(root, phrase, language);
    }
  }
  return { root, endings, longestEnding, tails, misspelt: misspellings(root) };
}

function sensesOf(row: LexiconRow): readonly Sense[] {
  return 'kind' in row.says ? [row.says] : row.says;
}

/** "Footing récup" is listed for its effort; the sport of "footing" still holds inside the phrase. */
function inheritSports(root: TreeNode, phrase: string, language: string): void {
  const tokens = tokenize(phrase);
  if (tokens.length < 2) return;
  const own = nodeFor(root, phrase).entries;
  if (own.some((entry) => entry.language === language && entry.senses.some(isSport))) return;
  const inherited = tokens.flatMap(({ text }) =>
    (root.next.get(text)?.entries ?? [])
      .filter((entry) => entry.language === language || entry.language === '*')
      .flatMap(({ senses }) => senses.flatMap(asSport)),
  );
  if (inherited.length > 0) addEntry(own, language, inherited);
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
