import { sniff } from '../files/sniff.ts';
import { readOrFail } from '../files/unreadable-file.ts';
import type { Failure } from '../http/errors.ts';
import type { Work } from '../http/heavy-work.ts';
import { fitIntoLimits } from './fit-into-limits.ts';
import { readErg } from './read-erg.ts';
import { readFitWorkout } from './read-fit-workout.ts';
import { readIntervalsIcu } from './read-intervals-icu.ts';
import { readZwo } from './read-zwo.ts';
import type { Workout } from './workout.ts';

const READERS = { fit: readFitWorkout, xml: readZwo, json: readIntervalsIcu, text: readErg };

/** Reads a workout of any format and fits its steps into the limits of an activity. */
export function readWorkout(bytes: Uint8Array): Work<Workout | Failure> {
  return readOrFail(function* read() {
    const workout = yield* READERS[sniff(bytes)](bytes);
    return { ...workout, parts: fitIntoLimits(workout.parts) };
  });
}
