/**
 * Reads the minutes of the whole session: as stated, else from its distance. Null for every amount that may
 * be something else.
 */
import type { ActivityType, SingleSportType } from '@musette/engine/types';
import { KM_PER_MILE } from '@musette/languages/amounts';
import { kilometresOf, minutesOf } from './bare-numbers.ts';
import type { StatedQuantity } from './quantities.ts';
import type { IntensityReading } from './read-intensity.ts';
import type { Leg } from './read-legs.ts';
import { hasSense, type ReadText } from './read-text.ts';
import { type Recording, recordedSpeedKmPerHr } from './recording.ts';
import { clampMinutes, estimatedMinutes, type Family, familyOf } from './sports.ts';
import { type Item, isQualified, totalOf } from './sum-parts.ts';

interface StatedAmount {
  readonly durationMin: number | null;
  readonly distanceKm: number | null;
  /** True if the text lists parts whose sum it does not state, so that no other amount is the whole either. */
  readonly isUnclear?: boolean;
  /** True if the time stands next to the word of an event or race: "Backyard ultra 24h", "24-Stunden-Lauf". */
  readonly isOfEvent?: boolean;
}

/**
 * Returns the stated duration and distance of the whole session, from the first part that states any: title, tags,
 * description. A title may name one part of a description that lists all ("Tempo 40 min").
 */
export function statedAmount(texts: readonly ReadText[], sport: SingleSportType | null): StatedAmount {
  let isUnclear = false;
  for (const [index, text] of texts.entries()) {
    const amount = amountIn(text, sport);
    const { durationMin, distanceKm } = amount;
    if (durationMin !== null && amount.parts.length === 0) {
      const listed = texts.slice(index + 1).map((other) => amountIn(other, sport));
      return listed.find(({ parts }) => isPartOf(durationMin, parts)) ?? amount;
    }
    if (durationMin !== null || (distanceKm !== null && !isUnclear)) return amount;
    isUnclear ||= amount.isUnclear === true;
  }
  return { durationMin: null, distanceKm: null, isUnclear };
}

/** Returns whether an amount is one of several parts. */
function isPartOf(minutes: number, parts: readonly number[]): boolean {
  return parts.length > 1 && parts.some((part) => Math.round(part) === Math.round(minutes));
}

interface AmountRead extends StatedAmount {
  /** Minutes of the parts that were added. */
  readonly parts: readonly number[];
}

function amountIn(text: ReadText, sport: SingleSportType | null): AmountRead {
  if (text.quantities.length === 0 && text.workoutMin === null) return NO_AMOUNT;
  if (text.workoutMin !== null) return { durationMin: text.workoutMin, distanceKm: null, parts: [] };
  const distances = itemsOf(text, (quantity) => kilometresOf(quantity, sport));
  const isOthers = isShared(text);
  const distance = isOthers ? NO_TOTAL : totalOf(text, distances, text.quantities.some(isOfSet));
  const distanceKm = distance.value ?? (sport === null ? null : bareMetres(text, sport));
  const isInMiles = text.quantities.some(
    ({ measure }) => measure.kind === 'distance' && measure.unit === 'mi',
  );
  const course = { sport, km: distanceKm ?? eventKm(text), isInMiles };
  const times = itemsOf(text, (quantity) => minutesBeside(quantity, course));
  const isPartial = distances.length > 1 || text.quantities.some(isUnmeasuredSet);
  const time = text.isRepeatedAgain && times.length > 0 ? UNCLEAR_TOTAL : totalOf(text, times, isPartial);
  const areParts =
    times.length === 1 &&
    distances.length === 1 &&
    [...times, ...distances].every((item) => isQualified(text, item));
  const holds =
    time.value === null ? 'both' : areParts ? 'neither' : holderOf(time.value, distance.value, sport);
  // "10 miles w/ 16 min tempo, 13 min tempo": the times are parts of the distance.
  if (holds === 'distance') return { durationMin: null, distanceKm, isUnclear: false, parts: [] };
  const isUnclear = time.isUnclear || (time.value === null && distance.isUnclear) || holds === 'neither';
  if (isUnclear) return { durationMin: null, distanceKm: null, isUnclear: true, parts: [] };
  const isOfEvent =
    (time.value ?? 0) >= LONGEST_WITHOUT_EVENT_MIN && times.some((item) => isNextToEvent(text, item));
  return { durationMin: time.value, distanceKm, isUnclear, parts: time.parts, isOfEvent };
}

/** Returns whether a word of an event stands next to an amount, or a sport directly behind it. */
function isNextToEvent({ cues }: ReadText, { from, to }: Item): boolean {
  return cues.some((cue) => {
    if (cue.status !== 'live') return false;
    if (cue.from === to && cue.senses.some((sense) => sense.kind === 'sport' && !sense.yields)) return true;
    return (cue.to === from || cue.from === to) && (hasSense(cue, 'event') || hasSense(cue, 'race'));
  });
}

const NO_AMOUNT: AmountRead = { durationMin: null, distanceKm: null, parts: [] };
const NO_TOTAL = { value: null, parts: [], isUnclear: false } as const;
const UNCLEAR_TOTAL = { value: null, parts: [], isUnclear: true } as const;

/** Lists the amounts of one kind that the session may have, each with its repeats. */
function itemsOf(text: ReadText, read: (quantity: StatedQuantity) => number | null): readonly Item[] {
  return text.quantities.flatMap((quantity) => {
    const { from, to, role, times, measure } = quantity;
    if (role === 'target' || role === 'other' || isClimb(quantity, text.quantities)) return [];
    // "2 h 30/30": work and rest that no set repeats.
    if (measure.kind === 'seconds_on_off' && role !== 'rep') return [];
    // "8x100m": nobody repeats a hundred minutes.
    if (measure.kind === 'minutes_or_metres' && role === 'rep' && measure.value >= SHORTEST_REPEAT_M)
      return [];
    const value = read(quantity);
    return value === null ? [] : [{ from, to, role, value: value * times }];
  });
}

/** Returns true for sets, whose rests nobody measures in kilometres, and for parts by time. */
function isOfSet(quantity: StatedQuantity): boolean {
  const { role, measure } = quantity;
  if (role === 'rep' && measure.kind !== 'duration') return isUnmeasuredSet(quantity);
  return role === 'rep' || role === 'rest' || (role === 'part' && measure.kind === 'duration');
}

/** Returns true for sets without a time, whose share of the session nobody states: "10x400". */
function isUnmeasuredSet({ role, measure, times }: StatedQuantity): boolean {
  if (role !== 'rep' || measure.kind === 'duration' || measure.kind === 'seconds_on_off') return false;
  return (
    !(measure.kind === 'distance' || measure.kind === 'minutes_or_metres') ||
    metresOf(measure) * times > STRIDES_M
  );
}

const SHORTEST_REPEAT_M = 50;
/** Strides and sprints up to this are done within the amount next to them. */
const STRIDES_M = 1000;

function metresOf(
  measure: Extract<StatedQuantity['measure'], { kind: 'distance' | 'minutes_or_metres' }>,
): number {
  return measure.kind === 'distance' ? measure.km * 1000 : measure.value;
}

/** Returns whether others do a part of the distance: a relay, the kilometres of a pacer. */
function isShared({ cues }: ReadText): boolean {
  return cues.some((cue) => cue.status === 'live' && hasSense(cue, 'team'));
}

/** "Swim 2500": a number without a unit in the pool is metres. */
function bareMetres({ quantities }: ReadText, sport: SingleSportType): number | null {
  if (familyOf(sport) !== 'swim') return null;
  for (const { role, measure } of quantities) {
    if (role !== 'session' || measure.kind !== 'bare') continue;
    if (measure.value >= SHORTEST_SWIM_M && measure.value % 25 === 0) return measure.value / 1000;
  }
  return null;
}

const SHORTEST_SWIM_M = 400;

/**
 * Returns which of a stated time and distance is the whole session's: both if somebody covers the distance in that
 * time, the distance if the time is too short for it, and neither if it is too long.
 */
function holderOf(
  minutes: number,
  km: number | null,
  sport: SingleSportType | null,
): 'both' | 'distance' | 'neither' {
  if (sport === null || km === null) return 'both';
  const [slowest, fastest] = SPEEDS_KM_PER_HR[familyOf(sport)];
  const kmPerHr = km / (minutes / 60);
  const isLongRun = familyOf(sport) === 'run' && km >= LONG_RUN_FROM_KM;
  if (kmPerHr > (isLongRun ? FASTEST_LONG_RUN_KM_PER_HR : fastest)) return 'distance';
  return kmPerHr < slowest / 2 ? 'neither' : 'both';
}

/** "10 km 150m": next to another amount, metres are climb. */
function isClimb({ measure }: StatedQuantity, quantities: readonly StatedQuantity[]): boolean {
  return measure.kind === 'minutes_or_metres' && quantities.some(isClear);
}

function isClear({ role, measure }: StatedQuantity): boolean {
  return role === 'session' && (measure.kind === 'duration' || measure.kind === 'distance');
}

function eventKm({ cues }: ReadText): number | null {
  for (const { status, senses } of cues) {
    if (status !== 'live') continue;
    for (const sense of senses) if (sense.kind === 'event' && sense.km !== null) return sense.km;
  }
  return null;
}

interface Course {
  readonly sport: SingleSportType | null;
  readonly km: number | null;
  readonly isInMiles: boolean;
}

/** Plausible speeds of whole sessions for a clock reading, including top-level races. Engineering choices. */
const SPEEDS_KM_PER_HR: Readonly<Record<Family, readonly [slowest: number, fastest: number]>> = {
  run: [4, 30],
  bike: [8, 60],
  swim: [1, 8],
  row: [3, 22],
  ski: [3, 40],
  foot: [1, 15],
  lift: [1, 60],
  other: [1, 60],
  multi: [4, 45],
};

/** Nobody runs five kilometres as fast as one. */
const LONG_RUN_FROM_KM = 3;
const FASTEST_LONG_RUN_KM_PER_HR = 23;

/** Returns a quantity's minutes. A clock reading counts only if the session may have taken that time. */
function minutesBeside(quantity: StatedQuantity, course: Course): number | null {
  if (quantity.measure.kind === 'seconds_on_off') return (quantity.measure.on + quantity.measure.off) / 60;
  const minutes = minutesOf(quantity, course.sport);
  const clock = quantity.measure.kind === 'duration' ? quantity.measure.clock : undefined;
  if (minutes === null || clock === undefined) return minutes;
  const family = familyOf(course.sport ?? 'other');
  if (course.km === null) return mayBeElse(clock, minutes, family) ? null : minutes;
  // "100 km 2:45" in hours and minutes, "800 m 2:03" in minutes and seconds, "8 km 4:20" as a runner's pace.
  const [slowest, fastestOfAll] = SPEEDS_KM_PER_HR[family];
  const isLongRun = family === 'run' && course.km >= LONG_RUN_FROM_KM;
  const fastest = isLongRun ? FASTEST_LONG_RUN_KM_PER_HR : fastestOfAll;
  const inMinutes = clock.first + clock.second / 60;
  const { km } = course;
  const units = course.isInMiles ? km / KM_PER_MILE : km;
  const readings = [minutes, inMinutes, ...(family === 'run' ? [inMinutes * units] : [])];
  return readings.find((each) => km / (each / 60) >= slowest && km / (each / 60) <= fastest) ?? null;
}

/** Sessions of these families rarely take as long as "5:30" in hours. It is a pace or a time of day. */
const SHORTER_FAMILIES: ReadonlySet<Family> = new Set(['run', 'swim', 'row', 'lift', 'other']);
const SHORTER_UNTIL_HOURS = 4;
/** "6:30 group ride" is a start time. */
const STARTS_FROM_HOUR = 6;

/**
 * Returns true for amounts that may as well be a time of day or a pace: "19:30 social run", "10:45 swim",
 * "run 4:50".
 */
function mayBeElse(
  { first, second }: { readonly first: number; readonly second: number },
  minutes: number,
  family: Family,
): boolean {
  const isInHours = minutes >= first * 60;
  if (isInHours) {
    return (
      (first >= SHORTER_UNTIL_HOURS && SHORTER_FAMILIES.has(family)) ||
      (first >= STARTS_FROM_HOUR && second % 15 === 0)
    );
  }
  return first <= 12 || (first <= 23 && second % 15 === 0);
}

/** Shorter times are a repetition, a test or a race within a session. */
const SHORTEST_STATED_MIN = 5;
/** So are distances that take less: "1600m time trial". */
const SHORTEST_ESTIMATE_MIN = 10;
/** Only races and sessions named after them last longer: "Pre 24hr exam run" does not. */
const LONGEST_WITHOUT_EVENT_MIN = 12 * 60;
/** Maximum ratio of stated and recorded times, because of stops and additions. Estimates differ less. */
const MOST_APART_STATED = 1.35;
const MOST_APART_ESTIMATED = 1.25;

/**
 * Returns the whole minutes 1–2880 of a single-sport session. Null if neither time, distance nor the event
 * itself is stated, or if the recorded time contradicts it. A distance counts at the recorded speed, else at
 * a typical one.
 */
export function sessionMinutes(
  type: SingleSportType,
  stated: StatedAmount,
  intensity: IntensityReading,
  recording: Recording | null,
): number | null {
  const recordedMin = recording?.movingTimeMin ?? null;
  if (stated.isUnclear === true) return null;
  if (stated.durationMin !== null) {
    const { durationMin } = stated;
    const isEvent = intensity.isRace || intensity.event !== null || stated.isOfEvent === true;
    if ((durationMin >= LONGEST_WITHOUT_EVENT_MIN && !isEvent) || durationMin < SHORTEST_STATED_MIN)
      return null;
    return isApart(durationMin, recordedMin, MOST_APART_STATED) ? null : clampMinutes(durationMin);
  }
  const estimate = estimateOf(type, stated.distanceKm, intensity, recording);
  if (estimate === null || estimate < SHORTEST_ESTIMATE_MIN) return null;
  return isApart(estimate, recordedMin, MOST_APART_ESTIMATED) ? null : estimate;
}

function estimateOf(
  type: SingleSportType,
  distanceKm: number | null,
  { event, isEventItself, level }: IntensityReading,
  recording: Recording | null,
): number | null {
  const isEvent = event !== null && isEventItself && familyOf(event.type) === familyOf(type);
  const km = distanceKm ?? (isEvent ? event.km : null);
  const speedKmPerHr = recording && recordedSpeedKmPerHr(recording);
  if (km !== null && speedKmPerHr !== null) return clampMinutes((km / speedKmPerHr) * 60);
  if (distanceKm === null && isEvent && event.hours !== null) return clampMinutes(event.hours * 60);
  return km === null ? null : estimatedMinutes(type, km, level);
}

/** Returns whether a stated time is so far from the recorded one that it is not this session's. */
export function isApart(statedMin: number, recordedMin: number | null, most: number): boolean {
  if (recordedMin === null || recordedMin < 1) return false;
  return Math.max(statedMin / recordedMin, recordedMin / statedMin) >= most;
}

/** Returns the amounts of a leg as if its title stated them. */
export function amountOfLeg(leg: Leg | null): StatedAmount {
  return { durationMin: leg?.durationMin ?? null, distanceKm: leg?.distanceKm ?? null };
}

/** Returns the usual finish time of a named multi-sport race, in whole minutes. */
export function eventMinutes(type: ActivityType, { event, isEventItself }: IntensityReading): number | null {
  if (event === null || event.hours === null || familyOf(event.type) !== familyOf(type)) return null;
  return isEventItself ? clampMinutes(event.hours * 60) : null;
}
