import type { Work } from '@musette/basics/work';
import type { ActivityType } from '@musette/engine/types';
import { FIT_FIELD, FIT_FILE_TYPE, FIT_MESSAGE } from '#platform/files/fit-profile.ts';
import { type FitMessage, readFit } from '#platform/files/fit-reader.ts';
import { plainName, UnreadableFile } from '#platform/files/text-reader.ts';
import { typeOfSport } from '../records/activity-types.ts';
import { STEP_NAME_CHARACTERS_MAX } from '../records/steps.ts';
import {
  LEVEL_OF,
  level,
  NESTED_STEPS_MAX,
  secondsForDistance,
  THRESHOLD_FRACTION_OF_MAX_HR,
  zoneIntensity,
} from './steps.ts';
import {
  type Intensity,
  isRepeat,
  unroll,
  type Workout,
  type WorkoutPart,
  type WorkoutStep,
} from './workout-shape.ts';

const WANTED: ReadonlySet<number> = new Set([
  FIT_MESSAGE.fileId,
  FIT_MESSAGE.workout,
  FIT_MESSAGE.workoutStep,
]);
const DURATION_TYPE_REPEAT_STEPS = 6;
/**
 * The remaining repetitions end by time, distance, energy or heart rate. Their number is unknown, so they
 * count once.
 */
const DURATION_TYPE_REPEAT_LAST = 13;
const DURATION_TYPE_REPEAT_FIRST = 6;
/** Bounds the time for a file of repetitions only. Devices accept a few hundred steps. */
const STEPS_MAX = 2000;

interface Heading {
  name: string | null;
  type: ActivityType;
  isFound: boolean;
}

/** Reads a FIT workout. A repetition repeats the preceding steps from the one it names. */
export function* readFitWorkout(bytes: Uint8Array): Work<Workout> {
  const workout: Heading = { name: null, type: 'other', isFound: false };
  const drafts: FitTarget[] = [];
  yield* readFit(bytes, WANTED, (message) => {
    if (message.number === FIT_MESSAGE.workoutStep) {
      if (drafts.length >= STEPS_MAX) message.refuse(`the workout has more than ${STEPS_MAX} steps.`);
      drafts.push(draftOf(message));
    } else if (message.number === FIT_MESSAGE.workout) {
      workout.isFound = true;
      workout.name = plainName(message.textOf(FIT_FIELD.workout.name));
      workout.type = typeOf(message);
    } else if (message.numberOf(FIT_FIELD.fileId.type) !== FIT_FILE_TYPE.workout) {
      message.refuse('the FIT file is not a workout.');
    }
  });
  const { name, type, isFound } = workout;
  if (!isFound) throw new UnreadableFile('The FIT file has no workout message.');
  return { format: 'fit', name, type, parts: partsOf(drafts, type) };
}

function typeOf(message: FitMessage): ActivityType {
  const { sport, subSport } = FIT_FIELD.workout;
  const names = fitSportNames(message.numberOf(sport), message.numberOf(subSport));
  return names.map(typeOfSport).find((type) => type !== null) ?? 'other';
}

function draftOf(message: FitMessage): FitTarget {
  const field = FIT_FIELD.workoutStep;
  return {
    name: plainName(message.textOf(field.name), STEP_NAME_CHARACTERS_MAX),
    durationType: message.numberOf(field.durationType),
    durationValue: message.numberOf(field.durationValue),
    targetType: message.numberOf(field.targetType),
    targetValue: message.numberOf(field.targetValue),
    customLow: message.numberOf(field.customTargetLow),
    customHigh: message.numberOf(field.customTargetHigh),
    intensity: message.numberOf(field.intensity),
    refuse: message.refuse,
  };
}

/** Builds the parts in order. Each stores the number of its first step, because repetitions refer to it. */
function partsOf(drafts: readonly FitTarget[], type: ActivityType): WorkoutPart[] {
  let parts: { readonly first: number; readonly part: WorkoutPart }[] = [];
  for (const [index, draft] of drafts.entries()) {
    const durationType = draft.durationType ?? -1;
    if (durationType < DURATION_TYPE_REPEAT_FIRST || durationType > DURATION_TYPE_REPEAT_LAST) {
      parts.push({ first: index, part: stepOf(draft, type) });
    } else if (durationType === DURATION_TYPE_REPEAT_STEPS) {
      const from = draft.durationValue ?? index;
      if (from >= index) draft.refuse('a repetition names a step that does not come before it.');
      const steps = parts.filter(({ first }) => first >= from).flatMap(({ part }) => unroll(part));
      if (steps.length * (draft.targetValue ?? 1) > NESTED_STEPS_MAX) {
        draft.refuse(`the workout has more than ${NESTED_STEPS_MAX} steps.`);
      }
      parts = parts.filter(({ first }) => first < from);
      parts.push({ first: from, part: { repeat: draft.targetValue ?? 1, steps } });
    }
  }
  return parts.map(({ part }) => part).filter((part) => !isRepeat(part) || part.steps.length > 0);
}

function stepOf(draft: FitTarget, type: ActivityType): WorkoutStep {
  return {
    durationS: fitStepSeconds(draft, type),
    intensity: fitStepIntensity(draft),
    name: draft.name,
  };
}

/** The fields of a FIT workout step, each null if not set. */
interface FitTarget {
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
function fitStepSeconds(step: FitTarget, type: ActivityType): number {
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
function fitStepIntensity(step: FitTarget): Intensity {
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

// Names of the FIT profile by number, spelled as in `GET /v1/activity-types`. Only those listed there.

const SPORTS: Readonly<Record<number, string>> = {
  1: 'running',
  2: 'cycling',
  5: 'swimming',
  10: 'training',
  11: 'walking',
  12: 'cross_country_skiing',
  13: 'alpine_skiing',
  14: 'snowboarding',
  15: 'rowing',
  16: 'mountaineering',
  17: 'hiking',
  18: 'multisport',
  19: 'paddling',
  21: 'e_biking',
  35: 'snowshoeing',
  37: 'stand_up_paddleboarding',
  41: 'kayaking',
  62: 'hiit',
};

const SUB_SPORTS: Readonly<Record<number, string>> = {
  1: 'treadmill',
  2: 'street',
  3: 'trail',
  4: 'track',
  5: 'spin',
  6: 'indoor_cycling',
  7: 'road',
  8: 'mountain',
  11: 'cyclocross',
  13: 'track_cycling',
  14: 'indoor_rowing',
  17: 'lap_swimming',
  18: 'open_water',
  20: 'strength_training',
  26: 'cardio_training',
  45: 'indoor_running',
  46: 'gravel_cycling',
  58: 'virtual_activity',
  67: 'ultra',
};

/** Returns the names of a sport, most precise first. */
export function fitSportNames(sport: number | null, subSport: number | null): readonly string[] {
  const name = SPORTS[sport ?? 0];
  if (name === undefined) return [];
  const precise = SUB_SPORTS[subSport ?? 0];
  return precise === undefined ? [name] : [`${name}/${precise}`, name];
}
