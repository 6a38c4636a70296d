/**
 * Maintains normal beliefs over four quantities: drift, exact measurements, and answers that only give an
 * interval.
 */

import type { EnergyLevel, GiComfort, Matrix4, SweatBelief, Vector4 } from './learned-state.ts';
import { clamp, normalCdf, normalDensity } from './numbers.ts';

const INDEXES = [0, 1, 2, 3] as const;

function vector(value: (index: 0 | 1 | 2 | 3) => number): Vector4 {
  return [value(0), value(1), value(2), value(3)];
}

/** Builds a 4 × 4 matrix from its elements. */
export function matrix(value: (row: 0 | 1 | 2 | 3, column: 0 | 1 | 2 | 3) => number): Matrix4 {
  return [
    vector((column) => value(0, column)),
    vector((column) => value(1, column)),
    vector((column) => value(2, column)),
    vector((column) => value(3, column)),
  ];
}

function dot(left: Vector4, right: Vector4): number {
  return left[0] * right[0] + left[1] * right[1] + left[2] * right[2] + left[3] * right[3];
}

/** P·h: how each quantity varies with the observed combination. */
function covarianceWith(covariance: Matrix4, direction: Vector4): Vector4 {
  return vector((index) => dot(covariance[index], direction));
}

/** Largest variances of the first three quantities. */
export type VarianceLimits = readonly [number, number, number];

/** Scales rows and columns so that none of the first three variances exceeds its limit. */
export function limitVariances(covariance: Matrix4, limits: VarianceLimits): Matrix4 {
  const scale = vector((index) =>
    index === 3 ? 1 : Math.min(1, Math.sqrt(limits[index] / covariance[index][index])),
  );
  if (scale[0] === 1 && scale[1] === 1 && scale[2] === 1) return covariance;
  return matrix((row, column) => covariance[row][column] * scale[row] * scale[column]);
}

/** A measured value as a combination of the four quantities. */
export interface Measurement {
  /** Weight of each quantity in the measurement. */
  readonly direction: Vector4;
  readonly value: number;
  readonly noiseVariance: number;
  /** Maximum surprise in standard deviations. Larger ones are clipped. */
  readonly clipSd: number;
}

/** Updates a belief by a measurement (Kalman 1960), with its surprise clipped. */
export function measure(belief: SweatBelief, measurement: Measurement): SweatBelief {
  const { direction, noiseVariance, clipSd } = measurement;
  const along = covarianceWith(belief.covariance, direction);
  const variance = dot(direction, along) + noiseVariance;
  const limit = clipSd * Math.sqrt(variance);
  const surprise = clamp(measurement.value - dot(direction, belief.mean), -limit, limit);
  return {
    mean: vector((index) => belief.mean[index] + (along[index] / variance) * surprise),
    covariance: matrix(
      (row, column) => belief.covariance[row][column] - (along[row] * along[column]) / variance,
    ),
  };
}

/** An answer that gives only the interval of a felt quantity. */
interface IntervalAnswer {
  /** Derivative of the felt quantity with respect to each belief. */
  readonly direction: Vector4;
  /** Felt quantity predicted by the belief. */
  readonly expected: number;
  readonly low: number;
  readonly high: number;
  readonly noiseSd: number;
  /** Share of careless answers. */
  readonly carelessShare: number;
  /** Likelihood of a careless answer: one of four. */
  readonly carelessLikelihood: number;
  /** The quantity whose step is limited to `largestStep`. The first three are scaled with it. */
  readonly limited: 0 | 1 | 2;
  readonly largestStep: number;
}

/** Updates a belief by an answer, matching moments of the truncated normal mixed with careless answers. */
export function answer(belief: SweatBelief, interval: IntervalAnswer): SweatBelief {
  const along = covarianceWith(belief.covariance, interval.direction);
  const variance = dot(interval.direction, along) + interval.noiseSd ** 2;
  const sd = Math.sqrt(variance);
  const low = (interval.low - interval.expected) / sd;
  const high = (interval.high - interval.expected) / sd;
  const mass = normalCdf(high) - normalCdf(low);
  const honest = (1 - interval.carelessShare) * mass;
  const attention = honest / (honest + interval.carelessShare * interval.carelessLikelihood);
  if (!(mass > 1e-300)) return belief;
  const [densityLow, densityHigh] = [normalDensity(low), normalDensity(high)];
  const firstMoment = (densityLow - densityHigh) / mass;
  const secondMoment = (finiteProduct(low, densityLow) - finiteProduct(high, densityHigh)) / mass;
  const step = (attention * sd * firstMoment) / variance;
  const varianceRatio =
    1 + attention * (secondMoment - firstMoment ** 2) + (attention - attention ** 2) * firstMoment ** 2;
  const shrink = Math.max(0, 1 - varianceRatio) / variance;
  const wanted = Math.abs(along[interval.limited] * step);
  const scale = wanted > interval.largestStep ? interval.largestStep / wanted : 1;
  return {
    mean: vector((index) => belief.mean[index] + along[index] * step * (index === 3 ? 1 : scale)),
    covariance: matrix((row, column) => belief.covariance[row][column] - along[row] * along[column] * shrink),
  };
}

/** Product with limit 0 at infinity, where the density vanishes faster. */
function finiteProduct(value: number, density: number): number {
  return Number.isFinite(value) ? value * density : 0;
}

/** Limits the first three means to ±limit. */
export function boundMeans(belief: SweatBelief, limit: number): SweatBelief {
  if (INDEXES.every((index) => index === 3 || Math.abs(belief.mean[index]) <= limit)) return belief;
  return {
    mean: vector((index) => (index === 3 ? belief.mean[3] : clamp(belief.mean[index], -limit, limit))),
    covariance: belief.covariance,
  };
}

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

/** Share of careless answers, so that one odd answer is not decisive. */
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

/** Width of a gut comfort step, g/h, and the noise of answers in such steps. */
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
  const updated = (range: AnswerRange): Posterior =>
    gridPosterior(before, (tolerance) =>
      probabilityIn(range, { centre: (carbGPerHr - tolerance) / GUT_STEP_G_PER_HR, sd }),
    );
  const after = updated(GUT_RANGES[comfort]);
  return comfort === 'good' && after.mean < before.mean ? updated(AT_LEAST_GOOD) : after;
}

/** Upper bounds of energy answers, in quarters of the wanted rate. */
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
