/** What the surroundings do to heat loss: thermal stress level, air and water temperature. */

import { atLevel } from './numbers.ts';
import { THERMAL, WBGT_LEVEL_ENDS_C } from './tables.ts';
import type { Weather } from './types.ts';

export interface Environment {
  readonly thermalStressLevel: number;
  /** Temperature that drives dry heat exchange, °C: the level's, or the measured air. */
  readonly operativeTemperatureC: number;
  readonly operativeTemperatureFrom: 'level' | 'weather' | 'measured';
  /** Known relative humidity, %; null where only a level is known. */
  readonly humidityPercent: number | null;
  readonly waterTemperatureC: number;
  /** Multiplier on the gastric ceiling, from the level. */
  readonly drinkingFactor: number;
}

/** Air as measured in a study, replacing the level's; null where not reported. */
export interface MeasuredAir {
  readonly airTemperatureC: number | null;
  readonly humidityPercent: number | null;
}

/** Night or full shade lowers the sun-assuming WBGT estimate by this much, °C. Engineering choice. */
const SHADE_WBGT_C = -2;
/** A turbo trainer or treadmill with an ordinary fan moves less air than riding outside. Engineering choice, levels. */
const INDOOR_LEVELS = 1;

/**
 * Approximate wet-bulb globe temperature in °C from air temperature (−40–60 °C) and relative humidity (0–100 %),
 * assuming sun and light wind: 0.567·Ta + 0.393·e + 3.94 (Australian Bureau of Meteorology, recalled).
 */
function wetBulbGlobeTemperatureC(weather: Weather): number {
  const vapourPressureHpa =
    (weather.humidityPercent / 100) * 10 * saturatedVapourPressureKpa(weather.temperatureC);
  const inSunC = 0.567 * weather.temperatureC + 0.393 * vapourPressureHpa + 3.94;
  return weather.shade ? inSunC + SHADE_WBGT_C : inSunC;
}

/** Saturated water vapour pressure, kPa, −40–60 °C (Magnus form as used by the Australian Bureau of Meteorology, recalled). */
export function saturatedVapourPressureKpa(temperatureC: number): number {
  return 0.6105 * Math.exp((17.27 * temperatureC) / (237.7 + temperatureC));
}

/**
 * Thermal stress level 1–9 of given weather. `indoor` (trainer, treadmill) adds a level for still air.
 * Sure to about one level: course and station WBGT differ by more than 3 °C in 45 % of pairs (Cheuvront 2015, MSSE).
 */
export function thermalStressLevelFromWeather(
  weather: Weather,
  opts: { readonly indoor?: boolean } = {},
): number {
  const wbgtC = wetBulbGlobeTemperatureC(weather);
  let level = 1;
  for (const endC of WBGT_LEVEL_ENDS_C) {
    if (wbgtC < endC) break;
    level += 1;
  }
  return Math.min(9, opts.indoor === true ? level + INDOOR_LEVELS : level);
}

/**
 * The surroundings of one leg. A known air temperature replaces the operative temperature, a known humidity decides
 * how well sweat evaporates; the level still decides everything else.
 */
export function resolveEnvironment(
  thermalStressLevel: number,
  weather: Weather | null,
  measured: MeasuredAir | null,
): Environment {
  const row = atLevel(THERMAL, thermalStressLevel);
  const measuredAirTemperatureC = measured?.airTemperatureC ?? null;
  const from = measuredAirTemperatureC !== null ? 'measured' : weather !== null ? 'weather' : 'level';
  return {
    thermalStressLevel,
    operativeTemperatureC: measuredAirTemperatureC ?? weather?.temperatureC ?? row.operativeTemperatureC,
    operativeTemperatureFrom: from,
    humidityPercent: measured?.humidityPercent ?? weather?.humidityPercent ?? null,
    waterTemperatureC: row.waterTemperatureC,
    drinkingFactor: row.drinkingFactor,
  };
}
