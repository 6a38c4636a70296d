/** What the reading of a title looks words up in: the word lists of `lexicon/`, as they are once compiled. */
import type { Sense } from './lexicon/sense.ts';

/** What one language means by a phrase. */
export interface Entry {
  readonly language: string;
  readonly senses: readonly Sense[];
}

export interface TreeNode {
  next: Map<string, TreeNode>;
  entries: readonly Entry[];
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

/** Shared by all nodes that nothing follows, which are most: ten thousand empty maps would cost more than the words. */
const NOTHING_FOLLOWS = new Map<string, TreeNode>();

export function emptyNode(): TreeNode {
  return { next: NOTHING_FOLLOWS, entries: [] };
}

/** The node that these words lead to, made where it is not there yet. */
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
