import type { Course } from '@musette/basics/courses';
import type { SingleSportType } from '@musette/engine/types';
import { SPORT_OF_TYPE } from '@musette/engine/types';
import { gradientCost, type Mover } from './gradient.ts';
import type { PlanLeg } from './legs.ts';

/** A stretch of the course with one gradient, with its minutes. */
export interface Stretch {
  readonly fromKm: number;
  readonly toKm: number;
  readonly fromMin: number;
  readonly toMin: number;
  /** Rise over distance; negative downhill. */
  readonly gradient: number;
  readonly type: SingleSportType;
}

/** Shortest stretch, km: shorter ones reflect noise in the elevations. Engineering choice. */
const LEAST_STRETCH_KM = 0.1;
/** Most stretches of a course; bounds the work of a plan. Engineering choice. */
const STRETCHES_MAX = 400;

/** Usual speeds that divide the course of several sports among its legs, km/h. Engineering choices. */
const SPEED_KM_PER_HR: Partial<Record<SingleSportType, number>> = {
  swim: 3,
  open_water_swim: 3,
  bike: 30,
  indoor_bike: 30,
  run: 11,
  treadmill_run: 11,
};
const OTHER_SPEED_KM_PER_HR = 8;

/**
 * Calculates when each part of a course is passed: within a leg at an even effort, slower uphill and faster
 * downhill, so that every leg takes exactly its minutes. A course of several sports is divided by the distances of
 * triathlons, or by the usual speeds of its sports.
 */
export function stretchesOf(course: Course, legs: readonly PlanLeg[], massKg: number): readonly Stretch[] {
  const reaches =
    triathlonKm(course.distanceKm, legs) ??
    legs.map(
      ({ type, startMin, endMin }) => (endMin - startMin) * (SPEED_KM_PER_HR[type] ?? OTHER_SPEED_KM_PER_HR),
    );
  const reach = reaches.reduce((sum, each) => sum + each, 0);
  const heightAt = heightsOf(course);
  const lengthKm = Math.max(LEAST_STRETCH_KM, course.distanceKm / STRETCHES_MAX);
  let startKm = 0;
  return legs.flatMap((leg, index) => {
    const isLast = index === legs.length - 1;
    const legKm = (course.distanceKm * (reaches[index] ?? 0)) / reach;
    const endKm = isLast ? course.distanceKm : startKm + legKm;
    const stretches = stretchesOfLeg(leg, { startKm, endKm, lengthKm, massKg, heightAt });
    startKm = endKm;
    return stretches;
  });
}

/** Swim, ride and run of the long distances and of the short ones, km. Halves and doubles of them are divided alike. */
const LONG_TRIATHLON_KM = [3.8, 180, 42.2];
const SHORT_TRIATHLON_KM = [1.5, 40, 10];
/** Courses from here on are long distances; an Olympic one has 51.5 km, half of a long one 113 km. */
const LONG_FROM_KM = 80;

/** Returns how the course of a triathlon is divided; null for other sessions. */
function triathlonKm(distanceKm: number, legs: readonly PlanLeg[]): readonly number[] | null {
  const sports = legs.map(({ type }) => SPORT_OF_TYPE[type]).join();
  if (sports !== 'swim,bike,run') return null;
  return distanceKm >= LONG_FROM_KM ? LONG_TRIATHLON_KM : SHORT_TRIATHLON_KM;
}

interface LegCourse {
  readonly startKm: number;
  readonly endKm: number;
  readonly lengthKm: number;
  readonly massKg: number;
  readonly heightAt: (km: number) => number;
}

function stretchesOfLeg(leg: PlanLeg, course: LegCourse): readonly Stretch[] {
  const { startKm, endKm, lengthKm, heightAt, massKg } = course;
  const legKm = endKm - startKm;
  const minutes = leg.endMin - leg.startMin;
  if (legKm <= 0 || minutes <= 0) return [];
  const count = Math.max(1, Math.ceil(legKm / lengthKm));
  const kmAt = (index: number) => startKm + (legKm * index) / count;
  const slopes = Array.from(
    { length: count },
    (_, index) => (heightAt(kmAt(index + 1)) - heightAt(kmAt(index))) / (1000 * (legKm / count)),
  );
  const rider = { type: leg.type, massKg, flatMPerS: (1000 * legKm) / (60 * minutes) };
  const mover = leg.type === 'bike' ? atEffortOf(rider, slopes) : rider;
  const costs = slopes.map((gradient) => gradientCost(mover, gradient));
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  let fromMin = leg.startMin;
  return slopes.map((gradient, index) => {
    const toMin = index === count - 1 ? leg.endMin : fromMin + (minutes * (costs[index] ?? 0)) / total;
    const stretch = { fromKm: kmAt(index), toKm: kmAt(index + 1), fromMin, toMin, gradient, type: leg.type };
    fromMin = toMin;
    return stretch;
  });
}

/** Range in which a ride's flat speed is searched, as multiples of its mean speed, and halvings of it. */
const SLOWEST_SHARE = 0.1;
const FASTEST_SHARE = 4;
const EFFORT_HALVINGS = 12;

/**
 * Returns the rider with the flat speed that matches the effort of the whole ride. It is above the mean speed, because hills
 * cost more time than they return. With the mean speed, climbs would be too slow and everything else too fast.
 */
function atEffortOf(rider: Mover, slopes: readonly number[]): Mover {
  const meanMPerS = rider.flatMPerS;
  let low = SLOWEST_SHARE * meanMPerS;
  let high = FASTEST_SHARE * meanMPerS;
  for (let halving = 0; halving < EFFORT_HALVINGS; halving += 1) {
    const flatMPerS = (low + high) / 2;
    const mover = { ...rider, flatMPerS };
    const cost = slopes.reduce((sum, gradient) => sum + gradientCost(mover, gradient), 0);
    if (flatMPerS * slopes.length < meanMPerS * cost) low = flatMPerS;
    else high = flatMPerS;
  }
  return { ...rider, flatMPerS: (low + high) / 2 };
}

/** Returns the height along a course, linear between its points, level where none is known. */
function heightsOf({ points }: Course): (km: number) => number {
  const known = (points ?? []).flatMap(({ km, elevationM }) =>
    elevationM === null ? [] : [{ km, elevationM }],
  );
  let near = 0;
  return (km) => {
    while (near > 0 && (known[near]?.km ?? 0) > km) near -= 1;
    while (near < known.length - 2 && (known[near + 1]?.km ?? 0) <= km) near += 1;
    const [from, to] = [known[near], known[near + 1]];
    if (from === undefined) return 0;
    if (to === undefined || to.km <= from.km) return from.elevationM;
    const share = Math.min(1, Math.max(0, (km - from.km) / (to.km - from.km)));
    return from.elevationM + share * (to.elevationM - from.elevationM);
  };
}

/** Returns the minute at which a kilometre is reached. */
export function minuteAt(stretches: readonly Stretch[], km: number): number {
  const stretch = stretches.find(({ toKm }) => km <= toKm) ?? stretches.at(-1);
  if (stretch === undefined) return 0;
  const { fromKm, toKm, fromMin, toMin } = stretch;
  const share = toKm > fromKm ? Math.min(1, Math.max(0, (km - fromKm) / (toKm - fromKm))) : 1;
  return fromMin + share * (toMin - fromMin);
}
