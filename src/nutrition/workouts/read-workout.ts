import { sniff } from '#platform/files/sniff.ts';
import { readOrFail } from '#platform/files/unreadable-file.ts';
import type { Failure } from '#platform/http/errors.ts';
import type { Work } from '#platform/http/heavy-work.ts';
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
