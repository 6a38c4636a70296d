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
import type { ReadText } from './read-text.ts';
import { type Recording, recordedSpeedKmPerHr } from './recording.ts';
import { clampMinutes, estimatedMinutes, type Family, familyOf } from './sports.ts';

interface StatedAmount {
  readonly durationMin: number | null;
  readonly distanceKm: number | null;
}

/**
 * Returns the largest stated duration and distance outside sets, from the first part that states any: title,
 * tags, description.
 */
export function statedAmount(texts: readonly ReadText[], sport: SingleSportType | null): StatedAmount {
  for (const text of texts) {
    const { quantities } = text;
    let distanceKm: number | null = null;
    for (const quantity of quantities) {
      if (quantity.role !== 'session' || isClimb(quantity, quantities)) continue;
      const km = kilometresOf(quantity, sport);
      if (km !== null) distanceKm = Math.max(distanceKm ?? 0, km);
    }
    let durationMin: number | null = null;
    const isInMiles = quantities.some(({ measure }) => measure.kind === 'distance' && measure.unit === 'mi');
    const course = { sport, km: distanceKm ?? eventKm(text), isInMiles };
    for (const quantity of quantities) {
      if (quantity.role !== 'session' || isClimb(quantity, quantities)) continue;
      const minutes = minutesBeside(quantity, course);
      if (minutes !== null) durationMin = Math.max(durationMin ?? 0, minutes);
    }
    if (durationMin !== null || distanceKm !== null) return { durationMin, distanceKm };
  }
  return { durationMin: null, distanceKm: null };
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
  if (stated.durationMin !== null) {
    const { durationMin } = stated;
    const isLong = durationMin >= LONGEST_WITHOUT_EVENT_MIN && !intensity.isRace && intensity.event === null;
    if (isLong || durationMin < SHORTEST_STATED_MIN) return null;
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
