/**
 * Calculates the range in which a full laboratory work-up would put each rate in four of five cases, and its
 * spread (SCIENCE §9).
 */

import { endSodiumMmolPerL, type Fuel, fuelOf, massChangeKg } from './balance.ts';
import { ceilingByRisk } from './ceiling.ts';
import { fluidBeforeConditions } from './fluid.ts';
import { clamp } from './numbers.ts';
import type { EventPlan } from './plan.ts';
import { TOLERANCE_SD } from './tolerance.ts';
import type { Estimate, ProjectedEnd, Projection, Range, RateRanges } from './types.ts';

/** Standard normal quantile of an 80 % range. */
export const QUANTILE_80 = 1.2816;
/** Factors that the calibration over synthetic athletes set; see SCIENCE §9. Engineering choice. */
const WIDER_SWEAT = 1.08;
/** Carbohydrate's spread is narrower than its terms by this. */
export const NARROWER_CARB = 0.85;
const SODIUM_FOLLOWS_FLUID = 0.7;
const SODIUM_CONCENTRATION_WEIGHT = 0.8;
const SODIUM_PRACTICE_SD = 0.28;
const CARB_STRUCTURE_SD = 0.15;
const CARB_MASS_WEIGHT = 0.4;
/** A tolerance that does not decide the rate counts half. */
const IDLE_TOLERANCE_WEIGHT = 0.5;
const DECIDING_TOLERANCE = 1.02;
/** Spread that a laboratory leaves in sweat, ln sd. */
const LABORATORY_SIGMA = 0.12;
const LABORATORY_CERTAINTY_FACTOR = 1.12;
const HIGHEST_CARB_G_PER_HR = 120;

/** Standard deviations (natural logarithm) of the three rates, with the terms that a driver could shrink. */
export interface Spread {
  readonly carb: number;
  readonly carbTerms: CarbTerms;
  readonly fluid: number;
  readonly sodium: number;
  /** The part of sodium's spread that follows fluid. */
  readonly sodiumFromFluid: number;
  readonly sodiumConcentration: number;
}

/** Terms of carbohydrate's spread, weights included. */
export interface CarbTerms {
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

/** Calculates ranges, their spreads and the projected end of the event. */
export function outcomeOf(plan: EventPlan): Outcome {
  const sweatSpread = Math.exp(QUANTILE_80 * WIDER_SWEAT * plan.uncertainty.sigma);
  const fluidLow = fluidIfSweatWere(plan, 1 / sweatSpread);
  const fluidHigh = fluidIfSweatWere(plan, sweatSpread);
  const spread = spreadOf(plan, fluidLow, fluidHigh);
  return {
    spread,
    ranges: {
      carbGPerHr: {
        min: plan.carbGPerHr * Math.exp(-QUANTILE_80 * spread.carb),
        max: Math.min(HIGHEST_CARB_G_PER_HR, plan.carbGPerHr * Math.exp(QUANTILE_80 * spread.carb)),
      },
      sodiumMgPerHr: sodiumRange(plan, spread.sodium),
      fluidMlPerHr: {
        min: 1000 * Math.min(fluidLow, plan.fluidLPerHr),
        max: 1000 * Math.max(fluidHigh, plan.fluidLPerHr),
      },
    },
    projection: projectionOf(plan),
  };
}

function sodiumRange(plan: EventPlan, sd: number): Range {
  if (plan.sodiumMgPerHr === 0) return { min: 0, max: 0 };
  if (!Number.isFinite(sd)) return { min: 0, max: plan.sodium.maxSafeMgPerHr };
  const factor = Math.exp(QUANTILE_80 * sd);
  return { min: plan.sodiumMgPerHr / factor, max: plan.sodiumMgPerHr * factor };
}

/**
 * Fluid, L/h, that would be planned if this athlete's sweat were known to be `factor` times the expected.
 * Salt, fuel, breath, urine and carbohydrate stay as planned, and so do conditions except for their
 * placeholders.
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

/** Ends that differ by less than this share are one figure: sums over legs differ in their last digit. */
const SAME_ENDS = 1e-9;

/**
 * Standard deviation whose 80 % range has these ends; 0 if they are the same figure, infinite from nothing to
 * something.
 */
function spanSd(low: number, high: number): number {
  if (high - low <= SAME_ENDS * high) return 0;
  return low > 0 ? Math.log(high / low) / (2 * QUANTILE_80) : Number.POSITIVE_INFINITY;
}

/** The best standard deviation that a test gives, by term. Engineering choice. */
export const BEST_SD = {
  sweat: 0.08,
  intensity: 0.05,
  heat: 0.05,
  tolerance: TOLERANCE_SD.learned,
  sweatSodium: 0.12,
  other: 0,
} as const;

/** Spread of the scale and of day and meal, kg. Engineering choice. */
export const MASS_SD_KG = 0.25;
/** Spread of plasma sodium itself, mmol/L. Engineering choice. */
export const PLASMA_SD_MMOL_PER_L = 1.2;
const SHOWN_PLASMA_MMOL_PER_L = { lowest: 110, highest: 170 } as const;

/** Returns the fuel at the final carbohydrate rate: the projection burns what is eaten. */
export function finalFuel(plan: EventPlan): Fuel {
  return fuelOf({
    massKg: plan.body.massKg,
    metabolicRateW: plan.metabolicRateW,
    fractionOfVo2max: plan.fractionOfVo2max,
    hours: plan.hours,
    intakeGPerHr: plan.carbGPerHr,
  });
}

/** Share of mass, %, that the body may be shown to lose or gain. */
const SHOWN_MASS_PERCENT = { lowest: -20, highest: 10 } as const;
/**
 * Growth of the model's own spread over long hours, ln sd from 2 h, per hours: rows beyond 6 h were further apart (calibration
 * on Hoffman 161 km, Spartathlon, Glace 2002). Engineering choice.
 */
const LONG_STRUCTURE = { most: 0.07, fromHours: 2, overHours: 4 } as const;
/** Thirst corrects the hours after the fourth but for this share of them. Engineering choice. */
const THIRST = { fromHours: 4, shareLeft: 0.25 } as const;

/** The end of an event before it is limited to what is shown: median mass, %, and plasma sodium, mmol/L. */
export interface MedianEnd {
  readonly massPercent: number;
  readonly plasmaMmolPerL: number;
}

/** Returns the expected end of the event with the fuel of the final plan. Not clamped: warnings check it. */
export function medianEnd(plan: EventPlan): MedianEnd {
  return endAt(plan, finalFuel(plan), 1);
}

/** The end if sweat were `factor` times the expected. */
function endAt(plan: EventPlan, fuel: Fuel, factor: number): MedianEnd {
  const balance = {
    ...plan.balance,
    metabolicWaterL: fuel.metabolicWaterL,
    sweatLPerHr: plan.balance.sweatLPerHr * factor,
  };
  return {
    massPercent: (100 * massChangeKg(balance, plan, fuel.gasLossKg)) / plan.body.massKg,
    plasmaMmolPerL: endSodiumMmolPerL(balance, plan.fluidLPerHr, plan.sodiumMgPerHr),
  };
}

/** Standard deviation of ln sweat of a projection: the model's own part grows with the hours. */
function projectedSigma({ uncertainty, hours }: EventPlan): number {
  const { most, fromHours, overHours } = LONG_STRUCTURE;
  const structure = uncertainty.structure + most * clamp((hours - fromHours) / overHours, 0, 1);
  return Math.sqrt(uncertainty.sigma ** 2 - uncertainty.structure ** 2 + structure ** 2);
}

/** Projects mass and plasma sodium at the end: if the plan is followed exactly, and if thirst corrects the later hours. */
function projectionOf(plan: EventPlan): Projection {
  const { hours } = plan;
  const { fromHours, shareLeft } = THIRST;
  const uncorrected = Math.min(1, (fromHours + shareLeft * Math.max(0, hours - fromHours)) / hours);
  return { ...projectedEnd(plan, 1), byThirst: projectedEnd(plan, uncorrected) };
}

/** The end with its range: sweat varies, of which only a share counts because thirst corrects the rest. */
function projectedEnd(plan: EventPlan, share: number): ProjectedEnd {
  const fuel = finalFuel(plan);
  const spread = Math.exp(QUANTILE_80 * WIDER_SWEAT * projectedSigma(plan));
  const expected = endAt(plan, fuel, 1);
  const dry = endAt(plan, fuel, 1 + (spread - 1) * share);
  const wet = endAt(plan, fuel, 1 - (1 - 1 / spread) * share);
  const massNoise = (100 * QUANTILE_80 * MASS_SD_KG * Math.sqrt(plan.hours / 4)) / plan.body.massKg;
  const plasmaNoise = QUANTILE_80 * PLASMA_SD_MMOL_PER_L;
  return {
    bodyMassChangePercent: shown(
      estimate(expected.massPercent, [dry.massPercent, wet.massPercent], massNoise),
      SHOWN_MASS_PERCENT,
    ),
    plasmaSodiumMmolPerL: shown(
      estimate(expected.plasmaMmolPerL, [dry.plasmaMmolPerL, wet.plasmaMmolPerL], plasmaNoise),
      SHOWN_PLASMA_MMOL_PER_L,
    ),
  };
}

function shown(
  { value, low, high }: Estimate,
  { lowest, highest }: { readonly lowest: number; readonly highest: number },
): Estimate {
  return {
    value: clamp(value, lowest, highest),
    low: clamp(low, lowest, highest),
    high: clamp(high, lowest, highest),
  };
}

/** Joins each end's distance with independent noise in quadrature. */
function estimate(value: number, ends: readonly [number, number], noise: number): Estimate {
  const below = value - Math.min(...ends);
  const above = Math.max(...ends) - value;
  return { value, low: value - Math.hypot(below, noise), high: value + Math.hypot(above, noise) };
}
