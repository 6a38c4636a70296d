/** How low the athlete's true sweat rate may be: the base of the personal fluid ceiling. */

import { UNCERTAINTY } from './confidence.ts';
import type { EngineAthlete } from './types.ts';

/** Standard normal quantiles: 84th percentile safety up to 4 h, 90th beyond, where hyponatraemia happens (Almond 2005, NEJM). */
const QUANTILE_SHORT = 1.0;
const QUANTILE_LONG = 1.28;
export const LONG_EVENT_HOURS = 4;
/** The spread that the quantiles above were chosen for: an athlete of whose sweat nothing is known. */
const REFERENCE_SD = UNCERTAINTY.sweatMultiplier.none;
/** Quantile for an athlete whose sweat is known, with the day's variation included: above true sweat in at most 12 % of sessions. Engineering choice. */
const QUANTILE_WITH_DAY = 1.2;

/** Standard normal quantile by event hours. */
export function safetyQuantile(eventHours: number): number {
  return eventHours > LONG_EVENT_HOURS ? QUANTILE_LONG : QUANTILE_SHORT;
}

/**
 * Distance (natural logarithm) of the ceiling below predicted sweat for a personal spread `standardDeviation`.
 * A known athlete still has days: with a test alone the ceiling would lie above the day's sweat one session in four,
 * so the day-to-day spread enters; the margin never exceeds that of an unknown athlete nor falls below the plain quantile.
 */
export function cautionMarginLn(standardDeviation: number, eventHours: number): number {
  const quantile = safetyQuantile(eventHours);
  const plain = quantile * standardDeviation;
  const withDay = QUANTILE_WITH_DAY * Math.sqrt(standardDeviation ** 2 + UNCERTAINTY.dayToDay ** 2);
  return Math.max(plain, Math.min(withDay, quantile * REFERENCE_SD));
}

/**
 * What a missing field is taken to be when the ceiling is set: about the tenth percentile towards less sweat of
 * recreational to competitive endurance athletes and their sessions (42 % women; mass 75 ± 11 and 62 ± 9 kg; age
 * 39 ± 12; fitness 5 ± 1.7; intensity 5 ± 1.6; thermal level 5.2 ± 1.7). Mass lies lower, so that light people, who
 * are hurt most, are covered too. Engineering choice.
 */
export const LOW_SWEAT_END = {
  bodyMassKg: 41,
  ageYears: 55,
  fitnessLevel: 3,
  intensityLevel: 3,
  thermalStressLevel: 3,
  sex: 'female',
} as const;

/** The profile gaps of an athlete, each filled with its low-sweat end, one at a time. */
export function lowSweatAthletes(athlete: EngineAthlete): EngineAthlete[] {
  const variants: EngineAthlete[] = [];
  const { bodyMassKg, ageYears, fitnessLevel, sex } = LOW_SWEAT_END;
  if (athlete.bodyMassKg === null) variants.push({ ...athlete, bodyMassKg });
  if (athlete.ageYears === null) variants.push({ ...athlete, ageYears });
  if (athlete.sex === null) variants.push({ ...athlete, sex });
  const fitnessUnknown =
    athlete.fitnessLevel === null && athlete.vo2maxMlPerKgMin === null && athlete.ftpW === null;
  if (fitnessUnknown) variants.push({ ...athlete, fitnessLevel });
  return variants;
}
