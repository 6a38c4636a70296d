/** Finds codes of training plans ("W01D6a", "2E+13T"), whose numbers are not amounts. */
import type { CompiledGrammar } from './compiled-lexicon.ts';
import type { Token } from './tokenize.ts';

const UNIT_ROLES = [
  'hours',
  'minutes',
  'seconds',
  'kilometres',
  'miles',
  'metres',
  'yards',
  'watts',
  'cadence',
  'speed',
  'climb',
  'repeats',
] as const;

/**
 * Returns the positions of numbers within codes: letters and digits without a space that are not just
 * numbers, `x` and units ("2h30", "6x800m" are). A plus sign without spaces makes its neighbours part of the
 * code.
 */
export function numbersOfCodes(
  tokens: readonly Token[],
  words: CompiledGrammar['words'],
): ReadonlySet<number> {
  const places = new Set<number>();
  let hasCounts = false;
  for (let at = 0; at < tokens.length; ) {
    const { to, hasCode, numbers } = readRun(tokens, at, words);
    if (hasCode) for (const place of numbers) places.add(place);
    hasCounts ||= hasCode && tokens[at]?.kind === 'number';
    at = to;
  }
  // "3E 5T 2E": next to a code, a letter that is a unit in some language belongs to another code.
  if (hasCounts) {
    for (const [at, { kind, text, glued }] of tokens.entries()) {
      if (kind === 'word' && glued && text.length === 1 && !COMMON_UNITS.has(text)) places.add(at - 1);
    }
  }
  return places;
}

const COMMON_UNITS: ReadonlySet<string> = new Set(['h', 'm', 'k', 's']);

interface Run {
  readonly to: number;
  readonly hasCode: boolean;
  readonly numbers: readonly number[];
}

/** Reads adjacent words and numbers without spaces, including those joined by a plus sign. */
function readRun(tokens: readonly Token[], from: number, words: CompiledGrammar['words']): Run {
  const numbers: number[] = [];
  let hasCode = false;
  let part = { isMixed: false, isAmount: true, length: 0 };
  let at = from;
  const endPart = () => {
    hasCode ||= part.isMixed && !part.isAmount;
    part = { isMixed: false, isAmount: true, length: 0 };
  };
  for (; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || (at > from && !token.glued)) break;
    if (token.kind === 'symbol' && token.text === '+') {
      endPart();
      continue;
    }
    if (token.kind !== 'word' && token.kind !== 'number') break;
    if (token.kind === 'number') numbers.push(at);
    else part.isAmount &&= (part.length > 0 || token.text === 'x') && isUnit(token.text, words);
    part.isMixed ||= part.length > 0 && tokens[at - 1]?.kind !== token.kind;
    part.length += 1;
  }
  endPart();
  return { to: Math.max(at, from + 1), hasCode, numbers };
}

function isUnit(text: string, words: CompiledGrammar['words']): boolean {
  return text === 'm' || UNIT_ROLES.some((role) => words[role].has(text));
}
