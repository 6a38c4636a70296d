/** What the ceiling may count on from one weighing: some urine where none was noted, and no more than scales can show. */

import type { LearnedSweat, SweatBelief } from './learned-state.ts';

/** Urine where none was noted: up to this volume, ml, reached over these hours (recalled; size: engineering choice). */
const ABSENT_URINE = { l: 0.25, overHours: 2 } as const;
/** Of a weighed sweat rate at least this share and this rate count. Engineering choice. */
const LEAST_COUNTED = { share: 0.8, lPerHr: 0.05 } as const;

/** Returns the sweat, L/h, that the ceiling may count on from a weighing without a note of urine. */
export function sweatWithoutUrineNoted(sweatLPerHr: number, hours: number): number {
  const urineLPerHr = (ABSENT_URINE.l * Math.min(1, hours / ABSENT_URINE.overHours)) / hours;
  return Math.max(LEAST_COUNTED.lPerHr, LEAST_COUNTED.share * sweatLPerHr, sweatLPerHr - urineLPerHr);
}

/**
 * One weighed session raises the sweat that the ceiling counts on at most this far above the profile's, ln (× 1.49): scales
 * lie. Engineering choice.
 */
const SCALE_GUARD_LN = 0.4;

/** Limits what one weighed session adds to the sweat that the ceiling counts on. */
export function withScaleGuard(after: SweatBelief, before: SweatBelief, sweat: LearnedSweat): SweatBelief {
  const guarded = (index: 0 | 1 | 2): number =>
    Math.min(after.mean[index], Math.max(before.mean[index], sweat.priorMean[index] + SCALE_GUARD_LN));
  return { ...after, mean: [guarded(0), guarded(1), guarded(2), after.mean[3]] };
}
