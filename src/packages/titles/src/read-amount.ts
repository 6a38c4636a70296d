/**
 * Reads one amount from the tokens: a duration, distance, pace, speed, power or climb ("2h30", "1:30", "90'",
 * "32k", "10公里").
 */
import { SESSION_MAX_MIN } from '@musette/engine/fields';
import { KM_PER_MILE } from '@musette/languages/amounts';
import type { CompiledGrammar } from './compiled-lexicon.ts';
import { UNIT_ROLES } from './lexicon/grammar-roles.ts';
import type { Token } from './tokenize.ts';

export type Measure =
  | {
      readonly kind: 'duration';
      readonly minutes: number;
      /** Two numbers without a unit, which may be something else: "1:30", "19:30", "2:03". */
      readonly clock?: { readonly first: number; readonly second: number };
    }
  | { readonly kind: 'distance'; readonly km: number; readonly unit: 'km' | 'mi' | 'm' | 'yd' }
  /** "45m": minutes or metres, resolved by the sport. */
  | { readonly kind: 'minutes_or_metres'; readonly value: number }
  /** A number without a unit inside a set ("3x15"), or between other numbers. */
  | { readonly kind: 'bare'; readonly value: number }
  | { readonly kind: 'pace'; readonly per: 'km' | 'mi' | '100m' | '500m' }
  /** Number of times that all legs are repeated. */
  | { readonly kind: 'rounds'; readonly times: number }
  | { readonly kind: 'speed' }
  | { readonly kind: 'power' }
  | { readonly kind: 'climb' }
  | { readonly kind: 'cadence' }
  | { readonly kind: 'seconds_on_off'; readonly on: number; readonly off: number };

/** Words of amounts by role, across all languages. */
export type Words = CompiledGrammar['words'];

const KM_PER_YARD = 0.0009144;

export interface Reading {
  readonly measure: Measure;
  readonly to: number;
}

export function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.text ?? '';
}

/** Reads the unit at a position: a word or sign, or up to three CJK characters. The longest wins. */
function unitAt(words: Words, tokens: readonly Token[], at: number): { unit: string; to: number } {
  const first = tokens[at];
  if (first === undefined || (first.isAccented && first.text.length === 1)) return { unit: '', to: at };
  if (first.kind !== 'cjk') return { unit: first.text, to: at + 1 };
  for (let length = 3; length >= 1; length -= 1) {
    let unit = '';
    for (let offset = 0; offset < length; offset += 1) unit += wordAt(tokens, at + offset);
    if (unit.length === length && isCjkUnit(words, unit)) return { unit, to: at + length };
  }
  return { unit: '', to: at };
}

function isCjkUnit(words: Words, unit: string): boolean {
  return (
    words.hours.has(unit) ||
    words.minutes.has(unit) ||
    words.seconds.has(unit) ||
    words.kilometres.has(unit) ||
    words.metres.has(unit) ||
    words.miles.has(unit) ||
    words.repeats.has(unit)
  );
}

function duration(minutes: number, to: number): Reading | null {
  return minutes > 0 && minutes <= SESSION_MAX_MIN ? { measure: { kind: 'duration', minutes }, to } : null;
}

function distance(km: number, unit: 'km' | 'mi' | 'm' | 'yd', to: number): Reading | null {
  return km > 0 && km <= 2000 ? { measure: { kind: 'distance', km, unit }, to } : null;
}

/** Reads "1:30", "3:05:12", "45:00" or "4:30/km". Null for times of day. */
function clockReading(words: Words, tokens: readonly Token[], at: number): Reading | null {
  const first = tokens[at]?.value ?? 0;
  const second = tokens[at + 2];
  if (wordAt(tokens, at + 1) !== ':' || second?.kind !== 'number' || second.text.length !== 2) return null;
  if (!second.glued || second.value > 59) return null;
  const third = tokens[at + 4];
  if (wordAt(tokens, at + 3) === ':' && third?.kind === 'number' && third.glued) {
    return duration(first * 60 + second.value + third.value / 60, at + 5);
  }
  const next = wordAt(tokens, at + 3);
  const pace = paceAfter(tokens, at + 3);
  if (pace !== null) return pace;
  if (isTimeOfDay(words, tokens, at)) return null;
  if (first <= SLOWEST_PACE_MIN && stands(words.beforePace, tokens, at)) {
    return { measure: { kind: 'pace', per: 'km' }, to: at + 3 };
  }
  if (words.afterPace.has(next)) return { measure: { kind: 'pace', per: 'km' }, to: at + 4 };
  const to = at + 3;
  if (words.minutes.has(next)) return duration(first + second.value / 60, to + 1);
  const inHours = (first <= 9 && tokens[at]?.text.length === 1) || tokens[at]?.text.startsWith('0') === true;
  const minutes = inHours ? first * 60 + second.value : first + second.value / 60;
  if (words.hours.has(next)) return duration(minutes, to + 1);
  const reading = duration(minutes, to);
  return reading && { to, measure: { kind: 'duration', minutes, clock: { first, second: second.value } } };
}

/** Returns the last word or number before a position, skipping signs such as ":" and "=". */
export function wordBefore(tokens: readonly Token[], at: number): string {
  const signs = tokens[at - 1]?.kind === 'symbol' && wordAt(tokens, at - 1) !== '+' ? 1 : 0;
  return wordAt(tokens, at - 1 - signs);
}

/**
 * Returns true if a word with a role precedes a position. In scripts without spaces it may have up to three
 * characters.
 */
function stands(role: ReadonlySet<string>, tokens: readonly Token[], at: number): boolean {
  if (role.has(wordBefore(tokens, at))) return true;
  if (tokens[at - 1]?.kind !== 'cjk') return false;
  const pair = wordAt(tokens, at - 2) + wordAt(tokens, at - 1);
  return role.has(pair) || role.has(wordAt(tokens, at - 3) + pair);
}

/**
 * Returns true for "3:51 AM", "5:30 a.m." and "05:30": a leading zero and more hours than most sessions take.
 */
function isTimeOfDay(words: Words, tokens: readonly Token[], at: number): boolean {
  const next = wordAt(tokens, at + 3);
  if (words.afterTimeOfDay.has(next)) return true;
  if ((next === 'a' || next === 'p') && wordAt(tokens, at + 4) === '.' && wordAt(tokens, at + 5) === 'm')
    return true;
  const hour = tokens[at]?.value ?? 0;
  return wordAt(tokens, at).startsWith('0') && hour >= EARLIEST_HOUR;
}

/** Slower paces are durations. */
const SLOWEST_PACE_MIN = 12;
/** "04:30" is a time of day, "03:30" may be a duration. */
const EARLIEST_HOUR = 4;

function paceAfter(tokens: readonly Token[], start: number): Reading | null {
  let at = start;
  if (wordAt(tokens, at) === 'min' || wordAt(tokens, at) === "'") at += 1;
  if (wordAt(tokens, at) === 'per') at += 1;
  else if (wordAt(tokens, at) === '/') at += 1;
  else return null;
  const unit = wordAt(tokens, at);
  if (unit === 'km' || unit === 'k') return { measure: { kind: 'pace', per: 'km' }, to: at + 1 };
  if (unit === 'mi' || unit === 'mile') return { measure: { kind: 'pace', per: 'mi' }, to: at + 1 };
  if (unit === '100') return { measure: { kind: 'pace', per: '100m' }, to: at + 2 };
  if (unit === '500') return { measure: { kind: 'pace', per: '500m' }, to: at + 2 };
  return null;
}

/** Reads "2h30", "2 h 30", "2 Std. 30 Min.", "2 hours and 30 minutes", "1.5 hrs" or "2u30". */
function hoursReading(words: Words, tokens: readonly Token[], at: number, end: number): Reading | null {
  const hours = tokens[at]?.value ?? 0;
  const to = wordAt(tokens, end) === '.' && tokens[end]?.glued === true ? end + 1 : end;
  const links = tokens[to]?.kind === 'word' && words.joiners.has(wordAt(tokens, to)) ? 1 : 0;
  const rest = tokens[to + links];
  const isMinutes = rest?.kind === 'number' && rest.value < 60 && Number.isInteger(rest.value);
  if (isMinutes && Number.isInteger(hours)) {
    const unit = unitAt(words, tokens, to + links + 1);
    // "Bike 3 h and 20 min run" has two legs.
    const isWhole = links === 0 || tokens[unit.to]?.kind !== 'word';
    if ((words.minutes.has(unit.unit) && isWhole) || (links === 0 && unit.unit === 'm' && rest.value > 0)) {
      return duration(hours * 60 + rest.value, unit.to);
    }
    if (links === 0 && areMinutes(words, tokens, to)) return duration(hours * 60 + rest.value, to + 1);
  }
  return duration(hours * 60, end);
}

/** What makes a number of what follows, not of the hours before it: "3 h 20 °C", "1 h 10x400", "2 h 30/30". */
const SIGNS_OF_NUMBERS: ReadonlySet<string> = new Set(['/', '%', '°', ':']);

/** Returns whether two digits behind an hours word are its minutes. */
function areMinutes(words: Words, tokens: readonly Token[], at: number): boolean {
  const digits = tokens[at];
  const next = tokens[at + 1];
  if (digits?.text.length !== 2) return false;
  if (next === undefined) return true;
  if (SIGNS_OF_NUMBERS.has(next.text) && (next.text !== ':' || tokens[at + 2]?.kind === 'number'))
    return false;
  if (next.kind === 'number') return !next.hyphened;
  const isCount = next.glued && next.kind !== 'symbol';
  return !isCount && !isUnitOfNumber(words, tokens, at);
}

/** Returns whether a unit, or a word for repeats and laps, follows a number: "1 h 10 hill repeats". */
function isUnitOfNumber(words: Words, tokens: readonly Token[], at: number): boolean {
  const word = wordAt(tokens, at + 1);
  if (words.rounds.has(word) || words.afterSet.has(word) || words.afterSet.has(wordAt(tokens, at + 2)))
    return true;
  if (words.repeats.has(word) && (word !== 'x' || tokens[at + 2]?.kind !== 'word')) return true;
  return unitReading(words, tokens, at) !== null;
}

/** Returns whether an amount may end before this token: "2 u 30", "Duurloop 3 u". A word would follow a letter. */
function endsAmount(next: Token | undefined): boolean {
  return next === undefined || next.kind === 'number' || (next.kind === 'symbol' && next.text !== '@');
}

/**
 * Returns true if the mark before three digits separates thousands, because nobody states millimetres: "1,500
 * m", "3.800 m".
 */
function hasThousands(text: string): boolean {
  return text.charAt(text.length - 4) === '.';
}

function unitReading(words: Words, tokens: readonly Token[], at: number): Reading | null {
  const value = tokens[at]?.value ?? 0;
  const { unit, to } = unitAt(words, tokens, at + 1);
  const glued = tokens[at + 1]?.glued === true;
  if (unit === '' || to === at + 1) return null;
  if (words.hours.has(unit) && (unit !== 'time' || glued || value === 1)) {
    if ((unit === 'u' || unit === 't') && !glued && !endsAmount(tokens[to])) return null;
    return hoursReading(words, tokens, at, to);
  }
  if (unit === "'" && wordAt(tokens, to) === "'") return duration(value / 60, to + 1);
  if (words.minutes.has(unit)) {
    if (wordAt(tokens, to) === '/') {
      const pace = paceAfter(tokens, to);
      if (pace !== null) return pace;
    }
    const seconds = tokens[to];
    const minutesAndSeconds =
      unit === "'" && seconds?.kind === 'number' && seconds.glued && seconds.value < 60;
    if (minutesAndSeconds) return duration(value + seconds.value / 60, to + 1);
    return duration(value, to);
  }
  if (words.seconds.has(unit) && (glued || unit.length > 1)) return duration(value / 60, to);
  if (words.kilometres.has(unit)) {
    if (wordAt(tokens, to) === '/' && wordAt(tokens, to + 1) === 'h')
      return { measure: { kind: 'speed' }, to: to + 2 };
    return distance(value, 'km', to);
  }
  if (words.speed.has(unit)) return { measure: { kind: 'speed' }, to };
  if (words.miles.has(unit)) return distance(value * KM_PER_MILE, 'mi', to);
  const climb = climbEnd(words, tokens, at, to);
  if (climb !== null && (unit === 'm' || words.metres.has(unit) || words.climb.has(unit))) {
    return { measure: { kind: 'climb' }, to: climb };
  }
  const metres = hasThousands(tokens[at]?.text ?? '') ? value * 1000 : value;
  if (words.metres.has(unit)) return distance(metres / 1000, 'm', to);
  if (words.yards.has(unit) && (glued || unit.length > 1)) return distance(value * KM_PER_YARD, 'yd', to);
  if (unit === 'm') {
    if (metres >= 400) return distance(metres / 1000, 'm', to);
    return { measure: { kind: 'minutes_or_metres', value }, to };
  }
  // "w/ 6 miles" is "with", and "w4" a week.
  const week = tokens[to]?.kind === 'number' && tokens[to]?.glued === true;
  if (words.watts.has(unit) && wordAt(tokens, to) !== '/' && !week) return { measure: { kind: 'power' }, to };
  if (words.cadence.has(unit)) return { measure: { kind: 'cadence' }, to };
  return null;
}

/** Longest word between metres and climb: "2000 m di dislivello", "500 m de D+". */
const LONGEST_LINK = 3;

/** Returns the end of an amount of climb: "500 m D+", "+300 m", "climb 800 m", "900 hm". Null for others. */
function climbEnd(words: Words, tokens: readonly Token[], at: number, to: number): number | null {
  if (words.climb.has(wordAt(tokens, to - 1))) return to;
  if (words.climb.has(wordAt(tokens, to))) return to + 1;
  if (words.climb.has(wordAt(tokens, to + 1)) && wordAt(tokens, to).length <= LONGEST_LINK) return to + 2;
  if (wordAt(tokens, to) === 'd' && wordAt(tokens, to + 1) === '+') return to + 2;
  if (wordAt(tokens, to) === '+' && tokens[to]?.glued === true && tokens[to + 1]?.kind !== 'number')
    return to + 1;
  if (words.climb.has(wordBefore(tokens, at))) return to;
  const plus = wordAt(tokens, at - 1) === '+' && tokens[at]?.glued === true;
  return plus && (at === 1 || tokens[at - 1]?.glued !== true) && tokens[at - 2]?.kind !== 'number'
    ? to
    : null;
}

/** Common work and rest pairs, as written. Other pairs are legs ("Bike/Run 60/20"). */
const ON_OFF_SECONDS = new Set([
  '10/20',
  '15/15',
  '20/10',
  '20/40',
  '30/15',
  '30/30',
  '40/20',
  '45/15',
  '60/30',
  '60/60',
]);

/** Reads seconds of work and rest: "30/30", "40/20". */
function onOffReading(words: Words, tokens: readonly Token[], at: number): Reading | null {
  const off = tokens[at + 2];
  if (wordAt(tokens, at + 1) !== '/' || off?.kind !== 'number' || !off.glued) return null;
  if (wordAt(tokens, at - 1) === '/') return null;
  if (!ON_OFF_SECONDS.has(`${tokens[at]?.text}/${off.text}`)) return null;
  const after = tokens[at + 3];
  const unit = after !== undefined && after.kind === 'word' && words.seconds.has(after.text);
  if (!unit && after?.text === '/') return null;
  if (words.minutes.has(after?.text ?? '')) return null;
  return {
    measure: { kind: 'seconds_on_off', on: tokens[at]?.value ?? 0, off: off.value },
    to: unit ? at + 4 : at + 3,
  };
}

/** Reads "4:30-4:45/km" as a pace. Of other ranges the upper end counts, as plans mean it more often. */
function paceRange(words: Words, tokens: readonly Token[], at: number): Reading | null {
  const isClock = wordAt(tokens, at + 1) === ':' && tokens[at + 2]?.glued === true;
  if (!isClock || tokens[at + 3]?.kind !== 'number' || tokens[at + 3]?.hyphened !== true) return null;
  const reading = clockReading(words, tokens, at + 3);
  return reading?.measure.kind === 'pace' ? reading : null;
}

/** Returns whether a number is part of an amount, even one that no session has ("Ironman 70.3 h"). */
export function hasUnit(words: Words, tokens: readonly Token[], at: number): boolean {
  const reading = readAmount(words, tokens, at);
  if (reading !== null && reading.measure.kind !== 'bare') return true;
  const { unit } = unitAt(words, tokens, at + 1);
  if (unit === ':') return tokens[at + 2]?.kind === 'number' && tokens[at + 2]?.glued === true;
  // A single letter is as often a word: Czech "s" is "with".
  if (unit.length === 1 && unit >= 'a' && unit <= 'z' && unit !== 'h') return false;
  return UNIT_ROLES.some((role) => role !== 'repeats' && role !== 'climb' && words[role].has(unit));
}

export function readAmount(words: Words, tokens: readonly Token[], at: number): Reading | null {
  const token = tokens[at];
  if (token?.kind !== 'number') return null;
  const reading =
    paceRange(words, tokens, at) ??
    clockReading(words, tokens, at) ??
    onOffReading(words, tokens, at) ??
    unitReading(words, tokens, at);
  if (reading !== null) return reading;
  const clock =
    wordAt(tokens, at + 1) === ':' && tokens[at + 2]?.kind === 'number' && tokens[at + 2]?.glued === true;
  if (clock || token.value <= 0) return null;
  return { measure: { kind: 'bare', value: token.value }, to: at + 1 };
}
