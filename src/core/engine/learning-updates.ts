/**
 * Updates one learned quantity from an answer about gut or energy: exact normal updates and grid posteriors.
 */

import type { EnergyLevel, GiComfort } from './learning-events.ts';
import { normalCdf } from './numbers.ts';

/** A normal belief about one quantity. */
export interface Posterior {
  readonly mean: number;
  readonly variance: number;
}

/** Updates a belief by a measured value with known noise variance (Kalman 1960). */
export function updateFromMeasurement(before: Posterior, observed: number, noiseVariance: number): Posterior {
  const gain = before.variance / (before.variance + noiseVariance);
  return { mean: before.mean + gain * (observed - before.mean), variance: before.variance * (1 - gain) };
}

/** Share of careless answers, so that one odd answer is not decisive. Engineering choice. */
const WRONG_ANSWERS = 0.1;
const ANSWERS = 4;
const GRID_POINTS = 61;
/** Half-width of the grid in standard deviations. */
const GRID_REACH = 4;

/**
 * Calculates posterior mean and variance over a grid around the prior, with `likelihood` mixed with wrong
 * answers.
 */
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

type AnswerRange = readonly [low: number, high: number];

/** Returns the probability that a normal value around `centre` falls into the range of an answer. */
function probabilityIn([low, high]: AnswerRange, { centre, sd }: { centre: number; sd: number }): number {
  return normalCdf((high - centre) / sd) - normalCdf((low - centre) / sd);
}

/** Width of a gut comfort step, g/h, and the noise of answers in such steps. Engineering choice. */
const GUT_STEP_G_PER_HR = 12;
const GUT_SD = 0.7;

/** Range of (rate − tolerance) in steps that each answer represents. */
const GUT_RANGES: Readonly<Record<GiComfort, AnswerRange>> = {
  excellent: [Number.NEGATIVE_INFINITY, -1],
  good: [-1, 0],
  fair: [0, 1],
  poor: [1, Number.POSITIVE_INFINITY],
};
const AT_LEAST_GOOD: AnswerRange = [Number.NEGATIVE_INFINITY, 0];

/**
 * Updates carbohydrate tolerance (g/h) from gut comfort. "Good" at a rate far below tolerance shows only that
 * the rate was below it, so a good answer at a low rate never lowers tolerance. In heat or hard effort the
 * answer counts half.
 */
export function updateFromGutComfort(
  before: Posterior,
  comfort: GiComfort,
  { carbGPerHr, isHotOrHard }: { readonly carbGPerHr: number; readonly isHotOrHard: boolean },
): Posterior {
  const sd = isHotOrHard ? 2 * GUT_SD : GUT_SD;
  const given = (range: AnswerRange): Posterior =>
    gridPosterior(before, (tolerance) =>
      probabilityIn(range, { centre: (carbGPerHr - tolerance) / GUT_STEP_G_PER_HR, sd }),
    );
  const after = given(GUT_RANGES[comfort]);
  return comfort === 'good' && after.mean < before.mean ? given(AT_LEAST_GOOD) : after;
}

/** Upper bounds of energy answers, in quarters of the wanted rate. Engineering choice. */
const ENERGY_CUTS = { bonked: -1, low: -0.4, adequate: 0.6 } as const;
const ENERGY_STEP_SHARE = 0.25;
const ENERGY_SD = 0.7;

/** Range of (eaten − needed) in quarters of the wanted rate that each answer represents. */
const ENERGY_RANGES: Readonly<Record<EnergyLevel, AnswerRange>> = {
  bonked: [Number.NEGATIVE_INFINITY, ENERGY_CUTS.bonked],
  low: [ENERGY_CUTS.bonked, ENERGY_CUTS.low],
  adequate: [ENERGY_CUTS.low, ENERGY_CUTS.adequate],
  surplus: [ENERGY_CUTS.adequate, Number.POSITIVE_INFINITY],
};

/**
 * Updates the natural logarithm of the personal carbohydrate need from how long the energy lasted. Rates in
 * g/h; `wantedGPerHr` above 0.
 */
export function updateFromEnergy(
  before: Posterior,
  energy: EnergyLevel,
  { carbGPerHr, wantedGPerHr }: { readonly carbGPerHr: number; readonly wantedGPerHr: number },
): Posterior {
  return gridPosterior(before, (needLn) =>
    probabilityIn(ENERGY_RANGES[energy], {
      centre: (carbGPerHr - Math.exp(needLn) * wantedGPerHr) / (ENERGY_STEP_SHARE * wantedGPerHr),
      sd: ENERGY_SD,
    }),
  );
}
