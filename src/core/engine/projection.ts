/** Projects body mass and plasma sodium, each with its 80 % range (SCIENCE §9). */

import { type Balance, endSodiumMmolPerL, type Fuel, fuelOf, massChangeKg } from './balance.ts';
import { clamp } from './numbers.ts';
import type { EventPlan } from './plan.ts';
import type { Estimate, Projection } from './types.ts';

/** Standard normal quantile of an 80 % range. */
export const QUANTILE_80 = 1.2816;
/** Factor set by calibration over synthetic athletes; see SCIENCE §9. Engineering choice. */
export const WIDER_SWEAT = 1.08;
/** Variation of the scale, time of day and meals, kg. Engineering choice. */
export const MASS_SD_KG = 0.25;
/** Inherent variation of plasma sodium, mmol/L. Engineering choice. */
export const PLASMA_SD_MMOL_PER_L = 1.2;
const SHOWN_PLASMA_MMOL_PER_L = { lowest: 110, highest: 170 } as const;
/** Bounds on the displayed loss and gain of body mass, %. */
const SHOWN_MASS_PERCENT = { lowest: -20, highest: 10 } as const;
/**
 * Growth of the model's own spread over long hours, ln sd from 2 h, per hours: rows beyond 6 h were further
 * apart (calibration on Hoffman 161 km, Spartathlon, Glace 2002). Engineering choice.
 */
const LONG_STRUCTURE = { most: 0.07, fromHours: 2, overHours: 4 } as const;
/** Thirst corrects the hours after the fourth, except for this share. Engineering choice. */
const THIRST = { fromHours: 4, shareLeft: 0.25 } as const;

/** Returns the fuel at the final carbohydrate rate: the projection oxidises what is eaten. */
export function finalFuel(plan: EventPlan): Fuel {
  return fuelOf({
    massKg: plan.body.massKg,
    metabolicRateW: plan.metabolicRateW,
    fractionOfVo2max: plan.fractionOfVo2max,
    hours: plan.hours,
    intakeGPerHr: plan.carbGPerHr,
  });
}

/** A number of hours of an event: their balance, and the average intake rates. */
export interface Passed {
  readonly massKg: number;
  readonly balance: Balance;
  readonly gasLossKg: number;
  readonly intake: {
    readonly carbGPerHr: number;
    readonly fluidLPerHr: number;
    readonly sodiumMgPerHr: number;
  };
}

/**
 * The body's state before limiting it to displayed bounds: median body mass, %, and plasma sodium, mmol/L.
 */
export interface MedianEnd {
  readonly massPercent: number;
  readonly plasmaMmolPerL: number;
}

/**
 * Returns the expected end of the event with the fuel of the final plan. Not clamped, because warnings check
 * it.
 */
export function medianEnd(plan: EventPlan): MedianEnd {
  return bodyAfter(wholeEvent(plan), 1);
}

function wholeEvent(plan: EventPlan): Passed {
  const fuel = finalFuel(plan);
  return {
    massKg: plan.body.massKg,
    balance: { ...plan.balance, metabolicWaterL: fuel.metabolicWaterL },
    gasLossKg: fuel.gasLossKg,
    intake: plan,
  };
}

/** Returns the body's state after some hours if sweat was `factor` times the expected rate. Not clamped. */
export function bodyAfter(passed: Passed, factor: number): MedianEnd {
  const { intake } = passed;
  const balance =
    factor === 1 ? passed.balance : { ...passed.balance, sweatLPerHr: passed.balance.sweatLPerHr * factor };
  return {
    massPercent: (100 * massChangeKg(balance, intake, passed.gasLossKg)) / passed.massKg,
    plasmaMmolPerL: endSodiumMmolPerL(balance, intake.fluidLPerHr, intake.sodiumMgPerHr),
  };
}

/**
 * Returns the displayed state of the body after some hours, without a range, if sweat was `factor` times the
 * expected rate: body mass, %, and plasma sodium, mmol/L.
 */
export function shownBody(passed: Passed, factor = 1): MedianEnd {
  const { massPercent, plasmaMmolPerL } = bodyAfter(passed, factor);
  return {
    massPercent: limited(massPercent, SHOWN_MASS_PERCENT),
    plasmaMmolPerL: limited(plasmaMmolPerL, SHOWN_PLASMA_MMOL_PER_L),
  };
}

/** Returns the sweat rate factor of an 80 % range after some hours. The model's own share grows over time. */
export function sweatSpread({ uncertainty }: Pick<EventPlan, 'uncertainty'>, hours: number): number {
  const { most, fromHours, overHours } = LONG_STRUCTURE;
  const structure = uncertainty.structure + most * clamp((hours - fromHours) / overHours, 0, 1);
  const sigma = Math.sqrt(uncertainty.sigma ** 2 - uncertainty.structure ** 2 + structure ** 2);
  return Math.exp(QUANTILE_80 * WIDER_SWEAT * sigma);
}

/** Returns the share of the hours, 0–1, that thirst leaves uncorrected. */
export function shareBeforeThirst(hours: number): number {
  const { fromHours, shareLeft } = THIRST;
  return hours <= fromHours ? 1 : (fromHours + shareLeft * (hours - fromHours)) / hours;
}

/**
 * Projects body mass and plasma sodium at the end, if the plan is followed exactly and if thirst corrects
 * later hours.
 */
export function projectionOf(plan: EventPlan): Projection {
  const passed = wholeEvent(plan);
  const spread = sweatSpread(plan, plan.hours);
  const share = shareBeforeThirst(plan.hours);
  const expected = bodyAfter(passed, 1);
  const followed = projectedBody(passed, spread, 1, expected);
  return { ...followed, byThirst: share === 1 ? followed : projectedBody(passed, spread, share, expected) };
}

/**
 * The body's state after some hours with its range. Only a share of sweat variation counts, because thirst
 * corrects the rest.
 */
export interface ProjectedBody {
  readonly bodyMassChangePercent: Estimate;
  readonly plasmaSodiumMmolPerL: Estimate;
}

/**
 * Returns the displayed state after some hours with its 80 % range. `share` of the sweat variation counts.
 */
export function projectedBody(
  passed: Passed,
  spread: number,
  share: number,
  expected = bodyAfter(passed, 1),
): ProjectedBody {
  const dry = bodyAfter(passed, 1 + (spread - 1) * share);
  const wet = bodyAfter(passed, 1 - (1 - 1 / spread) * share);
  const massNoise = (100 * QUANTILE_80 * MASS_SD_KG * Math.sqrt(passed.balance.hours / 4)) / passed.massKg;
  return {
    bodyMassChangePercent: estimate(
      expected.massPercent,
      [dry.massPercent, wet.massPercent],
      massNoise,
      SHOWN_MASS_PERCENT,
    ),
    plasmaSodiumMmolPerL: estimate(
      expected.plasmaMmolPerL,
      [dry.plasmaMmolPerL, wet.plasmaMmolPerL],
      QUANTILE_80 * PLASMA_SD_MMOL_PER_L,
      SHOWN_PLASMA_MMOL_PER_L,
    ),
  };
}

interface ShownLimits {
  readonly lowest: number;
  readonly highest: number;
}

function limited(value: number, { lowest, highest }: ShownLimits): number {
  return clamp(value, lowest, highest);
}

/** Combines the distance of each end with independent noise in quadrature, within displayed bounds. */
function estimate(
  value: number,
  [one, other]: readonly [number, number],
  noise: number,
  shown: ShownLimits,
): Estimate {
  const below = value - Math.min(one, other);
  const above = Math.max(one, other) - value;
  return {
    value: limited(value, shown),
    low: limited(value - Math.sqrt(below * below + noise * noise), shown),
    high: limited(value + Math.sqrt(above * above + noise * noise), shown),
  };
}
