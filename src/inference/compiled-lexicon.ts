/** Holds the word lists of `lexicon/` in the form in which the reading of a title looks them up. */
import { GRAMMAR_ROLES, type GrammarRole } from './lexicon/grammar-roles.ts';
import type { Sense } from './lexicon/sense.ts';

/** The meaning of a phrase in one language. */
export interface Entry {
  readonly language: string;
  readonly senses: readonly Sense[];
}

export interface TreeNode {
  next: Map<string, TreeNode>;
  entries: readonly Entry[];
}

export interface CompiledGrammar {
  readonly words: Readonly<Record<GrammarRole, ReadonlySet<string>>>;
  /** Languages whose phrases have their head in front. */
  readonly headFirst: ReadonlySet<string>;
  /** Each suffix with the languages that have it. */
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
  /** Words that name a sport with one letter left out, so that "cyling" and "treadmil" find theirs. */
  readonly misspelt: ReadonlyMap<string, readonly Entry[]>;
}

/** Shorter words are one typing error away from too many others. */
export const SHORTEST_MISSPELT = 7;

/**
 * Shared by all nodes without successors, which are most: ten thousand empty maps would cost more than the
 * words.
 */
const NOTHING_FOLLOWS = new Map<string, TreeNode>();

/** Makes a node without successors. */
export function emptyNode(): TreeNode {
  return { next: NOTHING_FOLLOWS, entries: [] };
}

/** Returns the node that these words lead to; makes it if it is missing. */
export function nodeAt(root: TreeNode, words: readonly string[]): TreeNode {
  let node = root;
  for (const word of words) {
    let next = node.next.get(word);
    if (next === undefined) {
      next = emptyNode();
      if (node.next === NOTHING_FOLLOWS) node.next = new Map();
      node.next.set(word, next);
    }
    node = next;
  }
  return node;
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
