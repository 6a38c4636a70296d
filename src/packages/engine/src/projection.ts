/** Projects body mass and plasma sodium, each with its 80 % range (SCIENCE §9). */

import {
  type Balance,
  endSodiumMmolPerL,
  expectedSodium,
  type Fuel,
  fuelOf,
  massChangeKg,
  PLASMA_START_MMOL_PER_L,
  steadyWaterMassPercent,
} from './balance.ts';
import { clamp, interpolate, type Points } from './numbers.ts';
import type { EventPlan } from './plan.ts';
import type { Estimate, Projection } from './types.ts';

/** Standard normal quantile of an 80 % range. */
export const QUANTILE_80 = 1.2816;
/** Factor set by calibration over synthetic athletes; see SCIENCE §9. */
const WIDER_SWEAT = 1.08;
/** Variation of the scale, time of day and meals, kg. */
export const MASS_SD_KG = 0.25;
/** Inherent variation of plasma sodium by hours passed, mmol/L. */
const PLASMA_SD_MMOL_PER_L: Points = [
  [4, 1.2],
  [10, 3],
];
/** Returns the inherent variation of plasma sodium after some hours, mmol/L. */
export function plasmaSd(hours: number): number {
  return interpolate(hours, PLASMA_SD_MMOL_PER_L);
}

const SHOWN_PLASMA_MMOL_PER_L = { lowest: 125, highest: 155 } as const;
/** Bounds on the displayed loss and gain of body mass, %. */
const SHOWN_MASS_PERCENT = { lowest: -20, highest: 10 } as const;
/**
 * Growth of the model's own spread over long hours, ln sd from 2 h, per hours: rows beyond 6 h were further
 * apart (calibration on Hoffman 161 km, Spartathlon, Glace 2002).
 */
const LONG_STRUCTURE = { most: 0.07, fromHours: 2, overHours: 4 } as const;
/** Event hours over which thirst takes over from the plan. */
const THIRST_HOURS = { from: 4, over: 6 } as const;
/**
 * Where thirst leads: the loss of body mass, %, with the hours that it takes and its standard deviation, and
 * the share of the way to the loss without drinking that it never exceeds.
 */
const THIRST_MASS = { percent: -3, overHours: 3, sdPercent: 2.5, shareOfDry: 0.75 } as const;
/** Plasma sodium to which thirst leads by event hours, mmol/L, and its standard deviation at the end. */
const THIRST_PLASMA = {
  endMmolPerL: [
    [10, 141.5],
    [30, 137.5],
  ],
  endSd: [
    [10, 3],
    [30, 4.5],
  ],
  startSd: 1.2,
} as const;

/** Returns the fuel at the final carbohydrate rate: the projection oxidises what is eaten. */
export function finalFuel(plan: EventPlan): Fuel {
  return fuelAt(plan, plan.carbGPerHr);
}

function fuelAt(plan: EventPlan, intakeGPerHr: number): Fuel {
  return fuelOf({
    massKg: plan.body.massKg,
    metabolicRateW: plan.metabolicRateW,
    fractionOfVo2max: plan.fractionOfVo2max,
    hours: plan.hours,
    intakeGPerHr,
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
interface MedianEnd {
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
    plasmaMmolPerL: expectedSodium(
      endSodiumMmolPerL(balance, intake.fluidLPerHr, intake.sodiumMgPerHr),
      balance.hours,
    ),
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

/** Returns how far thirst guides the drinking of an event instead of the plan, 0–1. */
export function thirstWeight(eventHours: number): number {
  return clamp((eventHours - THIRST_HOURS.from) / THIRST_HOURS.over, 0, 1);
}

/** The start of drinking to thirst: the state at a time, and the ends of not drinking and of drinking the ceiling. */
interface ThirstInput {
  readonly eventHours: number;
  readonly hours: number;
  readonly fromHours: number;
  readonly fromMassPercent: number;
  readonly dryMassPercent: number;
  readonly ceilingMassPercent: number;
}

/** Projects the state after some hours if thirst alone guides the drinking. */
export function thirstBody(input: ThirstInput): ProjectedBody {
  const { eventHours, hours, fromHours, fromMassPercent: from, dryMassPercent: dry } = input;
  const { percent, overHours, sdPercent, shareOfDry } = THIRST_MASS;
  const middle = percent + (from - percent) * Math.exp((fromHours - hours) / overHours);
  const mass = Math.min(
    Math.max(middle, from + shareOfDry * (dry - from)),
    Math.max(input.ceilingMassPercent, dry),
  );
  const massWidth = QUANTILE_80 * sdPercent * (1 - Math.exp(-hours / overHours));
  const { endMmolPerL, endSd, startSd } = THIRST_PLASMA;
  const passed = hours / eventHours;
  const plasma =
    PLASMA_START_MMOL_PER_L + (interpolate(eventHours, endMmolPerL) - PLASMA_START_MMOL_PER_L) * passed;
  const plasmaWidth = QUANTILE_80 * (startSd + (interpolate(eventHours, endSd) - startSd) * passed);
  return {
    bodyMassChangePercent: { value: mass, low: mass - massWidth, high: mass + massWidth },
    plasmaSodiumMmolPerL: { value: plasma, low: plasma - plasmaWidth, high: plasma + plasmaWidth },
  };
}

/** Returns the displayed state between the plan followed exactly and thirst alone. */
export function mixedWithThirst(
  followed: ProjectedBody,
  thirst: ProjectedBody,
  weight: number,
): ProjectedBody {
  const mixed = (plan: Estimate, alone: Estimate, shown: ShownLimits): Estimate => {
    const mix = (one: number, other: number): number => limited((1 - weight) * one + weight * other, shown);
    return {
      value: mix(plan.value, alone.value),
      low: mix(plan.low, alone.low),
      high: mix(plan.high, alone.high),
    };
  };
  return {
    bodyMassChangePercent: mixed(
      followed.bodyMassChangePercent,
      thirst.bodyMassChangePercent,
      SHOWN_MASS_PERCENT,
    ),
    plasmaSodiumMmolPerL: mixed(
      followed.plasmaSodiumMmolPerL,
      thirst.plasmaSodiumMmolPerL,
      SHOWN_PLASMA_MMOL_PER_L,
    ),
  };
}

/**
 * Projects body mass and plasma sodium at the end, if the plan is followed exactly and if thirst guides the
 * drinking.
 */
export function projectionOf(plan: EventPlan): Projection {
  const passed = wholeEvent(plan);
  const { hours } = plan;
  const followed = projectedBody(passed, sweatSpread(plan, hours));
  const weight = thirstWeight(hours);
  const byThirst = weight === 0 ? followed : mixedWithThirst(followed, thirstAtEnd(plan, passed), weight);
  return {
    ...followed,
    steadyWaterMassChangePercent: steadyWaterMass(plan, plan.carbGPerHr, plan.body.massKg),
    byThirst,
  };
}

function thirstAtEnd(plan: EventPlan, passed: Passed): ProjectedBody {
  const massIf = (fluidLPerHr: number): number =>
    bodyAfter({ ...passed, intake: { ...passed.intake, fluidLPerHr } }, 1).massPercent;
  return thirstBody({
    eventHours: plan.hours,
    hours: plan.hours,
    fromHours: 0,
    fromMassPercent: 0,
    dryMassPercent: massIf(0),
    ceilingMassPercent: massIf(ceilingOverLegs(plan)),
  });
}

/** Mean of the legs' ceilings, L/h: what someone drinks who drinks the ceiling. */
function ceilingOverLegs({ legs, hours }: EventPlan): number {
  return legs.reduce((sum, leg) => sum + leg.maxSafeFluidLPerHr * leg.hours, 0) / hours;
}

/** Returns the change in body mass, %, at unchanged body water at the end of an event with a carbohydrate rate. */
export function steadyWaterMass(plan: EventPlan, carbGPerHr: number, massKg: number): number {
  return steadyWaterMassPercent(carbGPerHr * plan.hours, fuelAt(plan, carbGPerHr), massKg);
}

/** The body's state after some hours with its 80 % range. */
export interface ProjectedBody {
  readonly bodyMassChangePercent: Estimate;
  readonly plasmaSodiumMmolPerL: Estimate;
}

/** Returns the displayed state after some hours with its 80 % range. */
export function projectedBody(passed: Passed, spread: number): ProjectedBody {
  const expected = bodyAfter(passed, 1);
  const dry = bodyAfter(passed, spread);
  const wet = bodyAfter(passed, 1 / spread);
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
      QUANTILE_80 * plasmaSd(passed.balance.hours),
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
