import type { ActivityType } from '@musette/engine/types';
import {
  LEVEL_OF,
  level,
  NESTED_STEPS_MAX,
  type StatedLoad,
  secondsForDistance,
  THRESHOLD_FRACTION_OF_MAX_HR,
  zoneIntensity,
} from './steps.ts';
import { durationOf, type Intensity, type WorkoutPart, type WorkoutStep } from './workout.ts';

/** A target of a FIT workout step, each field null if not set. */
interface FitTarget {
  readonly type: number | null;
  /** A zone. In a repetition, its end. */
  readonly value: number | null;
  readonly customLow: number | null;
  readonly customHigh: number | null;
}

/** The fields of a FIT workout step, each null if not set. */
export interface FitStep {
  readonly name: string | null;
  readonly durationType: number | null;
  readonly durationValue: number | null;
  /** The primary target, then the secondary one. */
  readonly targets: readonly [FitTarget, FitTarget];
  readonly intensity: number | null;
  readonly refuse: (reason: string) => never;
}

/** Time, time of a repetition (devices that support this send pool lengths as it), and time only. */
const TIME_TYPES: ReadonlySet<number> = new Set([0, 28, 31]);
const DURATION_DISTANCE = 1;
const DURATION_TRAINING_STRESS = 16;

/** What ends a repetition. `other` ends by energy, heart rate or power, so its rounds are unknown. */
type RepetitionEnd = 'count' | 'time' | 'distance' | 'training_stress' | 'other';

/** Duration types that repeat the preceding steps, by what ends them. */
export const FIT_REPETITIONS: ReadonlyMap<number, RepetitionEnd> = new Map([
  [6, 'count'],
  [7, 'time'],
  [8, 'distance'],
  [9, 'other'],
  [10, 'other'],
  [11, 'other'],
  [12, 'other'],
  [13, 'other'],
  [17, 'other'],
  [18, 'other'],
  [27, 'training_stress'],
]);

/** Speed, and that of the lap. */
const SPEED_TYPES: ReadonlySet<number> = new Set([0, 12]);
/** Heart rate, and that of the lap. */
const HEART_RATE_TYPES: ReadonlySet<number> = new Set([1, 13]);
/** Power, its means over 3, 10 and 30 s, and that of the lap. */
const POWER_TYPES: ReadonlySet<number> = new Set([4, 7, 8, 9, 10]);

/** Values above this are beats per minute plus 100, others percent of maximum heart rate. */
const HEART_RATE_OFFSET = 100;
/** Values above this are watts plus 1000, others percent of FTP. */
const POWER_OFFSET_W = 1000;

/**
 * An open step ends at the lap button. Counts ten minutes for warm-ups and cool-downs, five for others
 * (engineering choice).
 */
const OPEN_S = 300;
const OPEN_EASY_S = 600;

/** Levels by the intensity of a FIT step: active, rest, warm-up, cool-down, recovery, interval, other. */
const LEVELS = [
  LEVEL_OF.active,
  LEVEL_OF.rest,
  LEVEL_OF.warmUp,
  LEVEL_OF.coolDown,
  LEVEL_OF.recovery,
  LEVEL_OF.interval,
  LEVEL_OF.free,
];
const INTENSITY_WARM_UP = 2;
const INTENSITY_COOL_DOWN = 3;

/** Returns a step with its duration and intensity. */
export function stepOf(draft: FitStep, type: ActivityType): WorkoutStep {
  const intensity = targetIntensity(draft) ?? feltLevel(draft);
  const durationS = secondsOf(draft, intensity, type);
  const speedMPerS = targetSpeedMPerS(draft);
  const isByDistance = draft.durationType === DURATION_DISTANCE && draft.durationValue !== null;
  const distanceM = isByDistance ? (draft.durationValue ?? 0) / 100 : durationS * speedMPerS;
  return { durationS, intensity, name: draft.name, ...(distanceM > 0 ? { distanceM } : {}) };
}

/**
 * Returns the duration of a step: its time, its distance at the target or a typical speed, its training stress
 * at the target power, or an estimate if open.
 */
function secondsOf(step: FitStep, intensity: Intensity, type: ActivityType): number {
  const value = step.durationValue;
  if (value !== null && TIME_TYPES.has(step.durationType ?? -1)) return value / 1000;
  if (value !== null && step.durationType === DURATION_DISTANCE) return secondsFor(step, value / 100, type);
  const stressPerS = stressPerSecond(intensity);
  if (value !== null && step.durationType === DURATION_TRAINING_STRESS && stressPerS > 0) {
    return value / stressPerS;
  }
  const isEasy = step.intensity === INTENSITY_WARM_UP || step.intensity === INTENSITY_COOL_DOWN;
  return isEasy ? OPEN_EASY_S : OPEN_S;
}

function secondsFor(step: FitStep, distanceM: number, type: ActivityType): number {
  const speedMPerS = targetSpeedMPerS(step);
  return speedMPerS > 0 ? distanceM / speedMPerS : secondsForDistance(type, distanceM, feltLevel(step).value);
}

function targetSpeedMPerS({ targets }: FitStep): number {
  const target = targets.find(({ type }) => SPEED_TYPES.has(type ?? -1));
  return target === undefined ? 0 : (middleOf(target) ?? 0) / 1000;
}

/** 100 points of training stress are an hour at FTP, and an hour at half of it a quarter of them. */
function stressPerSecond({ kind, value }: Intensity): number {
  return kind === 'percent_ftp' ? (value / 100) ** 2 / 36 : 0;
}

/**
 * Returns the parts that a repetition makes of its steps: a stated number of rounds, or as many as its time,
 * distance or training stress takes, the last one cut. Once if its end says no number.
 */
export function repeatedParts(
  steps: readonly WorkoutStep[],
  end: RepetitionEnd,
  draft: FitStep,
  type: ActivityType,
): readonly WorkoutPart[] {
  const value = draft.targets[0].value;
  if (steps.length === 0) return [];
  const rounds = value === null ? 1 : end === 'count' ? value : roundsUntil(steps, end, value, type);
  if (steps.length * rounds > NESTED_STEPS_MAX) {
    draft.refuse(`the workout has more than ${NESTED_STEPS_MAX} steps.`);
  }
  const whole = Math.floor(rounds + ROUNDING);
  const cut = stepsWithin(steps, (rounds - whole) * durationOf(steps));
  return end === 'count' || whole > 1 ? [{ repeat: whole, steps }, ...cut] : [...steps, ...cut];
}

/** Floating-point error in quotients. */
const ROUNDING = 1e-9;

/** Returns the rounds that a repetition takes until its end, at least one. */
function roundsUntil(
  steps: readonly WorkoutStep[],
  end: Exclude<RepetitionEnd, 'count'>,
  value: number,
  type: ActivityType,
): number {
  if (end === 'other') return 1;
  const rounds = {
    time: () => value / 1000 / durationOf(steps),
    distance: () => value / 100 / sumOf(steps, (step) => metresOf(step, type)),
    training_stress: () => value / sumOf(steps, (step) => step.durationS * stressPerSecond(step.intensity)),
  }[end]();
  return Number.isFinite(rounds) ? Math.max(1, rounds) : 1;
}

function sumOf(steps: readonly WorkoutStep[], read: (step: WorkoutStep) => number): number {
  return steps.reduce((sum, step) => sum + read(step), 0);
}

/** Returns the metres of a step: stated, at its target speed, or at a typical one. */
function metresOf({ distanceM, durationS, intensity }: WorkoutStep, type: ActivityType): number {
  if (distanceM !== undefined) return distanceM;
  const felt = intensity.kind === 'level' ? intensity.value : LEVEL_OF.active;
  return (1000 * durationS) / secondsForDistance(type, 1000, felt);
}

/** Returns the steps of a session's first seconds, the last one cut. */
function stepsWithin(steps: readonly WorkoutStep[], seconds: number): readonly WorkoutStep[] {
  let leftS = seconds;
  return steps.flatMap((step) => {
    const durationS = Math.min(step.durationS, leftS);
    leftS -= durationS;
    return durationS > ROUNDING ? [{ ...step, durationS }] : [];
  });
}

/**
 * Returns the intensity of a step: its target by power or heart rate, else the secondary one. A target by speed
 * or beats per minute needs athlete data that no file has, so such a step is read by its kind.
 */
function targetIntensity({ targets }: FitStep): Intensity | null {
  for (const target of targets) {
    const intensity = intensityOf(target);
    if (intensity !== null) return intensity;
  }
  return null;
}

function intensityOf(target: FitTarget): Intensity | null {
  const zone = target.value ?? 0;
  const middle = middleOf(target);
  if (POWER_TYPES.has(target.type ?? -1)) {
    if (zone > 0) return zoneIntensity('percent_ftp', zone);
    return middle === null || middle <= 0 ? null : powerOf(middle);
  }
  if (!HEART_RATE_TYPES.has(target.type ?? -1)) return null;
  if (zone > 0) return zoneIntensity('percent_threshold_hr', zone);
  if (middle === null || middle <= 0 || middle > HEART_RATE_OFFSET) return null;
  return { kind: 'percent_threshold_hr', value: middle / THRESHOLD_FRACTION_OF_MAX_HR };
}

function powerOf(value: number): Intensity {
  return value >= POWER_OFFSET_W
    ? { kind: 'power_w', value: value - POWER_OFFSET_W }
    : { kind: 'percent_ftp', value };
}

/** Lists the bounds of a step's own ranges of power, and their middle: watts and percent have no middle in common. */
export function statedLoads({ targets, refuse }: FitStep): readonly StatedLoad[] {
  return targets.flatMap((target) =>
    POWER_TYPES.has(target.type ?? -1)
      ? [target.customLow, target.customHigh, middleOf(target)].flatMap((value) =>
          value === null ? [] : [{ ...powerOf(value), refuse }],
        )
      : [],
  );
}

function feltLevel({ intensity }: FitStep): Intensity {
  return level(LEVELS[intensity ?? 0] ?? LEVEL_OF.active);
}

function middleOf({ customLow, customHigh }: FitTarget): number | null {
  if (customLow === null || customHigh === null) return customLow ?? customHigh;
  return (customLow + customHigh) / 2;
}
