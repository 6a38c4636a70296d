/** From what was sent to what is calculated with: levels, legs, conditions, and where each came from. */

import type { LearnedTolerance } from './carbohydrate.ts';
import { type Body, intensityLevelFromPower, type MeasuredEffort } from './effort.ts';
import { type MeasuredAir, thermalStressLevelFromWeather } from './environment.ts';
import type { LearnedState } from './learned-state.ts';
import { type LegSpecification, resolveLegs } from './multisport.ts';
import { evidence } from './personal.ts';
import { expectedSweatSodium, type SweatSodium } from './sodium.ts';
import { DEFAULTS, type Sport } from './tables.ts';
import type { EngineActivity, EngineAthlete, MultiSportType } from './types.ts';

/** Laboratory or field measurements that no activity field carries; used by the published cases. */
export interface Measurements extends MeasuredEffort, MeasuredAir {
  /** Hours of the whole event where this activity is one leg of it. */
  readonly eventHours: number | null;
}

export interface PlanInput {
  readonly activity: EngineActivity;
  readonly athlete: EngineAthlete;
  readonly learned: LearnedState | null;
}

/** A level with where it came from. */
export interface ResolvedLevel {
  readonly level: number;
  readonly from: 'given' | 'power' | 'weather' | 'default';
}

/** True for conditions that take the athlete outside the studied population. */
export function hasMedicalFlag({ health }: EngineAthlete): boolean {
  return (
    health.pregnant ||
    health.hypertension ||
    health.kidneyDisease ||
    health.heartFailure ||
    health.diuretics ||
    health.diabetesTreated ||
    health.redsOrEatingDisorder
  );
}

/** True where a clinician, not this engine, sets the sodium limit. */
export function hasSodiumCondition({ health }: EngineAthlete): boolean {
  return health.hypertension || health.kidneyDisease || health.heartFailure || health.diuretics;
}

export function isMultiSportType(type: EngineActivity['type']): type is MultiSportType {
  return type === 'triathlon' || type === 'duathlon' || type === 'brick';
}

function isIndoor(type: EngineActivity['type']): boolean {
  return type === 'indoor_bike' || type === 'treadmill_run';
}

/** Hot air does not make hot water: a swim's level from weather stays at or below this (27 °C water). Engineering choice. */
const WARMEST_WATER_FROM_WEATHER = 6;

/** The thermal stress level as given, else from the weather, else mild. */
export function resolveThermal(activity: EngineActivity): ResolvedLevel {
  if (activity.thermalStressLevel !== null) return { level: activity.thermalStressLevel, from: 'given' };
  if (activity.weather !== null) {
    const level = thermalStressLevelFromWeather(activity.weather, { indoor: isIndoor(activity.type) });
    const inWater = activity.type === 'swim' || activity.type === 'open_water_swim';
    return { level: inWater ? Math.min(level, WARMEST_WATER_FROM_WEATHER) : level, from: 'weather' };
  }
  return { level: DEFAULTS.thermalStressLevel, from: 'default' };
}

export function resolveIntensity(
  input: PlanInput,
  specification: LegSpecification,
  sport: Sport,
  body: Body,
): ResolvedLevel {
  const given = specification.intensityLevel ?? input.activity.intensityLevel;
  if (given !== null) return { level: given, from: 'given' };
  const fromPower = intensityLevelFromPower(input.activity.averagePowerW, sport, input.athlete, body);
  if (fromPower !== null) return { level: fromPower, from: 'power' };
  return { level: DEFAULTS.intensityLevel, from: 'default' };
}

/** The legs of the activity; segments are scaled to the stated duration, so totals agree with it to the second. */
export function legsOf(activity: EngineActivity, hours: number): readonly LegSpecification[] {
  if (!isMultiSportType(activity.type)) {
    return [{ type: activity.type, hours, intensityLevel: null }];
  }
  const legs = resolveLegs(activity.type, hours, activity.segments);
  const sum = legs.reduce((total, leg) => total + leg.hours, 0);
  return legs.map((leg) => ({ ...leg, hours: (leg.hours * hours) / sum }));
}

export function resolveSweatSodium(athlete: EngineAthlete, learned: LearnedState | null): SweatSodium {
  const latent = evidence(learned?.sweatSodiumLn);
  return expectedSweatSodium(
    athlete.sweatSodiumMgPerL,
    athlete.saltinessLevel,
    latent === null ? null : { meanLn: latent.mean, standardDeviation: Math.sqrt(latent.variance) },
    athlete.sex,
    athlete.heatAcclimatized === true,
  );
}

export function learnedTolerance(learned: LearnedState | null, sport: Sport): LearnedTolerance | null {
  if (learned === null) return null;
  const riding = sport === 'bike' || sport === 'indoorBike';
  const latent = evidence(riding ? learned.bikeCarbToleranceGPerHr : learned.runCarbToleranceGPerHr);
  if (latent === null || sport === 'swim' || sport === 'lift') return null;
  return {
    meanGPerHr: latent.mean,
    standardDeviation: Math.sqrt(latent.variance),
    lastTwoWereGood: learned.goodGutStreak >= 2,
    observations: latent.observations,
  };
}
