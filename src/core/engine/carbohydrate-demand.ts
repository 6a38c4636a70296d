/** Returns what limits and plans carbohydrate before any target: what is burned, the fade over hours, the planning rate. */

import { CARBOHYDRATE_KJ_PER_G, carbohydrateShare } from './balance.ts';
import type { Effort } from './effort.ts';
import { clamp, interpolate } from './numbers.ts';
import { isOnFoot, isRide, type Sport } from './sport.ts';
import { CARBOHYDRATE_GUIDELINE, SPORTS } from './tables.ts';

/** Highest dose without a trained gut, g/h (Thomas 2016, recalled). */
export const UNTRAINED_LIMIT_G_PER_HR = 90;
/**
 * Share of what is burned that intake may reach (Podlogar 2022: 41 % at 120 g/h, cited; margin: engineering
 * choice); all of it beyond 12 h.
 */
const DEMAND_SHARE = { riding: 0.684, other: 0.65 } as const;
/**
 * Fade per hour of appetite and gut: on foot and in other sports (direction: Tiller 2019, Costa 2019, cited;
 * size: engineering choice).
 */
const FADE = {
  onFoot: { perHour: 0.05, fromHours: 5, lowest: 0.65 },
  other: { perHour: 0.02, fromHours: 6, lowest: 0.8 },
} as const;

/** Returns the factor by which appetite and gut fade in very long events, .65–1, sooner on foot. */
export function fadeFactor(sport: Sport, eventHours: number): number {
  const { perHour, fromHours, lowest } = isOnFoot(sport) ? FADE.onFoot : FADE.other;
  return clamp(1 - perHour * (eventHours - fromHours), lowest, 1);
}

/**
 * Returns the upper bound that what is burned sets on intake, g/h (Podlogar 2022, cited: 41 % of what is
 * burned at 120 g/h).
 */
export function demandGPerHr(sport: Sport, effort: Effort, eventHours: number): number {
  const share = isRide(sport) ? DEMAND_SHARE.riding : DEMAND_SHARE.other;
  const usable = share + (1 - share) * clamp((eventHours - 6) / 6, 0, 1);
  return usable * oxidationGPerHr(effort);
}

/** Returns the carbohydrate that is burned, g/h. */
export function oxidationGPerHr(effort: Effort): number {
  return ((3.6 * effort.metabolicRateW) / CARBOHYDRATE_KJ_PER_G) * carbohydrateShare(effort.fractionOfVo2max);
}

/**
 * Returns the part of the guideline that depends on hours and sport alone, g/h, 0–90; it plans the balance's
 * fuel.
 */
export function plannedFuelGPerHr(sport: Sport, effort: Effort, eventHours: number): number {
  const guideline =
    interpolate(eventHours, CARBOHYDRATE_GUIDELINE) *
    SPORTS[sport].carbohydrateFactor *
    fadeFactor(sport, eventHours);
  return Math.min(UNTRAINED_LIMIT_G_PER_HR, guideline, demandGPerHr(sport, effort, eventHours));
}
