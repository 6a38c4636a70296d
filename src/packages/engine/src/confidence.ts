/** Calculates the certainty of a plan as one number, and which inputs would raise it (SCIENCE §9). */

import type { LearnedState } from './learned-state.ts';
import { clamp, normalCdf } from './numbers.ts';
import { SD, SODIUM_SD, SWEAT_SD } from './personal.ts';
import { type EventPlan, planWithTableSpreads } from './plan.ts';
import { BEST_SD, NARROWER_CARB, type Spread, spreadsOf } from './ranges.ts';
import { TOLERANCE_SD } from './tolerance.ts';
import {
  type Driver,
  type DriverField,
  type EngineActivity,
  type EngineAthlete,
  type Rates,
  UNKNOWN_ATHLETE,
  UNKNOWN_SESSION,
} from './types.ts';

/** ln 1.3: within 30 %. */
const WITHIN = 0.2624;
/** Weights of the three numbers in the score and the drivers. */
export const WEIGHTS = { carb: 0.4, fluid: 0.4, sodium: 0.2 } as const;
const HIGHEST_SCORE = 0.97;
/** Shares of a spread that count, and what lab testing leaves of sodium, ln sd (calibration, SCIENCE §9). */
const COUNTED = { sweat: 0.8, tolerance: 0.55, mass: 0.4, sodiumFollowsFluid: 0.7, salt: 0.8 } as const;
const STRUCTURE_SD = { carb: 0.15, sodium: 0.25 } as const;
/** Event hours from which differences between athletes begin to matter, and matter fully. */
const MATTERS_HOURS = { from: 0.5, over: 1 } as const;

/** Probabilities that lab testing leaves each number within 30 %, and the score. */
export interface Confidence {
  readonly withinCarb: number;
  readonly withinFluid: number;
  readonly withinSodium: number;
  /** Standard deviations (natural logarithm) behind the three. */
  readonly spread: { readonly carb: number; readonly fluid: number; readonly sodium: number };
  /** Weighted mean of the three, at most .97. */
  readonly score: number;
}

function probabilityWithin(sd: number): number {
  return sd > 0 ? 2 * normalCdf(WITHIN / sd) - 1 : 1;
}

/**
 * Returns the expected share of the three numbers (weights .4/.4/.2) that a full lab work-up would leave
 * within 30 %, 0–.97. It depends on the hours and on what is known, never on the values, so that stating a
 * field never lowers it. Calibrated against synthetic people, never against athletes.
 */
export function confidenceOf({
  hours,
  table,
  longest,
  sweatSodium,
}: Pick<EventPlan, 'hours' | 'table' | 'longest' | 'sweatSodium'>): Confidence {
  const matters = clamp((hours - MATTERS_HOURS.from) / MATTERS_HOURS.over, 0, 1);
  const fluid = COUNTED.sweat * table.sigma;
  const carb = Math.hypot(
    COUNTED.tolerance * longest.carbohydrate.tolerance.standardDeviation,
    STRUCTURE_SD.carb,
    table.intensity,
    COUNTED.mass * table.mass,
    table.fitness,
  );
  const sodium = Math.hypot(
    COUNTED.sodiumFollowsFluid * fluid,
    COUNTED.salt * sweatSodium.standardDeviation,
    STRUCTURE_SD.sodium,
  );
  return confidenceFrom({ carb: matters * carb, fluid: matters * fluid, sodium: matters * sodium });
}

/** Returns the probabilities and the score that standard deviations of the three numbers give. */
export function confidenceFrom(spread: Confidence['spread']): Confidence {
  const withinCarb = probabilityWithin(spread.carb);
  const withinFluid = probabilityWithin(spread.fluid);
  const withinSodium = probabilityWithin(spread.sodium);
  return {
    withinCarb,
    withinFluid,
    withinSodium,
    spread,
    score: Math.min(
      HIGHEST_SCORE,
      WEIGHTS.carb * withinCarb + WEIGHTS.fluid * withinFluid + WEIGHTS.sodium * withinSodium,
    ),
  };
}

/** One possible improvement: a field, the term it reduces, and the standard deviation that remains. */
interface Improvement {
  readonly field: DriverField;
  readonly isAbsent: boolean;
  readonly term: 'sweat' | 'mass' | 'intensity' | 'heat' | 'fitness' | 'sex' | 'age' | 'tolerance' | 'salt';
  readonly leaves: number;
}

/** Fields by how much they would narrow the ranges, most helpful first. */
interface RankedDrivers {
  readonly drivers: readonly Driver[];
  readonly missingFields: readonly DriverField[];
}

/** Ranks the fields by how far each, if known as well as possible, would narrow the three quantities. */
export function rankDrivers(plan: EventPlan, spread: Spread): RankedDrivers {
  const ranked = improvements(plan)
    .map((improvement) => {
      const narrowsBy = narrowing(plan, spread, improvement);
      return {
        field: improvement.field,
        isAbsent: improvement.isAbsent,
        narrowsBy,
        worth: worthOf(narrowsBy),
      };
    })
    .filter(({ worth }) => worth > 1e-9)
    .sort((left, right) => right.worth - left.worth);
  return {
    drivers: ranked.map(({ field, narrowsBy }) => ({ field, narrowsBy })),
    missingFields: ranked.filter(({ isAbsent }) => isAbsent).map(({ field }) => field),
  };
}

function worthOf(narrowsBy: Rates): number {
  return (
    WEIGHTS.carb * narrowsBy.carbGPerHr +
    WEIGHTS.fluid * narrowsBy.fluidMlPerHr +
    WEIGHTS.sodium * narrowsBy.sodiumMgPerHr
  );
}

/** Returns 1 − √(sd² − term² + best²)/sd. 0 if nothing is gained. */
function gain(sd: number, term: number, best: number): number {
  if (!(sd > 0) || !Number.isFinite(sd) || best >= term) return 0;
  return 1 - Math.sqrt(Math.max(0, sd * sd - term * term + best * best)) / sd;
}

function narrowing(plan: EventPlan, spread: Spread, { term, leaves }: Improvement): Rates {
  const { uncertainty } = plan;
  const { carbTerms } = spread;
  const carb = (now: number, weight: number): number =>
    plan.carbGPerHr > 0 ? gain(spread.carb, NARROWER_CARB * now, NARROWER_CARB * (weight * leaves)) : 0;
  if (term === 'tolerance') {
    const share = carb(carbTerms.tolerance, carbTerms.toleranceWeight);
    return { carbGPerHr: share, sodiumMgPerHr: 0, fluidMlPerHr: 0 };
  }
  if (term === 'salt') {
    const weight = spread.sodiumConcentration / plan.sweatSodium.standardDeviation;
    const share =
      plan.sodiumMgPerHr > 0 ? gain(spread.sodium, spread.sodiumConcentration, weight * leaves) : 0;
    return { carbGPerHr: 0, sodiumMgPerHr: share, fluidMlPerHr: 0 };
  }
  const now = uncertainty[term];
  const share = spread.fluid / uncertainty.sigma;
  const sodiumShare = spread.sodiumFromFluid / uncertainty.sigma;
  const movesCarb = term === 'intensity' || term === 'fitness' || term === 'mass';
  return {
    carbGPerHr: movesCarb ? carb(carbTerms[term], term === 'mass' ? carbTerms.massWeight : 1) : 0,
    fluidMlPerHr: plan.fluidLPerHr > 0 ? gain(spread.fluid, share * now, share * leaves) : 0,
    sodiumMgPerHr: plan.sodiumMgPerHr > 0 ? gain(spread.sodium, sodiumShare * now, sodiumShare * leaves) : 0,
  };
}

const RIDE_OR_ROW: ReadonlySet<string> = new Set(['bike', 'indoor_bike', 'row']);
const ON_FOOT: ReadonlySet<string> = new Set(['run', 'trail_run', 'treadmill_run', 'hike', 'walk']);

function improvements(plan: EventPlan): Improvement[] {
  const { athlete, activity } = plan.input;
  const { missing } = plan.uncertainty;
  const list: Improvement[] = [];
  const add = (field: DriverField, isAbsent: boolean, term: Improvement['term'], leaves: number): void => {
    list.push({ field, isAbsent, term, leaves });
  };
  // An athlete with low energy availability is not asked for their weight.
  const asksForMass = !athlete.health.redsOrEatingDisorder;
  if (asksForMass && missing.includes('mass')) add('bodyMassKg', true, 'mass', BEST_SD.other);
  if (missing.includes('sex')) add('sex', true, 'sex', BEST_SD.other);
  if (missing.includes('age')) add('ageYears', true, 'age', BEST_SD.other);
  if (missing.includes('fitness')) add('fitnessLevel', true, 'fitness', SD.fitness.known);

  const inWater = plan.longest.sport === 'swim';
  const { source } = plan.longest.personal;
  if (source === 'none') add('sweatLevel', true, 'sweat', SWEAT_SD.selfReport);
  if (!inWater) add('sweatRateMlPerHr', athlete.sweatRateMlPerHr === null, 'sweat', BEST_SD.sweat);
  if (plan.sweatSodium.source === 'none') add('saltinessLevel', true, 'salt', SODIUM_SD.selfReport);
  add('sweatSodiumMgPerL', athlete.sweatSodiumMgPerL === null, 'salt', BEST_SD.sweatSodium);
  const tolerance = plan.longest.carbohydrate.tolerance.source;
  if (tolerance === 'none' && athlete.usualCarbGPerHr === null && plan.longest.sport !== 'lift' && !inWater) {
    add('usualCarbGPerHr', true, 'tolerance', TOLERANCE_SD.usualIntake);
  }
  add('carbToleranceGPerHr', athlete.carbToleranceGPerHr === null, 'tolerance', BEST_SD.tolerance);

  if (missing.includes('intensity')) add('intensityLevel', true, 'intensity', SD.intensity.level);
  if (RIDE_OR_ROW.has(activity.type)) {
    add('averagePowerW', activity.averagePowerW === null, 'intensity', BEST_SD.intensity);
  }
  if (ON_FOOT.has(activity.type)) {
    add('distanceKm', activity.distanceKm === null, 'intensity', SD.intensity.pace);
  }
  if (
    activity.type === 'triathlon' &&
    plan.legs.some(({ effort }) => effort.source !== 'race_format' || effort.isCourseLikely)
  ) {
    add('raceFormat', activity.raceFormat === null, 'intensity', SD.intensity.course);
  }
  if (missing.includes('heat')) add('thermalStressLevel', true, 'heat', SD.heat.level);
  add('weather', activity.weather === null, 'heat', BEST_SD.heat);
  return list;
}

/**
 * The session for comparing profiles: a steady two-hour ride in mild weather, with all of its own fields
 * known.
 */
const REFERENCE_SESSION: EngineActivity = {
  ...UNKNOWN_SESSION,
  type: 'bike',
  durationMin: 120,
  intensityLevel: 5,
  weather: { temperatureC: 18, humidityPercent: 57, shade: false },
};

const ATHLETE_FIELDS: ReadonlySet<string> = new Set(Object.keys(UNKNOWN_ATHLETE));

/** Maximum completeness of a profile with a missing field, so that it never rounds to 1. */
const INCOMPLETE_MAX = 0.99;

/**
 * Returns how complete a profile is and which fields to add, most valuable first. `completeness` 0–1 is 1
 * minus the share of the uncertainty caused by missing fields in a reference session. It is exactly 1 if no
 * field is missing.
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

/** The uncertainty at completeness 0, computed on first use so that loading the module costs nothing. */
let worthOfEverything: number | null = null;

function worthOfMissing(
  athlete: EngineAthlete,
  learned: LearnedState | null,
): { worth: number; fields: DriverField[] } {
  const plan = planWithTableSpreads({ activity: REFERENCE_SESSION, athlete, learned });
  const { drivers, missingFields } = rankDrivers(plan, spreadsOf(plan));
  const fields = missingFields.filter((field) => ATHLETE_FIELDS.has(field));
  const missing = new Set<string>(fields);
  let worth = 0;
  for (const { field, narrowsBy } of drivers) {
    if (!missing.has(field)) continue;
    worth += 0.4 * narrowsBy.carbGPerHr + 0.4 * narrowsBy.fluidMlPerHr + 0.2 * narrowsBy.sodiumMgPerHr;
  }
  return { worth, fields };
}
