import {
  ADULT_YEARS,
  type CaffeineInput,
  lastCaffeineMin,
  maxSafeCaffeineMg,
  planCaffeine,
} from '@musette/engine/caffeine';
import type { ActivityRow, AthleteRow } from '#platform/storage/athlete-schema.ts';
import { caffeineInput, caffeineRequest } from '../records/caffeine.ts';
import { toEngineActivity, toEngineAthlete } from '../records/engine-input.ts';
import type { Request } from './plan/model.ts';

/** Facts of an athlete that limit products and caffeine. Null means "not known". */
export interface AthleteLimits {
  readonly isVegan: boolean;
  readonly isGlutenFree: boolean;
  readonly isCaffeineFree: boolean;
  readonly ageYears: number | null;
  /** The most caffeine of this session, mg, apart from a caffeine-free diet. */
  readonly caffeineMaxMg: number;
  readonly carbToleranceGPerHr: number | null;
}

/** Reads the limits of an athlete in one of their sessions. */
export function limitsOfAthlete(athlete: AthleteRow, activity: ActivityRow): AthleteLimits {
  const isCaffeineFree = athlete.diet?.caffeineFree === true;
  const engineAthlete = toEngineAthlete(athlete, activity.effectiveAt);
  const request = caffeineRequest(athlete, activity.caffeine);
  return {
    isVegan: athlete.diet?.vegan === true,
    isGlutenFree: athlete.diet?.glutenFree === true,
    isCaffeineFree,
    ageYears: engineAthlete.ageYears,
    caffeineMaxMg: maxSafeCaffeineMg(
      caffeineInput({ ...request, isDietFree: false }, toEngineActivity(activity), engineAthlete),
    ),
    carbToleranceGPerHr: athlete.carbToleranceGPerHr,
  };
}

/** Most caffeine in a single dose, mg (EFSA 2015: recalled). */
const CAFFEINE_SINGLE_MG = 200;

/** The most caffeine an athlete should take. */
export interface CaffeineLimits {
  /** In one session, mg; 0 under 18 and for athletes who want none. */
  readonly sessionMg: number;
  /** In a single dose, mg. */
  readonly singleMg: number;
  readonly isYouth: boolean;
}

/** Returns the most caffeine for this athlete in a session and in a single dose. */
export function caffeineLimits(athlete: AthleteLimits): CaffeineLimits {
  const isYouth = athlete.ageYears !== null && athlete.ageYears < ADULT_YEARS;
  if (isYouth || athlete.isCaffeineFree) return { sessionMg: 0, singleMg: 0, isYouth };
  const { caffeineMaxMg } = athlete;
  return { sessionMg: caffeineMaxMg, singleMg: Math.min(CAFFEINE_SINGLE_MG, caffeineMaxMg), isYouth };
}

/** Returns the engine's doses; none if caffeine is not wanted. */
export function dosesToServe(input: CaffeineInput): Request['doses'] {
  if (!input.request.wanted) return [];
  const untilMin = Math.floor(lastCaffeineMin(input));
  return planCaffeine(input).doses.map((dose) => ({ ...dose, untilMin }));
}
