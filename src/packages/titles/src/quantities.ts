import type { CompiledGrammar } from './compiled-lexicon.ts';
import { UNIT_ROLES } from './lexicon/grammar-roles.ts';
import { type Measure, type Reading, readAmount, type Words, wordAt, wordBefore } from './read-amount.ts';
import type { Token } from './tokenize.ts';

/**
 * Reads all amounts of a title with their roles and repeats: "3x(20'+5')", "6x800m @5k pace". One pass with
 * bounded lookahead.
 */

/**
 * `session` counts for the whole or for a leg; `rep` is inside a set; `rest` is the rest in a set; `target`
 * is a pace or effort to aim for ("@ 5k pace"); `part` is one of several parts ("10 min warm-up"); `inside` is
 * part of an amount that the text states ("with 20 min tempo"); `whole` is stated as all of the session ("65 min
 * in total"); `other` belongs to another time or session ("2 h later").
 */
export type QuantityRole = 'session' | 'whole' | 'rep' | 'rest' | 'target' | 'part' | 'inside' | 'other';

export interface StatedQuantity {
  readonly from: number;
  readonly to: number;
  readonly measure: Measure;
  readonly role: QuantityRole;
  /** Number of times that a set repeats it, 1 outside of sets. */
  readonly times: number;
}

/** Positions of words that determine the meaning of an adjacent amount. */
export interface Surroundings {
  /** Ends of hard efforts. A clock reading after one is a pace ("Threshold 4:50"), a short time a part. */
  readonly effortEnds: ReadonlySet<number>;
  /** Starts of sports and races. */
  readonly sessionStarts: ReadonlySet<number>;
  /** Ends of warm-ups and cool-downs. */
  readonly partEnds: ReadonlySet<number>;
}

function isRepeatSign(words: Words, tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  if (!words.repeats.has(token.text)) return false;
  const next = tokens[at + 1];
  return token.text !== 'x' || next?.kind === 'number' || next?.text === '(' || next?.text === '~';
}

/** Reads all quantities of a text in order. */
export function readQuantities(
  tokens: readonly Token[],
  words: Words,
  surroundings: Surroundings,
): StatedQuantity[] {
  const hasNumber = tokens.some(({ kind }) => kind === 'number');
  return hasNumber ? new QuantityReader(tokens, words, surroundings).read() : [];
}

/** More repeats, or longer numbers, mean something else: a route, a postcode. */
const REPEATS_MAX = 100;
const NUMBER_LENGTH_MAX = 6;

/** Reads tokens from left to right. Each reading method returns the position after what it has read. */
class QuantityReader {
  readonly #tokens: readonly Token[];
  readonly #words: Words;
  readonly #surroundings: Surroundings;
  readonly #codes: ReadonlySet<number>;
  readonly #quantities: StatedQuantity[] = [];
  /** Number of open parentheses. */
  #depth = 0;
  /** Depth inside the parentheses of a set, "3x(", and its number of repeats. 0 outside. */
  #group = 0;
  #times = 1;
  #seenSet = false;
  /** Repeats of the last set, whose rests may follow it. */
  #setTimes = 1;
  /** Sets around the current one, innermost last: "2x(5x(1' + 1') + 5')". */
  readonly #outer: { readonly group: number; readonly times: number }[] = [];
  /** Positions in the list of quantities at which each open parenthesis began. */
  readonly #opened: number[] = [];

  constructor(tokens: readonly Token[], words: Words, surroundings: Surroundings) {
    this.#tokens = tokens;
    this.#words = words;
    this.#surroundings = surroundings;
    this.#codes = numbersOfCodes(tokens, words);
  }

  read(): StatedQuantity[] {
    let at = 0;
    for (let token = this.#tokens[at]; token !== undefined; token = this.#tokens[at])
      at = this.#readFrom(token, at);
    return this.#quantities;
  }

  #readFrom(token: Token, at: number): number {
    this.#followParentheses(token.text, at);
    if (token.kind !== 'number' || token.text.length > NUMBER_LENGTH_MAX) return at + 1;
    if (isRounds(this.#words, this.#tokens, at)) return this.#readRounds(token.value, at);
    return this.#isRepeats(token, at) ? this.#readSet(token.value, at) : this.#readAmount(token, at);
  }

  #followParentheses(text: string, at: number): void {
    if (text === '(') {
      this.#depth += 1;
      this.#opened.push(this.#quantities.length);
    }
    if (text !== ')' || this.#depth === 0) return;
    this.#depth -= 1;
    this.#repeatFrom(this.#opened.pop() ?? 0, at + 1);
    if (this.#depth >= this.#group) return;
    const outer = this.#outer.pop();
    this.#group = outer?.group ?? 0;
    this.#times = outer?.times ?? 1;
  }

  /** "(10' + 5') x 3": repeats behind the parentheses. */
  #repeatFrom(first: number, at: number): void {
    const repeats = repeatsAfter(this.#tokens, at);
    if (repeats === null) return;
    this.#seenSet = true;
    for (let index = first; index < this.#quantities.length; index += 1) {
      const quantity = this.#quantities[index];
      if (
        quantity === undefined ||
        (quantity.role !== 'session' && quantity.role !== 'rep' && quantity.role !== 'part')
      )
        continue;
      this.#quantities[index] = { ...quantity, role: 'rep', times: quantity.times * repeats.times };
    }
  }

  #isRepeats({ value }: Token, at: number): boolean {
    const isCount = Number.isInteger(value) && value >= 1 && value <= REPEATS_MAX;
    return isCount && (isRepeatSign(this.#words, this.#tokens, at + 1) || this.#linkOfSet(at) > 0);
  }

  /** Returns the tokens between a count and its amount in "3 series de 10 min", "3 sets of 10 min". 0 for others. */
  #linkOfSet(at: number): number {
    const word = wordAt(this.#tokens, at + 1);
    if (!this.#words.afterSet.has(word)) return 0;
    const link = this.#tokens[at + 2];
    const to = link?.kind === 'word' && link.text.length <= LONGEST_LINK ? at + 3 : at + 2;
    const reading = readAmount(this.#words, this.#tokens, to);
    return reading === null || reading.measure.kind === 'bare' ? 0 : to - at;
  }

  /** Reads "6x" with the amount that follows, or "3x(", whose amounts follow one by one. */
  #readSet(repeats: number, at: number): number {
    const link = this.#linkOfSet(at);
    const start = at + (link > 0 ? link : 2);
    this.#seenSet = true;
    const times = this.#group > 0 ? this.#times * repeats : repeats;
    if (wordAt(this.#tokens, start) === '(') {
      if (this.#group > 0) this.#outer.push({ group: this.#group, times: this.#times });
      this.#times = times;
      this.#group = this.#depth + 1;
      return start;
    }
    this.#setTimes = repeats;
    const reading = readAmount(this.#words, this.#tokens, start);
    if (reading !== null) this.#add(start, reading, 'rep', times);
    return reading?.to ?? start;
  }

  #readRounds(times: number, at: number): number {
    this.#add(at, { measure: { kind: 'rounds', times }, to: at + 2 }, 'other', 1);
    return at + 2;
  }

  #readAmount(token: Token, at: number): number {
    const reading = this.#isOrdinal(token, at) ? null : readAmount(this.#words, this.#tokens, at);
    if (reading === null) return at + 1;
    const { to, measure } = reading;
    const isRepeated = measure.kind !== 'bare' && !isRounds(this.#words, this.#tokens, to + 1);
    const trailing = isRepeated ? repeatsAfter(this.#tokens, to) : null;
    if (trailing !== null) {
      this.#seenSet = true;
      this.#setTimes = trailing.times;
      this.#add(at, { measure, to: trailing.to }, 'rep', trailing.times);
      return trailing.to;
    }
    const role = roleOf(this.#words, this.#tokens, at, to, measure, {
      inGroup: this.#group > 0 && this.#depth >= this.#group,
      depth: this.#depth,
      seenSet: this.#seenSet,
    });
    const times = this.#group > 0 ? this.#times : 1;
    if (role === 'rest') this.#add(at, reading, role, this.#group > 0 ? times : this.#setTimes);
    else this.#add(at, reading, this.#roleInContext(role, reading, at), role === 'rep' ? times : 1);
    return to;
  }

  /** Returns the role, but not the session's for an amount that only looks like it. */
  #roleInContext(role: QuantityRole, { measure, to }: Reading, at: number): QuantityRole {
    if (this.#codes.has(at) && (role === 'session' || measure.kind === 'bare')) return 'other';
    if (role !== 'session') return role;
    if (this.#isOfAnother(at, to)) return 'other';
    if (this.#follows(this.#surroundings.partEnds, at)) return 'part';
    if (measure.kind !== 'duration' || !this.#follows(this.#surroundings.effortEnds, at)) return role;
    if (measure.clock !== undefined) return 'target';
    return measure.minutes <= LONGEST_WORK_MIN ? 'part' : role;
  }

  /** Returns true for "after 3 h of driving" and "pre 24hr exam", unless a sport follows: "after 2h ride". */
  #isOfAnother(at: number, to: number): boolean {
    const before = wordAt(this.#tokens, at - 1);
    const pair = wordAt(this.#tokens, at - 2) + before;
    if (!this.#words.beforeOther.has(before) && !this.#words.beforeOther.has(pair)) return false;
    // "15 min leve, depois 45 min limiar": afterwards.
    if (THEN_OR_AFTER.has(before) && LIST_SIGNS.has(wordAt(this.#tokens, at - 2))) return false;
    return !this.#surroundings.sessionStarts.has(to) && !this.#surroundings.sessionStarts.has(to + 1);
  }

  #follows(ends: ReadonlySet<number>, at: number): boolean {
    const before = this.#tokens[at - 1];
    const signs = before?.kind === 'symbol' && before.text !== '+' ? 1 : 0;
    return ends.has(at - signs);
  }

  /** Returns true for "#3" and "2026". */
  #isOrdinal({ value }: Token, at: number): boolean {
    if (wordAt(this.#tokens, at - 1) === '#') return true;
    return value >= 2010 && value < 2040 && isYear(this.#words, this.#tokens, at);
  }

  #add(from: number, { measure, to }: Reading, role: QuantityRole, times: number): void {
    this.#quantities.push({ from, to, measure, role, times });
  }
}

/** Words for "after" that also mean "afterwards". */
const THEN_OR_AFTER: ReadonlySet<string> = new Set([
  'depois',
  'despues',
  'dopo',
  'apres',
  'danach',
  'daarna',
]);

const ROUNDS_MAX = 20;
/** Longest word between the rounds and the repeated amount: "4 vueltas de 20 min bici". */
const LONGEST_LINK = 3;

/** Returns true for "x 4 laps" and for "4 laps of" before an amount, which repeat all of it. */
function isRounds(words: Words, tokens: readonly Token[], at: number): boolean {
  const times = tokens[at];
  if (times?.kind !== 'number' || !Number.isInteger(times.value)) return false;
  if (times.value < 2 || times.value > ROUNDS_MAX || !words.rounds.has(wordAt(tokens, at + 1))) return false;
  if (wordAt(tokens, at - 1) === 'x') return true;
  const link = tokens[at + 2];
  const links =
    link?.kind === 'symbol' ? ROUNDS_SIGNS.has(link.text) : (link?.text.length ?? 9) <= LONGEST_LINK;
  const begins = tokens.findIndex(({ kind }) => kind === 'number') === at;
  return begins && links && (link?.kind === 'number' || tokens[at + 3]?.kind === 'number');
}

const ROUNDS_SIGNS: ReadonlySet<string> = new Set([':', '(', '=', 'x']);

/** Reads repeats after the amount: "1000m×5". */
function repeatsAfter(tokens: readonly Token[], at: number): { times: number; to: number } | null {
  const times = tokens[at + 1];
  if (wordAt(tokens, at) !== 'x' || times?.kind !== 'number') return null;
  const unit = tokens[at + 2];
  const measured = unit?.glued && unit.kind === 'word';
  if (measured || !Number.isInteger(times.value) || times.value < 2 || times.value > 100) return null;
  return { times: times.value, to: at + 2 };
}

function isYear(words: Words, tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  return (
    next === undefined ||
    next.kind !== 'word' ||
    !(next.glued || words.metres.has(next.text) || next.text === 'm')
  );
}

/** Upper limit of rests between repeats. */
const LONGEST_REST_MIN = 10;

function isLong(measure: Measure): boolean {
  return measure.kind === 'duration' && measure.minutes >= LONGEST_REST_MIN;
}

/** Longer hard work is usually stated as the time of the whole session. */
const LONGEST_WORK_MIN = 25;

/** Slower paces are not run. */
const SLOWEST_PACE_MIN = 12;

/**
 * Returns true for a time in front of a word for pace that is work, not a pace: "40 min tempo", "10 min allure
 * marathon", but not "4:40 tempo" or "8 min pace".
 */
function isWork(words: Words, tokens: readonly Token[], to: number, measure: Measure): boolean {
  if (measure.kind === 'distance') return measure.unit !== 'km' && words.afterWork.has(wordAt(tokens, to));
  if (measure.kind !== 'duration' || measure.clock !== undefined) return false;
  if (words.afterWork.has(wordAt(tokens, to)) || measure.minutes > SLOWEST_PACE_MIN) return true;
  return tokens[to + 1]?.kind === 'word';
}

/** Returns the word that leads an amount, across a colon or a parenthesis, but not from the part before. */
function wordLeading(tokens: readonly Token[], from: number): string {
  const sign = tokens[from - 1];
  // "w/ 16 min tempo"
  if (sign?.text === '/' && wordAt(tokens, from - 2) === 'w') return 'w';
  const isAbbreviated = sign?.text === '.' && sign.glued && tokens[from]?.glued === true;
  return sign !== undefined && LIST_SIGNS.has(sign.text) && !isAbbreviated ? '' : wordBefore(tokens, from);
}

/** Returns true if slashes stand between all parts of a list, so that none stands before a rest. */
function separatesParts(tokens: readonly Token[]): boolean {
  return tokens.filter(({ text, glued }) => text === '/' && !glued).length > 1;
}

function isShort(measure: Measure): boolean {
  return measure.kind === 'duration' && measure.minutes < LONGEST_REST_MIN;
}

function roleOf(
  words: Words,
  tokens: readonly Token[],
  from: number,
  to: number,
  measure: Measure,
  context: { inGroup: boolean; depth: number; seenSet: boolean },
): QuantityRole {
  const after = wordBehind(tokens, to);
  const before = wordAt(tokens, from - 1);
  if (isStatedWhole(words, tokens, from, to)) return 'whole';
  if (context.seenSet && isSendOff(words, tokens, from, to, measure)) return 'target';
  // "3x2km in 13:16": the time of a repetition.
  if (context.seenSet && before === 'in' && measure.kind === 'duration') return 'target';
  if (words.beforeTarget.has(before) && wordAt(tokens, from - 2) !== 'followed') return 'target';
  if (words.afterPace.has(after) && !isWork(words, tokens, to, measure)) return 'target';
  if (words.afterOther.has(after)) return 'other';
  if (context.inGroup) return 'rep';
  if (after === 'off' && measure.kind === 'duration' && isShort(measure) && tokens[to + 1]?.kind !== 'number')
    return 'rest';
  if (after === 'on' && measure.kind === 'duration' && isShort(measure)) return 'rep';
  const part = wordLeading(tokens, from);
  if (words.afterPart.has(after) || words.afterPart.has(part)) return 'part';
  if (isRepeated(words, tokens, to, measure)) return 'part';
  if (
    context.seenSet &&
    isShort(measure) &&
    words.afterRest.has(after) &&
    !isListed(words, tokens, from, after)
  )
    return 'rest';
  if (words.beforePart.has(part)) return 'inside';
  if (measure.kind === 'duration' && measure.minutes <= LONGEST_WORK_MIN && words.afterWork.has(after))
    return 'part';
  if (context.seenSet && words.beforeRest.has(part) && measure.kind !== 'distance') return 'rest';
  if (!context.inGroup && context.depth === 0 && isLong(measure)) return 'session';
  if (context.seenSet && words.beforeRest.has(before)) return 'rest';
  if (context.seenSet && context.depth > 0) return 'rest';
  if (context.seenSet && before === '/' && !separatesParts(tokens)) return 'rest';
  return 'session';
}

/** Returns true for an easy part of its own, in a list: "3x10 min, 5 min easy". */
function isListed(words: Words, tokens: readonly Token[], from: number, after: string): boolean {
  const before = wordAt(tokens, from - 1);
  return after === 'easy' && (LIST_SIGNS.has(before) || words.joiners.has(before));
}

/** Returns the word behind an amount, across the point of an abbreviated unit: "2 Min. Pause". */
function wordBehind(tokens: readonly Token[], to: number): string {
  const isAbbreviated =
    wordAt(tokens, to) === '.' && tokens[to]?.glued === true && tokens[to - 1]?.kind === 'word';
  return wordAt(tokens, isAbbreviated && tokens[to + 1]?.kind === 'word' ? to + 1 : to);
}

const LIST_SIGNS: ReadonlySet<string> = new Set([',', ';', '.', '+', '-', '→', '/']);

/** Returns true for "65 min in total", "total: 65 min", "gesamt 65 min" and "= 65 min". */
function isStatedWhole(words: Words, tokens: readonly Token[], from: number, to: number): boolean {
  if (words.total.has(wordBefore(tokens, from))) return true;
  const after = wordAt(tokens, to);
  return words.total.has(after) || words.total.has(after + wordAt(tokens, to + 1));
}

/** Returns true for the time from one start to the next: "10x100 on 1:45", "10x100 every 2 min". */
function isSendOff(
  words: Words,
  tokens: readonly Token[],
  from: number,
  to: number,
  measure: Measure,
): boolean {
  if (measure.kind !== 'duration' || !isSendOffWord(words, tokens, from)) return false;
  return measure.clock !== undefined || (wordAt(tokens, to) !== 'off' && wordBefore(tokens, from) !== 'on');
}

function isSendOffWord(words: Words, tokens: readonly Token[], from: number): boolean {
  return (
    words.beforeSendOff.has(wordBefore(tokens, from)) || words.beforeSendOff.has(wordAt(tokens, from - 1))
  );
}

/** Returns true for the length of repeats: "100 m hill repeats", "400m sprints". */
function isRepeated(words: Words, tokens: readonly Token[], to: number, measure: Measure): boolean {
  const isLength =
    (measure.kind === 'distance' && measure.km <= LONGEST_REPEAT_KM) ||
    (measure.kind === 'minutes_or_metres' && measure.value % 50 === 0);
  return isLength && (words.afterSet.has(wordAt(tokens, to)) || words.afterSet.has(wordAt(tokens, to + 1)));
}

const LONGEST_REPEAT_KM = 2;

// Finds codes of training plans ("W01D6a", "2E+13T"), whose numbers are not amounts.

/**
 * Returns the positions of numbers within codes: letters and digits without a space that are not just
 * numbers, `x` and units ("2h30", "6x800m" are). A plus sign without spaces makes its neighbours part of the
 * code.
 */
function numbersOfCodes(tokens: readonly Token[], words: CompiledGrammar['words']): ReadonlySet<number> {
  const positions = new Set<number>();
  let hasCounts = false;
  for (let at = 0; at < tokens.length; ) {
    const { to, hasCode, numbers } = readRun(tokens, at, words);
    if (hasCode) for (const position of numbers) positions.add(position);
    hasCounts ||= hasCode && tokens[at]?.kind === 'number';
    at = to;
  }
  // "3E 5T 2E": next to a code, a letter that is a unit in some language belongs to another code.
  if (hasCounts) {
    for (const [at, { kind, text, glued }] of tokens.entries()) {
      if (kind === 'word' && glued && text.length === 1 && !COMMON_UNITS.has(text)) positions.add(at - 1);
    }
  }
  return positions;
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
