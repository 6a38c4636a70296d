/**
 * Every constant of the engine that a sports scientist would want to argue with, as data.
 *
 * Origin marks: **cited** (seen in the source), **recalled** (from knowledge of the named paper, not
 * re-read), **engineering choice** (ours, to be tuned with data). Change any of them only together with
 * `ENGINE_VERSION`.
 */

import type { NineLevels, Points } from './numbers.ts';
import type { SingleSportType } from './types.ts';

/** The sports that have constants of their own; every activity type reads one of them. */
export type Sport = 'run' | 'treadmill' | 'bike' | 'indoorBike' | 'swim' | 'row' | 'ski' | 'hike' | 'lift';

/** Activity type → table row. `other` is read as walking, the most cautious land row for sweat. */
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

export interface SportConstants {
  /** Share of VO2max that the sport's muscle mass can use. Engineering choice. */
  readonly usableVo2maxShare: number;
  /** Dry heat exchange, W/K per m² of skin, clothing and usual air speed lumped. Engineering choice, hand-fitted. */
  readonly dryHeatExchangeWPerM2K: number;
  /** Mechanical efficiency: share of metabolic rate that leaves as work. Recalled. */
  readonly mechanicalEfficiency: number;
  /** Air speed over the skin, m/s, from moving through still air; null: running speed follows from metabolic rate. Engineering choice; indoors fans and limb movement. */
  readonly airSpeedMPerS: number | null;
  /** What athletes can drink and empty from the stomach, L/h, at thermal stress level 6. Engineering choice within 1.0–1.2 (Ryan 1989, MSSE 21:51). */
  readonly gastricCeilingLPerHr: number;
  /** Multiplier on the carbohydrate guideline. Engineering choice (swim and lift: hardly any feeding in practice). */
  readonly carbohydrateFactor: number;
  /** Carbohydrate tolerance of an athlete who told us nothing, g/h. Engineering choice. */
  readonly defaultCarbToleranceGPerHr: number;
}

export const SPORTS: Readonly<Record<Sport, SportConstants>> = {
  run: row(1.0, 8, 0, null, 0.8, 0.9, 60),
  treadmill: row(1.0, 6, 0, 0.8, 0.9, 0.9, 60),
  bike: row(0.95, 7, 0.21, 7, 1.1, 1.0, 75),
  indoorBike: row(0.95, 6, 0.21, 0.8, 1.1, 1.0, 75),
  // Water: no dry exchange with air and no evaporation; the swim formula in sweat.ts replaces both columns.
  swim: row(0.85, 0, 0, 0, 0.4, 0.6, 40),
  row: row(1.0, 7, 0.18, 3, 0.8, 0.85, 60),
  ski: row(1.0, 6, 0.1, 4, 0.7, 0.9, 60),
  hike: row(0.9, 6, 0.03, 1.3, 0.9, 0.75, 60),
  lift: row(0.5, 5, 0, 0.4, 0.9, 0.3, 30),
};

function row(
  usableVo2maxShare: number,
  dryHeatExchangeWPerM2K: number,
  mechanicalEfficiency: number,
  airSpeedMPerS: number | null,
  gastricCeilingLPerHr: number,
  carbohydrateFactor: number,
  defaultCarbToleranceGPerHr: number,
): SportConstants {
  return {
    usableVo2maxShare,
    dryHeatExchangeWPerM2K,
    mechanicalEfficiency,
    airSpeedMPerS,
    gastricCeilingLPerHr,
    carbohydrateFactor,
    defaultCarbToleranceGPerHr,
  };
}

export interface IntensityRow {
  /** Fraction of VO2max, session average. Engineering choice; ranges agree with usual zone tables. */
  readonly fractionOfVo2max: number;
  /** Upper end of the level on a bicycle, fraction of functional threshold power. Engineering choice. */
  readonly upToFractionOfFtp: number;
}

export const INTENSITY: NineLevels<IntensityRow> = [
  { fractionOfVo2max: 0.38, upToFractionOfFtp: 0.45 },
  { fractionOfVo2max: 0.45, upToFractionOfFtp: 0.55 },
  { fractionOfVo2max: 0.52, upToFractionOfFtp: 0.62 },
  { fractionOfVo2max: 0.58, upToFractionOfFtp: 0.7 },
  { fractionOfVo2max: 0.64, upToFractionOfFtp: 0.76 },
  { fractionOfVo2max: 0.7, upToFractionOfFtp: 0.85 },
  { fractionOfVo2max: 0.76, upToFractionOfFtp: 0.92 },
  { fractionOfVo2max: 0.83, upToFractionOfFtp: 1.0 },
  { fractionOfVo2max: 0.9, upToFractionOfFtp: Number.POSITIVE_INFINITY },
];

export interface ThermalRow {
  /** Operative temperature, °C: shade air with a typical share of sun. Engineering choice. */
  readonly operativeTemperatureC: number;
  /** Relative humidity that belongs to the level, %. Engineering choice. */
  readonly humidityPercent: number;
  /** Water temperature for swims, °C. Engineering choice. */
  readonly waterTemperatureC: number;
  /** Multiplier on the gastric ceiling: people drink less in the cold. Engineering choice. */
  readonly drinkingFactor: number;
}

export const THERMAL: NineLevels<ThermalRow> = [
  thermal(0, 65, 18, 0.7),
  thermal(6, 65, 20, 0.75),
  thermal(10, 62, 22, 0.75),
  thermal(14, 60, 24, 0.8),
  thermal(18, 57, 26, 0.9),
  thermal(22, 55, 27, 1.0),
  thermal(26, 55, 28, 1.1),
  thermal(30, 52, 30, 1.15),
  thermal(34, 47, 32, 1.15),
];

function thermal(
  operativeTemperatureC: number,
  humidityPercent: number,
  waterTemperatureC: number,
  drinkingFactor: number,
): ThermalRow {
  return { operativeTemperatureC, humidityPercent, waterTemperatureC, drinkingFactor };
}

/** WBGT (°C) below which each thermal stress level ends; at or above the last it is level 9. Engineering choice around the ACSM flags. */
export const WBGT_LEVEL_ENDS_C: readonly number[] = [7.5, 11.5, 14.5, 17, 20.5, 24, 27.5, 31];

/** What stands in for a missing field. Engineering choices, the body ones on the low-sweat side. */
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
 * Share of the gastric ceiling that is drinkable by fraction of VO2max. Above 70 % the stomach empties more slowly:
 * running at 74 % emptied less than any lower intensity (Neufer 1989, Eur J Appl Physiol), and 30 min at an average of
 * 75 % in sprints emptied 249 instead of 387 ml (Leiper 2001, MSSE 33:1270). End point engineering choice.
 */
export const DRINKABLE_SHARE_BY_INTENSITY: Points = [
  [0.7, 1],
  [0.85, 0.7],
];

/** Guideline carbohydrate by event hours, g/h (Thomas 2016 ACSM/AND/DC; Burke 2011; Jeukendrup 2014: recalled and cited; 1–2 h points engineering choice). */
export const CARBOHYDRATE_GUIDELINE: Points = [
  [0.5, 0],
  [0.75, 10],
  [1, 22],
  [1.25, 33],
  [1.5, 42],
  [2, 55],
  [2.5, 68],
  [3, 78],
  [4, 85],
  [5, 88],
];

/** Multiplier on the guideline by fraction of VO2max (direction: Jeukendrup 2014 "adjust down at low absolute intensity"; values engineering choice). */
export const CARBOHYDRATE_INTENSITY_FACTOR: Points = [
  [0.35, 0.4],
  [0.45, 0.58],
  [0.55, 0.78],
  [0.62, 0.9],
  [0.7, 1.0],
  [0.78, 1.08],
  [0.9, 1.15],
];

/**
 * Tolerance (g/h) that a usual intake (g/h) suggests, for an athlete who never declared one. Engineering choice:
 * what is practised is a lower bound of what is tolerated. Ends at 90: more is for a declared or learned tolerance.
 */
export const TOLERANCE_FROM_USUAL_INTAKE: Points = [
  [15, 40],
  [45, 60],
  [70, 75],
  [90, 90],
];

/** Share of sodium loss to replace by event hours. Engineering choice between McCubbin's modelling and practice. */
export const SODIUM_REPLACED_FRACTION: Points = [
  [1, 0],
  [1.25, 0.25],
  [2, 0.4],
  [3, 0.5],
  [4, 0.6],
  [6, 0.7],
  [24, 0.75],
];
