import type { ActivityType } from '#core/engine/types.ts';
import { secondsForDistance } from './sport-type.ts';
import { type Intensity, LEVEL_OF, level } from './workout.ts';
import { THRESHOLD_FRACTION_OF_MAX_HR, zoneIntensity } from './zone.ts';

/** The fields of a FIT workout step, each null if not set. */
export interface FitTarget {
  readonly name: string | null;
  readonly durationType: number | null;
  readonly durationValue: number | null;
  readonly targetType: number | null;
  readonly targetValue: number | null;
  readonly customLow: number | null;
  readonly customHigh: number | null;
  readonly intensity: number | null;
  readonly refuse: (reason: string) => never;
}

const DURATION_TIME = 0;
const DURATION_DISTANCE = 1;
/** Repeated pool lengths also end by time: devices that support this send it as this type. */
const DURATION_REPETITION_TIME = 28;

const TARGET_SPEED = 0;
const TARGET_HEART_RATE = 1;
const TARGET_POWER = 4;

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

/**
 * Returns the duration of a step: its time, its distance at the target or a typical speed, or an estimate if
 * open.
 */
export function fitStepSeconds(step: FitTarget, type: ActivityType): number {
  const value = step.durationValue;
  if (value !== null) {
    if (step.durationType === DURATION_TIME || step.durationType === DURATION_REPETITION_TIME) {
      return value / 1000;
    }
    if (step.durationType === DURATION_DISTANCE) return secondsFor(step, value / 100, type);
  }
  const isEasy = step.intensity === INTENSITY_WARM_UP || step.intensity === INTENSITY_COOL_DOWN;
  return isEasy ? OPEN_EASY_S : OPEN_S;
}

function secondsFor(step: FitTarget, distanceM: number, type: ActivityType): number {
  const speedMPerS = step.targetType === TARGET_SPEED ? (middleOf(step) ?? 0) / 1000 : 0;
  if (speedMPerS > 0) return distanceM / speedMPerS;
  return secondsForDistance(type, distanceM, feltLevel(step).value);
}

/**
 * Returns the intensity of a step: its target by power or heart rate. A target by speed or beats per minute
 * needs athlete data that no file has, so such a step is read by its kind, as if it had no target.
 */
export function fitStepIntensity(step: FitTarget): Intensity {
  return targetIntensity(step) ?? feltLevel(step);
}

function targetIntensity(step: FitTarget): Intensity | null {
  const zone = step.targetValue ?? 0;
  const middle = middleOf(step);
  if (step.targetType === TARGET_POWER) {
    if (zone > 0) return zoneIntensity('percent_ftp', zone);
    if (middle === null || middle <= 0) return null;
    return middle > POWER_OFFSET_W
      ? { kind: 'power_w', value: middle - POWER_OFFSET_W }
      : { kind: 'percent_ftp', value: middle };
  }
  if (step.targetType !== TARGET_HEART_RATE) return null;
  if (zone > 0) return zoneIntensity('percent_threshold_hr', zone);
  if (middle === null || middle <= 0 || middle > HEART_RATE_OFFSET) return null;
  return { kind: 'percent_threshold_hr', value: middle / THRESHOLD_FRACTION_OF_MAX_HR };
}

function feltLevel({ intensity }: FitTarget): Intensity {
  return level(LEVELS[intensity ?? 0] ?? LEVEL_OF.active);
}

function middleOf({ customLow, customHigh }: FitTarget): number | null {
  if (customLow === null || customHigh === null) return customLow ?? customHigh;
  return (customLow + customHigh) / 2;
}
