import { numberFormat } from './number-format.ts';
import type { Language, Units } from './tags.ts';

// Amounts as people read them, with their unit. Every text of a plan gets them from here, so a unit changes in one place.

/** Amounts of a language in one system of units. Grams of carbohydrate, milligrams and times are the same in both. */
export interface Measures {
  readonly units: Units;
  /** Formats a row, a bottle or a cup to the nearest: `750 ml`, `25 fl oz`, and halves below 4 fl oz. */
  readonly volume: (ml: number) => string;
  /** Formats such an amount without its unit, as the start of a range. */
  readonly bareVolume: (ml: number) => string;
  /** Formats a rate or a sum. Whole fluid ounces are rounded down. */
  readonly total: (ml: number) => string;
  /** Formats a ceiling, never above it: `670 ml`, `22 fl oz`. */
  readonly limit: (ml: number) => string;
  /** Formats the ceiling of a sheet: `22 fl oz (670 ml)`. */
  readonly sheetLimit: (ml: number) => string;
  /** Formats a volume in litres with their word, which may begin with a space. */
  readonly litres: (litres: number, word: string) => string;
  /** Converts an amount in each litre to one in each `litre`. */
  readonly perLitre: (amount: number) => number;
  /** Returns the word for a litre, else the volume that mixes refer to. */
  readonly litre: (word: string) => string;
  /** Formats a distance along the course, with tenths on short courses: `km 24`, `mi 15`. */
  readonly distance: (km: number, hasTenths: boolean) => string;
  /** Formats such a distance without its unit. */
  readonly bareDistance: (km: number, hasTenths: boolean) => string;
  readonly distanceUnit: 'km' | 'mi';
  /** Formats a weight of a person or of gear. */
  readonly mass: (kg: number, decimals?: number) => string;
  /** Formats such a weight without its unit, as the start of a range. */
  readonly bareMass: (kg: number, decimals?: number) => string;
  readonly height: (m: number) => string;
  readonly temperature: (celsius: number) => string;
}

export const ML_PER_FL_OZ = 29.5735295625;
export const KM_PER_MILE = 1.609344;
export const KG_PER_POUND = 0.45359237;
export const M_PER_FOOT = 0.3048;
/** Heights are rounded to this many feet, as altitudes are estimates. */
const FOOT_STEP = 50;
/** Below this volume, halves of a fluid ounce matter. */
const SMALL_FL_OZ = 4;
/** A usual bottle in the United States, fl oz, to which strengths refer. */
const BOTTLE_FL_OZ = 16;
/** Floating-point error of a whole amount. */
const TINY = 1e-9;

const down = (value: number): number => Math.floor(value + TINY);

/** Returns the measures of a language in metric units. */
export function metricMeasures(language: Language): Measures {
  const number = numberFormat(language);
  const volume = (ml: number) => `${Math.round(ml)} ml`;
  const limit = (ml: number) => `${down(ml)} ml`;
  const bareMass = (kg: number, decimals?: number) => number(kg, decimals);
  const bareDistance = (km: number, hasTenths: boolean) => along(km, hasTenths, language);
  return {
    units: 'metric',
    volume,
    bareVolume: (ml) => String(Math.round(ml)),
    total: volume,
    limit,
    sheetLimit: limit,
    litres: (litres, word) => `${number(litres, 1)}${word}`,
    perLitre: (amount) => amount,
    litre: (word) => word,
    distance: (km, hasTenths) => `km ${bareDistance(km, hasTenths)}`,
    bareDistance,
    distanceUnit: 'km',
    mass: (kg, decimals) => `${bareMass(kg, decimals)} kg`,
    bareMass,
    height: (m) => `${m} m`,
    temperature: (celsius) => `${number(celsius)} °C`,
  };
}

/** Returns the measures of a language in units of the United States. */
export function usMeasures(language: Language): Measures {
  const number = numberFormat(language);
  const total = (ml: number) => `${down(ml / ML_PER_FL_OZ)} fl oz`;
  const bareVolume = (ml: number) => number(roundedFlOz(ml, Math.round));
  const bareMass = (kg: number, decimals = 0) => number(kg / KG_PER_POUND, decimals);
  const bareDistance = (km: number, hasTenths: boolean) => along(km / KM_PER_MILE, hasTenths, language);
  return {
    units: 'us',
    volume: (ml) => `${bareVolume(ml)} fl oz`,
    bareVolume,
    total,
    limit: total,
    sheetLimit: (ml) => `${total(ml)} (${down(ml)} ml)`,
    litres: (litres) => total(1000 * litres),
    perLitre: (amount) => Math.round((amount * BOTTLE_FL_OZ * ML_PER_FL_OZ) / 1000),
    litre: () => `${BOTTLE_FL_OZ} fl oz`,
    distance: (km, hasTenths) => `mi ${bareDistance(km, hasTenths)}`,
    bareDistance,
    distanceUnit: 'mi',
    mass: (kg, decimals) => `${bareMass(kg, decimals)} lb`,
    bareMass,
    height: (m) => `${FOOT_STEP * Math.round(m / M_PER_FOOT / FOOT_STEP)} ft`,
    temperature: (celsius) => `${Math.round((celsius * 9) / 5 + 32)} °F`,
  };
}

/** Returns a volume as it is shown, ml: a row, a bottle or a cup to the nearest or rounded down, or a ceiling. */
export function shownMl(ml: number, { units }: Measures, as: 'nearest' | 'down' | 'ceiling'): number {
  if (units === 'metric') return as === 'nearest' ? Math.round(ml) : down(ml);
  if (as === 'ceiling') return ML_PER_FL_OZ * down(ml / ML_PER_FL_OZ);
  return ML_PER_FL_OZ * roundedFlOz(ml, as === 'down' ? down : Math.round);
}

/** Rounds a volume to whole fluid ounces, to halves if it is small, and to no less than one half. */
function roundedFlOz(ml: number, round: (value: number) => number): number {
  const flOz = ml / ML_PER_FL_OZ;
  if (flOz >= SMALL_FL_OZ) return round(flOz);
  return ml > 0 ? Math.max(0.5, round(2 * flOz) / 2) : 0;
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

function along(distance: number, hasTenths: boolean, language: Language): string {
  return hasTenths ? tenths(distance, language) : String(Math.round(distance));
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
