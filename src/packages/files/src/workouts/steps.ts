import type { ActivityType } from '@musette/engine/types';
import { toSingleSport, typicalMinutes } from '../sports.ts';
import type { Intensity, WorkoutStep } from './workout.ts';

/** Levels of steps described by feel instead of intensity (engineering choice). */
export const LEVEL_OF = {
  rest: 1,
  recovery: 2,
  warmUp: 3,
  coolDown: 2,
  free: 4,
  active: 5,
  interval: 7,
  max: 9,
};

export function level(value: number): Intensity {
  return { kind: 'level', value };
}

/** Middles of numbered zones, in percent of FTP (Coggan) and of threshold heart rate and pace (Friel). */
const MIDDLES = {
  percent_ftp: [50, 65, 83, 98, 113, 135, 170],
  percent_threshold_hr: [75, 87, 92, 97, 101, 104, 108],
  percent_threshold_pace: [72, 82, 91, 98, 102, 107, 115],
} as const;

/**
 * Returns the middle of a zone, because the athlete's own limits are unknown here. Null if there is no such
 * zone.
 */
export function zoneIntensity(kind: keyof typeof MIDDLES, zone: number): Intensity | null {
  const value = MIDDLES[kind][zone - 1];
  return value === undefined ? null : { kind, value };
}

/** Usual threshold heart rate as a share of the maximum, to convert percentages (engineering choice). */
export const THRESHOLD_FRACTION_OF_MAX_HR = 0.9;

/** Bounds nested repetitions when written out. Devices accept less than a tenth of it. */
export const NESTED_STEPS_MAX = 10_000;

/** A ramp becomes steps that differ by about this much, each at least one minute (engineering choice). */
const RAMP_STEP = {
  level: 1,
  percent_ftp: 10,
  power_w: 25,
  percent_threshold_hr: 5,
  percent_threshold_pace: 5,
};
const RAMP_STEPS_MAX = 10;
const RAMP_STEP_MIN_S = 60;

/**
 * Splits a ramp into equal steps at the mean intensity of each part. A short or flat one is a single step.
 */
export function rampSteps(
  durationS: number,
  kind: Intensity['kind'],
  from: number,
  to: number,
  name: string | null = null,
): WorkoutStep[] {
  const byHeight = Math.ceil(Math.abs(to - from) / RAMP_STEP[kind]);
  const count = Math.max(1, Math.min(byHeight, RAMP_STEPS_MAX, Math.floor(durationS / RAMP_STEP_MIN_S)));
  return Array.from({ length: count }, (_, index) => ({
    durationS: durationS / count,
    intensity: { kind, value: from + ((to - from) * (index + 0.5)) / count },
    name,
  }));
}

/** Estimates the seconds of a step by distance, at the typical speed of the sport and level. */
export function secondsForDistance(type: ActivityType, distanceM: number, levelValue: number): number {
  return typicalMinutes(toSingleSport(type), distanceM / 1000, levelValue) * 60;
}

/** A load as a file states it, before ranges are averaged and ramps divided. */
export interface StatedLoad extends Intensity {
  /** Stops reading at its place in the file. Throws UnreadableFile. */
  readonly refuse: (reason: string) => never;
}

/** The most that a file can mean. A sprint of seconds reaches 400 % of FTP. */
export const LOAD_MAX = {
  level: 9,
  percent_ftp: 400,
  power_w: 2000,
  percent_threshold_hr: 200,
  percent_threshold_pace: 300,
} as const satisfies Record<Intensity['kind'], number>;

const MEASURE_OF: Readonly<Record<Intensity['kind'], string>> = {
  level: ' as a level',
  percent_ftp: '% of FTP',
  power_w: ' W',
  percent_threshold_hr: '% of threshold heart rate',
  percent_threshold_pace: '% of threshold pace',
};

/** Percentages of a whole workout up to this are fractions. */
const HIGHEST_FRACTION = 4;

function isPercentage({ kind }: StatedLoad): boolean {
  return kind !== 'power_w' && kind !== 'level';
}

/** Loads below are rest at 0, and next to loads of hundreds a misread column or unit. */
const LEAST_LOAD_W = 20;
const HUNDREDS_FROM_W = 100;

/**
 * Refuses the first load that nobody can hold, and a load of 1 to 19 W in a file with loads from 100 W.
 */
export function refuseImpossible(loads: readonly StatedLoad[]): void {
  const [first] = loads;
  const highest = Math.max(0, ...loads.map(({ value }) => value));
  if (first !== undefined && highest > 0 && highest <= HIGHEST_FRACTION && loads.every(isPercentage)) {
    first.refuse(`no load is above ${highest}%, a fraction where percent is expected.`);
  }
  const inHundreds = loads.some(({ kind, value }) => kind === 'power_w' && value >= HUNDREDS_FROM_W);
  for (const { kind, value, refuse } of loads) {
    const stated = `${Math.round(value * 10) / 10}${MEASURE_OF[kind]}`;
    if (value > LOAD_MAX[kind]) refuse(`${stated} is above the maximum of ${LOAD_MAX[kind]}.`);
    if (kind === 'power_w' && inHundreds && value > 0 && value < LEAST_LOAD_W) {
      refuse(`${stated} next to loads of at least ${HUNDREDS_FROM_W} W is not a load of this workout.`);
    }
  }
}
