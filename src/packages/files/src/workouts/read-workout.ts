import type { Work } from '@musette/basics/work';
import { SESSION_MAX_MIN } from '@musette/engine/fields';
import { decodeText, readOrFail, sniff, type Unreadable, UnreadableFile } from '../text-reader.ts';
import { readErg } from './read-erg.ts';
import { readFitWorkout } from './read-fit-workout.ts';
import { readIntervalsIcu, readIntervalsIcuText } from './read-intervals-icu.ts';
import { hasStepLines } from './read-step-lines.ts';
import { readZwo } from './read-zwo.ts';
import {
  durationOf,
  type Intensity,
  isRepeat,
  REPEAT_MAX,
  REPEAT_MIN,
  STEPS_MAX,
  unroll,
  type Workout,
  type WorkoutPart,
  type WorkoutRepeat,
  type WorkoutStep,
} from './workout.ts';

const READERS = { fit: readFitWorkout, xml: readZwo, json: readIntervalsIcu, text: readText };

/** Reads a workout in the text form of intervals.icu, else an ERG or MRC file. */
function readText(bytes: Uint8Array): Work<Workout> {
  const text = decodeText(bytes);
  const isCourse = /^\s*\[course header\]/im.test(text);
  return !isCourse && hasStepLines(text) ? readIntervalsIcuText(text) : readErg(text);
}

/** Reads a workout of any format and fits its steps into the limits of an activity. */
export function readWorkout(bytes: Uint8Array): Work<Workout | Unreadable> {
  return readOrFail(function* read() {
    const workout = yield* READERS[sniff(bytes)](bytes);
    return { ...workout, parts: fitIntoLimits(workout.parts) };
  });
}

/** Shorter steps are rounding artefacts. */
const STEP_MIN_S = 1;
/** Bounds the time for a long workout. An eleven-hour file from a trainer has a step per second. */
const UNROLLED_STEPS_MAX = 40_000;

/**
 * Fits parts into the limits of an activity's `steps`. A repetition of more than 50 is split. A workout of
 * more than 200 steps is divided into 200 equal parts, each with the mean of its section. Rejects a workout
 * without duration or longer than 48 hours.
 */
function fitIntoLimits(parts: readonly WorkoutPart[]): readonly WorkoutPart[] {
  const sane = parts.flatMap(sanePart);
  const stepCount = sane.reduce(
    (sum, part) => sum + (isRepeat(part) ? part.repeat * part.steps.length : 1),
    0,
  );
  if (stepCount > UNROLLED_STEPS_MAX) {
    throw new UnreadableFile(`The workout has more than ${UNROLLED_STEPS_MAX} steps.`);
  }
  const totalS = durationOf(sane);
  if (totalS < 60) throw new UnreadableFile('The workout has no steps that add up to a minute.');
  if (totalS > SESSION_MAX_MIN * 60) throw new UnreadableFile('The workout is longer than 48 hours.');
  return stepCount > STEPS_MAX ? divide(sane.flatMap(unroll), totalS / STEPS_MAX) : sane;
}

function sanePart(part: WorkoutPart): WorkoutPart[] {
  if (!isRepeat(part)) return saneStep(part);
  const steps = part.steps.flatMap(saneStep);
  if (steps.length === 0 || part.repeat < 1) return [];
  if (part.repeat * steps.length > UNROLLED_STEPS_MAX) {
    throw new UnreadableFile(`The workout has more than ${UNROLLED_STEPS_MAX} steps.`);
  }
  const repeats: WorkoutRepeat[] = [];
  for (let left = Math.floor(part.repeat); left > 0; left -= REPEAT_MAX) {
    repeats.push({ repeat: Math.min(left, REPEAT_MAX), steps });
  }
  return repeats.flatMap((each): readonly WorkoutPart[] => (each.repeat < REPEAT_MIN ? each.steps : [each]));
}

function saneStep(step: WorkoutStep): WorkoutStep[] {
  return step.durationS >= STEP_MIN_S ? [step] : [];
}

/** Divides a session into parts of equal length. A step across a boundary counts on both sides. */
function divide(steps: readonly WorkoutStep[], partS: number): WorkoutStep[] {
  const pieces: WorkoutStep[] = [];
  let covered: WorkoutStep[] = [];
  let leftS = partS;
  for (const step of steps) {
    let stepLeftS = step.durationS;
    while (stepLeftS > 0) {
      const takenS = Math.min(stepLeftS, leftS);
      covered.push({ ...step, durationS: takenS });
      stepLeftS -= takenS;
      leftS -= takenS;
      // The division leaves a remainder of up to half a millisecond.
      if (leftS < 1e-6) {
        pieces.push(meanOf(covered));
        covered = [];
        leftS = partS;
      }
    }
  }
  return pieces.length < STEPS_MAX && covered.length > 0 ? [...pieces, meanOf(covered)] : pieces;
}

/** Returns one step with the mean of the target kind that covers most of the time. */
function meanOf(steps: readonly WorkoutStep[]): WorkoutStep {
  const kinds = [...new Set(steps.map((step) => step.intensity.kind))];
  const ofKind = (kind: Intensity['kind']) => steps.filter((step) => step.intensity.kind === kind);
  const [kind = 'level'] = kinds.sort((a, b) => durationOf(ofKind(b)) - durationOf(ofKind(a)));
  const same = ofKind(kind);
  const weighted = same.reduce(
    (sum, step) => sum + step.durationS * step.intensity.value ** exponentOf(kind),
    0,
  );
  const value = (weighted / durationOf(same)) ** (1 / exponentOf(kind));
  return { durationS: durationOf(steps), intensity: { kind, value }, name: null };
}

/**
 * Power counts by its fourth power, as in the intensity of an activity with steps: hard minutes weigh more.
 */
function exponentOf(kind: Intensity['kind']): number {
  return kind === 'percent_ftp' || kind === 'power_w' ? 4 : 1;
}
