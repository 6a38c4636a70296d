import type { Texts } from '#core/languages/texts.ts';
import { writeFit } from '#platform/files/fit-writer.ts';
import type { FuelPlan } from '../fuel-plan.ts';
import { courseTrack } from './course-track.ts';
import { courseMessages } from './fit-course.ts';
import { workoutMessages } from './fit-workout.ts';

/** Seconds between 1970 and the epoch of FIT, 1989-12-31. */
const FIT_EPOCH_S = 631_065_600;

/**
 * Writes a plan as a FIT file: a course with a point at each intake and station if the course has positions, else a
 * workout with the intakes as step notes.
 */
export function planFit(plan: FuelPlan, texts: Texts): Uint8Array<ArrayBuffer> {
  const track = courseTrack(plan.activity.course);
  const startS = Math.floor(plan.activity.effectiveAt / 1000) - FIT_EPOCH_S;
  return writeFit(
    track === null ? workoutMessages(plan, texts, startS) : courseMessages(plan, texts, { track, startS }),
  );
}
