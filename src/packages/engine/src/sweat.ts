/**
 * Resolves the environment of a leg (SCIENCE §2) and predicts the sweat rate of an average person in it: heat
 * balance on land, water temperature in water (SCIENCE §3).
 */

import { type Body, type Effort, WATT_PER_OXYGEN_ML_PER_MIN } from './effort.ts';
import { atLevel, clamp, interpolate, positive } from './numbers.ts';
import {
  DEFAULTS,
  DRINKING_FACTOR,
  HUMIDITY_PERCENT,
  LEVEL_BY_WBGT,
  OPERATIVE_TEMPERATURE_C,
  SPORT_OF_TYPE,
  SPORTS,
  type Sport,
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
  /** Share of the time in full shade or at night, 0–1. 0 where no sun shines or no weather is stated. */
  readonly shadeShare: number;
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

/** Whether a leg's weather tells how much sun shines on it: not in water, nor for `other`, which is mostly in halls. */
function isInSun(type: SingleSportType): boolean {
  return !isIndoor(type) && type !== 'other' && SPORT_OF_TYPE[type] !== 'swim';
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
function wetBulbGlobeC(weather: Weather, indoor: boolean): number {
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

export function isByHour(weather: EventWeather): weather is readonly WeatherHour[] {
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
    shadeShare:
      weather !== null && isInSun(type) ? meanDuring(weather, period, ({ shade }) => (shade ? 1 : 0)) : 0,
    breathHumidityPercent: humidityPercent ?? atLevel(HUMIDITY_PERCENT, thermalLevel),
    waterTemperatureC: atLevel(WATER_TEMPERATURE_C, thermalLevel),
    drinkingFactor: atLevel(DRINKING_FACTOR, thermalLevel),
  };
}

/**
 * Maximum sweat rate of any athlete, L/h. Baker 2016 measured up to 5.73 in single hours.
 */
export const SWEAT_LIMIT_L_PER_HR = 3.5;
/** Respiratory heat loss as a share of metabolic rate (ISO 7933, recalled). */
const RESPIRATORY_HEAT_SHARE = 0.09;
/** Sweat that removes one W/m² by evaporation, g per hour and m²: 3600 s/h over 2426 J/g. */
const GRAM_PER_HR_PER_W = 1.484;
/** Scale of the whole prediction, fitted to the published sweat rows. */
const SWEAT_SCALE = 0.95;
/** Soft floor of the sweat rate, g/m²/h. */
const SWEAT_FLOOR_G_PER_M2_HR = 70;
/** Maximum share of heat production lost by dry exchange: people dress for the cold. */
const LARGEST_DRY_SHARE = 0.6;
/** Evaporative heat transfer, W/m²/kPa at 1 m/s: 16.5 × 8.3·v^.6 (Kerslake, recalled). */
const EVAPORATION_W_PER_M2_KPA = 136.95;
/** Efficiency in dry air relative to the usual, its loss in air that allows none, and the span between, W/m². */
const EVAPORATIVE_EFFICIENCY = {
  road: { gain: 1.07, loss: 0.36, overWPerM2: 600 },
  other: { gain: 1.35, loss: 1.35, overWPerM2: 430 },
} as const;
/**
 * Heat that full shade spares, W/m²: less than half of what 800 W/m² of sun cost (Otani 2016, cited). The other
 * coefficients hold for sun, so that shade only lowers a sweat rate.
 */
const SHADE = { shareOfHeat: 0.1, highestWPerM2: 30 } as const;
/** Hourly decline in sweat rate beyond 1.5 h, down to .90. */
const DECLINE = { perHour: 0.035, fromHours: 1.5, lowest: 0.9 } as const;
/** Acclimatised athletes have a higher sweat rate (direction recalled). */
const ACCLIMATIZED_FACTOR = 1.05;
/** Age from which adults have a lower sweat rate, years. Recalled. */
const OLDER_FROM_YEARS = 60;

/** Sweat rate of an average person in one leg. */
export interface SweatPrediction {
  /** L/h, 0–3.5. */
  readonly averagePersonLPerHr: number;
  readonly durationFactor: number;
  readonly ageFactor: number;
  readonly acclimatizationFactor: number;
  /** Null in water. */
  readonly heat: HeatBalance | null;
}

/** Heat balance of the skin, per m². */
interface HeatBalance {
  /** Effective temperature around the clothed body, °C. */
  readonly effectiveTemperatureC: number;
  readonly skinTemperatureC: number;
  /** Heat to be lost through the skin, W/m². */
  readonly heatWPerM2: number;
  readonly dryExchangeWPerM2K: number;
  /** Sun on a rider, and warmth from a bike indoors, W/m². */
  readonly addedHeatWPerM2: number;
  /** Heat that shade spares, W/m². */
  readonly sparedByShadeWPerM2: number;
  /** Required evaporative heat loss, W/m². */
  readonly requiredEvaporationWPerM2: number;
  readonly evaporativeEfficiency: number;
  /** Sweat rate, g/m²/h. */
  readonly sweatGPerM2Hr: number;
}

/** Inputs of the sweat prediction. */
export interface SweatInput {
  readonly sport: Sport;
  readonly effort: Pick<Effort, 'metabolicRateW' | 'fractionOfVo2max'>;
  readonly environment: Pick<
    Environment,
    'airTemperatureC' | 'humidityPercent' | 'shadeShare' | 'waterTemperatureC'
  >;
  readonly eventHours: number;
  readonly acclimatized: boolean;
}

/**
 * Returns the age factor on sweat rate, .7–1: children (recalled: Falk & Dotan) and adults beyond 60 sweat
 * less.
 */
function sweatAgeFactor(ageYears: number): number {
  if (ageYears < 16) {
    return interpolate(ageYears, [
      [10, 0.7],
      [16, 1],
    ]);
  }
  return 1 - 0.05 * clamp((ageYears - OLDER_FROM_YEARS) / 10, 0, 1);
}

/**
 * Predicts the sweat rate of an average person, L/h, 0–3.5, in one leg of an event of `eventHours`. Compared
 * with published rows the mean deviation is near 0, and single studies are off by 20–30 %. Women cycling and
 * treadmill running are least certain.
 */
export function predictSweat(body: Body, input: SweatInput): SweatPrediction {
  const durationFactor = Math.max(
    DECLINE.lowest,
    1 - DECLINE.perHour * Math.max(0, input.eventHours - DECLINE.fromHours),
  );
  const ageFactor = sweatAgeFactor(body.ageYears);
  if (input.sport === 'swim') {
    return {
      averagePersonLPerHr: clamp(
        sweatInWater(input) * (body.massKg / 70) * durationFactor * ageFactor,
        0,
        SWEAT_LIMIT_L_PER_HR,
      ),
      durationFactor,
      ageFactor,
      acclimatizationFactor: 1,
      heat: null,
    };
  }
  const heat = heatBalance(body, input);
  const acclimatizationFactor = input.acclimatized ? ACCLIMATIZED_FACTOR : 1;
  return {
    averagePersonLPerHr: clamp(
      (body.surfaceAreaM2 * heat.sweatGPerM2Hr * durationFactor * acclimatizationFactor * ageFactor) / 1000,
      0,
      SWEAT_LIMIT_L_PER_HR,
    ),
    durationFactor,
    ageFactor,
    acclimatizationFactor,
    heat,
  };
}

/**
 * Sweat rate in water, L/h at 70 kg (slope: Macaluso 2011, cited; level between it, JSCR 2003 and Cox 2002,
 * cited).
 */
function sweatInWater({ environment, effort }: SweatInput): number {
  return 0.55 * Math.exp(0.1 * (environment.waterTemperatureC - 27)) * (effort.fractionOfVo2max / 0.7);
}

/** Speed of a runner through the air, m/s, from metabolic rate with a resting rate of 3.5 ml/kg/min. */
function runningSpeedMPerS(metabolicRateW: number, massKg: number): number {
  return clamp((metabolicRateW / massKg / WATT_PER_OXYGEN_ML_PER_MIN - 3.5) / 12, 1, 7);
}

/**
 * Dry heat exchange of a moving body, W/K/m² (shape of Nishi & Gagge 1970, recalled; size: engineering
 * choice, 8 at 3 m/s).
 */
function dryExchangeAtSpeed(speedMPerS: number): number {
  return 1.87 + 3.42 * speedMPerS ** 0.531;
}

/**
 * Heat balance of the skin: heat not lost by dry exchange must be lost by evaporation (principle: Gagnon 2013, J
 * Physiol 591:2925, cited). Valid for −40–60 °C. Coefficients combine clothing and sun.
 */
function heatBalance(body: Body, { sport, effort, environment }: SweatInput): HeatBalance {
  const row = SPORTS[sport];
  const air = environment.airTemperatureC;
  const effectiveTemperatureC = air >= 14 ? air : 14 - 0.25 * (14 - air);
  const skinTemperatureC = clamp(31 + 0.17 * (effectiveTemperatureC - 10), 29.5, 35.5);
  const speed = row.airSpeedMPerS ?? runningSpeedMPerS(effort.metabolicRateW, body.massKg);
  const dryExchange = row.dryHeatExchangeWPerM2K ?? dryExchangeAtSpeed(speed);
  const heat =
    (effort.metabolicRateW * (1 - row.mechanicalEfficiency - RESPIRATORY_HEAT_SHARE)) / body.surfaceAreaM2;
  const sparedByShade = environment.shadeShare * Math.min(SHADE.highestWPerM2, SHADE.shareOfHeat * heat);
  const exchanged =
    dryExchange * (skinTemperatureC - effectiveTemperatureC) - row.addedHeatWPerM2 + sparedByShade;
  const required = heat - Math.min(exchanged, LARGEST_DRY_SHARE * heat);

  const usual = clamp(0.95 - 0.01 * (effectiveTemperatureC - 8), 0.7, 0.95);
  const efficiency =
    environment.humidityPercent === null
      ? usual
      : efficiencyInHumidity(
          usual,
          sport,
          EVAPORATION_W_PER_M2_KPA *
            speed ** 0.6 *
            (vapourPressureKpa(skinTemperatureC) -
              (environment.humidityPercent / 100) * vapourPressureKpa(air)),
        );
  const wanted = (SWEAT_SCALE * GRAM_PER_HR_PER_W * required) / efficiency;
  return {
    effectiveTemperatureC,
    skinTemperatureC,
    heatWPerM2: heat,
    dryExchangeWPerM2K: dryExchange,
    addedHeatWPerM2: row.addedHeatWPerM2,
    sparedByShadeWPerM2: sparedByShade,
    requiredEvaporationWPerM2: required,
    evaporativeEfficiency: efficiency,
    sweatGPerM2Hr: 0.5 * (wanted + Math.sqrt(wanted * wanted + 4 * SWEAT_FLOOR_G_PER_M2_HR ** 2)),
  };
}

/**
 * Evaporative efficiency at known humidity: falls smoothly with the evaporation that the air allows, W/m², as in
 * the field equations of Gonzalez 2012 (cited: the shape). The sizes are fitted to published rows. No road ride
 * reports its humidity, so a known one moves a rider's sweat rate little.
 */
function efficiencyInHumidity(usual: number, sport: Sport, possibleWPerM2: number): number {
  const { gain, loss, overWPerM2 } =
    sport === 'bike' ? EVAPORATIVE_EFFICIENCY.road : EVAPORATIVE_EFFICIENCY.other;
  return Math.min(1, (usual * gain) / (1 + loss * Math.exp(-positive(possibleWPerM2) / overWPerM2)));
}
