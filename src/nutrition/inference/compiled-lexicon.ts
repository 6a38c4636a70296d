/** Holds the word lists of `lexicon/` in the form used to look up words of a title. */
import { GRAMMAR_ROLES, type GrammarRole } from './lexicon/grammar-roles.ts';
import type { Sense } from './lexicon/sense.ts';
import type { SportWords } from './misspellings.ts';

/** The meaning of a phrase in one language. */
export interface Entry {
  readonly language: string;
  readonly senses: readonly Sense[];
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
