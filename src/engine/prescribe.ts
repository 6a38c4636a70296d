/** The engine's public interface: a prescription, its explanation, and the gaps of a profile. */

import { confidenceOf, rankDrivers } from './confidence.ts';
import { explainPlan } from './explain.ts';
import type { LearnedState } from './learned-state.ts';
import type { UncertaintyField } from './names.ts';
import { type EventPlan, type PlanInput, planEvent, planWithTableSpreads } from './plan.ts';
import { outcomeOf } from './ranges.ts';
import { type Rounded, roundPrescription, unroundedLegs } from './rounding.ts';
import type {
  Driver,
  DriverField,
  EngineActivity,
  EngineAthlete,
  Explanation,
  HealthFlags,
  Intake,
  Projection,
  RateRanges,
  Rates,
  Safety,
  SingleSportType,
  Totals,
} from './types.ts';
import { collectWarnings, needsHumanReview } from './warnings.ts';

export type { LearnedState } from './learned-state.ts';

/** Changes with every formula or constant, so that a stored prescription can be recognized as outdated. */
export const ENGINE_VERSION = '3.0.0';

/** Input of `prescribe` and `explain`. */
export type PrescribeInput = PlanInput;

/** One leg of the answer: h, g/h, ml/h, mg/h, L/h. */
export interface LegResult {
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
  /** As shown: whole. */
  readonly thermalStressLevel: number;
  readonly fractionOfVo2max: number;
  readonly metabolicRateW: number;
  readonly sweatRateLPerHr: number;
  readonly sweatLnStandardDeviation: number;
  /** The missing field that set the fluid ceiling; null if the event itself did. */
  readonly gapField: UncertaintyField | null;
  readonly sodiumLossMgPerHr: number;
  readonly legs: readonly LegResult[];
}

/** The answer: numbers, ranges, projection, intake, drivers and safety. */
export interface PrescribeResult {
  /** Unrounded. */
  readonly rates: Rates;
  /** Unrounded rate × hours. */
  readonly totals: Totals;
  readonly rounded: Rounded;
  /** Unrounded; `rounded` has them on the shown grid. */
  readonly ranges: RateRanges;
  readonly projection: Projection;
  readonly intake: Intake;
  /** Fields that would narrow the ranges, the most helpful first. */
  readonly drivers: readonly Driver[];
  /** The same order, absent fields only. */
  readonly missingFields: readonly DriverField[];
  readonly safety: Safety;
  readonly diagnostics: Diagnostics;
}

/**
 * Calculates carbohydrate, sodium and fluid for one activity, with this athlete's ceilings, ranges and
 * projected end. Pure and total: equal inputs give equal outputs; any input within the ranges of `types.ts`
 * gives finite numbers with fluid ≤ .95 of its ceiling and sodium ≤ its ceiling.
 */
export function prescribe(input: PrescribeInput): PrescribeResult {
  return resultOf(planEvent(input));
}

/**
 * Explains the same calculation as `prescribe`, step by step: term, value, unit, source, and the cap that
 * decided.
 */
export function explain(input: PrescribeInput): Explanation {
  return explainPlan(planEvent(input));
}

/** Calculates and explains at once, from one plan. */
export function prescribeAndExplain(input: PrescribeInput): {
  readonly result: PrescribeResult;
  readonly explanation: Explanation;
} {
  const plan = planEvent(input);
  return { result: resultOf(plan), explanation: explainPlan(plan) };
}

/** Turns a finished calculation into the answer. */
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
  const ceilings = {
    maxSafeFluidMlPerHr: plan.ceiling.maxLPerHr * 1000,
    maxSafeSodiumMgPerHr: plan.sodium.maxSafeMgPerHr,
  };
  const { ranges, spread, projection } = outcomeOf(plan);
  const { drivers, missingFields } = rankDrivers(plan, spread);
  const hidesMass = plan.input.athlete.health.redsOrEatingDisorder;
  return {
    rates,
    totals,
    rounded: roundPrescription({
      rates,
      ranges,
      ...ceilings,
      durationMin: plan.input.activity.durationMin,
      legs: unroundedLegs(plan),
    }),
    ranges,
    projection: hidesMass ? withoutMass(projection) : projection,
    intake: intakeOf(plan),
    drivers,
    missingFields,
    safety: {
      ...ceilings,
      confidenceScore: confidenceOf(plan, spread).score,
      warnings: collectWarnings(plan),
      requiresHumanReview: needsHumanReview(plan),
    },
    diagnostics: diagnosticsOf(plan),
  };
}

function withoutMass(projection: Projection): Projection {
  return {
    ...projection,
    bodyMassChangePercent: null,
    byThirst: { ...projection.byThirst, bodyMassChangePercent: null },
  };
}

/** Thickest bottle, g/L: more empties slowly (8 % slows, recalled); the rest is eaten with plain water. */
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

const NO_HEALTH_FLAGS: HealthFlags = {
  pregnant: false,
  hypertension: false,
  kidneyDisease: false,
  heartFailure: false,
  diuretics: false,
  diabetesTreated: false,
  nsaidOnRaceDay: false,
  redsOrEatingDisorder: false,
  lowSodiumBefore: false,
  waterRetainingDrug: false,
  heatIllnessHistory: false,
};

/** An athlete who provided nothing. */
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

/**
 * The session for which profiles are compared: a steady two-hour ride in mild weather, with all of its own
 * fields known.
 */
const REFERENCE_SESSION: EngineActivity = {
  type: 'bike',
  durationMin: 120,
  intensityLevel: 5,
  thermalStressLevel: null,
  isRaceEvent: false,
  weather: { temperatureC: 18, humidityPercent: 57, shade: false },
  averagePowerW: null,
  distanceKm: null,
  elevationGainM: null,
  altitudeM: null,
  segments: null,
  steps: null,
};

const ATHLETE_FIELDS: ReadonlySet<string> = new Set(Object.keys(UNKNOWN_ATHLETE));

/** The highest completeness of a profile with a missing field, so that it never rounds to 1. */
const INCOMPLETE_MAX = 0.99;

/**
 * Returns how complete a profile is and which fields are worth adding, the most valuable first.
 * `completeness` 0–1 is 1 less the part of the uncertainty that missing fields leave in a reference session;
 * exactly 1 if no field is missing.
 */
export function profileGaps(
  athlete: EngineAthlete,
  learned: LearnedState | null,
): { completeness: number; missingFields: DriverField[] } {
  const open = worthOfMissing(athlete, learned);
  worthOfEverything ??= worthOfMissing(UNKNOWN_ATHLETE, null).worth;
  return {
    completeness:
      open.fields.length === 0
        ? 1
        : Math.min(INCOMPLETE_MAX, Math.max(0, 1 - open.worth / worthOfEverything)),
    missingFields: open.fields,
  };
}

/** The uncertainty at completeness 0; computed on first use, so that loading the module costs nothing. */
let worthOfEverything: number | null = null;

function worthOfMissing(
  athlete: EngineAthlete,
  learned: LearnedState | null,
): { worth: number; fields: DriverField[] } {
  const plan = planWithTableSpreads({ activity: REFERENCE_SESSION, athlete, learned });
  const { drivers, missingFields } = rankDrivers(plan, outcomeOf(plan).spread);
  const fields = missingFields.filter((field) => ATHLETE_FIELDS.has(field));
  const missing = new Set<string>(fields);
  let worth = 0;
  for (const { field, narrowsBy } of drivers) {
    if (!missing.has(field)) continue;
    worth += 0.4 * narrowsBy.carbGPerHr + 0.4 * narrowsBy.fluidMlPerHr + 0.2 * narrowsBy.sodiumMgPerHr;
  }
  return { worth, fields };
}
