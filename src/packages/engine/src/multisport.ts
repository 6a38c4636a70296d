/** Handles multi-sport events: the legs, how the time splits, and what the position of each leg changes. */

import { type Body, paceOf, readsPace } from './effort.ts';
import { clamp, interpolate, type Points } from './numbers.ts';
import { SPORTS } from './tables.ts';
import type {
  ActivityType,
  EngineActivity,
  MultiSportType,
  RaceFormat,
  Segment,
  SingleSportType,
} from './types.ts';

/** Distances of a triathlon's legs, km, and the usual shares of time. */
interface RaceCourse {
  readonly format: RaceFormat;
  readonly swimBikeRunKm: readonly [number, number, number];
  readonly shares: readonly [number, number, number];
  /** Weight among the likely courses by event hours. Between two courses it passes from one to the next. */
  readonly weightByHours: Points;
}

// biome-ignore-start format: one line per course, so that they can be compared
const COURSES: readonly RaceCourse[] = [
  {
    format: 'sprint',
    swimBikeRunKm: [0.75, 20, 5],
    shares: [0.19, 0.49, 0.32],
    weightByHours: [
      [0.8, 0],
      [1, 1],
      [1.7, 1],
      [2.1, 0],
    ],
  },
  {
    format: 'olympic',
    swimBikeRunKm: [1.5, 40, 10],
    shares: [0.18, 0.49, 0.33],
    weightByHours: [
      [1.7, 0],
      [2.1, 1],
      [3.6, 1],
      [4.3, 0],
    ],
  },
  {
    format: '70.3',
    swimBikeRunKm: [1.9, 90, 21.1],
    shares: [0.11, 0.52, 0.37],
    weightByHours: [
      [3.6, 0],
      [4.3, 1],
      [7.6, 1],
      [9, 0],
    ],
  },
  {
    format: 'ironman',
    swimBikeRunKm: [3.8, 180, 42.2],
    shares: [0.1, 0.52, 0.38],
    weightByHours: [
      [7.6, 0],
      [9, 1],
      [17, 1],
      [20, 0],
    ],
  },
];
// biome-ignore-end format: see above

/** A triathlon's course as one of several that its hours suggest. */
interface LikelyCourse extends RaceCourse {
  readonly weight: number;
}

/** The likely courses of a triathlon with the shares of time of its legs. */
interface LikelyCourses {
  /** Weights add up to 1, or less where the level counts too. */
  readonly courses: readonly LikelyCourse[];
  readonly shares: readonly number[];
  /** Standard deviation of ln metabolic rate. */
  readonly sd: number;
}

/** Standard deviation of ln metabolic rate on one likely course, and weight of the choice between them. */
const LIKELY_SD = { course: 0.12, choice: 0.81 } as const;

/** Returns the likeliest courses of a triathlon by its hours. None below .8 h and from 20 h. */
function likelyCourses(hours: number): LikelyCourses {
  const courses = COURSES.flatMap((course) => {
    const weight = interpolate(hours, course.weightByHours);
    const { format, swimBikeRunKm, shares, weightByHours } = course;
    return weight > 0 ? [{ format, swimBikeRunKm, shares, weightByHours, weight }] : [];
  });
  const sum = courses.reduce((total, { weight }) => total + weight, 0);
  const nearest = COURSES[hours < 1 ? 0 : COURSES.length - 1]?.shares ?? [];
  const squares = courses.reduce((total, { weight }) => total + weight ** 2, (1 - sum) ** 2);
  return {
    courses,
    shares:
      sum > 0
        ? [0, 1, 2].map(
            (leg) =>
              courses.reduce((total, { weight, shares }) => total + weight * (shares[leg] ?? 0), 0) / sum,
          )
        : nearest,
    sd: Math.sqrt(LIKELY_SD.course ** 2 + (LIKELY_SD.choice * (1 - squares)) / 2),
  };
}

/** Returns the stated course of a triathlon. */
function courseOfFormat(format: RaceFormat): RaceCourse {
  const course = COURSES.find((each) => each.format === format);
  if (course === undefined) throw new Error(`no course ${format}`);
  return course;
}

/**
 * A triathlete's ride: drag of .38 m² at 1.93 m² of body surface and 8.2 m/s, falling with speed to .20–.22 at
 * the race pace of the best (recalled); rolling resistance; wind, hills and corners (fitted to Cuddy 2010).
 */
const RIDE = {
  airKgPerM3: 1.19,
  dragPerSurface: 0.197,
  atMPerS: 8.2,
  rolling: 0.005,
  bikeKg: 9,
  gravityMPerS2: 9.81,
  courseFactor: 1.15,
} as const;

/** Oxygen uptake of a swimmer in l/min by speed, m/s, and mass, kg (Kimber 2002, cited). */
const SWIM = { perMPerS: 3.65, perKg: 0.02, offset: -2.545, leastLPerMin: 0.8, wattPerLPerMin: 343 } as const;

/**
 * Returns the metabolic rate of covering a leg's distance in its hours, W. Null for types whose distance tells
 * nothing of the effort.
 */
export function courseRateW(
  { type, hours, distanceKm }: { type: SingleSportType; hours: number; distanceKm: number },
  body: Body,
): number | null {
  const speedMPerS = distanceKm / 3.6 / hours;
  switch (type) {
    case 'swim':
    case 'open_water_swim':
      return (
        SWIM.wattPerLPerMin *
        Math.max(SWIM.leastLPerMin, SWIM.perMPerS * speedMPerS + SWIM.perKg * body.massKg + SWIM.offset)
      );
    case 'bike':
    case 'indoor_bike':
      return rideRateW(speedMPerS, body);
    default:
      return readsPace(type)
        ? paceOf({ type, hours, distanceKm, gainM: 0, packKg: 0 }, body).metabolicRateW
        : null;
  }
}

function rideRateW(speedMPerS: number, { surfaceAreaM2, massKg }: Body): number {
  const { airKgPerM3, dragPerSurface, atMPerS, rolling, bikeKg, gravityMPerS2, courseFactor } = RIDE;
  const drag = 0.5 * airKgPerM3 * dragPerSurface * surfaceAreaM2 * (atMPerS * speedMPerS) ** 1.5;
  const rollingW = rolling * (massKg + bikeKg) * gravityMPerS2 * speedMPerS;
  return (courseFactor * (drag + rollingW)) / SPORTS.bike.mechanicalEfficiency;
}

type UsualLegs = readonly (readonly [type: SingleSportType, share: number])[];

/** The usual shares of time of a duathlon 10/40/5 and of a brick. */
const USUAL_LEGS: Readonly<Record<'duathlon' | 'brick', UsualLegs>> = {
  duathlon: [
    ['run', 0.3],
    ['bike', 0.53],
    ['run', 0.17],
  ],
  brick: [
    ['bike', 0.75],
    ['run', 0.25],
  ],
};

const TRIATHLON_TYPES = ['open_water_swim', 'bike', 'run'] as const;

/** One leg, as provided or from the usual shares of time. */
export interface LegSpecification {
  readonly type: SingleSportType;
  readonly hours: number;
  readonly intensityLevel: number | null;
  /** Its own, or that of the stated course. */
  readonly distanceKm: number | null;
  /** Its part of the likely courses of a race of which only the duration is known. */
  readonly likely: LikelyLeg | null;
}

/** A leg of a likely course, and the standard deviation of ln metabolic rate. */
interface LikelyLeg {
  readonly courses: readonly { readonly weight: number; readonly distanceKm: number }[];
  readonly sd: number;
}

/** Returns whether an activity type is multi-sport. */
export function isMultiSportType(type: ActivityType): type is MultiSportType {
  return type === 'triathlon' || type === 'duathlon' || type === 'brick';
}

/**
 * Returns the legs of an activity. Segments are scaled to the stated duration, so that totals agree with it.
 */
export function legsOf(
  activity: Pick<EngineActivity, 'type' | 'durationMin' | 'segments' | 'raceFormat' | 'isRaceEvent'>,
): readonly LegSpecification[] {
  const { type, segments, raceFormat } = activity;
  const hours = activity.durationMin / 60;
  if (!isMultiSportType(type)) return [legOf(type, hours)];
  if (segments !== null && segments.length > 0) return statedLegs(segments, hours, raceFormat);
  if (type !== 'triathlon') {
    return USUAL_LEGS[type].map(([legType, share]) => legOf(legType, hours * share));
  }
  return raceFormat === null
    ? likelyLegs(hours, activity.isRaceEvent)
    : legsOfFormat(hours, courseOfFormat(raceFormat));
}

/** Returns the legs of a multi-sport activity by its segments, or as usual for its type and hours. */
export function resolveLegs(
  type: MultiSportType,
  hours: number,
  segments: readonly Segment[] | null,
): readonly LegSpecification[] {
  return legsOf({ type, durationMin: 60 * hours, segments, raceFormat: null, isRaceEvent: false });
}

function legOf(type: SingleSportType, hours: number): LegSpecification {
  return { type, hours, intensityLevel: null, distanceKm: null, likely: null };
}

function legsOfFormat(hours: number, { shares, swimBikeRunKm }: ReturnType<typeof courseOfFormat>) {
  return TRIATHLON_TYPES.map((type, index) => ({
    ...legOf(type, hours * (shares[index] ?? 0)),
    distanceKm: swimBikeRunKm[index] ?? null,
  }));
}

/** Returns the legs of a triathlon of which only the duration is known. Only a race has likely courses. */
function likelyLegs(hours: number, isRaceEvent: boolean): readonly LegSpecification[] {
  const { courses, shares, sd } = likelyCourses(hours);
  const hasCourse = isRaceEvent && courses.length > 0;
  return TRIATHLON_TYPES.map((type, index) => ({
    ...legOf(type, hours * (shares[index] ?? 0)),
    likely: hasCourse
      ? {
          courses: courses.map(({ weight, swimBikeRunKm: km }) => ({ weight, distanceKm: km[index] ?? 0 })),
          sd,
        }
      : null,
  }));
}

/** Returns the stated legs. Those of a swim, a ride and a run without distance have the course's. */
function statedLegs(
  segments: readonly Segment[],
  hours: number,
  raceFormat: RaceFormat | null,
): readonly LegSpecification[] {
  const sum = segments.reduce((total, { durationMin }) => total + durationMin, 0);
  const kilometres =
    raceFormat !== null && isSwimBikeRun(segments) ? courseOfFormat(raceFormat).swimBikeRunKm : null;
  return segments.map(({ type, durationMin, intensityLevel, distanceKm }, index) => ({
    type,
    hours: (durationMin * hours) / sum,
    intensityLevel,
    distanceKm: distanceKm ?? kilometres?.[index] ?? null,
    likely: null,
  }));
}

function isSwimBikeRun(segments: readonly Segment[]): boolean {
  const [swim, bike, run, ...others] = segments.map(({ type }) => type);
  return (
    (swim === 'swim' || swim === 'open_water_swim') && bike === 'bike' && run === 'run' && others.length === 0
  );
}

/** Returns whether a leg of a multi-sport event is a swim, during which no intake is possible. */
export function isUnfedSwim(leg: Pick<LegSpecification, 'type'>): boolean {
  return leg.type === 'swim' || leg.type === 'open_water_swim';
}

/**
 * Returns the factor on the gut of a runner after other legs, .85–1, lower in events beyond 2.5 h (IM Maryland
 * case: bike 108, run 49 g/h).
 */
export function tiredRunFactor(eventHours: number): number {
  return 1 - 0.15 * clamp(eventHours - 2.5, 0, 1);
}

/** Maximum carbohydrate rate of a run, as a share of the last ride before it. */
export const RUN_SHARE_OF_RIDE = 0.8;

/** Weight per hour of a leg when dividing fluid: a rider carries and drinks more. */
const FLUID_WEIGHT = { ride: 1, other: 0.7 } as const;

interface DrinkingLeg {
  readonly hours: number;
  readonly isRide: boolean;
  readonly isFed: boolean;
  /** Maximum rate that the gut absorbs in this leg, L/h. */
  readonly drinkableLPerHr: number;
}

/**
 * Divides an event's fluid (L/h over all hours) among its legs by weight. An amount that one leg cannot take
 * goes to the rest, once. The returned rates may add up to less than requested.
 */
export function allotFluid(
  fluidLPerHr: number,
  eventHours: number,
  legs: readonly DrinkingLeg[],
): readonly number[] {
  const rates = legs.map(() => 0);
  let leftL = fluidLPerHr * eventHours;
  for (let pass = 0; pass < 2; pass++) {
    const weights = legs.map((leg, index) => {
      const isOpen = leg.isFed && (rates[index] ?? 0) < leg.drinkableLPerHr;
      return isOpen ? leg.hours * (leg.isRide ? FLUID_WEIGHT.ride : FLUID_WEIGHT.other) : 0;
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    if (sum === 0 || leftL <= 0) break;
    let handedL = 0;
    legs.forEach((leg, index) => {
      const weight = weights[index] ?? 0;
      if (weight === 0) return;
      const before = rates[index] ?? 0;
      const after = Math.min(before + (leftL * weight) / sum / leg.hours, leg.drinkableLPerHr);
      rates[index] = after;
      handedL += (after - before) * leg.hours;
    });
    leftL -= handedL;
  }
  return rates;
}
