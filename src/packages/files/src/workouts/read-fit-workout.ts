import type { Work } from '@musette/basics/work';
import type { ActivityType } from '@musette/engine/types';
import { typeOfSport } from '../activity-types.ts';
import { FIT_FIELD, FIT_FILE_TYPE, FIT_MESSAGE } from '../fit-profile.ts';
import { type FitMessage, readFit } from '../fit-reader.ts';
import { plainName, UnreadableFile } from '../text-reader.ts';
import { fitSportNames } from './fit-sports.ts';
import { FIT_REPETITIONS, type FitStep, repeatedParts, statedLoads, stepOf } from './fit-steps.ts';
import { legsOf } from './legs.ts';
import { refuseImpossible } from './steps.ts';
import {
  durationOf,
  isRepeat,
  STEP_NAME_CHARACTERS_MAX,
  unroll,
  type Workout,
  type WorkoutPart,
} from './workout.ts';

const WANTED: ReadonlySet<number> = new Set([
  FIT_MESSAGE.fileId,
  FIT_MESSAGE.workout,
  FIT_MESSAGE.workoutStep,
  FIT_MESSAGE.workoutSession,
]);
/** Bounds the time for a file of repetitions only. Devices accept a few hundred steps. */
const STEPS_MAX = 2000;

interface Heading {
  name: string | null;
  type: ActivityType;
  isFound: boolean;
}

/** A sport of a multi-sport workout, with the number of its steps. */
interface Session {
  readonly type: ActivityType;
  readonly isTransition: boolean;
  readonly first: number | null;
  readonly count: number | null;
}

/**
 * Reads a FIT workout. A repetition repeats the preceding steps from the one it names. The sports of a
 * multi-sport workout become its legs.
 */
export function* readFitWorkout(bytes: Uint8Array): Work<Workout> {
  const workout: Heading = { name: null, type: 'other', isFound: false };
  const drafts: FitStep[] = [];
  const sessions: Session[] = [];
  yield* readFit(bytes, WANTED, (message) => {
    if (message.number === FIT_MESSAGE.workoutStep) {
      if (drafts.length >= STEPS_MAX) message.refuse(`the workout has more than ${STEPS_MAX} steps.`);
      drafts.push(draftOf(message));
    } else if (message.number === FIT_MESSAGE.workoutSession) {
      if (sessions.length >= STEPS_MAX) message.refuse(`the workout has more than ${STEPS_MAX} sessions.`);
      sessions.push(sessionOf(message));
    } else if (message.number === FIT_MESSAGE.workout) {
      const { name, sport, subSport } = FIT_FIELD.workout;
      workout.isFound = true;
      workout.name = plainName(message.textOf(name));
      workout.type = typeOf(message.numberOf(sport), message.numberOf(subSport));
    } else if (message.numberOf(FIT_FIELD.fileId.type) !== FIT_FILE_TYPE.workout) {
      message.refuse('the FIT file is not a workout.');
    }
  });
  if (!workout.isFound) throw new UnreadableFile('The FIT file has no workout message.');
  refuseImpossible(drafts.flatMap(statedLoads));
  return { format: 'fit', name: workout.name, ...contentOf(workout.type, drafts, sessions) };
}

function typeOf(sport: number | null, subSport: number | null): ActivityType {
  const names = fitSportNames(sport, subSport);
  return names.map(typeOfSport).find((type) => type !== null) ?? 'other';
}

function sessionOf(message: FitMessage): Session {
  const field = FIT_FIELD.workoutSession;
  const sport = message.numberOf(field.sport);
  return {
    type: typeOf(sport, message.numberOf(field.subSport)),
    isTransition: sport === TRANSITION,
    first: message.numberOf(field.firstStepIndex),
    count: message.numberOf(field.numValidSteps),
  };
}

const TRANSITION = 3;

/** Returns the parts of a workout with its type, and the legs of a multi-sport one. */
function contentOf(
  type: ActivityType,
  drafts: readonly FitStep[],
  sessions: readonly Session[],
): Pick<Workout, 'type' | 'parts' | 'legs'> {
  if (sessions.length === 0) return { type, parts: partsOf(drafts, type, 0) };
  let first = 0;
  const timed = sessions.map((session) => {
    first = session.first ?? first;
    const own = drafts.slice(first, first + (session.count ?? drafts.length));
    const parts = partsOf(own, session.type, first);
    first += own.length;
    return { ...session, parts, durationS: durationOf(parts) };
  });
  const parts = timed.flatMap((session) => session.parts);
  return { parts, ...legsOf(timed, type) };
}

/**
 * Builds the parts in order. Each stores the number of its first step, because repetitions refer to it.
 * `offset` is the number of the first step.
 */
function partsOf(drafts: readonly FitStep[], type: ActivityType, offset: number): WorkoutPart[] {
  let parts: { readonly first: number; readonly part: WorkoutPart }[] = [];
  for (const [at, draft] of drafts.entries()) {
    const index = offset + at;
    const repetition = FIT_REPETITIONS.get(draft.durationType ?? -1);
    if (repetition === undefined) {
      parts.push({ first: index, part: stepOf(draft, type) });
      continue;
    }
    const from = draft.durationValue ?? index;
    if (from >= index || from < offset) {
      draft.refuse('a repetition names a step that does not come before it.');
    }
    const steps = parts.filter(({ first }) => first >= from).flatMap(({ part }) => unroll(part));
    const before = parts.filter(({ first }) => first < from);
    const repeated = repeatedParts(steps, repetition, draft, type);
    parts = [...before, ...repeated.map((part) => ({ first: from, part }))];
  }
  return parts.map(({ part }) => part).filter((part) => !isRepeat(part) || part.steps.length > 0);
}

function draftOf(message: FitMessage): FitStep {
  const field = FIT_FIELD.workoutStep;
  return {
    name: plainName(message.textOf(field.name), STEP_NAME_CHARACTERS_MAX),
    durationType: message.numberOf(field.durationType),
    durationValue: message.numberOf(field.durationValue),
    targets: [
      {
        type: message.numberOf(field.targetType),
        value: message.numberOf(field.targetValue),
        customLow: message.numberOf(field.customTargetLow),
        customHigh: message.numberOf(field.customTargetHigh),
      },
      {
        type: message.numberOf(field.secondaryTargetType),
        value: message.numberOf(field.secondaryTargetValue),
        customLow: message.numberOf(field.secondaryCustomTargetLow),
        customHigh: message.numberOf(field.secondaryCustomTargetHigh),
      },
    ],
    intensity: message.numberOf(field.intensity),
    refuse: message.refuse,
  };
}
