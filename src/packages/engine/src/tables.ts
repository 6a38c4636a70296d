/**
 * Holds the constants that a sports scientist would want to debate, as data. Marks: **cited** (read in the
 * source's abstract or page), **recalled** (from knowledge of the named paper, not re-read), **engineering
 * choice** (to be justified and tuned with data). Any change needs a new `ENGINE_VERSION`.
 */

import type { NineLevels, Points } from './numbers.ts';
import type { SingleSportType } from './types.ts';

/** The sports with their own constants. Every activity type maps to one. */
export type Sport = 'run' | 'treadmill' | 'bike' | 'indoorBike' | 'swim' | 'row' | 'ski' | 'hike' | 'lift';

/**
 * Maps an activity type to its row of constants. `other` uses the walking row, the land row with the lowest
 * sweat rate.
 */
export const SPORT_OF_TYPE: Readonly<Record<SingleSportType, Sport>> = {
  run: 'run',
  trail_run: 'run',
  treadmill_run: 'treadmill',
  bike: 'bike',
  indoor_bike: 'indoorBike',
  swim: 'swim',
  open_water_swim: 'swim',
  row: 'row',
  ski: 'ski',
  hike: 'hike',
  walk: 'hike',
  lift: 'lift',
  other: 'hike',
};

type BySport<Value> = Readonly<Record<Sport, Value>>;

// biome-ignore-start format: one line per quantity, so that sports can be compared
/** Share of VO2max usable with the sport's muscle mass. */
const USABLE_VO2MAX_SHARE: BySport<number> = {
  run: 1,
  treadmill: 1,
  bike: 0.95,
  indoorBike: 0.95,
  swim: 0.85,
  row: 1,
  ski: 1,
  hike: 0.9,
  lift: 0.5,
};
/**
 * Dry heat exchange, W/K per m² of skin. Null: from air speed (running) or not used (water). Rides follow the
 * slope of sweat on temperature of Jenkins 2023 (cited).
 */
const DRY_HEAT_EXCHANGE_W_PER_M2_K: BySport<number | null> = {
  run: null,
  treadmill: 7.5,
  bike: 7,
  indoorBike: 7,
  swim: null,
  row: 7,
  ski: 7,
  hike: 6,
  lift: 5,
};
/** Heat added on rides by sun or a room, W/m². With it, rides at 22–24 °C stay as published. */
const ADDED_HEAT_W_PER_M2: BySport<number> = {
  run: 0,
  treadmill: 0,
  bike: 15,
  indoorBike: 18,
  swim: 0,
  row: 0,
  ski: 0,
  hike: 0,
  lift: 0,
};
/** Share of metabolic rate that becomes mechanical work. Recalled. */
const MECHANICAL_EFFICIENCY: BySport<number> = {
  run: 0,
  treadmill: 0,
  bike: 0.21,
  indoorBike: 0.21,
  swim: 0.08,
  row: 0.18,
  ski: 0.1,
  hike: 0.03,
  lift: 0,
};
/** Air speed over the skin, m/s. Null: from metabolic rate (running) or not used (water). */
const AIR_SPEED_M_PER_S: BySport<number | null> = {
  run: null,
  treadmill: 1.3,
  bike: 7,
  indoorBike: 0.8,
  swim: null,
  row: 3,
  ski: 4,
  hike: 1.3,
  lift: 0.4,
};
/**
 * Fluid that the gut absorbs, L/h, at thermal stress level 6, within Ryan 1989, MSSE 21:51.
 */
const GUT_L_PER_HR: BySport<number> = {
  run: 0.8,
  treadmill: 0.9,
  bike: 1.1,
  indoorBike: 1.1,
  swim: 0.5,
  row: 0.8,
  ski: 0.7,
  hike: 0.9,
  lift: 0.9,
};
/** Multiplier on the carbohydrate guideline. */
const CARBOHYDRATE_FACTOR: BySport<number> = {
  run: 0.9,
  treadmill: 0.9,
  bike: 1,
  indoorBike: 1,
  swim: 0.6,
  row: 0.85,
  ski: 0.9,
  hike: 0.75,
  lift: 0.3,
};
// biome-ignore-end format: see above

interface SportConstants {
  readonly usableVo2maxShare: number;
  readonly dryHeatExchangeWPerM2K: number | null;
  readonly addedHeatWPerM2: number;
  readonly mechanicalEfficiency: number;
  readonly airSpeedMPerS: number | null;
  readonly gutLPerHr: number;
  readonly carbohydrateFactor: number;
}

function constantsOf(sport: Sport): SportConstants {
  return {
    usableVo2maxShare: USABLE_VO2MAX_SHARE[sport],
    dryHeatExchangeWPerM2K: DRY_HEAT_EXCHANGE_W_PER_M2_K[sport],
    addedHeatWPerM2: ADDED_HEAT_W_PER_M2[sport],
    mechanicalEfficiency: MECHANICAL_EFFICIENCY[sport],
    airSpeedMPerS: AIR_SPEED_M_PER_S[sport],
    gutLPerHr: GUT_L_PER_HR[sport],
    carbohydrateFactor: CARBOHYDRATE_FACTOR[sport],
  };
}

/** Constants of every sport. */
export const SPORTS: BySport<SportConstants> = {
  run: constantsOf('run'),
  treadmill: constantsOf('treadmill'),
  bike: constantsOf('bike'),
  indoorBike: constantsOf('indoorBike'),
  swim: constantsOf('swim'),
  row: constantsOf('row'),
  ski: constantsOf('ski'),
  hike: constantsOf('hike'),
  lift: constantsOf('lift'),
};

/** Returns whether a sport is on foot. */
export function isOnFoot(sport: Sport): boolean {
  return sport === 'run' || sport === 'treadmill' || sport === 'hike';
}

/** Returns whether a sport is cycling, outdoors or indoors. */
export function isRide(sport: Sport): boolean {
  return sport === 'bike' || sport === 'indoorBike';
}

/**
 * Fraction of VO2max by intensity level, session average, consistent with common zone tables.
 */
export const FRACTION_OF_VO2MAX: NineLevels<number> = [0.38, 0.45, 0.52, 0.58, 0.64, 0.7, 0.76, 0.83, 0.9];

/** Operative temperature by thermal stress level, °C: shade air with a typical share of sun. */
export const OPERATIVE_TEMPERATURE_C: NineLevels<number> = [0, 6, 10, 14, 18, 22, 26, 30, 34];
/** Relative humidity by thermal stress level, %. */
export const HUMIDITY_PERCENT: NineLevels<number> = [65, 65, 62, 60, 57, 55, 55, 52, 47];
/** Water temperature by thermal stress level, °C. */
export const WATER_TEMPERATURE_C: NineLevels<number> = [18, 20, 22, 24, 26, 27, 28, 30, 32];
/** Multiplier on gut absorption by thermal stress level: people drink less in the cold. */
export const DRINKING_FACTOR: NineLevels<number> = [0.7, 0.75, 0.75, 0.8, 0.9, 1, 1.1, 1.15, 1.15];

/**
 * Thermal stress level by wet-bulb globe temperature, °C. Cited fixed points: 7 = ACSM red flag 23–28, 8 =
 * black flag above 28, 9 = 32.2 and above (the cancellation band of World Triathlon). The points
 * between them are choices.
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

/** Default values for missing fields; for the body, on the low-sweat side. */
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

/** Drinkable share of gut absorption by fraction of VO2max (direction: Neufer 1989, Leiper 2001). */
export const DRINKABLE_SHARE_BY_EFFORT: Points = [
  [0.7, 1],
  [0.85, 0.75],
  [0.95, 0.6],
];

/** Share of energy from carbohydrate by fraction of VO2max (shape: fuel crossover, recalled). */
export const CARBOHYDRATE_SHARE_BY_EFFORT: Points = [
  [0.25, 0.4],
  [0.45, 0.52],
  [0.65, 0.7],
  [0.85, 0.92],
  [0.95, 1],
];

/** Guideline carbohydrate by event hours, g/h (Thomas 2016; Burke 2011; Jeukendrup 2014: recalled and cited). */
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

/** Multiplier on the guideline by fraction of VO2max (direction: Jeukendrup 2014). */
export const CARBOHYDRATE_INTENSITY_FACTOR: Points = [
  [0.35, 0.4],
  [0.45, 0.58],
  [0.55, 0.78],
  [0.62, 0.9],
  [0.7, 1],
  [0.78, 1.08],
  [0.9, 1.15],
];

/** Tolerance (g/h) implied by a usual intake of 45 g/h or more, as a lower bound. */
export const TOLERANCE_FROM_USUAL_INTAKE: Points = [
  [45, 60],
  [70, 75],
  [90, 90],
];

/** Maximum rate by age, g/h. There are no dose studies in children. */
export const CARBOHYDRATE_LIMIT_BY_AGE: Points = [
  [15, 60],
  [22, 120],
];

/** Multiplier in heat by thermal stress level (direction: Jentjens 2002, recalled). */
export const CARBOHYDRATE_HEAT_FACTOR: Points = [
  [6, 1],
  [9, 0.85],
];

/** Share of sweat to replace by event hours, between ACSM 2007 and finishers' intakes. */
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
 * Allowed loss of body mass by thermal stress level, as a share (ACSM 2007: 2 %; more in the cold is
 * a choice).
 */
export const ALLOWED_LOSS: Points = [
  [3, 0.03],
  [5, 0.025],
  [7, 0.02],
];

/** Maximum share of all losses that the plan replaces, by event hours. */
export const LOSS_SHARE_LIMIT: Points = [
  [6, 0.75],
  [12, 0.82],
  [24, 0.9],
];

/**
 * Sodium concentration of fluid by event hours, mg/L (DGE 2020: 400–1100 beyond 1.5 h; ACSM: 460–1150; ISSN
 * 2019: 575 or more in ultras).
 */
export const PLANNED_SODIUM_MG_PER_L: Points = [
  [1, 0],
  [1.5, 400],
  [2, 460],
  [3, 530],
  [4, 570],
  [8, 620],
];

/** Carbohydrate eaten instead of drunk, by event hours, g/h. */
export const EATEN_G_PER_HR: Points = [
  [1, 30],
  [3, 15],
  [6, 10],
];

/** Maximum sodium rate by event hours, mg/h, if sweat sodium concentration is not measured. */
export const SODIUM_LIMIT: Points = [
  [4, 1800],
  [12, 1200],
  [24, 900],
];
/** Maximum sodium rate by event hours, mg/h, if sweat sodium concentration is measured. */
export const SODIUM_LIMIT_MEASURED: Points = [
  [4, 3000],
  [12, 1800],
  [24, 1500],
];

/** Maximum sodium concentration of a drink, mg/L, by measured sweat sodium concentration at 1.2 L/h, mg/L. */
export const SALTIEST_DRINK_MEASURED: Points = [
  [1200, 1200],
  [2000, 1800],
];
/** Maximum sodium concentration of a drink without a sweat sodium measurement, mg/L. */
export const SALTIEST_DRINK_MG_PER_L = 1200;

/** Urine sodium concentration by event hours, mmol/L, falling as aldosterone rises. */
export const URINE_SODIUM_MMOL_PER_L: Points = [
  [4, 100],
  [12, 60],
];

/** Carbohydrate thresholds of warnings, which plans respect too: g/h, g/L, hours. */
export const CARB = {
  aboveToleranceFactor: 1.15,
  aboveToleranceFromHours: 2,
  reviewToleranceFromHours: 2,
  highUsualGPerHr: 90,
  concentratedFromHours: 1,
  concentratedFromGPerHr: 45,
  concentratedAboveGPerL: 160,
  trainedGutGPerHr: 80,
  giHistoryAboveGPerHr: 45,
} as const;
