/** What is personal about an athlete beyond body and effort: how much they sweat against the average, and how sure we are. */

import { UNCERTAINTY } from './confidence.ts';
import { type Body, resolveEffort } from './effort.ts';
import { resolveEnvironment } from './environment.ts';
import type { LearnedLatent, LearnedState } from './learned-state.ts';
import { clamp } from './numbers.ts';
import { predictSweatRate } from './sweat.ts';
import { DEFAULTS, type Sport } from './tables.ts';
import type { EngineAthlete } from './types.ts';

export interface PersonalSweat {
  /** Logarithm of the personal multiplier on the model, −0.9–0.9. */
  readonly ln: number;
  /** The same for the fluid ceiling, which may lag behind a learned rise. */
  readonly ceilingLn: number;
  readonly standardDeviation: number;
  readonly source: 'learned' | 'measured' | 'self_report' | 'none';
  readonly observations: number;
}

/** Nobody's multiplier is read outside ±0.9 (0.4–2.5 times the model). Engineering choice, three prior deviations. */
const SWEAT_LN_LIMIT = 0.9;
/** Logarithmic step per sweat level, 1–9 around 5. Engineering choice. */
const SWEAT_LN_PER_LEVEL = 0.1;

/**
 * The athlete's sweat multiplier before any session: from a declared measurement (taken at an assumed
 * temperate, steady hour), else from the self-reported level, else average. In water a land measurement
 * tells little, so only the level counts.
 */
export function priorSweat(athlete: EngineAthlete, body: Body, inWater: boolean): PersonalSweat {
  if (athlete.sweatRateMlPerHr !== null && !inWater) {
    const ln = clamp(
      Math.log(athlete.sweatRateMlPerHr / 1000 / temperateHourSweatRate(athlete, body)),
      -SWEAT_LN_LIMIT,
      SWEAT_LN_LIMIT,
    );
    return {
      ln,
      ceilingLn: ln,
      standardDeviation: UNCERTAINTY.sweatMultiplier.measuredWithoutConditions,
      source: 'measured',
      observations: 0,
    };
  }
  const ln = SWEAT_LN_PER_LEVEL * ((athlete.sweatLevel ?? DEFAULTS.sweatLevel) - DEFAULTS.sweatLevel);
  return {
    ln,
    ceilingLn: ln,
    standardDeviation:
      athlete.sweatLevel === null ? UNCERTAINTY.sweatMultiplier.none : UNCERTAINTY.sweatMultiplier.selfReport,
    source: athlete.sweatLevel === null ? 'none' : 'self_report',
    observations: 0,
  };
}

/** The athlete's sweat multiplier today: the learned posterior where there is evidence, the prior otherwise. */
export function personalSweat(
  athlete: EngineAthlete,
  body: Body,
  learned: LearnedState | null,
  inWater: boolean,
): PersonalSweat {
  const latent = evidence(inWater ? learned?.swimSweatLn : learned?.sweatLn);
  if (latent === null || learned === null) return priorSweat(athlete, body, inWater);
  const floor =
    learned.massTests > 0
      ? UNCERTAINTY.sweatMultiplier.floor
      : // Runners believed they lost half of what they lost (O'Neal 2014), so feeling alone never makes us surer.
        UNCERTAINTY.sweatMultiplier.floorWithoutMassTest;
  const ln = clamp(latent.mean, -SWEAT_LN_LIMIT, SWEAT_LN_LIMIT);
  const ceiling = inWater ? learned.ceilingSwimSweatLn : learned.ceilingSweatLn;
  return {
    ln,
    ceilingLn: Math.min(ln, ceiling ?? ln),
    standardDeviation: Math.max(floor, Math.sqrt(latent.variance)),
    source: 'learned',
    observations: latent.observations,
  };
}

/** The latent, or null where nothing has been observed. */
export function evidence(latent: LearnedLatent | undefined): LearnedLatent | null {
  return latent !== undefined && latent.observations > 0 ? latent : null;
}

/** Model sweat rate of this body in a temperate steady hour, L/h: running and riding averaged, the test's sport being unknown. */
function temperateHourSweatRate(athlete: EngineAthlete, body: Body): number {
  const acclimatized = athlete.heatAcclimatized === true;
  return Math.sqrt(temperateHour('run', body, acclimatized) * temperateHour('bike', body, acclimatized));
}

function temperateHour(sport: Sport, body: Body, acclimatized: boolean): number {
  const effort = resolveEffort(sport, DEFAULTS.intensityLevel, 1, body, null, null);
  const environment = resolveEnvironment(DEFAULTS.thermalStressLevel, null, null);
  return predictSweatRate(sport, effort, environment, body, 1, 1, acclimatized).sweatRateLPerHr;
}
