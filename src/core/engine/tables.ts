/**
 * Holds the constants that a sports scientist would want to debate, as data. Marks: **cited** (read in the
 * source's abstract or page), **recalled** (from knowledge of the named paper, not re-read), **engineering
 * choice** (to be justified and tuned with data). Any change needs a new `ENGINE_VERSION`.
 */

import type { NineLevels, Points } from './numbers.ts';

export { SPORT_OF_TYPE, SPORTS, type Sport } from './sport.ts';

/**
 * Fraction of VO2max by intensity level, session average. Engineering choice, consistent with common zone
 * tables.
 */
export const FRACTION_OF_VO2MAX: NineLevels<number> = [0.38, 0.45, 0.52, 0.58, 0.64, 0.7, 0.76, 0.83, 0.9];

/**
 * Operative temperature by thermal stress level, °C: shade air with a typical share of sun. Engineering
 * choice.
 */
export const OPERATIVE_TEMPERATURE_C: NineLevels<number> = [0, 6, 10, 14, 18, 22, 26, 30, 34];
/** Relative humidity by thermal stress level, %. Engineering choice. */
export const HUMIDITY_PERCENT: NineLevels<number> = [65, 65, 62, 60, 57, 55, 55, 52, 47];
/** Water temperature by thermal stress level, °C. Engineering choice. */
export const WATER_TEMPERATURE_C: NineLevels<number> = [18, 20, 22, 24, 26, 27, 28, 30, 32];
/**
 * Multiplier on gut absorption by thermal stress level: people drink less in the cold. Engineering choice.
 */
export const DRINKING_FACTOR: NineLevels<number> = [0.7, 0.75, 0.75, 0.8, 0.9, 1, 1.1, 1.15, 1.15];

/**
 * Thermal stress level by wet-bulb globe temperature, °C. Cited fixed points: 7 = ACSM red flag 23–28, 8 =
 * black flag above 28, 9 = 32.2 and above (the cancellation band of World Triathlon). Between them
 * engineering choice.
 */
export const LEVEL_BY_WBGT: Points = [
  [4, 1],
  [7.5, 1.5],
  [11.5, 2.5],
  [14.5, 3.5],
  [17, 4.5],
  [20, 5.5],
  [23, 6.5],
  [28, 7.5],
  [32.2, 8.5],
  [34.3, 9],
];

/** Default values for missing fields. Engineering choices; for the body, on the low-sweat side. */
export const DEFAULTS = {
  intensityLevel: 5,
  thermalStressLevel: 5,
  fitnessLevel: 4,
  ageYears: 35,
  bodyMassKg: 65,
  heightCm: { male: 177, female: 165, unknown: 171 },
  sweatLevel: 5,
  saltinessLevel: 5,
} as const;

/**
 * Drinkable share of gut absorption by fraction of VO2max (direction: Neufer 1989, Leiper 2001; values:
 * engineering choice).
 */
export const DRINKABLE_SHARE_BY_EFFORT: Points = [
  [0.7, 1],
  [0.85, 0.75],
  [0.95, 0.6],
];

/**
 * Share of energy from carbohydrate by fraction of VO2max (shape: fuel crossover, recalled; values:
 * engineering choice).
 */
export const CARBOHYDRATE_SHARE_BY_EFFORT: Points = [
  [0.25, 0.4],
  [0.45, 0.52],
  [0.65, 0.7],
  [0.85, 0.92],
  [0.95, 1],
];

/**
 * Guideline carbohydrate by event hours, g/h (Thomas 2016; Burke 2011; Jeukendrup 2014: recalled and cited;
 * points below 2 h: engineering choice).
 */
export const CARBOHYDRATE_GUIDELINE: Points = [
  [0.5, 0],
  [0.75, 15],
  [1, 26],
  [1.25, 36],
  [1.5, 44],
  [2, 56],
  [2.5, 68],
  [3, 78],
  [4, 85],
  [5, 88],
];

/**
 * Multiplier on the guideline by fraction of VO2max (direction: Jeukendrup 2014; values: engineering choice).
 */
export const CARBOHYDRATE_INTENSITY_FACTOR: Points = [
  [0.35, 0.4],
  [0.45, 0.58],
  [0.55, 0.78],
  [0.62, 0.9],
  [0.7, 1],
  [0.78, 1.08],
  [0.9, 1.15],
];

/** Tolerance (g/h) implied by a usual intake of 45 g/h or more, as a lower bound. Engineering choice. */
export const TOLERANCE_FROM_USUAL_INTAKE: Points = [
  [45, 60],
  [70, 75],
  [90, 90],
];

/** Maximum rate by age, g/h. There are no dose studies in children. Engineering choice. */
export const CARBOHYDRATE_LIMIT_BY_AGE: Points = [
  [15, 60],
  [22, 120],
];

/**
 * Multiplier in heat by thermal stress level (direction: Jentjens 2002, recalled; values: engineering
 * choice).
 */
export const CARBOHYDRATE_HEAT_FACTOR: Points = [
  [6, 1],
  [9, 0.85],
];

/** Share of sweat to replace by event hours. Engineering choice between ACSM 2007 and finishers' intakes. */
export const REPLACED_SHARE: Points = [
  [0.5, 0.15],
  [1, 0.28],
  [2, 0.46],
  [3, 0.5],
  [4, 0.52],
  [8, 0.6],
  [12, 0.66],
];

/**
 * Allowed loss of body mass by thermal stress level, as a share (ACSM 2007: 2 %; more in the cold:
 * engineering choice).
 */
export const ALLOWED_LOSS: Points = [
  [3, 0.03],
  [5, 0.025],
  [7, 0.02],
];

/** Maximum share of all losses that the plan replaces, by event hours. Engineering choice. */
export const LOSS_SHARE_LIMIT: Points = [
  [6, 0.75],
  [12, 0.82],
  [24, 0.9],
];

/**
 * Sodium concentration of fluid by event hours, mg/L (DGE 2020: 400–1100 beyond 1.5 h; ACSM: 460–1150; ISSN
 * 2019: 575 or more in ultras; points: engineering choice).
 */
export const PLANNED_SODIUM_MG_PER_L: Points = [
  [1, 0],
  [1.5, 400],
  [2, 460],
  [3, 530],
  [4, 570],
  [8, 620],
];

/** Carbohydrate eaten instead of drunk, by event hours, g/h. Engineering choice. */
export const EATEN_G_PER_HR: Points = [
  [1, 30],
  [3, 15],
  [6, 10],
];

/**
 * Maximum sodium rate by event hours, mg/h, if sweat sodium concentration is not measured. Engineering
 * choice.
 */
export const SODIUM_LIMIT: Points = [
  [4, 1800],
  [12, 1200],
  [24, 900],
];
/**
 * Maximum sodium rate by event hours, mg/h, if sweat sodium concentration is measured. Engineering choice.
 */
export const SODIUM_LIMIT_MEASURED: Points = [
  [4, 3000],
  [12, 1800],
  [24, 1500],
];

/**
 * Maximum sodium concentration of a drink, mg/L, by measured sweat sodium concentration at 1.2 L/h, mg/L.
 * Engineering choice.
 */
export const SALTIEST_DRINK_MEASURED: Points = [
  [1200, 1200],
  [2000, 1800],
];
/** Maximum sodium concentration of a drink without a sweat sodium measurement, mg/L. Engineering choice. */
export const SALTIEST_DRINK_MG_PER_L = 1200;

/** Urine sodium concentration by event hours, mmol/L, falling as aldosterone rises. Engineering choice. */
export const URINE_SODIUM_MMOL_PER_L: Points = [
  [4, 100],
  [12, 60],
];
