/**
 * Calculates the range in which a full lab work-up would put each rate in four of five cases, and its spread
 * (SCIENCE §9).
 */

import { ceilingByRisk } from './ceiling.ts';
import { quantilesOf } from './classes.ts';
import { fluidBeforeConditions } from './fluid.ts';
import { withOrdinaryValues } from './gaps.ts';
import { type EventPlan, planIfStated } from './plan.ts';
import { projectionOf, QUANTILE_80 } from './projection.ts';
import { TOLERANCE_SD } from './tolerance.ts';
import type { Projection, Range, RateRanges } from './types.ts';

/**
 * Factors from calibration over synthetic athletes (SCIENCE §9): on carbohydrate's spread, on σ of sweat, and
 * in sodium's spread.
 */
export const NARROWER_CARB = 0.75;
const NARROWER_SWEAT = 0.75;
const SODIUM_FOLLOWS_FLUID = 0.7;
const SODIUM_CONCENTRATION_WEIGHT = 0.8;
const SODIUM_PRACTICE_SD = 0.22;
const CARB_STRUCTURE_SD = 0.15;
const CARB_MASS_WEIGHT = 0.4;
/** A tolerance that does not limit the rate counts half. */
const IDLE_TOLERANCE_WEIGHT = 0.5;
const DECIDING_TOLERANCE = 1.02;
/** Spread in sweat rate that lab testing leaves, ln sd. */
const LABORATORY_SIGMA = 0.12;
const LABORATORY_CERTAINTY_FACTOR = 1.12;
const HIGHEST_CARB_G_PER_HR = 120;

/** Standard deviations (natural logarithm) of the three rates, with the terms that a driver could reduce. */
export interface Spread {
  readonly carb: number;
  readonly carbTerms: CarbTerms;
  readonly fluid: number;
  readonly sodium: number;
  /** The part of sodium's spread caused by fluid. */
  readonly sodiumFromFluid: number;
  readonly sodiumConcentration: number;
}

/** Terms of carbohydrate's spread, including weights. */
interface CarbTerms {
  readonly tolerance: number;
  readonly toleranceWeight: number;
  readonly intensity: number;
  readonly mass: number;
  readonly massWeight: number;
  readonly fitness: number;
}

/** The expected outcome of a plan, and its uncertainty. */
export interface Outcome {
  readonly ranges: RateRanges;
  readonly spread: Spread;
  readonly projection: Projection;
}

/** Calculates the ranges, their spreads and the projected end of the event. */
export function outcomeOf(plan: EventPlan): Outcome {
  const own = endsOf(plan);
  return { spread: own.spread, ranges: rangesOf(plan, own.ranges), projection: projectionOf(plan) };
}

/**
 * Returns the ranges that cover the plan itself, the plan with every missing field stated at its default, and
 * each plan with one missing field at one of two ordinary values.
 */
function rangesOf(plan: EventPlan, own: RateRanges): RateRanges {
  const { input, table } = plan;
  if (table.missing.length === 0 && plan.doubtedMass === null) return own;
  const inputs = [input, ...table.missing.flatMap((field) => withOrdinaryValues(field, input))];
  const stated = inputs.map((each) => endsOf(planIfStated(each)).ranges);
  const hull = (name: keyof RateRanges, value: number): Range => ({
    min: Math.min(value, ...stated.map((ranges) => ranges[name].min)),
    max: Math.max(value, ...stated.map((ranges) => ranges[name].max)),
  });
  return {
    carbGPerHr: hull('carbGPerHr', plan.carbGPerHr),
    sodiumMgPerHr: hull('sodiumMgPerHr', plan.sodiumMgPerHr),
    fluidMlPerHr: hull('fluidMlPerHr', 1000 * plan.fluidLPerHr),
  };
}

/** Returns the ranges of a plan by its own uncertainty, and its spreads. */
function endsOf(plan: EventPlan): Pick<Outcome, 'ranges' | 'spread'> {
  const sweatSpread = Math.exp(QUANTILE_80 * sweatSigma(plan));
  const fluidLow = fluidIfSweatWere(plan, 1 / sweatSpread);
  const fluidHigh = fluidIfSweatWere(plan, sweatSpread);
  const spread = spreadOf(plan, fluidLow, fluidHigh);
  const weighed = weighedEnds(plan) ?? { low: fluidLow, high: fluidHigh };
  const carbFactor = Math.exp(QUANTILE_80 * spread.carb);
  return {
    spread,
    ranges: {
      carbGPerHr: {
        min: plan.carbGPerHr / carbFactor,
        max: Math.min(HIGHEST_CARB_G_PER_HR, plan.carbGPerHr * carbFactor),
      },
      sodiumMgPerHr: sodiumRange(plan, spread.sodium),
      fluidMlPerHr: {
        min: 1000 * Math.min(weighed.low, plan.fluidLPerHr),
        max: 1000 * Math.max(weighed.high, plan.fluidLPerHr),
      },
    },
  };
}

/** Returns the spread of the sweat rate that a range shows, ln sd. */
export function sweatSigma({ uncertainty }: Pick<EventPlan, 'uncertainty'>): number {
  return NARROWER_SWEAT * uncertainty.sigma;
}

/**
 * Returns the fluid at the ends that weighings of the session's class give. Null while they give none. Only the range moves:
 * plan, ceiling, score and warnings read the spread of the model.
 */
function weighedEnds(plan: EventPlan): { readonly low: number; readonly high: number } | null {
  const { low, high } = quantilesOf(plan);
  if (high === QUANTILE_80 && low === -QUANTILE_80) return null;
  const sigma = sweatSigma(plan);
  return {
    low: fluidIfSweatWere(plan, Math.exp(low * sigma)),
    high: fluidIfSweatWere(plan, Math.exp(high * sigma)),
  };
}

/** Returns the spreads of a plan's rates. */
export function spreadsOf(plan: EventPlan): Spread {
  return endsOf(plan).spread;
}

function sodiumRange(plan: EventPlan, sd: number): Range {
  if (plan.sodiumMgPerHr === 0) return { min: 0, max: 0 };
  if (!Number.isFinite(sd)) return { min: 0, max: plan.sodium.maxSafeMgPerHr };
  const factor = Math.exp(QUANTILE_80 * sd);
  return { min: plan.sodiumMgPerHr / factor, max: plan.sodiumMgPerHr * factor };
}

/**
 * Fluid planned if this athlete's sweat rate were known to be `factor` times the expected, L/h. Sodium, fuel,
 * breath, urine and carbohydrate stay as planned, and so do conditions except for their placeholders.
 */
function fluidIfSweatWere(plan: EventPlan, factor: number): number {
  const sweatLPerHr = plan.balance.sweatLPerHr * factor;
  const balance = { ...plan.balance, sweatLPerHr };
  const ceiling = ceilingByRisk({
    ...plan.ceilingInput,
    balance,
    sweatLPerHr,
    sigma: LABORATORY_SIGMA,
  });
  return fluidBeforeConditions({
    ...plan.fluidInput,
    balance,
    carbGPerHr: plan.carbGPerHr,
    certaintyFactor: LABORATORY_CERTAINTY_FACTOR,
    isSweatKnown: false,
    maxSafeLPerHr: ceiling.maxLPerHr,
  }).fluidLPerHr;
}

function spreadOf(plan: EventPlan, fluidLow: number, fluidHigh: number): Spread {
  const { uncertainty, longest, sweatSodium } = plan;
  const { tolerance } = longest.carbohydrate;
  const toleranceWeight =
    tolerance.limitGPerHr <= DECIDING_TOLERANCE * plan.carbGPerHr ? 1 : IDLE_TOLERANCE_WEIGHT;
  const carbTerms: CarbTerms = {
    tolerance: toleranceWeight * tolerance.standardDeviation,
    toleranceWeight,
    intensity: uncertainty.intensity,
    mass: CARB_MASS_WEIGHT * uncertainty.mass,
    massWeight: CARB_MASS_WEIGHT,
    fitness: uncertainty.fitness,
  };
  const fluidSd = spanSd(fluidLow, fluidHigh);
  const sodiumFromFluid = SODIUM_FOLLOWS_FLUID * fluidSd;
  const sodiumConcentration = SODIUM_CONCENTRATION_WEIGHT * sweatSodium.standardDeviation;
  return {
    carb:
      NARROWER_CARB *
      Math.sqrt(
        carbTerms.tolerance ** 2 +
          CARB_STRUCTURE_SD ** 2 +
          carbTerms.intensity ** 2 +
          carbTerms.mass ** 2 +
          carbTerms.fitness ** 2,
      ),
    carbTerms,
    fluid: spanSd(Math.min(fluidLow, plan.fluidLPerHr), Math.max(fluidHigh, plan.fluidLPerHr)),
    sodium: Math.sqrt(sodiumFromFluid ** 2 + sodiumConcentration ** 2 + SODIUM_PRACTICE_SD ** 2),
    sodiumFromFluid,
    sodiumConcentration,
  };
}

/** Ends that differ by less than this share are equal: sums over legs differ in their last digit. */
const SAME_ENDS = 1e-9;

/**
 * Standard deviation whose 80 % range has these ends. 0 if they are equal, infinite from zero to a positive
 * value.
 */
function spanSd(low: number, high: number): number {
  if (high - low <= SAME_ENDS * high) return 0;
  return low > 0 ? Math.log(high / low) / (2 * QUANTILE_80) : Number.POSITIVE_INFINITY;
}

/** The best standard deviation that a test achieves, by term. */
export const BEST_SD = {
  sweat: 0.08,
  intensity: 0.05,
  heat: 0.05,
  tolerance: TOLERANCE_SD.learned,
  sweatSodium: 0.12,
  other: 0,
} as const;
