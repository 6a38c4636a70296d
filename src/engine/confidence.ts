/**
 * Confidence: the probability that a prescribed quantity lies within ±30 % of what a full laboratory work-up of
 * this athlete would give, mixed over carbohydrate, fluid and sodium (dossier §F).
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

export interface QuantityVariances {
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

/** Variances of the logarithms of the three outputs: what hits which is dossier §F's table. */
export function quantityVariances(knowledge: Knowledge): QuantityVariances {
  const everything =
    knowledge.bodyMassSd ** 2 + knowledge.sexSd ** 2 + knowledge.weakSportSd ** 2 + UNCERTAINTY.duration ** 2;
  const effort = knowledge.intensitySd ** 2 + knowledge.fitnessSd ** 2;
  const fluid =
    everything +
    effort +
    knowledge.sweatMultiplierSd ** 2 +
    UNCERTAINTY.dayToDay ** 2 +
    knowledge.thermalSd ** 2 +
    knowledge.ageSd ** 2 +
    knowledge.heightSd ** 2;
  const carb =
    everything +
    effort +
    knowledge.carbToleranceSd ** 2 +
    knowledge.carbNeedSd ** 2 +
    UNCERTAINTY.carbGuideline ** 2;
  return { carb, fluid, sodium: fluid + knowledge.sweatSodiumSd ** 2 };
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
export function probabilityWithin(variance: number): number {
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

/** A field that is not known, and what the knowledge would be with it. */
export interface FieldOption {
  readonly field: ConfidenceField;
  readonly filled: Partial<Knowledge>;
}

/** The fields that would raise confidence, the most helpful first (ties: in the order given). */
export function rankMissing(knowledge: Knowledge, options: readonly FieldOption[]): ConfidenceField[] {
  const now = confidenceOf(knowledge, 1).score;
  const gains: { field: ConfidenceField; gain: number }[] = [];
  for (const option of options) {
    const gain = confidenceOf({ ...knowledge, ...option.filled }, 1).score - now;
    if (gain > 1e-9) gains.push({ field: option.field, gain });
  }
  gains.sort((left, right) => right.gain - left.gain);
  return gains.map(({ field }) => field);
}
