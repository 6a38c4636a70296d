/**
 * Exposes the engine's public interface: a prescription and its explanation. Missing profile fields:
 * profile-gaps.ts.
 */

import { type CaffeinePlan, planCaffeine } from './caffeine.ts';
import { confidenceOf, rankDrivers } from './confidence.ts';
import type { UncertaintyField } from './names.ts';
import { type EventPlan, type PlanInput, planEvent } from './plan.ts';
import { outcomeOf } from './ranges.ts';
import { type Rounded, roundPrescription, unroundedLegs } from './rounding.ts';
import type {
  Driver,
  DriverField,
  Intake,
  ProjectedEnd,
  Projection,
  RateRanges,
  Rates,
  SingleSportType,
  Totals,
} from './types.ts';
import { type CollectedWarnings, collectWarnings } from './warnings.ts';

/**
 * Changes with every formula or constant, so that outdated stored prescriptions can be recognized.
 * RESULTS.sha256 ties it to the results.
 */
export const ENGINE_VERSION = '5.0.0';

/** Input of `prescribe` and `explain`. */
export type PrescribeInput = PlanInput;

/** One leg of the answer: h, g/h, ml/h, mg/h, L/h. */
interface LegResult {
  readonly type: SingleSportType;
  readonly hours: number;
  readonly rates: Rates;
  readonly maxSafeFluidMlPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
  readonly sweatRateLPerHr: number;
}

/** The terms behind the numbers, for tests, reports and learning. Rates are time-weighted over the legs. */
interface Diagnostics {
  readonly hours: number;
  readonly intensityLevel: number;
  /** As shown, a whole number. */
  readonly thermalStressLevel: number;
  readonly fractionOfVo2max: number;
  readonly metabolicRateW: number;
  readonly sweatRateLPerHr: number;
  readonly sweatLnStandardDeviation: number;
  /** The missing field that set the fluid ceiling. Null if the event itself did. */
  readonly gapField: UncertaintyField | null;
  readonly sodiumLossMgPerHr: number;
  readonly legs: readonly LegResult[];
}

/** Ceilings, score and warnings. */
interface Safety extends CollectedWarnings {
  readonly maxSafeFluidMlPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
  /** Expected share of the three numbers that a full lab work-up would leave within 30 %. */
  readonly confidenceScore: number;
}

/** The answer: numbers, ranges, projection, intake, drivers and safety. */
export interface PrescribeResult {
  /** Unrounded. */
  readonly rates: Rates;
  /** Unrounded rate × hours. */
  readonly totals: Totals;
  readonly rounded: Rounded;
  /** Unrounded. `rounded` has them on the displayed grid. */
  readonly ranges: RateRanges;
  readonly projection: Projection;
  readonly intake: Intake;
  /** Fields that would narrow the ranges, most helpful first. */
  readonly drivers: readonly Driver[];
  /** In the same order, missing fields only. */
  readonly missingFields: readonly DriverField[];
  readonly safety: Safety;
  /** Null if not requested. */
  readonly caffeine: CaffeinePlan | null;
  readonly diagnostics: Diagnostics;
}

/**
 * Calculates carbohydrate, sodium and fluid for one activity, with this athlete's ceilings, ranges and
 * projected end. Pure and total: equal inputs give equal outputs. Any input within the ranges of `types.ts`
 * gives finite numbers with fluid ≤ .95 of its ceiling and sodium ≤ its ceiling.
 */
export function prescribe(input: PrescribeInput): PrescribeResult {
  return resultOf(planEvent(input));
}

/** Converts a finished calculation to the answer. */
export function resultOf(plan: EventPlan): PrescribeResult {
  const { hours } = plan;
  const rates: Rates = {
    carbGPerHr: plan.carbGPerHr,
    sodiumMgPerHr: plan.sodiumMgPerHr,
    fluidMlPerHr: plan.fluidLPerHr * 1000,
  };
  const totals: Totals = {
    carbG: rates.carbGPerHr * hours,
    sodiumMg: rates.sodiumMgPerHr * hours,
    fluidMl: rates.fluidMlPerHr * hours,
  };
  const maxSafeFluidMlPerHr = plan.ceiling.maxLPerHr * 1000;
  const maxSafeSodiumMgPerHr = plan.sodium.maxSafeMgPerHr;
  const { ranges, spread, projection } = outcomeOf(plan);
  const { drivers, missingFields } = rankDrivers(plan, spread);
  return {
    rates,
    totals,
    rounded: roundPrescription({
      rates,
      ranges,
      maxSafeFluidMlPerHr,
      maxSafeSodiumMgPerHr,
      durationMin: plan.input.activity.durationMin,
      legs: unroundedLegs(plan),
    }),
    ranges,
    projection: shownProjection(plan, projection),
    intake: intakeOf(plan),
    drivers,
    missingFields,
    safety: {
      maxSafeFluidMlPerHr,
      maxSafeSodiumMgPerHr,
      confidenceScore: confidenceOf(plan).score,
      ...collectWarnings(plan),
    },
    caffeine: caffeineOf(plan),
    diagnostics: diagnosticsOf(plan),
  };
}

function caffeineOf({ input: { caffeine } }: EventPlan): CaffeinePlan | null {
  return caffeine?.request.wanted ? planCaffeine(caffeine) : null;
}

/** Removes mass for an athlete whose weight must not be shown, and plasma sodium in pregnancy. */
function shownProjection(plan: EventPlan, projection: Projection): Projection {
  const { redsOrEatingDisorder: hidesMass, pregnant } = plan.input.athlete.health;
  const shownEnd = (end: ProjectedEnd): ProjectedEnd => ({
    bodyMassChangePercent: hidesMass ? null : end.bodyMassChangePercent,
    plasmaSodiumMmolPerL: pregnant ? null : end.plasmaSodiumMmolPerL,
  });
  return {
    ...shownEnd(projection),
    steadyWaterMassChangePercent: hidesMass ? null : projection.steadyWaterMassChangePercent,
    byThirst: shownEnd(projection.byThirst),
  };
}

/**
 * Highest carbohydrate concentration of a bottle, g/L. More slows gastric emptying (8 %, recalled); the rest
 * is eaten with water.
 */
const THICKEST_DRINK_G_PER_L = 80;

function intakeOf({ carbGPerHr, fluidLPerHr, sodiumMgPerHr }: EventPlan): Intake {
  if (fluidLPerHr <= 0) {
    return { drinkCarbGPerL: null, drinkSodiumMgPerL: null, foodCarbGPerHr: carbGPerHr };
  }
  const drinkCarbGPerL = Math.min(carbGPerHr / fluidLPerHr, THICKEST_DRINK_G_PER_L);
  return {
    drinkCarbGPerL,
    drinkSodiumMgPerL: sodiumMgPerHr / fluidLPerHr,
    foodCarbGPerHr: Math.max(0, carbGPerHr - drinkCarbGPerL * fluidLPerHr),
  };
}

function diagnosticsOf(plan: EventPlan): Diagnostics {
  return {
    hours: plan.hours,
    intensityLevel: plan.longest.effort.intensityLevel,
    thermalStressLevel: Math.floor(plan.longest.environment.thermalLevel + 0.5),
    fractionOfVo2max: plan.fractionOfVo2max,
    metabolicRateW: plan.metabolicRateW,
    sweatRateLPerHr: plan.balance.sweatLPerHr,
    sweatLnStandardDeviation: plan.uncertainty.sigma,
    gapField: plan.gapField,
    sodiumLossMgPerHr: plan.sodium.lossMgPerHr,
    legs: plan.legs.map((leg) => ({
      type: leg.type,
      hours: leg.hours,
      rates: {
        carbGPerHr: leg.carbGPerHr,
        sodiumMgPerHr: leg.sodiumMgPerHr,
        fluidMlPerHr: leg.fluidLPerHr * 1000,
      },
      maxSafeFluidMlPerHr: leg.maxSafeFluidLPerHr * 1000,
      maxSafeSodiumMgPerHr: leg.maxSafeSodiumMgPerHr,
      sweatRateLPerHr: leg.sweatLPerHr,
    })),
  };
}
