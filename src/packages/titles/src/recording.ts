/**
 * Weighs the platform's recording of a session: its own sport name, speed, climb, power, heart rate and
 * whether it was indoors. All figures are engineering choices: medians and spreads of recreational athletes'
 * files.
 */
import { type ActivityType, SINGLE_SPORT_TYPES, type SingleSportType } from '@musette/engine/types';
import { type Family, familyOf } from './sports.ts';

export interface Recording {
  /** The platform's sport name, and its activity type. Null if there is none. */
  readonly sport: string | null;
  readonly sportType: ActivityType | null;
  /** True if the name is used for any sport ("Workout", "Other"): figures and words take precedence. */
  readonly isVague: boolean;
  readonly distanceKm: number | null;
  readonly movingTimeMin: number | null;
  readonly elevationGainM: number | null;
  readonly averagePowerW: number | null;
  readonly averageHeartRateBpm: number | null;
  readonly isIndoor: boolean | null;
}

interface Profile {
  /** Share of recorded sessions. */
  readonly share: number;
  /** Median moving speed and its spread as a standard deviation of the logarithm; null without a course. */
  readonly speedKmPerHr: number | null;
  readonly spread: number;
  readonly climbMPerKm: number;
  readonly heartRateBpm: number;
  /** Likelihoods of an indoor file, and of one with power. */
  readonly indoor: number;
  readonly power: number;
  /** Few sessions are longer: a walk of seven hours is not a swim at any speed. */
  readonly longestKm: number;
  readonly longestMin: number;
}

function profile(
  share: number,
  [speedKmPerHr, spread]: readonly [number | null, number],
  climbMPerKm: number,
  heartRateBpm: number,
  indoor: number,
  power: number,
  [longestKm, longestMin]: readonly [number, number],
): Profile {
  return { share, speedKmPerHr, spread, climbMPerKm, heartRateBpm, indoor, power, longestKm, longestMin };
}

const PROFILES: Readonly<Record<SingleSportType, Profile>> = {
  run: profile(0.28, [10.3, 0.18], 8, 148, 0.03, 0.12, [45, 300]),
  trail_run: profile(0.05, [7.8, 0.25], 32, 145, 0.001, 0.08, [80, 1200]),
  treadmill_run: profile(0.03, [10, 0.2], 1, 145, 0.98, 0.1, [22, 150]),
  bike: profile(0.3, [24.5, 0.24], 9, 136, 0.02, 0.4, [200, 600]),
  indoor_bike: profile(0.08, [32, 0.2], 7, 138, 0.98, 0.85, [80, 180]),
  swim: profile(0.06, [2.6, 0.25], 0.1, 132, 0.6, 0.001, [3.5, 75]),
  open_water_swim: profile(0.02, [2.7, 0.25], 0.1, 138, 0.001, 0.001, [5, 120]),
  row: profile(0.02, [9.3, 0.22], 0.5, 140, 0.6, 0.3, [22, 120]),
  ski: profile(0.02, [10.5, 0.3], 17, 140, 0.01, 0.001, [60, 360]),
  hike: profile(0.04, [3.7, 0.3], 50, 115, 0.001, 0.001, [45, 900]),
  walk: profile(0.08, [5.2, 0.14], 6, 103, 0.05, 0.001, [22, 300]),
  lift: profile(0.05, [null, 0], 0, 112, 0.9, 0.001, [0.5, 120]),
  other: profile(0.05, [8, 0.9], 12, 120, 0.4, 0.01, [60, 600]),
};

const HEART_RATE_SPREAD_BPM = 22;
/** Files without a course still contain some metres from wrist movement. */
const SHORTEST_COURSE_KM = 0.2;
const SHORTEST_TIME_MIN = 1;
/** Share of broken files. No figure is stronger evidence against a sport. */
const BROKEN_SHARE = 0.02;

/** Speed, climb per kilometre and other measurements of a recording, null if missing. */
interface Measured {
  readonly speedKmPerHr: number | null;
  readonly climbMPerKm: number | null;
}

function measuredIn({ distanceKm, movingTimeMin, elevationGainM }: Recording): Measured {
  const course = distanceKm !== null && distanceKm >= SHORTEST_COURSE_KM ? distanceKm : null;
  const timed = movingTimeMin !== null && movingTimeMin >= SHORTEST_TIME_MIN ? movingTimeMin : null;
  return {
    speedKmPerHr: course === null || timed === null ? null : course / (timed / 60),
    climbMPerKm: course === null || elevationGainM === null ? null : elevationGainM / course,
  };
}

/** Returns the moving speed of a recording, or null. */
export function recordedSpeedKmPerHr(recording: Recording): number | null {
  return measuredIn(recording).speedKmPerHr;
}

/** Returns whether a recording has any data that distinguishes sports. */
export function isTelling(recording: Recording): boolean {
  const { speedKmPerHr } = measuredIn(recording);
  return speedKmPerHr !== null || recording.isIndoor !== null || (recording.averagePowerW ?? 0) > 0;
}

/** Returns whether a recording shows that a session took place. */
export function showsSession({ distanceKm, movingTimeMin, sport }: Recording): boolean {
  return sport !== null || (distanceKm ?? 0) > 0 || (movingTimeMin ?? 0) > 0;
}

/** Returns, for such a recording, the share of sessions of each type. Shares sum to 1. */
export function typesByRecording(recording: Recording): Map<SingleSportType, number> {
  const likelihoods = SINGLE_SPORT_TYPES.map((type) => likelihood(type, recording));
  const best = Math.max(...likelihoods);
  const weights = SINGLE_SPORT_TYPES.map((type, index) => {
    const fit = best > 0 ? (likelihoods[index] ?? 0) / best : 1;
    return [type, PROFILES[type].share * (BROKEN_SHARE + (1 - BROKEN_SHARE) * fit)] as const;
  });
  const whole = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(weights.map(([type, weight]) => [type, weight / whole]));
}

function likelihood(type: SingleSportType, recording: Recording): number {
  const profileOfSport = PROFILES[type];
  const { speedKmPerHr, spread, climbMPerKm, heartRateBpm, indoor, power } = profileOfSport;
  const measured = measuredIn(recording);
  let product = shareAsLong(profileOfSport, recording);
  if (measured.speedKmPerHr !== null) {
    const { speedKmPerHr: speed } = measured;
    const beside = (usual: number) =>
      normal(Math.log(speed / sprintSpeed(type, usual, speed, recording)) / spread) / spread;
    product *= speedKmPerHr === null ? COURSELESS : beside(speedKmPerHr);
    product *= shareAsFast(type, speed, recording) * shareAsShort(type, recording);
  }
  if (measured.climbMPerKm !== null && !recording.isIndoor) {
    const scale = climbMPerKm + LEAST_CLIMB_M_PER_KM;
    product *= Math.exp(-measured.climbMPerKm / scale) / scale;
  }
  if (recording.averageHeartRateBpm !== null) {
    product *= normal((recording.averageHeartRateBpm - heartRateBpm) / HEART_RATE_SPREAD_BPM);
  }
  if (recording.isIndoor !== null) product *= recording.isIndoor ? indoor : 1 - indoor;
  if ((recording.averagePowerW ?? 0) > 0) product *= power;
  return product;
}

/** Steepness with which sessions become rare beyond the longest usual ones, and beyond the fastest. */
const RARER_WITH_LENGTH = 4;
const RARER_WITH_SPEED = 20;

/** Returns the share of a sport's sessions as long as the recorded one, 1 up to the longest usual ones. */
function shareAsLong({ longestKm, longestMin }: Profile, { distanceKm, movingTimeMin }: Recording): number {
  const beyond = (value: number | null, longest: number) => Math.max(1, (value ?? 0) / longest);
  return (beyond(distanceKm, longestKm) * beyond(movingTimeMin, longestMin)) ** -RARER_WITH_LENGTH;
}

/**
 * A good amateur's speed over one kilometre, and its exponent over distance: 19 km/h over 10 km, 16 over 100.
 */
const FASTEST_KILOMETRE_KM_PER_HR = 22.5;
const FALL_WITH_DISTANCE = 0.075;
const RUNS: ReadonlySet<SingleSportType> = new Set(['run', 'trail_run', 'treadmill_run']);

/** Returns the share of runs of this distance that are as fast, 1 for other sports. */
function shareAsFast(type: SingleSportType, speedKmPerHr: number, { distanceKm }: Recording): number {
  if (!RUNS.has(type) || distanceKm === null || distanceKm < SPRINTS_UNTIL_KM) return 1;
  const fastest = FASTEST_KILOMETRE_KM_PER_HR * distanceKm ** -FALL_WITH_DISTANCE;
  return Math.max(1, speedKmPerHr / fastest) ** -RARER_WITH_SPEED;
}

/** Runs below this distance may be sprints, but few rides are: "800 m in 2:03" needs no bicycle. */
const SPRINTS_UNTIL_KM = 3;
const SPRINT_POWER = 0.5;
const RIDES: ReadonlySet<SingleSportType> = new Set(['bike', 'indoor_bike']);

/** Returns the usual speed nearest to the measured one. Short runs may have any speed up to a sprint. */
function sprintSpeed(
  type: SingleSportType,
  usualKmPerHr: number,
  speedKmPerHr: number,
  { distanceKm }: Recording,
): number {
  if (type !== 'run' || distanceKm === null || distanceKm >= SPRINTS_UNTIL_KM) return usualKmPerHr;
  const sprint = usualKmPerHr * (SPRINTS_UNTIL_KM / distanceKm) ** SPRINT_POWER;
  return Math.min(sprint, Math.max(usualKmPerHr, speedKmPerHr));
}

/** Returns the share of rides as short as the recorded one, 1 for other sports. */
function shareAsShort(type: SingleSportType, { distanceKm }: Recording): number {
  return RIDES.has(type) ? Math.min(1, (distanceKm ?? SPRINTS_UNTIL_KM) / SPRINTS_UNTIL_KM) ** 2 : 1;
}

/** Share of recordings with a course among weights and machines. */
const COURSELESS = 0.01;
const LEAST_CLIMB_M_PER_KM = 2;

function normal(deviations: number): number {
  return Math.exp(-0.5 * deviations * deviations);
}

/** Returns the most likely type of a session of this distance and time. */
export function likeliestType(distanceKm: number, movingTimeMin: number): SingleSportType {
  const types = typesByRecording({ ...NOTHING_RECORDED, distanceKm, movingTimeMin });
  const families = familiesByRecording(types);
  const [family] = [...families].reduce((one, other) => (other[1] > one[1] ? other : one));
  return likeliestOf(family, types);
}

const NOTHING_RECORDED: Recording = {
  sport: null,
  sportType: null,
  isVague: false,
  distanceKm: null,
  movingTimeMin: null,
  elevationGainM: null,
  averagePowerW: null,
  averageHeartRateBpm: null,
  isIndoor: false,
};

function familiesByRecording(types: ReadonlyMap<SingleSportType, number>): Map<Family, number> {
  const families = new Map<Family, number>();
  for (const [type, share] of types) {
    families.set(familyOf(type), (families.get(familyOf(type)) ?? 0) + share);
  }
  return families;
}

/** Share of recorded sessions per family. */
export const FAMILY_SHARES: ReadonlyMap<Family, number> = familiesByRecording(
  new Map(SINGLE_SPORT_TYPES.map((type) => [type, PROFILES[type].share])),
);

/** Returns how many times more often each family has such a recording than an average session. */
export function likelihoodRatios(types: ReadonlyMap<SingleSportType, number>): Map<Family, number> {
  const posterior = familiesByRecording(types);
  return new Map([...posterior].map(([family, share]) => [family, share / (FAMILY_SHARES.get(family) ?? 1)]));
}

/** Returns the most likely type of a family for its recording. */
export function likeliestOf(family: Family, types: ReadonlyMap<SingleSportType, number>): SingleSportType {
  let best: SingleSportType = 'other';
  let most = -1;
  for (const [type, share] of types) {
    if (familyOf(type) !== family || share <= most) continue;
    best = type;
    most = share;
  }
  return best;
}

/** Describes in `evidence` what a recording contributed. */
export function describeRecording(recording: Recording): string[] {
  const { speedKmPerHr, climbMPerKm } = measuredIn(recording);
  const lines: string[] = [];
  if (recording.sport !== null) lines.push(`recording: sport "${recording.sport}"`);
  if (speedKmPerHr !== null) lines.push(`recording: speed ${rounded(speedKmPerHr)} km/h`);
  if (climbMPerKm !== null) lines.push(`recording: climb ${rounded(climbMPerKm)} m/km`);
  if ((recording.averagePowerW ?? 0) > 0) lines.push(`recording: power ${recording.averagePowerW} W`);
  if (recording.averageHeartRateBpm !== null)
    lines.push(`recording: heart rate ${recording.averageHeartRateBpm} bpm`);
  if (recording.isIndoor !== null) lines.push(`recording: ${recording.isIndoor ? 'indoors' : 'outdoors'}`);
  return lines;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
