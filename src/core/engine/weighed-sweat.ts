/**
 * Limits how much one weighing raises the ceiling: assumes some urine if none was recorded, and imprecise
 * scales.
 */

import type { LearnedSweat, SweatBelief } from './learned-state.ts';

/**
 * Assumed urine if none was recorded: up to this volume, reached over these hours (recalled; size:
 * engineering choice).
 */
const ABSENT_URINE = { l: 0.25, overHours: 2 } as const;
/** Minimum share of a weighed sweat rate that counts, and minimum rate. Engineering choice. */
const LEAST_COUNTED = { share: 0.8, lPerHr: 0.05 } as const;

/** Returns the sweat rate, L/h, that the ceiling may rely on from a weighing without recorded urine. */
export function sweatWithoutUrineNoted(sweatLPerHr: number, hours: number): number {
  const urineLPerHr = (ABSENT_URINE.l * Math.min(1, hours / ABSENT_URINE.overHours)) / hours;
  return Math.max(LEAST_COUNTED.lPerHr, LEAST_COUNTED.share * sweatLPerHr, sweatLPerHr - urineLPerHr);
}

/**
 * Maximum by which one weighed session raises the sweat rate behind the ceiling above the profile's, ln (×
 * 1.49), because scales err. Engineering choice.
 */
const SCALE_GUARD_LN = 0.4;

/** Limits how much one weighed session raises the sweat rate behind the ceiling. */
export function withScaleGuard(after: SweatBelief, before: SweatBelief, sweat: LearnedSweat): SweatBelief {
  const guarded = (index: 0 | 1 | 2): number =>
    Math.min(after.mean[index], Math.max(before.mean[index], sweat.priorMean[index] + SCALE_GUARD_LN));
  return { ...after, mean: [guarded(0), guarded(1), guarded(2), after.mean[3]] };
}
