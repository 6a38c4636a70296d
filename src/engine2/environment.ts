/** Surroundings: thermal stress level, air and water temperature, humidity (SCIENCE §2). */

import { atLevel, clamp, interpolate } from './numbers.ts';
import {
  DEFAULTS,
  DRINKING_FACTOR,
  HUMIDITY_PERCENT,
  LEVEL_BY_WBGT,
  OPERATIVE_TEMPERATURE_C,
  WATER_TEMPERATURE_C,
} from './tables.ts';
import type { EngineActivity, SingleSportType, Weather } from './types.ts';

export interface Environment {
  /** Real-valued level 1–9. */
  readonly thermalLevel: number;
  readonly thermalLevelFrom: 'level' | 'weather' | 'default';
  /** Temperature of the air, °C: the weather's, else the level's. */
  readonly airTemperatureC: number;
  /** Humidity that decides how well sweat evaporates, %; null if only a level is known. */
  readonly humidityPercent: number | null;
  /** Humidity of the inhaled air, %: the weather's, else the level's. */
  readonly breathHumidityPercent: number;
  readonly waterTemperatureC: number;
  /** Multiplier on what the gut takes. */
  readonly drinkingFactor: number;
}

const INDOOR_TYPES: ReadonlySet<string> = new Set<SingleSportType>(['treadmill_run', 'indoor_bike', 'lift']);
/** Still air indoors, in levels. Engineering choice. */
const INDOOR_LEVELS = 1;
/** Hot air does not make hot water: a swim's level from weather stays at or below this. Engineering choice. */
const WARMEST_WATER_LEVEL = 6;

export function isIndoor(type: SingleSportType): boolean {
  return INDOOR_TYPES.has(type);
}

/** Saturated vapour pressure, kPa, −40–60 °C (Magnus form, recalled). */
export function vapourPressureKpa(temperatureC: number): number {
  return 0.6105 * Math.exp((17.27 * temperatureC) / (237.7 + temperatureC));
}

/** Wet-bulb temperature, °C (Stull 2011, recalled; read within −20–50 °C and 5–99 % humidity). */
function wetBulbC(temperatureC: number, humidityPercent: number): number {
  const t = clamp(temperatureC, -20, 50);
  const r = clamp(humidityPercent, 5, 99);
  return (
    t * Math.atan(0.151977 * Math.sqrt(r + 8.313659)) +
    Math.atan(t + r) -
    Math.atan(r - 1.676331) +
    0.00391838 * r ** 1.5 * Math.atan(0.023101 * r) -
    4.686035
  );
}

/** Wet-bulb globe temperature, °C: in sun the globe is read 10 °C and the wet bulb 1 °C warmer (engineering choice). */
export function wetBulbGlobeC(weather: Weather, indoor: boolean): number {
  const wetBulb = wetBulbC(weather.temperatureC, weather.humidityPercent);
  const air = weather.temperatureC;
  return weather.shade || indoor
    ? 0.7 * wetBulb + 0.3 * air
    : 0.7 * (wetBulb + 1) + 0.2 * (air + 10) + 0.1 * air;
}

/** Thermal stress level of the weather for one type of activity, 1–9, real-valued. */
export function thermalLevelOfWeather(weather: Weather, type: SingleSportType): number {
  const indoor = isIndoor(type);
  const level = interpolate(wetBulbGlobeC(weather, indoor), LEVEL_BY_WBGT);
  if (type === 'swim' || type === 'open_water_swim') return Math.min(level, WARMEST_WATER_LEVEL);
  return indoor ? Math.min(9, level + INDOOR_LEVELS) : level;
}

/** The whole level that is shown for a real one. */
export function shownLevel(thermalLevel: number): number {
  return Math.floor(thermalLevel + 0.5);
}

/** Returns the surroundings of one leg: a stated level wins over the weather's, known air replaces the level's. */
export function resolveEnvironment(activity: EngineActivity, type: SingleSportType): Environment {
  const { weather, thermalStressLevel } = activity;
  const fromWeather = weather === null ? null : thermalLevelOfWeather(weather, type);
  const thermalLevel = thermalStressLevel ?? fromWeather ?? DEFAULTS.thermalStressLevel;
  return {
    thermalLevel,
    thermalLevelFrom: thermalStressLevel !== null ? 'level' : weather !== null ? 'weather' : 'default',
    airTemperatureC: weather?.temperatureC ?? atLevel(OPERATIVE_TEMPERATURE_C, thermalLevel),
    humidityPercent: weather?.humidityPercent ?? null,
    breathHumidityPercent: weather?.humidityPercent ?? atLevel(HUMIDITY_PERCENT, thermalLevel),
    waterTemperatureC: atLevel(WATER_TEMPERATURE_C, thermalLevel),
    drinkingFactor: atLevel(DRINKING_FACTOR, thermalLevel),
  };
}
