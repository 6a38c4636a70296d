/**
 * Resolves how hard the body works: fraction of VO2max and metabolic rate, from level, power or pace (SCIENCE
 * §1).
 */

import type { Body } from './body.ts';
import { atLevel, clamp } from './numbers.ts';
import { type Pace, paceOf, readsPace } from './pace.ts';
import { DEFAULTS, FRACTION_OF_VO2MAX, SPORTS, type Sport } from './tables.ts';
import type { EngineActivity, SingleSportType } from './types.ts';

/** W of metabolic rate per ml/min of oxygen: 20.6 kJ/L at a respiratory exchange ratio near 0.9. Recalled. */
export const WATT_PER_OXYGEN_ML_PER_MIN = 0.343;
/**
 * Highest VO2max shown by a record-holder, ml/kg/min. Bounds the readings of a meter. Recalled, rounded down.
 */
const HUMAN_LIMIT_VO2MAX = 88;
/** Lowest metabolic rate of an upright person, W/kg (quiet standing). Recalled. */
const LEAST_METABOLIC_RATE_W_PER_KG = 1.5;
/** Minimum fraction of VO2max for a measured effort. Engineering choice. */
const LEAST_FRACTION = 0.2;

/** Source of an effort: a stated level, a measurement, or the assumed level. */
export type EffortSource = 'level' | 'power' | 'pace' | 'default';

/** The effort of one leg: the fraction of VO2max used and its metabolic rate. */
export interface Effort {
  readonly intensityLevel: number;
  readonly isLevelStated: boolean;
  readonly source: EffortSource;
  readonly fractionOfVo2max: number;
  /** Fraction given by the level alone. */
  readonly levelFraction: number;
  readonly sustainableFraction: number;
  /** Metabolic rate at VO2max in this sport, W. */
  readonly maximalMetabolicRateW: number;
  readonly metabolicRateW: number;
  /** Metabolic rate given by the level alone, W. */
  readonly metabolicRateByLevelW: number;
  /** Null unless distance and time set the effort. */
  readonly pace: Pace | null;
  /** True if the measurement exceeds what the best humans can sustain for this long. */
  readonly isImpossible: boolean;
}

/**
 * Returns the fraction of VO2max sustainable for `eventHours` (0.01–48 h) at fitness level 1–9. Form:
 * Péronnet & Thibault 1989 (recalled). Slopes: engineering choice between Myles 1979 (58–60 % for 7 h,
 * cited), Kimber 2002 (recalled), PMID 19883385 (39 ± 4 % of the speed at VO2max for 24 h, cited) and Davies
 * & Thompson 1979 (cited).
 */
export function sustainableFraction(eventHours: number, fitnessLevel: number): number {
  const beyondLevel4 = fitnessLevel - 4;
  return Math.max(
    0.25,
    1 -
      (0.08 - 0.005 * beyondLevel4) * Math.log(Math.max(60 * eventHours, 7) / 7) -
      clamp(0.095 - 0.015 * beyondLevel4, 0.04, 0.12) * Math.log(Math.max(eventHours, 3) / 3) -
      0.1 * Math.log(Math.max(eventHours, 12) / 12),
  );
}

/**
 * Metabolic rate of a measured effort, W, before the plausibility check. Null without a usable measurement.
 */
interface MeasuredEffort {
  readonly source: 'power' | 'pace';
  readonly metabolicRateW: number;
  readonly pace: Pace | null;
}

/**
 * Sports whose mechanical power gives the metabolic rate: gross efficiency .21 (bike) and .18 (row),
 * recalled.
 */
const POWER_TYPES: ReadonlySet<string> = new Set<SingleSportType>(['bike', 'indoor_bike', 'row']);
/** Reads power or pace of a single-sport activity. */
export function measuredEffort(activity: EngineActivity, body: Body): MeasuredEffort | null {
  const { type, averagePowerW, distanceKm } = activity;
  if (averagePowerW !== null && averagePowerW > 0 && POWER_TYPES.has(type)) {
    const efficiency = type === 'row' ? SPORTS.row.mechanicalEfficiency : SPORTS.bike.mechanicalEfficiency;
    return { source: 'power', metabolicRateW: averagePowerW / efficiency, pace: null };
  }
  if (distanceKm !== null && distanceKm > 0 && readsPace(type)) {
    const pace = paceOf(activity, distanceKm, body);
    return { source: 'pace', metabolicRateW: pace.metabolicRateW, pace };
  }
  return null;
}

/** Inputs of one leg's effort. */
export interface EffortInput {
  readonly sport: Sport;
  readonly intensityLevel: number | null;
  readonly measured: MeasuredEffort | null;
  readonly eventHours: number;
}

/**
 * Returns the effort of one leg. A level gives the fraction, limited by what is sustainable for the event. A
 * measurement gives the metabolic rate, from which the fraction follows. A reading above what the best humans
 * reach is lowered by its excess, down to the rate of the level.
 */
export function resolveEffort(body: Body, input: EffortInput): Effort {
  const { sport, measured, eventHours } = input;
  const intensityLevel = input.intensityLevel ?? DEFAULTS.intensityLevel;
  const maximalW =
    body.vo2maxMlPerKgMin * SPORTS[sport].usableVo2maxShare * body.massKg * WATT_PER_OXYGEN_ML_PER_MIN;
  const levelFraction = atLevel(FRACTION_OF_VO2MAX, intensityLevel);
  const sustainable = sustainableFraction(eventHours, body.fitnessLevel);
  const fractionByLevel = Math.min(levelFraction, sustainable);
  const byLevelW = fractionByLevel * maximalW;
  const common = {
    intensityLevel,
    isLevelStated: input.intensityLevel !== null,
    levelFraction,
    sustainableFraction: sustainable,
    maximalMetabolicRateW: maximalW,
    metabolicRateByLevelW: byLevelW,
  };
  const fromLevel = input.intensityLevel === null ? 'default' : 'level';
  if (measured === null) {
    return {
      ...common,
      source: fromLevel,
      fractionOfVo2max: fractionByLevel,
      metabolicRateW: byLevelW,
      pace: null,
      isImpossible: false,
    };
  }
  const measuredW = Math.max(measured.metabolicRateW, LEAST_METABOLIC_RATE_W_PER_KG * body.massKg);
  const humanLimitW =
    sustainableFraction(eventHours, 9) * HUMAN_LIMIT_VO2MAX * WATT_PER_OXYGEN_ML_PER_MIN * body.massKg;
  if (measuredW > humanLimitW) {
    const believedW = Math.max(byLevelW, 2 * humanLimitW - measuredW);
    return {
      ...common,
      source: fromLevel,
      // Declines continuously from the limit to the rate of the level.
      fractionOfVo2max: clamp(believedW / maximalW, fractionByLevel, sustainable),
      metabolicRateW: believedW,
      pace: null,
      isImpossible: true,
    };
  }
  return {
    ...common,
    source: measured.source,
    fractionOfVo2max: clamp(measuredW / maximalW, LEAST_FRACTION, sustainable),
    metabolicRateW: measuredW,
    pace: measured.pace,
    isImpossible: false,
  };
}
