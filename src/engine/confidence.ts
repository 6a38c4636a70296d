/**
 * Confidence: the probability that a prescribed quantity lies within ±30 % of what a full laboratory work-up of
 * this athlete would give, mixed over carbohydrate, fluid and sodium.
 */

import { clamp, normalCdf } from './numbers.ts';

/** The names of the fields that could raise confidence: athlete fields first, then activity fields. */
export type ConfidenceField =
  | 'bodyMassKg'
  | 'sex'
  | 'ageYears'
  | 'heightCm'
  | 'fitnessLevel'
  | 'vo2maxMlPerKgMin'
  | 'ftpW'
  | 'sweatLevel'
  | 'sweatRateMlPerHr'
  | 'saltinessLevel'
  | 'sweatSodiumMgPerL'
  | 'carbToleranceGPerHr'
  | 'usualCarbGPerHr'
  | 'intensityLevel'
  | 'thermalStressLevel'
  | 'weather'
  | 'averagePowerW';

/**
 * Standard deviations (natural logarithm) of each source of error, known and missing. Engineering choices, anchored
 * where a source is named; they add in quadrature. `missing` replaces `known`.
 */
export const UNCERTAINTY = {
  /** Pahnke 2006: total coefficient of variation 34 % at fixed relative intensity, size included. */
  sweatMultiplier: {
    none: 0.3,
    selfReport: 0.25,
    measuredWithoutConditions: 0.2,
    floor: 0.06,
    floorWithoutMassTest: 0.12,
  },
  /** Smith 2021, Nutrients 13:1807: .14–.16 L/h between equal days. */
  dayToDay: 0.12,
  bodyMass: { known: 0.01, missing: 0.2 },
  height: { known: 0, missing: 0.02 },
  intensity: { measured: 0.04, level: 0.08, missing: 0.2 },
  /** Cheuvront 2015: 45 % of stations differ from the course by more than 3 °C WBGT. */
  thermal: { weather: 0.06, level: 0.1, missing: 0.3 },
  duration: 0.03,
  fitness: { known: 0.05, missing: 0.12 },
  sex: { known: 0, missing: 0.06 },
  age: { known: 0, missing: 0.03 },
  /** Sports whose sweat constants rest on few data. */
  weakSport: 0.1,
  sweatSodium: { measured: 0.12, selfReport: 0.22, none: 0.3 },
  carbTolerance: { learned: 0.12, declared: 0.2, usualIntake: 0.25, none: 0.3 },
  carbNeed: 0.2,
  carbGuideline: 0.1,
} as const;

/** What is known for one calculation, as standard deviations that the table above gave. */
export interface Knowledge {
  readonly sweatMultiplierSd: number;
  readonly bodyMassSd: number;
  readonly heightSd: number;
  readonly intensitySd: number;
  readonly thermalSd: number;
  readonly fitnessSd: number;
  readonly sexSd: number;
  readonly ageSd: number;
  readonly weakSportSd: number;
  readonly sweatSodiumSd: number;
  readonly carbToleranceSd: number;
  readonly carbNeedSd: number;
}

interface QuantityVariances {
  readonly carb: number;
  readonly fluid: number;
  readonly sodium: number;
}

export interface Confidence {
  readonly score: number;
  readonly variances: QuantityVariances;
  readonly withinCarb: number;
  readonly withinFluid: number;
  readonly withinSodium: number;
  readonly extrapolation: number;
}

const LN_WITHIN = Math.log(1.3);
const WEIGHTS = { carb: 0.4, fluid: 0.4, sodium: 0.2 } as const;
const HIGHEST_SCORE = 0.97;

/** Which outputs each source of error reaches: 1 where it adds its variance. Sodium inherits all of fluid. */
const HITS: Readonly<
  Record<keyof Knowledge, { readonly carb: 0 | 1; readonly fluid: 0 | 1; readonly sodium: 0 | 1 }>
> = {
  sweatMultiplierSd: { carb: 0, fluid: 1, sodium: 1 },
  bodyMassSd: { carb: 1, fluid: 1, sodium: 1 },
  heightSd: { carb: 0, fluid: 1, sodium: 1 },
  intensitySd: { carb: 1, fluid: 1, sodium: 1 },
  thermalSd: { carb: 0, fluid: 1, sodium: 1 },
  fitnessSd: { carb: 1, fluid: 1, sodium: 1 },
  sexSd: { carb: 1, fluid: 1, sodium: 1 },
  ageSd: { carb: 0, fluid: 1, sodium: 1 },
  weakSportSd: { carb: 1, fluid: 1, sodium: 1 },
  sweatSodiumSd: { carb: 0, fluid: 0, sodium: 1 },
  carbToleranceSd: { carb: 1, fluid: 0, sodium: 0 },
  carbNeedSd: { carb: 1, fluid: 0, sodium: 0 },
};

const SOURCES: readonly (keyof Knowledge)[] = [
  'sweatMultiplierSd',
  'bodyMassSd',
  'heightSd',
  'intensitySd',
  'thermalSd',
  'fitnessSd',
  'sexSd',
  'ageSd',
  'weakSportSd',
  'sweatSodiumSd',
  'carbToleranceSd',
  'carbNeedSd',
];

/** Variances of the logarithms of the three outputs. */
function quantityVariances(knowledge: Knowledge): QuantityVariances {
  const always = UNCERTAINTY.duration ** 2;
  let carb = always + UNCERTAINTY.carbGuideline ** 2;
  let fluid = always + UNCERTAINTY.dayToDay ** 2;
  let sodium = fluid;
  for (const source of SOURCES) {
    const variance = knowledge[source] ** 2;
    const hits = HITS[source];
    carb += hits.carb * variance;
    fluid += hits.fluid * variance;
    sodium += hits.sodium * variance;
  }
  return { carb, fluid, sodium };
}

/** The score 0–0.97 for given knowledge; `extrapolation` in (0, 1] multiplies it where the science is thin. */
export function confidenceOf(knowledge: Knowledge, extrapolation: number): Confidence {
  const variances = quantityVariances(knowledge);
  const withinCarb = probabilityWithin(variances.carb);
  const withinFluid = probabilityWithin(variances.fluid);
  const withinSodium = probabilityWithin(variances.sodium);
  const mixed = WEIGHTS.carb * withinCarb + WEIGHTS.fluid * withinFluid + WEIGHTS.sodium * withinSodium;
  return {
    score: clamp(mixed, 0, HIGHEST_SCORE) * extrapolation,
    variances,
    withinCarb,
    withinFluid,
    withinSodium,
    extrapolation,
  };
}

/** Probability that a log-normal error of this variance stays within ±30 %. */
function probabilityWithin(variance: number): number {
  return 2 * normalCdf(LN_WITHIN / Math.sqrt(variance)) - 1;
}

export interface ExtrapolationInput {
  readonly eventHours: number;
  readonly thermalStressLevel: number;
  readonly bodyMassKg: number | null;
  readonly ageYears: number | null;
  readonly medical: boolean;
  readonly multiSport: boolean;
}

/** How far outside the studied people and sessions this one lies; a missing field takes nothing off. Engineering choice. */
export function extrapolationFactor(input: ExtrapolationInput): number {
  let factor = input.eventHours > 12 ? 0.8 : input.eventHours > 6 ? 0.9 : 1;
  if (input.thermalStressLevel === 1 || input.thermalStressLevel === 9) factor *= 0.92;
  if (input.bodyMassKg !== null && (input.bodyMassKg < 45 || input.bodyMassKg > 110)) factor *= 0.95;
  if (input.ageYears !== null && (input.ageYears < 16 || input.ageYears > 70)) factor *= 0.9;
  if (input.medical) factor *= 0.8;
  if (input.multiSport) factor *= 0.97;
  return factor;
}

/** A field that is not known, and how well its source of error would be known with it. */
export interface FieldOption {
  readonly field: ConfidenceField;
  readonly source: keyof Knowledge;
  readonly filledSd: number;
}

/** The fields that would raise confidence, the most helpful first (ties: in the order given). */
export function rankMissing(
  confidence: Confidence,
  knowledge: Knowledge,
  options: readonly FieldOption[],
): ConfidenceField[] {
  const { carb, fluid, sodium } = confidence.variances;
  const gains: { field: ConfidenceField; gain: number }[] = [];
  for (const { field, source, filledSd } of options) {
    const removed = knowledge[source] ** 2 - filledSd ** 2;
    if (removed <= 1e-12) continue;
    const hits = HITS[source];
    const gain =
      WEIGHTS.carb * gainWithout(carb, hits.carb * removed, confidence.withinCarb) +
      WEIGHTS.fluid * gainWithout(fluid, hits.fluid * removed, confidence.withinFluid) +
      WEIGHTS.sodium * gainWithout(sodium, hits.sodium * removed, confidence.withinSodium);
    gains.push({ field, gain });
  }
  gains.sort((left, right) => right.gain - left.gain);
  return gains.map(({ field }) => field);
}

function gainWithout(variance: number, removed: number, within: number): number {
  return removed === 0 ? 0 : probabilityWithin(variance - removed) - within;
}
