/**
 * Predicts the sweat rate of an average person in one leg: heat balance on land, water temperature in water
 * (SCIENCE §3).
 */

import type { Body } from './body.ts';
import type { Effort } from './effort.ts';
import { WATT_PER_OXYGEN_ML_PER_MIN } from './effort.ts';
import { type Environment, vapourPressureKpa } from './environment.ts';
import { clamp, interpolate } from './numbers.ts';
import { SPORTS, type Sport } from './tables.ts';

/**
 * Maximum sweat rate of any athlete, L/h. Engineering choice; Baker 2016 measured up to 5.73 in single hours.
 */
export const SWEAT_LIMIT_L_PER_HR = 3.5;
/** Respiratory heat loss as a share of metabolic rate (ISO 7933, recalled). */
const RESPIRATORY_HEAT_SHARE = 0.09;
/** Sweat that removes one W/m² by evaporation, g per hour and m²: 3600 s/h over 2426 J/g. */
const GRAM_PER_HR_PER_W = 1.484;
/** Scale of the whole prediction. Engineering choice, fitted to the published sweat rows. */
const SWEAT_SCALE = 0.95;
/** Soft floor of the sweat rate, g/m²/h. */
const SWEAT_FLOOR_G_PER_M2_HR = 70;
/** Maximum share of heat production lost by dry exchange: people dress for the cold. */
const LARGEST_DRY_SHARE = 0.6;
/** Evaporative heat transfer, W/m²/kPa at 1 m/s: 16.5 × 8.3·v^.6 (Kerslake, recalled). */
const EVAPORATION_W_PER_M2_KPA = 136.95;
/** Hourly decline in sweat rate beyond 1.5 h, down to .90. */
const DECLINE = { perHour: 0.035, fromHours: 1.5, lowest: 0.9 } as const;
/** Acclimatised athletes have a higher sweat rate (direction recalled). */
const ACCLIMATIZED_FACTOR = 1.05;
/** Age from which adults have a lower sweat rate, years. Recalled. */
export const OLDER_FROM_YEARS = 60;

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
export interface HeatBalance {
  /** Effective temperature around the clothed body, °C. */
  readonly effectiveTemperatureC: number;
  readonly skinTemperatureC: number;
  /** Heat to be lost through the skin, W/m². */
  readonly heatWPerM2: number;
  readonly dryExchangeWPerM2K: number;
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
  readonly environment: Pick<Environment, 'airTemperatureC' | 'humidityPercent' | 'waterTemperatureC'>;
  readonly eventHours: number;
  readonly acclimatized: boolean;
}

/**
 * Returns the age factor on sweat rate, .7–1: children (recalled: Falk & Dotan) and adults beyond 60 sweat
 * less.
 */
export function sweatAgeFactor(ageYears: number): number {
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
  const dry = Math.min(dryExchange * (skinTemperatureC - effectiveTemperatureC), LARGEST_DRY_SHARE * heat);
  const required = heat - dry;

  const usual = clamp(0.95 - 0.01 * (effectiveTemperatureC - 8), 0.7, 0.95);
  const efficiency =
    environment.humidityPercent === null
      ? usual
      : efficiencyInHumidity(usual, sport, {
          required,
          possible:
            EVAPORATION_W_PER_M2_KPA *
            speed ** 0.6 *
            (vapourPressureKpa(skinTemperatureC) -
              (environment.humidityPercent / 100) * vapourPressureKpa(air)),
        });
  const wanted = (SWEAT_SCALE * GRAM_PER_HR_PER_W * required) / efficiency;
  return {
    effectiveTemperatureC,
    skinTemperatureC,
    heatWPerM2: heat,
    dryExchangeWPerM2K: dryExchange,
    requiredEvaporationWPerM2: required,
    evaporativeEfficiency: efficiency,
    sweatGPerM2Hr: 0.5 * (wanted + Math.sqrt(wanted * wanted + 4 * SWEAT_FLOOR_G_PER_M2_HR ** 2)),
  };
}

/**
 * Evaporative efficiency at known humidity: 1 − w²/2 for skin wettedness w (ISO 7933, recalled), kept near the
 * usual value. The road-cycling rows do not report humidity, so a known humidity lowers a rider's sweat rate by
 * at most 7 %.
 */
function efficiencyInHumidity(
  usual: number,
  sport: Sport,
  { required, possible }: { readonly required: number; readonly possible: number },
): number {
  const wettedness = required <= 0 ? 0 : possible <= required ? 1 : required / possible;
  const above = sport === 'bike' ? 0.07 : 0.15;
  return clamp(1 - wettedness ** 2 / 2, usual - 0.15, usual + above);
}
