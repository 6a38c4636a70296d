/** How much the athlete sweats: a heat balance times a personal multiplier. */

import type { Body, Effort } from './effort.ts';
import { type Environment, saturatedVapourPressureKpa } from './environment.ts';
import { clamp, interpolate, type Points } from './numbers.ts';
import { SPORTS, type Sport } from './tables.ts';

export interface SweatPrediction {
  readonly surfaceAreaM2: number;
  /** Air temperature inside clothing, °C; null in water. */
  readonly effectiveTemperatureC: number | null;
  readonly skinTemperatureC: number | null;
  /** Evaporation that heat balance requires, W; null in water. */
  readonly requiredEvaporationW: number | null;
  /** Share of sweat that cools instead of dripping; null in water. */
  readonly evaporativeEfficiency: number | null;
  /** Sweat rate of an average person before drift, multiplier and limits, L/h. */
  readonly averagePersonLPerHr: number;
  /** Decline of sweating over a long event. */
  readonly durationFactor: number;
  readonly personalMultiplier: number;
  readonly acclimatizationFactor: number;
  readonly ageFactor: number;
  readonly sweatRateLPerHr: number;
  /** The limit that decided, or null. */
  readonly boundBy: 'floor' | 'ceiling' | null;
}

/** Grams of water per joule: 1 L/h of evaporation carries 2426 J/g · 1000 g / 3600 s = 674 W. */
const L_PER_HR_PER_WATT = 1.484e-3;
/** Heat lost with breath, share of metabolic rate (ISO 7933, recalled). */
const RESPIRATORY_HEAT_SHARE = 0.09;
/** Lowest sweat rate during land exercise, L/h per kg (Baker 2016, J Sports Sci: minimum seen 3.3 ml/kg/h). */
const LAND_FLOOR_L_PER_HR_PER_KG = 0.004;
/** Highest sweat rate that the model will state, L/h; measured individuals reach more, predictions should not. Engineering choice. */
const LAND_CEILING_L_PER_HR = 3.5;
/** Heat acclimatisation raises sweating; small here, being mostly in a measured rate already. Engineering choice. */
const ACCLIMATIZED_FACTOR = 1.05;
/** Sweat glands respond less from this age on. Recalled direction, engineering-choice size. */
export const OLDER_ADULT_FROM_YEARS = 65;
const OLDER_ADULT_FACTOR = 0.95;
/**
 * Children sweat less than adults, also for their size (Falk & Dotan 2008; Rowland 2008: recalled). By age in years;
 * size engineering choice, on the side of less drinking.
 */
const YOUTH_FACTOR: Points = [
  [10, 0.7],
  [16, 1],
];

/**
 * Whole-body sweat rate in L/h from the evaporation that heat balance requires.
 *
 * Principle: required evaporation in watts determines sweating, not relative intensity (Gagnon 2013, J Physiol
 * 591:2925, R² .885–.930). Lumped coefficients: engineering choice, set on group means of field studies
 * (mean absolute error about .1 L/h). Weakest in water, cold, and for people unlike the studied ones.
 * `eventHours` 0.02–48; result within 0.004·mass–3.5 L/h on land, above 0 in water.
 */
export function predictSweatRate(
  sport: Sport,
  effort: Effort,
  environment: Environment,
  body: Body,
  eventHours: number,
  personalMultiplier: number,
  heatAcclimatized: boolean,
): SweatPrediction {
  const durationFactor = sweatDurationFactor(sport, eventHours);
  const ageFactor =
    body.ageYears >= OLDER_ADULT_FROM_YEARS ? OLDER_ADULT_FACTOR : interpolate(body.ageYears, YOUTH_FACTOR);
  if (sport === 'swim') {
    const averagePersonLPerHr = swimSweatRate(environment.waterTemperatureC, body, effort);
    return {
      surfaceAreaM2: body.surfaceAreaM2,
      effectiveTemperatureC: null,
      skinTemperatureC: null,
      requiredEvaporationW: null,
      evaporativeEfficiency: null,
      averagePersonLPerHr,
      durationFactor,
      personalMultiplier,
      acclimatizationFactor: 1,
      ageFactor,
      sweatRateLPerHr: Math.min(
        averagePersonLPerHr * durationFactor * personalMultiplier * ageFactor,
        LAND_CEILING_L_PER_HR,
      ),
      boundBy: null,
    };
  }
  const constants = SPORTS[sport];
  const effectiveTemperatureC = dressedTemperature(environment.operativeTemperatureC);
  const skinTemperatureC = clamp(31 + 0.17 * (effectiveTemperatureC - 10), 29.5, 35.5);
  const requiredEvaporationW =
    effort.metabolicRateW * (1 - constants.mechanicalEfficiency) -
    RESPIRATORY_HEAT_SHARE * effort.metabolicRateW -
    constants.dryHeatExchangeWPerM2K * body.surfaceAreaM2 * (skinTemperatureC - effectiveTemperatureC);
  const usual = usualEfficiency(effectiveTemperatureC);
  const evaporativeEfficiency =
    environment.humidityPercent === null
      ? usual
      : clamp(
          humidityEfficiency(
            requiredEvaporationW / body.surfaceAreaM2,
            skinTemperatureC,
            environment.operativeTemperatureC,
            environment.humidityPercent,
            constants.airSpeedMPerS ?? runningSpeedMPerS(effort.metabolicRateW / body.massKg),
          ),
          usual - HUMIDITY_REACH,
          usual + HUMIDITY_REACH,
        );
  const averagePersonLPerHr = (L_PER_HR_PER_WATT * requiredEvaporationW) / evaporativeEfficiency;
  const acclimatizationFactor = heatAcclimatized ? ACCLIMATIZED_FACTOR : 1;
  const unlimited =
    averagePersonLPerHr * durationFactor * personalMultiplier * acclimatizationFactor * ageFactor;
  const floor = LAND_FLOOR_L_PER_HR_PER_KG * body.massKg;
  return {
    surfaceAreaM2: body.surfaceAreaM2,
    effectiveTemperatureC,
    skinTemperatureC,
    requiredEvaporationW,
    evaporativeEfficiency,
    averagePersonLPerHr,
    durationFactor,
    personalMultiplier,
    acclimatizationFactor,
    ageFactor,
    sweatRateLPerHr: clamp(unlimited, floor, LAND_CEILING_L_PER_HR),
    boundBy: unlimited < floor ? 'floor' : unlimited > LAND_CEILING_L_PER_HR ? 'ceiling' : null,
  };
}

/** People dress for the cold: below 14 °C only a quarter of a further fall reaches the skin. Engineering choice (Smith 2021: no low/moderate difference). */
function dressedTemperature(operativeTemperatureC: number): number {
  return operativeTemperatureC >= 14 ? operativeTemperatureC : 14 - 0.25 * (14 - operativeTemperatureC);
}

/** Level running speed for a metabolic rate in W/kg through the ACSM running equation, VO2 = 0.2·v + 3.5 (recalled); 1–7 m/s. */
function runningSpeedMPerS(metabolicRateWPerKg: number): number {
  const oxygenMlPerKgMin = (metabolicRateWPerKg * 1000) / 343;
  return clamp((oxygenMlPerKgMin - 3.5) / 0.2 / 60, 1, 7);
}

/**
 * Known humidity moves the evaporating share at most this far from the usual one: sweat drips from some places while
 * others are dry, and no outdoor cycling study with reported humidity was found. Engineering choice.
 */
const HUMIDITY_REACH = 0.15;

/** Share of sweat that evaporates when only a temperature is known: usual humidity assumed. Engineering choice. */
function usualEfficiency(effectiveTemperatureC: number): number {
  return clamp(0.95 - 0.01 * (effectiveTemperatureC - 8), 0.7, 0.95);
}

/**
 * Share of sweat that evaporates in air of known humidity: 1 − w²/2, w the required over the possible evaporation
 * (ISO 7933; exchange coefficients 8.3·v^0.6 and 16.5 times that, Kerslake 1972: both recalled, cited by the heatex
 * package). It explains why tropical runners sweat more than tables for dry 28 °C air say. Between .5 and 1.
 */
function humidityEfficiency(
  requiredWPerM2: number,
  skinTemperatureC: number,
  airTemperatureC: number,
  humidityPercent: number,
  airSpeedMPerS: number,
): number {
  const vapourGradientKpa =
    saturatedVapourPressureKpa(skinTemperatureC) -
    (humidityPercent / 100) * saturatedVapourPressureKpa(airTemperatureC);
  const possibleWPerM2 = 16.5 * 8.3 * airSpeedMPerS ** 0.6 * vapourGradientKpa;
  if (requiredWPerM2 <= 0) return 1;
  if (possibleWPerM2 <= requiredWPerM2) return 0.5;
  return 1 - (requiredWPerM2 / possibleWPerM2) ** 2 / 2;
}

/** Sweating falls slowly over hours, less in sports with a steady airflow. Engineering choice. */
function sweatDurationFactor(sport: Sport, eventHours: number): number {
  const steadyAirflow = sport === 'bike' || sport === 'indoorBike' || sport === 'row';
  return steadyAirflow
    ? clamp(1 - 0.03 * (eventHours - 1.5), 0.92, 1)
    : clamp(1 - 0.06 * (eventHours - 1.5), 0.85, 1);
}

/**
 * Sweat rate in water, L/h, from water temperature, size and effort. Engineering choice anchored on a 9 km swim
 * (JSCR 2003: .5 kg/h net at 26.8 °C) and .37 L/h of training swimmers (ACSM 2007, recalled). No floor: cold water
 * can stop sweating.
 */
function swimSweatRate(waterTemperatureC: number, body: Body, effort: Effort): number {
  const perPerson = clamp(0.12 + 0.05 * (waterTemperatureC - 20), 0.08, 0.9);
  return perPerson * (body.massKg / 70) * (effort.fractionOfVo2max / 0.7);
}
