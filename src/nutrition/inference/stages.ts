/**
 * Detects titles of one day, stage or part of something longer: "Day 4", "1/3 to Berlin", "W01D6a", "(2/3)".
 */
import type { CompiledGrammar } from './compiled-lexicon.ts';
import type { ReadText } from './read-text.ts';
import type { Token } from './tokenize.ts';

/** More parts than any series of sessions has. */
const MOST_PARTS = 12;

/**
 * Returns whether a text says that the session is one part of something longer, so that a race in it does not
 * set the distance.
 */
export function isPartOfSeries({ tokens }: ReadText, { stages }: CompiledGrammar['words']): boolean {
  return (
    tokens.some(
      (token, at) =>
        (stages.has(token.text) && (isNumbered(tokens, at + 1) || isOrdinal(tokens, at - 1))) ||
        isPlanCode(tokens, at),
    ) || partOf(tokens) !== null
  );
}

function isCount(token: Token | undefined): boolean {
  return token?.kind === 'number' && Number.isInteger(token.value) && token.value > 0 && token.value < 100;
}

/** Returns true for a number after "day" that is not an amount ("Race day 10k"). */
function isNumbered(tokens: readonly Token[], at: number): boolean {
  return isCount(tokens[at]) && !(tokens[at + 1]?.glued === true && tokens[at + 1]?.kind === 'word');
}

/** Returns true for a leading number: "3. Etappe", "4 dag". */
function isOrdinal(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === '.' && isCount(tokens[at - 1]);
}

/** Returns true for a week and a day of a plan: "W01D6a". */
function isPlanCode(tokens: readonly Token[], at: number): boolean {
  const [week, weekNumber, day, dayNumber] = tokens.slice(at, at + 4);
  if (week?.text !== 'w' && week?.text !== 's') return false;
  return (
    isCount(weekNumber) &&
    weekNumber?.glued === true &&
    (day?.text === 'd' || day?.text === 'j') &&
    isCount(dayNumber)
  );
}

export interface PartOfSeries {
  readonly part: number;
  readonly of: number;
}

/** Reads "(2/3)", "2/3" or "2 of 3" as a part and a total. Null for fractions with units and for dates. */
export function partOf(tokens: readonly Token[]): PartOfSeries | null {
  for (let at = 0; at < tokens.length; at += 1) {
    const part = tokens[at];
    const of = tokens[at + 2];
    const sign = tokens[at + 1]?.text;
    if ((sign !== '/' && sign !== 'of') || !isCount(part) || !isCount(of)) continue;
    if (
      part === undefined ||
      of === undefined ||
      part.value > of.value ||
      of.value > MOST_PARTS ||
      of.value < 2
    )
      continue;
    const isEnclosed = tokens[at - 1]?.text === '(' && tokens[at + 3]?.text === ')';
    const isBeforeGoal = tokens[at + 3]?.text === 'to';
    if (isEnclosed || isBeforeGoal || sign === 'of') return { part: part.value, of: of.value };
  }
  return null;
}
