/** Reads triathlons named only by their distances: "3.8/180/42.2". */
import type { ActivityType } from '#core/engine/types.ts';
import { BARE_METRES_FROM } from './bare-numbers.ts';
import type { MultiSense } from './lexicon/sense.ts';
import type { Leg } from './read-legs.ts';
import type { ReadText } from './read-text.ts';

/**
 * Possible distances of a triathlon's three numbers: the longest swim, the bike and the run (engineering
 * choice).
 */
const SWIM_KM = { from: 0.2, to: 4 };
const BIKE_KM = { from: 10, to: 200 };
const RUN_KM = { from: 2, to: 45 };
/** Bike courses are three to eight times the run, and at least ten times the swim. */
const BIKE_PER_RUN = { from: 3, to: 8 };
const BIKE_PER_SWIM_FROM = 10;
const COURSE_SIGNS: ReadonlySet<string> = new Set(['/', '-', '+', '|']);

/**
 * Reads a triathlon named only by its distances ("3.8/180/42.2"). Null for all other numbers, including
 * dates.
 */
export function courseInNumbers({ tokens, quantities }: ReadText): MultiSense | null {
  const [swim, bike, run, ...more] = quantities.filter(({ measure }) => measure.kind === 'bare');
  if (more.length > 0 || quantities.length !== 3) return null;
  const parts = [swim, bike, run].map((part) => (part?.measure.kind === 'bare' ? part.measure.value : 0));
  const [swimTold = 0, bikeKm = 0, runKm = 0] = parts;
  const inMetres = swimTold >= BARE_METRES_FROM;
  const swimKm = inMetres ? swimTold / 1000 : swimTold;
  const joined = [bike, run].every((part) => {
    const number = tokens[part?.from ?? -1];
    return number?.hyphened === true || COURSE_SIGNS.has(tokens[(part?.from ?? 0) - 1]?.text ?? '');
  });
  const within = (value: number, { from, to }: { from: number; to: number }) => value >= from && value <= to;
  const fits =
    joined &&
    (inMetres || !Number.isInteger(swimTold)) &&
    within(swimKm, SWIM_KM) &&
    within(bikeKm, BIKE_KM) &&
    within(runKm, RUN_KM) &&
    within(bikeKm / runKm, BIKE_PER_RUN) &&
    bikeKm >= BIKE_PER_SWIM_FROM * swimKm;
  return fits ? { kind: 'multi', type: 'triathlon', weight: 0.82, legs: ['swim', 'bike', 'run'] } : null;
}

/** Swim, bike and run kilometres of the triathlon distances, by their sum in the lexicons. */
const COURSES_KM: ReadonlyMap<number, readonly [number, number, number]> = new Map([
  [25.75, [0.75, 20, 5]],
  [51.5, [1.5, 40, 10]],
  [113, [1.9, 90, 21.1]],
  [226, [3.8, 180, 42.2]],
]);

/** Returns the legs of a standard triathlon distance from its total kilometres. Null for other courses. */
export function courseLegs(type: ActivityType, wholeKm: number | null): readonly Leg[] | null {
  const course = type === 'triathlon' ? COURSES_KM.get(wholeKm ?? 0) : undefined;
  if (course === undefined) return null;
  const sports = ['open_water_swim', 'bike', 'run'] as const;
  return sports.map((sport, index) => ({
    type: sport,
    durationMin: null,
    distanceKm: course[index] ?? null,
    intensityLevel: null,
  }));
}

/** Lists the legs of every standard triathlon distance. */
export function allCourses(): readonly (readonly Leg[])[] {
  return [...COURSES_KM.keys()].map((km) => courseLegs('triathlon', km) ?? []);
}
