/** Moves one learned quantity by an answer about gut or energy: exact normal updates and grid posteriors. */

import type { EnergyLevel, GiComfort } from './learning-events.ts';
import { normalCdf } from './numbers.ts';

/** A normal belief about one quantity. */
export interface Posterior {
  readonly mean: number;
  readonly variance: number;
}

/** A step of a measured value with known noise variance (Kalman 1960). */
export function updateFromMeasurement(before: Posterior, observed: number, noiseVariance: number): Posterior {
  const gain = before.variance / (before.variance + noiseVariance);
  return { mean: before.mean + gain * (observed - before.mean), variance: before.variance * (1 - gain) };
}

/** Share of careless answers; keeps one odd answer from deciding. Engineering choice. */
const WRONG_ANSWERS = 0.1;
const ANSWERS = 4;
const GRID_POINTS = 61;
/** The grid reaches this many standard deviations to each side. */
const GRID_REACH = 4;

/** Posterior mean and variance over a grid around the prior, `likelihood` mixed with a share of wrong answers. */
function gridPosterior(before: Posterior, likelihood: (value: number) => number): Posterior {
  const sd = Math.sqrt(before.variance);
  const stepSd = (2 * GRID_REACH) / (GRID_POINTS - 1);
  let weightSum = 0;
  let sum = 0;
  let sumOfSquares = 0;
  for (let index = 0; index < GRID_POINTS; index++) {
    const z = -GRID_REACH + index * stepSd;
    const weight =
      Math.exp(-0.5 * z * z) *
      (WRONG_ANSWERS / ANSWERS + (1 - WRONG_ANSWERS) * likelihood(before.mean + z * sd));
    weightSum += weight;
    sum += weight * z;
    sumOfSquares += weight * z * z;
  }
  const meanZ = sum / weightSum;
  const varianceZ = Math.max(1e-4, sumOfSquares / weightSum - meanZ * meanZ);
  return { mean: before.mean + meanZ * sd, variance: before.variance * varianceZ };
}

/** Probability that a normal value around `centre` falls into [low, high]. */
function between(low: number, high: number, centre: number, sd: number): number {
  return normalCdf((high - centre) / sd) - normalCdf((low - centre) / sd);
}

/** Width of a step of gut comfort, g/h, and how noisy answers are in such steps. Engineering choice. */
const GUT_STEP_G_PER_HR = 12;
const GUT_SD = 0.7;

/** Range of (dose − tolerance) in steps that each answer stands for. */
const GUT_RANGES: Readonly<Record<GiComfort, readonly [low: number, high: number]>> = {
  excellent: [Number.NEGATIVE_INFINITY, -1],
  good: [-1, 0],
  fair: [0, 1],
  poor: [1, Number.POSITIVE_INFINITY],
};
const AT_LEAST_GOOD: readonly [low: number, high: number] = [Number.NEGATIVE_INFINITY, 0];

/**
 * Moves carbohydrate tolerance (g/h) by how the gut felt. "Good" at a dose far below tolerance says only that the dose
 * was below it, so a good answer at a low dose never lowers it. In heat or hard effort the answer counts half.
 */
export function updateFromGutComfort(
  before: Posterior,
  comfort: GiComfort,
  carbGPerHr: number,
  heatOrHard: boolean,
): Posterior {
  const sd = heatOrHard ? 2 * GUT_SD : GUT_SD;
  const given = (range: readonly [low: number, high: number]): Posterior =>
    gridPosterior(before, (tolerance) =>
      between(range[0], range[1], (carbGPerHr - tolerance) / GUT_STEP_G_PER_HR, sd),
    );
  const after = given(GUT_RANGES[comfort]);
  return comfort === 'good' && after.mean < before.mean ? given(AT_LEAST_GOOD) : after;
}

/** Limits between energy answers, in quarters of the wanted rate: bonked | low | adequate | surplus. Engineering choice. */
const ENERGY_CUTS = [-1.0, -0.4, 0.6] as const;
const ENERGY_STEP_SHARE = 0.25;
const ENERGY_SD = 0.7;

/** Moves the logarithm of the personal carbohydrate need by how the energy lasted. */
export function updateFromEnergy(
  before: Posterior,
  energy: EnergyLevel,
  carbGPerHr: number,
  wantedGPerHr: number,
): Posterior {
  const [bonked, low, adequate] = ENERGY_CUTS;
  const range: readonly [number, number] = {
    bonked: [Number.NEGATIVE_INFINITY, bonked] as const,
    low: [bonked, low] as const,
    adequate: [low, adequate] as const,
    surplus: [adequate, Number.POSITIVE_INFINITY] as const,
  }[energy];
  return gridPosterior(before, (needLn) =>
    between(
      range[0],
      range[1],
      (carbGPerHr - Math.exp(needLn) * wantedGPerHr) / (ENERGY_STEP_SHARE * wantedGPerHr),
      ENERGY_SD,
    ),
  );
}
