import type { QuantityRole } from './quantities.ts';
import type { ReadText } from './read-text.ts';

/**
 * Decides what the amounts of a text say of the whole session: one of them, their sum, or nothing. A part is never
 * taken for the whole.
 */

/** An amount of one kind, in minutes or kilometres, with all its repeats. */
export interface Item {
  readonly from: number;
  readonly to: number;
  readonly role: QuantityRole;
  readonly value: number;
}

interface Total {
  readonly value: number | null;
  /** The parts that were added, none if the value is one amount. */
  readonly parts: readonly number[];
  /** True if the amounts are parts whose sum is not stated: the session has a duration, and nobody says which. */
  readonly isUnclear: boolean;
}

const NONE: Total = { value: null, parts: [], isUnclear: false };
const UNCLEAR: Total = { value: null, parts: [], isUnclear: true };

function whole(value: number): Total {
  return { value, parts: [], isUnclear: false };
}

/** A heading states at least this share of its parts: stops and transitions come on top. */
const HEADING_SHARE = 0.97;
/** Two amounts count as equal within this share. */
const EQUAL_SHARE = 0.03;
/** Sets of a smaller share than this are strides of the amount next to them. */
const SMALL_SHARE = 0.15;
/** From so many amounts on, they are a list whatever stands between them. */
const LIST_FROM = 3;

/**
 * Returns the total of a text's amounts in order. `isPartial`: some parts have amounts of another kind, or none, so
 * that a sum would be too small.
 */
export function totalOf(text: ReadText, items: readonly Item[], isPartial: boolean): Total {
  const stated = items.find(({ role }) => role === 'whole');
  if (stated !== undefined) return whole(stated.value);
  const sessions = items.filter(({ role }) => role === 'session');
  const parts = items.filter(({ role }) => role === 'part');
  const sets = items.filter(({ role }) => role === 'rep' || role === 'rest');
  const [first] = sessions;
  if (first === undefined) return totalOfParts(parts, sets, isPartial);
  if (sessions.length > 1) return totalOfList(text, items.filter(isListed), sessions, isPartial);
  if (parts.length > 0) {
    const others = sumOf(parts) + sumOf(sets);
    const heads = isFirst(first, items) && !isQualified(text, first) && first.value >= HEADING_SHARE * others;
    return heads ? whole(first.value) : sumUnless(isPartial, [first, ...parts, ...sets]);
  }
  if (items.some(({ role, from }) => role === 'inside' && from < first.from)) return UNCLEAR;
  return totalWithSets(text, first, sets, isPartial);
}

function isListed({ role }: Item): boolean {
  return role === 'session' || role === 'part' || role === 'rep' || role === 'rest';
}

/** "Warm-up 10 min, 3x10 min (2 min), cool-down 10 min": parts without any amount of the session. */
function totalOfParts(parts: readonly Item[], sets: readonly Item[], isPartial: boolean): Total {
  const isList = parts.length > 1 || (parts.length > 0 && sets.length > 0);
  return isList ? sumUnless(isPartial, [...parts, ...sets]) : NONE;
}

/** "70 min, 10x400": the amount holds its sets, unless it is an easy part next to them or too short for them. */
function totalWithSets(text: ReadText, session: Item, sets: readonly Item[], isPartial: boolean): Total {
  const inSets = sumOf(sets);
  const next = text.quantities.find(({ from }) => from >= session.to);
  if (next !== undefined && isIncluded(text, session, next)) {
    return inSets <= session.value ? whole(session.value) : UNCLEAR;
  }
  if (inSets <= session.value && !isQualified(text, session)) return whole(session.value);
  if (inSets < SMALL_SHARE * session.value && !isPartial) return whole(session.value);
  return sumUnless(isPartial, [session, ...sets]);
}

function totalOfList(
  text: ReadText,
  listed: readonly Item[],
  sessions: readonly Item[],
  isPartial: boolean,
): Total {
  const heading = headingOf(text, listed) ?? closingOf(text, listed);
  if (heading !== null) return whole(heading);
  const isList =
    listed.length >= LIST_FROM ||
    sessions.every((each) => isQualified(text, each)) ||
    areJoined(text, listed);
  return isList ? sumUnless(isPartial, listed) : UNCLEAR;
}

/** "60 min: 20 easy, 20 tempo, 20 easy", "90 min (3x20 min)": the first amount holds the others. */
function headingOf(text: ReadText, [first, second, ...others]: readonly Item[]): number | null {
  if (first === undefined || second === undefined || first.role !== 'session') return null;
  const rest = second.value + sumOf(others);
  if (first.value < HEADING_SHARE * rest) return null;
  const sign = signsBetween(text, first, second);
  if (sign.includes(':') || sign.includes('(')) return first.value;
  return others.length > 0 && !isQualified(text, first) ? first.value : null;
}

/** "20 easy + 40 tempo = 60 min": the last amount is the sum of the others. Of two, one restates the other. */
function closingOf(text: ReadText, listed: readonly Item[]): number | null {
  const last = listed.at(-1);
  const before = listed.slice(0, -1);
  if (last === undefined || last.role !== 'session') return null;
  if (Math.abs(last.value / sumOf(before) - 1) > EQUAL_SHARE) return null;
  const [only] = before;
  if (before.length > 1 || only === undefined) return isQualified(text, last) ? null : last.value;
  const isRestated = signsBetween(text, only, last).some((sign) => sign === '=' || sign === '(');
  return isRestated || !(isQualified(text, only) || isQualified(text, last)) ? last.value : null;
}

function areJoined(text: ReadText, listed: readonly Item[]): boolean {
  return listed.slice(1).every((item, index) => {
    const before = listed[index];
    if (before === undefined) return false;
    const isJoining = (sign: string) => sign === '+' || sign === '→';
    return (
      signsBetween(text, before, item).some(isJoining) ||
      text.cues.some(({ from, to, senses }) => {
        return from >= before.to && to <= item.from && senses.some(({ kind }) => kind === 'then');
      })
    );
  });
}

function signsBetween({ tokens }: ReadText, one: Item, other: Item): readonly string[] {
  return tokens.slice(one.to, other.from).flatMap(({ kind, text }) => (kind === 'symbol' ? [text] : []));
}

/** Signs that end a part, so that a word behind them says nothing of the amount before. */
const SEPARATING: ReadonlySet<string> = new Set([',', ';', '+', '-', '.', '→', '/', '(', ')', '=']);

/** Returns whether a word between them says that the first amount holds the second: "8 miles w/ 10x100 m". */
function isIncluded({ tokens }: ReadText, whole: Item, part: Pick<Item, 'from'>): boolean {
  return tokens.slice(whole.to, part.from).some(({ text }) => INCLUSIONS.has(text));
}

/** Words that begin what an amount holds: "90 min inkl. 3x10 min". */
const INCLUSIONS: ReadonlySet<string> = new Set([
  'avec',
  'com',
  'con',
  'incl',
  'include',
  'includes',
  'including',
  'med',
  'w',
  'with',
  'dont',
  'incluindo',
  'inclusief',
  'incluye',
  'inkl',
  'inklusive',
  'met',
  'mit',
]);

/**
 * Returns whether a word next to an amount says how or when it is done, and none names its sport: "15 min easy",
 * "WU 15 min", but not "15 min easy run".
 */
export function isQualified(text: ReadText, item: Item): boolean {
  let isDescribed = false;
  for (const { status, senses, from, to, text: word } of text.cues) {
    if (status !== 'live' || !(isNext(text, item.to, from) || isNext(text, to, item.from))) continue;
    for (const sense of senses) {
      if (sense.kind === 'sport' && !sense.yields) return false;
      if (sense.kind === 'intensity' || (sense.kind === 'part' && !INCLUSIONS.has(word))) isDescribed = true;
    }
  }
  return isDescribed;
}

function isNext({ tokens }: ReadText, end: number, start: number): boolean {
  if (start === end) return true;
  return start === end + 1 && !SEPARATING.has(tokens[end]?.text ?? '');
}

function isFirst(item: Item, items: readonly Item[]): boolean {
  return items.every(({ from }) => from >= item.from);
}

function sumUnless(isPartial: boolean, items: readonly Item[]): Total {
  if (isPartial) return UNCLEAR;
  return { value: sumOf(items), parts: items.map(({ value }) => value), isUnclear: false };
}

function sumOf(items: readonly Item[]): number {
  return items.reduce((sum, { value }) => sum + value, 0);
}
