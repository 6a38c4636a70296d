/** The engine's face: a prescription, its explanation, and what is missing from a profile. */

import { confidenceOf, rankMissing } from './confidence.ts';
import { explainPlan } from './explain.ts';
import type { PlanInput } from './inputs.ts';
import { missingOptions } from './knowledge.ts';
import type { LearnedState } from './learned-state.ts';
import { type EventPlan, planEvent } from './plan.ts';
import type {
  EngineActivity,
  EngineAthlete,
  Explanation,
  HealthFlags,
  Rates,
  Safety,
  SingleSportType,
  Totals,
} from './types.ts';
import { collectWarnings, needsHumanReview } from './warnings.ts';

export type { LearnedState } from './learned-state.ts';

/** Changes with every formula or constant, so that a stored prescription can be told from today's. */
export const ENGINE_VERSION = '1.1.0';

export interface PrescribeInput {
  readonly activity: EngineActivity;
  readonly athlete: EngineAthlete;
  readonly learned: LearnedState | null;
}

/** Values as they may be shown: rates and ceilings never rounded up. */
export interface RoundedPrescription {
  readonly rates: Rates;
  readonly totals: Totals;
  readonly maxSafeFluidMlPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
}

export interface LegDiagnostics {
  readonly type: SingleSportType;
  readonly hours: number;
  readonly rates: Rates;
  readonly maxSafeFluidMlPerHr: number;
  readonly maxSafeSodiumMgPerHr: number;
  readonly sweatRateLPerHr: number;
}

/** The terms behind the numbers, for tests, reports and learning. Rates are time-weighted over the legs. */
export interface Diagnostics {
  readonly hours: number;
  readonly intensityLevel: number;
  readonly thermalStressLevel: number;
  readonly fractionOfVo2max: number;
  readonly metabolicRateW: number;
  readonly sweatRateLPerHr: number;
  readonly sweatLnStandardDeviation: number;
  readonly requiredDrinkLPerHr: number;
  readonly sodiumLossMgPerHr: number;
  readonly sodiumNeedMgPerHr: number;
  /** Carbohydrate wanted before any cap. */
  readonly carbTargetGPerHr: number;
  readonly carbToleranceGPerHr: number;
  /** Negative where mass is lost. */
  readonly bodyMassChangePercent: number;
  readonly legs: readonly LegDiagnostics[];
}

export interface PrescribeResult {
  /** Unrounded. */
  readonly rates: Rates;
  /** Unrounded rate × hours. */
  readonly totals: Totals;
  readonly rounded: RoundedPrescription;
  /** Unrounded ceilings, confidence, warnings. */
  readonly safety: Safety;
  /** Names of athlete and activity fields, the one that would raise confidence most first. */
  readonly missingFields: string[];
  readonly diagnostics: Diagnostics;
}

/**
 * Calculates carbohydrate, sodium and fluid for one activity, with the ceilings that belong to this athlete.
 * Pure and total: the same input gives the same output, and any input within the ranges of `types.ts` gives finite
 * numbers with `fluid ≤ maxSafeFluid ≤ predicted sweat rate` and `sodium ≤ maxSafeSodium`.
 */
export function prescribe(input: PrescribeInput): PrescribeResult {
  return resultOf(planEvent(input));
}

/** The same calculation as `prescribe`, told step by step: term, value, unit, source, and the cap that decided. */
export function explain(input: PrescribeInput): Explanation {
  return explainPlan(planEvent(input));
}

/** Turns a finished calculation into the answer; exported for the published cases, which measure more than an activity can say. */
export function resultOf(plan: EventPlan): PrescribeResult {
  const rates: Rates = {
    carbGPerHr: plan.carbGPerHr,
    sodiumMgPerHr: plan.sodiumMgPerHr,
    fluidMlPerHr: plan.fluidLPerHr * 1000,
  };
  const totals: Totals = {
    carbG: rates.carbGPerHr * plan.hours,
    sodiumMg: rates.sodiumMgPerHr * plan.hours,
    fluidMl: rates.fluidMlPerHr * plan.hours,
  };
  const maxSafeFluidMlPerHr = plan.maxSafeFluidLPerHr * 1000;
  const { maxSafeSodiumMgPerHr } = plan;
  const missingFields = rankMissing(plan.confidence, plan.knowledge, missingOptions(plan.input, plan.legs));
  return {
    rates,
    totals,
    rounded: round(rates, totals, maxSafeFluidMlPerHr, maxSafeSodiumMgPerHr, plan.hours),
    safety: {
      maxSafeFluidMlPerHr,
      maxSafeSodiumMgPerHr,
      confidenceScore: plan.confidence.score,
      warnings: collectWarnings({ plan, missingFields }),
      requiresHumanReview: needsHumanReview(plan),
    },
    missingFields,
    diagnostics: diagnosticsOf(plan),
  };
}

const FLUID_GRID_ML = 10;
const SODIUM_GRID_MG = 10;

/** Down to the grid; the tolerance keeps 300 − 1e-13 at 300. */
function down(value: number, grid: number): number {
  return Math.floor(value / grid + 1e-9) * grid;
}

function nearest(value: number, grid: number): number {
  return Math.round(value / grid) * grid;
}

function round(
  rates: Rates,
  totals: Totals,
  maxSafeFluidMlPerHr: number,
  maxSafeSodiumMgPerHr: number,
  hours: number,
): RoundedPrescription {
  const shownFluidCeiling = down(maxSafeFluidMlPerHr, FLUID_GRID_ML);
  const shownSodiumCeiling = down(maxSafeSodiumMgPerHr, SODIUM_GRID_MG);
  return {
    rates: {
      carbGPerHr: Math.round(rates.carbGPerHr),
      sodiumMgPerHr: down(rates.sodiumMgPerHr, SODIUM_GRID_MG),
      fluidMlPerHr: down(rates.fluidMlPerHr, FLUID_GRID_ML),
    },
    totals: {
      carbG: Math.round(totals.carbG),
      sodiumMg: Math.min(
        nearest(totals.sodiumMg, SODIUM_GRID_MG),
        down(shownSodiumCeiling * hours, SODIUM_GRID_MG),
      ),
      fluidMl: Math.min(
        nearest(totals.fluidMl, FLUID_GRID_ML),
        down(shownFluidCeiling * hours, FLUID_GRID_ML),
      ),
    },
    maxSafeFluidMlPerHr: shownFluidCeiling,
    maxSafeSodiumMgPerHr: shownSodiumCeiling,
  };
}

function diagnosticsOf(plan: EventPlan): Diagnostics {
  const weighted = (value: (leg: EventPlan['legs'][number]) => number): number => {
    let sum = 0;
    for (const leg of plan.legs) sum += value(leg) * leg.hours;
    return sum / plan.hours;
  };
  return {
    hours: plan.hours,
    intensityLevel: plan.intensity.level,
    thermalStressLevel: plan.thermal.level,
    fractionOfVo2max: weighted((leg) => leg.effort.fractionOfVo2max),
    metabolicRateW: weighted((leg) => leg.effort.metabolicRateW),
    sweatRateLPerHr: plan.sweatRateLPerHr,
    sweatLnStandardDeviation: weighted((leg) => leg.sigma),
    requiredDrinkLPerHr: weighted((leg) => leg.fluid.requiredLPerHr),
    sodiumLossMgPerHr: plan.sodiumLossMgPerHr,
    sodiumNeedMgPerHr: weighted((leg) => leg.sodium.needMgPerHr),
    carbTargetGPerHr: weighted((leg) => leg.carbohydrate.targetGPerHr),
    carbToleranceGPerHr: weighted((leg) => leg.carbohydrate.tolerance.limitGPerHr),
    bodyMassChangePercent: (-100 * (plan.sweatRateLPerHr - plan.fluidLPerHr) * plan.hours) / plan.body.massKg,
    legs: plan.legs.map((leg) => ({
      type: leg.type,
      hours: leg.hours,
      rates: {
        carbGPerHr: leg.carbGPerHr,
        sodiumMgPerHr: leg.sodiumMgPerHr,
        fluidMlPerHr: leg.fluidLPerHr * 1000,
      },
      maxSafeFluidMlPerHr: leg.fluid.maxSafeLPerHr * 1000,
      maxSafeSodiumMgPerHr: leg.sodium.maxSafeMgPerHr,
      sweatRateLPerHr: leg.sweat.sweatRateLPerHr,
    })),
  };
}

const NO_HEALTH_FLAGS: HealthFlags = {
  pregnant: false,
  hypertension: false,
  kidneyDisease: false,
  heartFailure: false,
  diuretics: false,
  diabetesTreated: false,
  nsaidOnRaceDay: false,
  redsOrEatingDisorder: false,
};

/** An athlete of whom nothing was told. */
export const UNKNOWN_ATHLETE: EngineAthlete = {
  sex: null,
  ageYears: null,
  bodyMassKg: null,
  heightCm: null,
  fitnessLevel: null,
  vo2maxMlPerKgMin: null,
  ftpW: null,
  sweatLevel: null,
  saltinessLevel: null,
  sweatRateMlPerHr: null,
  sweatSodiumMgPerL: null,
  carbToleranceGPerHr: null,
  usualCarbGPerHr: null,
  heatAcclimatized: null,
  giHistory: null,
  health: NO_HEALTH_FLAGS,
};

/** A profile in which every field that confidence reads is filled, with ordinary values. */
const COMPLETE_ATHLETE: EngineAthlete = {
  ...UNKNOWN_ATHLETE,
  sex: 'male',
  ageYears: 35,
  bodyMassKg: 70,
  heightCm: 177,
  fitnessLevel: 4,
  vo2maxMlPerKgMin: 50,
  ftpW: 230,
  sweatLevel: 5,
  saltinessLevel: 5,
  sweatRateMlPerHr: 800,
  sweatSodiumMgPerL: 920,
  carbToleranceGPerHr: 70,
  usualCarbGPerHr: 60,
};

/** The session over which profiles are compared: a two-hour steady ride in mild weather, all its own fields known. */
const REFERENCE_SESSION: EngineActivity = {
  type: 'bike',
  durationMin: 120,
  intensityLevel: 5,
  thermalStressLevel: 5,
  isRaceEvent: false,
  weather: { temperatureC: 18, humidityPercent: 57, shade: false },
  averagePowerW: 150,
  altitudeM: null,
  segments: null,
};

const ATHLETE_FIELDS: ReadonlySet<string> = new Set(Object.keys(UNKNOWN_ATHLETE));

/**
 * How complete a profile is, and what is worth adding. `completeness` 0–1 is the share of the confidence that a full
 * profile could gain over an unknown athlete, in a reference session (two-hour steady ride, mild weather); the fields
 * are athlete fields only, the most valuable first.
 */
export function profileGaps(
  athlete: EngineAthlete,
  learned: LearnedState | null,
): { completeness: number; missingFields: string[] } {
  const plan = planEvent(referenceInput(athlete, learned));
  const score = confidenceOf(plan.knowledge, 1).score;
  referenceScores ??= {
    unknown: referenceScore(UNKNOWN_ATHLETE),
    complete: referenceScore(COMPLETE_ATHLETE),
  };
  const share = (score - referenceScores.unknown) / (referenceScores.complete - referenceScores.unknown);
  return {
    completeness: Math.max(0, Math.min(1, share)),
    missingFields: rankMissing(plan.confidence, plan.knowledge, missingOptions(plan.input, plan.legs)).filter(
      (field) => ATHLETE_FIELDS.has(field),
    ),
  };
}

function referenceInput(athlete: EngineAthlete, learned: LearnedState | null): PlanInput {
  return { activity: REFERENCE_SESSION, athlete, learned };
}

/** Both ends of the completeness scale; made at the first question, so that loading the module costs nothing. */
let referenceScores: { readonly unknown: number; readonly complete: number } | null = null;

function referenceScore(athlete: EngineAthlete): number {
  return confidenceOf(planEvent(referenceInput(athlete, null)).knowledge, 1).score;
}
