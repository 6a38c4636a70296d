/** Resolves the environment: thermal stress level, air and water temperature, humidity (SCIENCE §2). */

import { atLevel, clamp, interpolate } from './numbers.ts';
import {
  DEFAULTS,
  DRINKING_FACTOR,
  HUMIDITY_PERCENT,
  LEVEL_BY_WBGT,
  OPERATIVE_TEMPERATURE_C,
  WATER_TEMPERATURE_C,
} from './tables.ts';
import type { EngineActivity, EventWeather, SingleSportType, Weather, WeatherHour } from './types.ts';

/** Environment of one leg. */
export interface Environment {
  /** Real-valued level 1–9. */
  readonly thermalLevel: number;
  readonly thermalLevelFrom: 'level' | 'weather' | 'default';
  /** Air temperature, °C, from the weather, else from the level. */
  readonly airTemperatureC: number;
  /** Humidity that determines how well sweat evaporates, %. Null if only a level is known. */
  readonly humidityPercent: number | null;
  /** Humidity of inhaled air, %, from the weather, else from the level. */
  readonly breathHumidityPercent: number;
  readonly waterTemperatureC: number;
  /** Multiplier on the rate that the gut absorbs. */
  readonly drinkingFactor: number;
}

const INDOOR_TYPES: ReadonlySet<string> = new Set<SingleSportType>(['treadmill_run', 'indoor_bike', 'lift']);
/** Effect of still air indoors, in levels. */
const INDOOR_LEVELS = 1;
/** Maximum thermal stress level from weather in a swim: hot air does not make hot water. */
const WARMEST_WATER_LEVEL = 6;

/** Returns whether a type of activity takes place indoors. */
export function isIndoor(type: SingleSportType): boolean {
  return INDOOR_TYPES.has(type);
}

/** Returns saturation vapour pressure, kPa, −40–60 °C (Magnus form, recalled). */
export function vapourPressureKpa(temperatureC: number): number {
  return 0.6105 * Math.exp((17.27 * temperatureC) / (237.7 + temperatureC));
}

/** Wet-bulb temperature, °C (Stull 2011, recalled; evaluated within −20–50 °C and 5–99 % humidity). */
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

/** Returns the wet-bulb globe temperature, °C. In sun the globe counts 10 °C and the wet bulb 1 °C warmer. */
export function wetBulbGlobeC(weather: Weather, indoor: boolean): number {
  const wetBulb = wetBulbC(weather.temperatureC, weather.humidityPercent);
  const air = weather.temperatureC;
  return weather.shade || indoor
    ? 0.7 * wetBulb + 0.3 * air
    : 0.7 * (wetBulb + 1) + 0.2 * (air + 10) + 0.1 * air;
}

/** Part of an event, minutes from its start. */
export interface Period {
  readonly fromMin: number;
  readonly toMin: number;
}

/**
 * Returns the mean of a weather quantity over a period, weighting each hour by its minutes in the period. Sweat
 * rate is close to linear in the level, so the mean over time matches the session's loss.
 */
function meanDuring(
  weather: EventWeather,
  { fromMin, toMin }: Period,
  quantity: (weather: Weather) => number,
): number {
  if (!isByHour(weather)) return quantity(weather);
  let minutes = 0;
  let sum = 0;
  weather.forEach((hour, index) => {
    const startMin = index === 0 ? 0 : hour.atMin;
    const endMin = weather[index + 1]?.atMin ?? Number.POSITIVE_INFINITY;
    const shared = Math.min(toMin, endMin) - Math.max(fromMin, startMin);
    if (shared <= 0) return;
    minutes += shared;
    sum += shared * quantity(hour);
  });
  return sum / minutes;
}

function isByHour(weather: EventWeather): weather is readonly WeatherHour[] {
  return Array.isArray(weather);
}

/**
 * Returns the thermal stress level of the weather for one activity type, 1–9, real-valued (ACSM flags cited;
 * between them a choice).
 */
export function thermalLevelOfWeather(weather: EventWeather, type: SingleSportType, period: Period): number {
  const indoor = isIndoor(type);
  const level = meanDuring(weather, period, (hour) =>
    interpolate(wetBulbGlobeC(hour, indoor), LEVEL_BY_WBGT),
  );
  if (type === 'swim' || type === 'open_water_swim') return Math.min(level, WARMEST_WATER_LEVEL);
  return indoor ? Math.min(9, level + INDOOR_LEVELS) : level;
}

/** Returns the whole level shown for a real-valued one. */
export function shownLevel(thermalLevel: number): number {
  return Math.floor(thermalLevel + 0.5);
}

/**
 * Returns the environment of one leg. A stated level takes precedence over the weather's level, and measured
 * air over the level's.
 */
export function resolveEnvironment(
  activity: EngineActivity,
  type: SingleSportType,
  period: Period,
): Environment {
  const { weather, thermalStressLevel } = activity;
  const fromWeather = weather === null ? null : thermalLevelOfWeather(weather, type, period);
  const temperatureC = weather && meanDuring(weather, period, (hour) => hour.temperatureC);
  const humidityPercent = weather && meanDuring(weather, period, (hour) => hour.humidityPercent);
  const thermalLevel = thermalStressLevel ?? fromWeather ?? DEFAULTS.thermalStressLevel;
  return {
    thermalLevel,
    thermalLevelFrom: thermalStressLevel !== null ? 'level' : weather !== null ? 'weather' : 'default',
    airTemperatureC: temperatureC ?? atLevel(OPERATIVE_TEMPERATURE_C, thermalLevel),
    humidityPercent,
    breathHumidityPercent: humidityPercent ?? atLevel(HUMIDITY_PERCENT, thermalLevel),
    waterTemperatureC: atLevel(WATER_TEMPERATURE_C, thermalLevel),
    drinkingFactor: atLevel(DRINKING_FACTOR, thermalLevel),
  };
}
