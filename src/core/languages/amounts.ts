import { numberFormat } from './number-format.ts';
import type { Language } from './tags.ts';

// Amounts as people read them, with their unit. Every text of a plan gets them from here, so a unit changes in one place.

/** Formats a volume of drink or water: `750 ml`. */
export function volumeText(ml: number): string {
  return `${Math.round(ml)} ml`;
}

/** Formats the most fluid of an hour: `670 ml/h`. */
export function rateText(mlPerHr: number): string {
  return `${volumeText(mlPerHr)}/h`;
}

/** Below this mass of powder, tenths of a gram matter. */
const SMALL_G = 10;

/** Formats a mass of food, powder or carbohydrate: `63 g`. */
export function massText(g: number): string {
  return `${Math.round(g)} g`;
}

/** Formats a mass that is weighed, with tenths if it is small: `4.5 g`. */
export function weighedText(g: number, language: Language): string {
  return g < SMALL_G ? `${tenths(g, language)} g` : massText(g);
}

/** Formats an amount of sodium or caffeine: `300 mg`. */
export function milligramsText(mg: number): string {
  return `${Math.round(mg)} mg`;
}

/** Formats a distance along the course, with tenths on short courses: `km 24`. */
export function distanceText(km: number, hasTenths: boolean, language: Language): string {
  return `km ${hasTenths ? tenths(km, language) : Math.round(km)}`;
}

function tenths(value: number, language: Language): string {
  return numberFormat(language)(Math.round(value * 10) / 10);
}

const QUARTERS = ['', '¼', '½', '¾'];

/** Formats servings in quarters, the smallest part that anyone measures: `½`, `2`, `1¼`. */
export function servingsText(servings: number): string {
  const quarters = Math.max(1, Math.round(4 * servings));
  const whole = Math.floor(quarters / 4);
  return `${whole === 0 ? '' : whole}${QUARTERS[quarters % 4]}`;
}
