import { finish } from '@musette/basics/work';
import { readOrFail } from '@musette/files/text-reader';
import { readIntervalsIcuText } from '@musette/files/workouts/read-intervals-icu';
import { hasStepLines } from '@musette/files/workouts/read-step-lines';
import { durationOf } from '@musette/files/workouts/workout';
import { MAX_READ_CHARACTERS } from './tokenize.ts';

/** What a step of the text form states besides its time. A coach's own list has words instead. */
const TARGET = /%|\d\s?w\b|\bz\d|\b(?:pace|hr|lthr|rpm|ramp|free ?ride|press lap)\b/i;
const STEP = /^[ \t]*[-\u2013][ \t]*(.*\d.*)$/gm;
const REPEATS = /^\d{1,3}\s?x$/i;

/**
 * Returns the minutes of a description in the text form of intervals.icu ("- 10m 60%"). Null for other texts, and
 * for one with a load that nobody holds.
 */
export function workoutMinutes(description: string): number | null {
  const text = description.slice(0, MAX_READ_CHARACTERS);
  if (!hasStepLines(text)) return null;
  const steps = [...text.matchAll(STEP)];
  if (!steps.every(([, step = '']) => TARGET.test(step) || REPEATS.test(step.trim()))) return null;
  const workout = finish(readOrFail(() => readIntervalsIcuText(text)));
  const seconds = 'parts' in workout ? durationOf(workout.parts) : 0;
  return seconds > 0 ? seconds / 60 : null;
}
