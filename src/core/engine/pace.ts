/** Calculates the metabolic rate of walking and running at a pace over a course (SCIENCE §1). */

import type { Body } from './body.ts';
import { clamp } from './numbers.ts';
import type { EngineActivity, SingleSportType } from './types.ts';

const RUNNING_TYPES: ReadonlySet<string> = new Set<SingleSportType>(['run', 'trail_run', 'treadmill_run']);
const WALKING_TYPES: ReadonlySet<string> = new Set<SingleSportType>(['hike', 'walk']);
const ROUGH_TYPES: ReadonlySet<string> = new Set<SingleSportType>(['trail_run', 'hike', 'walk']);

/** Factor on the energy cost for uneven ground. Engineering choice. */
const ROUGH_TERRAIN_FACTOR = 1.1;
/** Resting share of the energy cost of moving, W/kg: 3.5 ml/kg/min. Recalled (ACSM). */
const RESTING_W_PER_KG = 1.2;
/**
 * Energy cost per metre, J/kg: running .2 ml/kg/m (ACSM, recalled); walking 2.5 instead of ACSM's 2.1, for
 * brisk and broken walking (engineering choice).
 */
const COST_J_PER_KG_M = { walking: 2.5, running: 4.1 } as const;
/**
 * Average race speeds between which runners alternate walking and running, m/s. Engineering choice: 2.2 best
 * fits measured energy (Creer 2025, Costa 2014, Dumke 2006, Berger 2020: calibration), 2.6 slow marathons.
 */
const ALTERNATING_M_PER_S = { walking: 1.5, running: 2.4 } as const;
/**
 * Speed at which a hiker's cost starts to become a runner's, and the span of the transition, m/s. Engineering
 * choice.
 */
const HIKING_M_PER_S = { from: 1.9, over: 0.7 } as const;
/** Movement economy: share of cost saved per fitness level above 5. Engineering choice. */
const ECONOMY = { perLevel: 0.02, aboveLevel: 5, levels: 4 } as const;
/**
 * Energy cost per metre climbed and descended again, J/kg. The average of up and down grows with the square
 * of the grade (Minetti 2002, recalled), and courses concentrate their climb (sizes: engineering choice): 12
 * up to 34 m/km, 30 from 85.
 */
const CLIMB = { jPerKgM: 12, upToMPerKm: 34, steepestFactor: 2.5 } as const;

/** The information in one session's pace. */
export interface Pace {
  /** Share of time spent walking, 0–1. Null for hikes and walks. */
  readonly walkShare: number | null;
  /** Energy cost per metre climbed and descended again, J/kg. */
  readonly climbJPerKgM: number;
  readonly metabolicRateW: number;
}

/** Returns whether an activity type uses distance and climb. */
export function readsPace(type: string): boolean {
  return RUNNING_TYPES.has(type) || WALKING_TYPES.has(type);
}

/**
 * Returns the metabolic rate of an activity on foot by distance, time and climb. `distanceKm` must be above
 * 0.
 */
export function paceOf(activity: EngineActivity, distanceKm: number, body: Body): Pace {
  const seconds = activity.durationMin * 60;
  const speedMPerS = (1000 * distanceKm) / seconds;
  const isRun = RUNNING_TYPES.has(activity.type);
  const walkShare = isRun ? walkShareOf(speedMPerS) : null;
  const flat = walkShare === null ? hikingCost(speedMPerS) : runningCost(speedMPerS, walkShare);
  const economy = 1 - ECONOMY.perLevel * clamp(body.fitnessLevel - ECONOMY.aboveLevel, 0, ECONOMY.levels);
  const terrain = ROUGH_TYPES.has(activity.type) ? ROUGH_TERRAIN_FACTOR : 1;
  const gainM = activity.elevationGainM ?? 0;
  const climb = climbCost(gainM, distanceKm);
  const moving = speedMPerS * flat * economy * terrain;
  return {
    walkShare,
    climbJPerKgM: climb,
    metabolicRateW: body.massKg * (RESTING_W_PER_KG + moving + (climb * gainM) / seconds),
  };
}

/** Returns the share of time that a runner with this average speed spends walking. */
function walkShareOf(speedMPerS: number): number {
  const { walking, running } = ALTERNATING_M_PER_S;
  return clamp((running - speedMPerS) / (running - walking), 0, 1);
}

/** Energy cost per metre of alternating walking and running, J/kg. */
function runningCost(speedMPerS: number, walkShare: number): number {
  const { walking, running } = COST_J_PER_KG_M;
  if (walkShare === 1) return walking;
  if (walkShare === 0) return running;
  const walkedW = walkShare * ALTERNATING_M_PER_S.walking * walking;
  const runW = (1 - walkShare) * ALTERNATING_M_PER_S.running * running;
  return (walkedW + runW) / speedMPerS;
}

/** Energy cost per metre of hiking, J/kg: that of walking up to running speed. */
function hikingCost(speedMPerS: number): number {
  const { walking, running } = COST_J_PER_KG_M;
  const { from, over } = HIKING_M_PER_S;
  return walking + (running - walking) * clamp((speedMPerS - from) / over, 0, 1);
}

function climbCost(gainM: number, distanceKm: number): number {
  const { jPerKgM, upToMPerKm, steepestFactor } = CLIMB;
  return jPerKgM * clamp(gainM / (upToMPerKm * distanceKm), 1, steepestFactor);
}
