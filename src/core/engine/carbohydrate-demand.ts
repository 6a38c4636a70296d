/**
 * Calculates the factors behind a carbohydrate target: oxidation rate, decline over hours, and the planning
 * rate.
 */

import { CARBOHYDRATE_KJ_PER_G, carbohydrateShare } from './balance.ts';
import type { Effort } from './effort.ts';
import { clamp, interpolate } from './numbers.ts';
import { isOnFoot, isRide, type Sport } from './sport.ts';
import { CARBOHYDRATE_GUIDELINE, SPORTS } from './tables.ts';

/** Maximum rate without gut training, g/h (Thomas 2016, recalled). */
export const UNTRAINED_LIMIT_G_PER_HR = 90;
/**
 * Share of total carbohydrate oxidation that intake may reach (Podlogar 2022: 41 % at 120 g/h, cited; margin:
 * engineering choice). Full share beyond 12 h.
 */
const DEMAND_SHARE = { riding: 0.684, other: 0.65 } as const;
/**
 * Hourly decline in appetite and gut function, on foot and in other sports (direction: Tiller 2019, Costa
 * 2019, cited; size: engineering choice).
 */
const FADE = {
  onFoot: { perHour: 0.05, fromHours: 5, lowest: 0.65 },
  other: { perHour: 0.02, fromHours: 6, lowest: 0.8 },
} as const;

/** Returns the factor for declining appetite and gut function in very long events, .65–1. Earlier on foot. */
export function fadeFactor(sport: Sport, eventHours: number): number {
  const { perHour, fromHours, lowest } = isOnFoot(sport) ? FADE.onFoot : FADE.other;
  return clamp(1 - perHour * (eventHours - fromHours), lowest, 1);
}

/**
 * Returns the upper limit on intake set by carbohydrate oxidation, g/h (Podlogar 2022, cited: 41 % of
 * oxidation at 120 g/h).
 */
export function demandGPerHr(sport: Sport, effort: Effort, eventHours: number): number {
  const share = isRide(sport) ? DEMAND_SHARE.riding : DEMAND_SHARE.other;
  const usable = share + (1 - share) * clamp((eventHours - 6) / 6, 0, 1);
  return usable * oxidationGPerHr(effort);
}

/** Returns the carbohydrate oxidation rate, g/h. */
export function oxidationGPerHr(effort: Effort): number {
  return ((3.6 * effort.metabolicRateW) / CARBOHYDRATE_KJ_PER_G) * carbohydrateShare(effort.fractionOfVo2max);
}

/**
 * Returns the part of the guideline that depends only on hours and sport, g/h, 0–90. It sets the fuel of the
 * balance.
 */
export function plannedFuelGPerHr(sport: Sport, effort: Effort, eventHours: number): number {
  const guideline =
    interpolate(eventHours, CARBOHYDRATE_GUIDELINE) *
    SPORTS[sport].carbohydrateFactor *
    fadeFactor(sport, eventHours);
  return Math.min(UNTRAINED_LIMIT_G_PER_HR, guideline, demandGPerHr(sport, effort, eventHours));
}
