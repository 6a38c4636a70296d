/** Holds sports and their constants as data, and the sport of each activity type. Marks as in `tables.ts`. */

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

/** One value per sport. */
type BySport<Value> = Readonly<Record<Sport, Value>>;

// biome-ignore-start format: one line per quantity, so that sports can be compared
/** Share of VO2max usable with the sport's muscle mass. Engineering choice. */
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
 * Dry heat exchange, W/K per m² of skin. Null: from air speed (running) or not used (water). Engineering
 * choice.
 */
const DRY_HEAT_EXCHANGE_W_PER_M2_K: BySport<number | null> = {
  run: null,
  treadmill: 7.5,
  bike: 5.5,
  indoorBike: 5,
  swim: null,
  row: 7,
  ski: 7,
  hike: 6,
  lift: 5,
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
/**
 * Air speed over the skin, m/s. Null: from metabolic rate (running) or not used (water). Engineering choice.
 */
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
 * Fluid that the gut absorbs, L/h, at thermal stress level 6. Engineering choice within Ryan 1989, MSSE
 * 21:51.
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
/** Multiplier on the carbohydrate guideline. Engineering choice. */
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

/** The constants of one sport. */
interface SportConstants {
  readonly usableVo2maxShare: number;
  readonly dryHeatExchangeWPerM2K: number | null;
  readonly mechanicalEfficiency: number;
  readonly airSpeedMPerS: number | null;
  readonly gutLPerHr: number;
  readonly carbohydrateFactor: number;
}

/** The constants of one sport, read from the tables above. */
function constantsOf(sport: Sport): SportConstants {
  return {
    usableVo2maxShare: USABLE_VO2MAX_SHARE[sport],
    dryHeatExchangeWPerM2K: DRY_HEAT_EXCHANGE_W_PER_M2_K[sport],
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
