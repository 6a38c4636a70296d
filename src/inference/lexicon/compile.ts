/**
 * Turns the lexicons into a tree of tokens, so that the longest phrase at any place of a title is
 * found in as many steps as it has words.
 */
import { tokenize } from '../tokenize.ts';
import type { Lexicon, Sense } from './sense.ts';

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
  let longestEnding = 0;
  for (const { language, rows } of lexicons) {
    for (const row of rows) {
      const senses = 'kind' in row.says ? [row.says] : row.says;
      for (const phrase of [...phrasesOf(row.words), ...phrasesOf(row.endings)]) {
        addEntry(nodeFor(root, phrase).entries, language, senses);
      }
      for (const ending of phrasesOf(row.endings)) {
        const folded = tokenize(ending)[0]?.text ?? '';
        const entries = endings.get(folded) ?? [];
        addEntry(entries, language, senses);
        endings.set(folded, entries);
        longestEnding = Math.max(longestEnding, folded.length);
      }
    }
  }
  return { root, endings, longestEnding, misspelt: misspellings(root) };
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
