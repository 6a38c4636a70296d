import type { Intensity, Step } from './workout.ts';

/** A ramp becomes steps that differ by about this much, each at least one minute (engineering choice). */
const RAMP_STEP = {
  level: 1,
  percent_ftp: 10,
  power_w: 25,
  percent_threshold_hr: 5,
  percent_threshold_pace: 5,
};
const RAMP_STEPS_MAX = 10;
const RAMP_STEP_MIN_S = 60;

/**
 * Splits a ramp into equal steps at the mean intensity of each part. A short or flat one is a single step.
 */
export function rampSteps(
  durationS: number,
  kind: Intensity['kind'],
  from: number,
  to: number,
  name: string | null = null,
): Step[] {
  const byHeight = Math.ceil(Math.abs(to - from) / RAMP_STEP[kind]);
  const count = Math.max(1, Math.min(byHeight, RAMP_STEPS_MAX, Math.floor(durationS / RAMP_STEP_MIN_S)));
  return Array.from({ length: count }, (_, index) => ({
    durationS: durationS / count,
    intensity: { kind, value: from + ((to - from) * (index + 0.5)) / count },
    name,
  }));
}
