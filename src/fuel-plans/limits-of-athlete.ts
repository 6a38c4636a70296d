import { toEngineAthlete } from '../records/engine-input.ts';
import type { AthleteRow } from '../storage/athlete-schema.ts';

/** Facts of an athlete that limit products and caffeine. Null means "not known". */
export interface AthleteLimits {
  readonly isVegan: boolean;
  readonly isGlutenFree: boolean;
  readonly isCaffeineFree: boolean;
  readonly ageYears: number | null;
  readonly isPregnant: boolean;
  readonly bodyMassKg: number | null;
  readonly carbToleranceGPerHr: number | null;
}

/** Reads the limits of an athlete at a time, which decides the age. */
export function limitsOfAthlete(athlete: AthleteRow, atMs: number): AthleteLimits {
  return {
    isVegan: athlete.diet?.vegan === true,
    isGlutenFree: athlete.diet?.glutenFree === true,
    isCaffeineFree: athlete.diet?.caffeineFree === true,
    ageYears: toEngineAthlete(athlete, atMs).ageYears,
    isPregnant: athlete.health?.pregnant === true,
    bodyMassKg: athlete.bodyMassKg,
    carbToleranceGPerHr: athlete.carbToleranceGPerHr,
  };
}

/** Caffeine limits (EFSA 2015 on safety, Guest 2021 ISSN on dose: recalled). */
const CAFFEINE_MG_PER_KG = 3;
const CAFFEINE_SINGLE_MG = 200;
const CAFFEINE_DAY_MG = 400;
const CAFFEINE_PREGNANT_MG = 200;
/** Body mass to assume for an unknown one when too much would hurt. Engineering choice. */
const CAUTIOUS_BODY_MASS_KG = 50;
const ADULT_YEARS = 18;

/** The most caffeine an athlete should take. */
export interface CaffeineLimits {
  /** In one session, mg; 0 under 18 and for athletes who want none. */
  readonly sessionMg: number;
  /** At once, mg. */
  readonly singleMg: number;
  readonly isYouth: boolean;
}

/** Returns the most caffeine that this athlete should take in a session and at once. */
export function caffeineLimits(athlete: AthleteLimits): CaffeineLimits {
  const isYouth = athlete.ageYears !== null && athlete.ageYears < ADULT_YEARS;
  if (isYouth || athlete.isCaffeineFree) return { sessionMg: 0, singleMg: 0, isYouth };
  const byMassMg = CAFFEINE_MG_PER_KG * (athlete.bodyMassKg ?? CAUTIOUS_BODY_MASS_KG);
  const sessionMg = Math.min(
    byMassMg,
    CAFFEINE_DAY_MG,
    athlete.isPregnant ? CAFFEINE_PREGNANT_MG : CAFFEINE_DAY_MG,
  );
  return { sessionMg, singleMg: Math.min(CAFFEINE_SINGLE_MG, sessionMg), isYouth };
}
