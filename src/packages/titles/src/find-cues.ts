import {
  type CompiledLexicon,
  type Entry,
  namesSport,
  SHORTEST_MISSPELT,
  type TreeNode,
} from './compiled-lexicon.ts';
import { hasUnit, type Measure, readAmount, type Words } from './read-amount.ts';
/**
 * Finds the phrases of the lexicons in a tokenized text: longest first, left to right, without overlaps.
 * Visits each token a bounded number of times.
 */
import type { Token } from './tokenize.ts';

export interface Cue {
  /** Token positions, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly entries: readonly Entry[];
  readonly form: CueForm;
}

/** `phrase`: as in the lexicon. */
type CueForm = 'phrase' | 'compound' | 'inflected' | 'misspelt';

/** Longer words are not compounds of sports. The bound keeps the work per token constant. */
const LONGEST_COMPOUND = 40;
/** Endings up to this length need a beginning known in the same language. */
const SHORT_ENDING = 4;
/** Shorter known beginnings of short endings are coincidences ("To|run"). */
const SHORTEST_BEGINNING = 3;
/** Shorter unknown beginnings are prefixes of ordinary words ("Ver|lauf"). */
const SHORTEST_UNKNOWN_BEGINNING = 4;
/** Counts visits of tokens and parts of words, so that a test can verify a linear bound. */
interface WorkCounter {
  steps: number;
}

interface Match {
  readonly to: number;
  readonly entries: readonly Entry[];
  readonly form: CueForm;
}

/** Finds all cues of a text in order. `work` is incremented per elementary step. */
export function findCues(tokens: readonly Token[], lexicon: CompiledLexicon, work: WorkCounter): Cue[] {
  const cues: Cue[] = [];
  let at = 0;
  let previousEnd = -1;
  while (at < tokens.length) {
    const token = tokens[at];
    if (token === undefined) break;
    work.steps += 1;
    const match = insideKatakana(tokens, at, previousEnd)
      ? null
      : isShred(tokens, at)
        ? joinedPhrase(tokens, at, lexicon.root)
        : (longestPhrase(tokens, at, lexicon, work) ??
          compoundAt(token, at, lexicon, work) ??
          inflectedAt(token, at, lexicon, work) ??
          misspeltAt(token, at, lexicon, work));
    if (match === null) {
      at += 1;
      continue;
    }
    cues.push({
      from: at,
      to: match.to,
      text: textOf(tokens, at, match.to),
      entries: match.entries,
      form: match.form,
    });
    at = match.to;
    previousEnd = match.to;
  }
  return cues;
}

/**
 * Returns true for one or two letters that capitals separate within a longer word ("aTTu"), which are not a
 * word.
 */
function isShred(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== 'word' || token.text.length > 2) return false;
  const next = tokens[at + 1];
  const before = token.glued && tokens[at - 1]?.kind === 'word';
  return before || (next?.kind === 'word' && next.glued);
}

/**
 * Returns true if a position is inside a longer katakana word: ラン in フランス is not a run. A word starts where
 * the katakana starts or a known word ended.
 */
function insideKatakana(tokens: readonly Token[], at: number, previousEnd: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  return token?.katakana === true && token.glued && before?.katakana === true && previousEnd !== at;
}

function longestPhrase(
  tokens: readonly Token[],
  start: number,
  { root, grammar }: CompiledLexicon,
  work: WorkCounter,
): Match | null {
  let best: Match | null = joinedPhrase(tokens, start, root);
  let node: TreeNode | undefined = root;
  for (let at = start; at < tokens.length; at += 1) {
    work.steps += 1;
    const token = tokens[at];
    node = token === undefined ? undefined : node.next.get(token.text);
    if (node === undefined) break;
    if (node.entries.length > 0 && endsCleanly(tokens, start, at + 1, root)) {
      const entries =
        token?.kind === 'number' ? beforeUnit(node.entries, tokens, at, grammar.words) : node.entries;
      if (entries.length > 0 && (best === null || at + 1 >= best.to))
        best = { to: at + 1, entries, form: 'phrase' };
    }
  }
  return best;
}

/**
 * Returns the entries of a phrase that ends in a number, none if the number belongs to what follows: "Lauf 2
 * Std", "Duurloop 3 x 10 min". A race keeps its own distance: "Hardrock 100 miles".
 */
function beforeUnit(
  entries: readonly Entry[],
  tokens: readonly Token[],
  at: number,
  words: Words,
): readonly Entry[] {
  const next = tokens[at + 1]?.text ?? '';
  const counts = SIGNS_OF_UNITS.has(next) || (words.repeats.has(next) && tokens[at + 2]?.kind === 'number');
  if (counts) return NO_ENTRY;
  if (!hasUnit(words, tokens, at)) return entries;
  const measure = readAmount(words, tokens, at)?.measure;
  if (measure === undefined) return NO_ENTRY;
  // "30/15 s": work and rest with their unit.
  if (tokens[at - 1]?.text === '/' && words.seconds.has(next)) return entries;
  return entries.filter(({ senses }) =>
    senses.some((sense) => sense.kind === 'event' && isAsLong(measure, sense.km)),
  );
}

const NO_ENTRY: readonly Entry[] = [];
const SIGNS_OF_UNITS: ReadonlySet<string> = new Set(['%', '°']);
/** A race's name and its distance differ by rounding: "Ironman 70.3" in kilometres does by more. */
const SAME_DISTANCE = 0.02;

function isAsLong(measure: Measure, km: number | null): boolean {
  if (measure.kind !== 'distance' || measure.unit === 'm') return false;
  return km === null || Math.abs(measure.km / km - 1) <= SAME_DISTANCE;
}

/** Joins words that were split at a capital but are one word in the lexicon: "CrossFit", "TrainerRoad". */
function joinedPhrase(tokens: readonly Token[], start: number, root: TreeNode): Match | null {
  const first = tokens[start];
  const second = tokens[start + 1];
  if (first?.kind !== 'word' || second?.kind !== 'word') return null;
  if (!second.glued && !second.hyphened) return null;
  const node = root.next.get(first.text + second.text);
  return node === undefined || node.entries.length === 0
    ? null
    : { to: start + 2, entries: node.entries, form: 'phrase' };
}

/**
 * Returns whether a katakana word may end here. Short ones occur inside many others (ラン in ランズ), so another
 * known word must follow.
 */
function endsCleanly(tokens: readonly Token[], from: number, to: number, root: TreeNode): boolean {
  const last = tokens[to - 1];
  const next = tokens[to];
  if (last?.katakana !== true || next?.katakana !== true || !next.glued) return true;
  return to - from > LONGEST_SHORT_KATAKANA
    ? root.next.get(next.text) !== undefined
    : startsPhrase(tokens, to, root);
}

const LONGEST_SHORT_KATAKANA = 3;

function startsPhrase(tokens: readonly Token[], start: number, root: TreeNode): boolean {
  let node: TreeNode | undefined = root;
  for (let at = start; node !== undefined && at < tokens.length; at += 1) {
    node = node.next.get(tokens[at]?.text ?? '');
    if (node !== undefined && node.entries.length > 0) return true;
  }
  return false;
}

function compoundAt(token: Token, at: number, lexicon: CompiledLexicon, work: WorkCounter): Match | null {
  const word = token.text;
  if (token.kind !== 'word' || word.length < 5 || word.length > LONGEST_COMPOUND) return null;
  const longest = Math.min(lexicon.longestEnding, word.length - 2);
  for (let length = longest; length >= 3; length -= 1) {
    work.steps += 1;
    const endings = lexicon.endings.get(word.slice(-length));
    if (endings === undefined) continue;
    const entries: Entry[] = [];
    for (const ending of endings) {
      const beginning = beginningEntry(word.slice(0, -length), ending.language, lexicon);
      const open =
        lexicon.tails.has(word.slice(-length)) && word.length - length >= SHORTEST_UNKNOWN_BEGINNING;
      if (beginning === null && length <= SHORT_ENDING && !open) continue;
      if (length <= SHORT_ENDING && word.length - length < SHORTEST_BEGINNING) continue;
      const compatible = (beginning?.senses ?? []).filter(
        (sense) => sense.kind !== 'filler' && (sense.kind !== 'sport' || !hasSport(ending)),
      );
      entries.push({ language: ending.language, senses: [...ending.senses, ...compatible] });
    }
    if (entries.length > 0) return { to: at + 1, entries, form: 'compound' };
  }
  return null;
}

const SHORTEST_STEM = 4;

function inflectedAt(token: Token, at: number, lexicon: CompiledLexicon, work: WorkCounter): Match | null {
  const word = token.text;
  if (token.kind !== 'word' || word.length < SHORTEST_STEM + 1 || word.length > LONGEST_COMPOUND) return null;
  const entries: Entry[] = [];
  for (const [suffix, languages] of lexicon.grammar.suffixes) {
    work.steps += 1;
    if (!word.endsWith(suffix) || word.length - suffix.length < SHORTEST_STEM) continue;
    const stem = lexicon.root.next.get(word.slice(0, -suffix.length));
    if (stem === undefined) continue;
    entries.push(...stem.entries.filter((one) => languages.includes(one.language) && hasSport(one)));
  }
  return entries.length === 0 ? null : { to: at + 1, entries, form: 'inflected' };
}

/**
 * Finds a word with one letter missing, doubled or swapped with its neighbour, but never with a letter
 * replaced ("laufen", "kaufen").
 */
function misspeltAt(token: Token, at: number, lexicon: CompiledLexicon, work: WorkCounter): Match | null {
  const word = token.text;
  if (token.kind !== 'word' || word.length < SHORTEST_MISSPELT - 1 || word.length > LONGEST_COMPOUND)
    return null;
  work.steps += 1;
  const meant = lexicon.misspellings.lackingLetter(word);
  if (meant !== null) {
    const entries = lexicon.root.next.get(meant)?.entries.filter(namesSport) ?? [];
    return { to: at + 1, entries, form: 'misspelt' };
  }
  if (word.length < SHORTEST_MISSPELT) return null;
  for (let index = 1; index < word.length; index += 1) {
    work.steps += 1;
    const without = word.slice(0, index) + word.slice(index + 1);
    const doubled =
      word.charAt(index) === word.charAt(index - 1) ? lexicon.root.next.get(without) : undefined;
    const swapped = lexicon.root.next.get(
      word.slice(0, index - 1) + word.charAt(index) + word.charAt(index - 1) + word.slice(index + 1),
    );
    const entries = (doubled ?? swapped)?.entries.filter(hasSport) ?? [];
    if (entries.length > 0) return { to: at + 1, entries, form: 'misspelt' };
  }
  return null;
}

function hasSport(entry: Entry): boolean {
  return entry.senses.some((sense) => sense.kind === 'sport');
}

function beginningEntry(part: string, language: string, lexicon: CompiledLexicon): Entry | null {
  for (const link of lexicon.grammar.linkingLetters) {
    if (!part.endsWith(link)) continue;
    const node = lexicon.root.next.get(link === '' ? part : part.slice(0, -link.length));
    const entry = node?.entries.find((one) => one.language === language || one.language === '*');
    if (entry !== undefined) return entry;
  }
  return null;
}

function textOf(tokens: readonly Token[], from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    text += at > from && token.kind !== 'cjk' && !token.glued ? ` ${token.text}` : token.text;
  }
  return text;
}
