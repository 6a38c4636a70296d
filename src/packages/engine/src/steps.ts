/**
 * Reads structured sessions: the fraction of VO2max of each step, and one level for the session (SCIENCE §1).
 */

import { type Body, sustainableFraction, WATT_PER_OXYGEN_ML_PER_MIN } from './effort.ts';
import { clamp } from './numbers.ts';
import { FRACTION_OF_VO2MAX, isRide, SPORTS, type Sport } from './tables.ts';
import type { EffortStep } from './types.ts';

/**
 * Share of maximum heart rate by fraction of VO2max: .64 f + .37 (Swain 1994, recalled). Converts a threshold
 * heart rate to a fraction of VO2max.
 */
const HEART_RATE_SLOPE = 0.64;
const HEART_RATE_OFFSET = 0.37;
/** Threshold effort is sustainable for one hour. Definition. */
const THRESHOLD_HOURS = 1;
/**
 * Variable power strains like the fourth root of its mean fourth power (normalized power, Coggan, recalled).
 */
const POWER_EXPONENT = 4;
/** Levels from steps are rounded to this share of a level, finer than any input resolves. */
const LEVEL_STEPS_PER_LEVEL = 10;

/** Athlete and sport for interpreting a step's intensity. */
interface StepReader {
  readonly body: Body;
  readonly sport: Sport;
  /** Functional threshold power on the bike, W. Null if unknown. */
  readonly ftpW: number | null;
}

/** Returns the fraction of VO2max of a step. Null if its measure cannot be converted. */
export function fractionOfStep({ body, sport, ftpW }: StepReader, step: EffortStep): number | null {
  const threshold = sustainableFraction(THRESHOLD_HOURS, body.fitnessLevel);
  const share = step.value / 100;
  switch (step.measure) {
    case 'level':
      return FRACTION_OF_VO2MAX[clamp(Math.round(step.value), 1, 9) - 1] ?? null;
    case 'percentFtp':
      return ftpW !== null && isRide(sport) ? fractionOfPower(body, sport, share * ftpW) : share * threshold;
    case 'powerW':
      return fractionOfPower(body, sport, step.value);
    case 'percentThresholdHr':
      return Math.max(
        0,
        (share * (HEART_RATE_SLOPE * threshold + HEART_RATE_OFFSET) - HEART_RATE_OFFSET) / HEART_RATE_SLOPE,
      );
    case 'percentThresholdPace':
      return share * threshold;
  }
}

/**
 * Returns the level, 1–9 in tenths, of a structured session: weighted by time, or on the bike by the fourth
 * power if power is stated. Null if no step can be read.
 */
export function levelOfSteps(reader: StepReader, steps: readonly EffortStep[]): number | null {
  const hasPower = steps.some(({ measure }) => measure === 'percentFtp' || measure === 'powerW');
  const exponent = isRide(reader.sport) && hasPower ? POWER_EXPONENT : 1;
  let minutes = 0;
  let sum = 0;
  for (const step of steps) {
    const fraction = fractionOfStep(reader, step);
    if (fraction === null) continue;
    minutes += step.durationMin;
    sum += step.durationMin * fraction ** exponent;
  }
  return minutes === 0 ? null : levelOfFraction((sum / minutes) ** (1 / exponent));
}

/** Returns the fraction of VO2max at a mechanical power. Null in sports whose power is not informative. */
function fractionOfPower(body: Body, sport: Sport, powerW: number): number | null {
  if (!isRide(sport) && sport !== 'row') return null;
  const mechanicalEfficiency = isRide(sport)
    ? SPORTS.bike.mechanicalEfficiency
    : SPORTS.row.mechanicalEfficiency;
  const { usableVo2maxShare } = SPORTS[sport];
  const maximalW = body.vo2maxMlPerKgMin * usableVo2maxShare * body.massKg * WATT_PER_OXYGEN_ML_PER_MIN;
  return powerW / mechanicalEfficiency / maximalW;
}

/** Returns the level with this fraction of VO2max. */
function levelOfFraction(fraction: number): number {
  const above = FRACTION_OF_VO2MAX.findIndex((share) => share >= fraction);
  if (above === -1) return FRACTION_OF_VO2MAX.length;
  if (above === 0) return 1;
  const low = FRACTION_OF_VO2MAX[above - 1] ?? 0;
  const high = FRACTION_OF_VO2MAX[above] ?? 1;
  const level = above + (fraction - low) / (high - low);
  return Math.round(level * LEVEL_STEPS_PER_LEVEL) / LEVEL_STEPS_PER_LEVEL;
}

/** A section of a structured session: its share of the time, and its effort relative to the session's mean. */
interface EffortShare {
  readonly share: number;
  readonly relativeEffort: number;
}

/** Effort of a rest relative to the session's mean. */
const LEAST_RELATIVE_EFFORT = 0.2;

/**
 * Returns the effort of a structured session over time. A step that cannot be read counts as the mean. Shares
 * add up to 1, and the weighted relative efforts average 1.
 */
export function effortOverTime(reader: StepReader, steps: readonly EffortStep[]): readonly EffortShare[] {
  const minutes = steps.reduce((sum, step) => sum + step.durationMin, 0);
  const fractions = steps.map((step) => fractionOfStep(reader, step));
  const read = steps.filter((_, index) => fractions[index] !== null);
  const readMinutes = read.reduce((sum, step) => sum + step.durationMin, 0);
  const total = steps.reduce((sum, step, index) => sum + step.durationMin * (fractions[index] ?? 0), 0);
  const mean = readMinutes > 0 ? total / readMinutes : 0;
  const raw = fractions.map((fraction) =>
    fraction === null || mean === 0 ? 1 : Math.max(LEAST_RELATIVE_EFFORT, fraction / mean),
  );
  const average = steps.reduce((sum, step, index) => sum + step.durationMin * (raw[index] ?? 1), 0) / minutes;
  return steps.map(({ durationMin }, index) => ({
    share: durationMin / minutes,
    relativeEffort: (raw[index] ?? 1) / average,
  }));
}
