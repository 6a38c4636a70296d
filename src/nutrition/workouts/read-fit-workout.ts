import type { ActivityType } from '#core/engine/types.ts';
import { FIT_FIELD, FIT_FILE_TYPE, FIT_MESSAGE } from '#platform/files/fit-profile.ts';
import { type FitMessage, readFit } from '#platform/files/fit-reader.ts';
import { plainName } from '#platform/files/text-reader.ts';
import { UnreadableFile } from '#platform/files/unreadable-file.ts';
import type { Work } from '#platform/http/heavy-work.ts';
import { STEP_NAME_CHARACTERS_MAX } from '../records/steps.ts';
import { NESTED_STEPS_MAX, unroll } from './fit-into-limits.ts';
import { fitSportNames } from './fit-sports.ts';
import { type FitTarget, fitStepIntensity, fitStepSeconds } from './fit-step.ts';
import { typeOfSport } from './sport-type.ts';
import { isRepeat, type Part, type Step, type Workout } from './workout.ts';

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
function partsOf(drafts: readonly FitTarget[], type: ActivityType): Part[] {
  let parts: { readonly first: number; readonly part: Part }[] = [];
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

function stepOf(draft: FitTarget, type: ActivityType): Step {
  return {
    durationS: fitStepSeconds(draft, type),
    intensity: fitStepIntensity(draft),
    name: draft.name,
  };
}
