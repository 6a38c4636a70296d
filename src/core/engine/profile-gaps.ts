/** Measures the uncertainty caused by missing profile fields, in one reference session. */

import { rankDrivers } from './confidence.ts';
import type { LearnedState } from './learned-state.ts';
import { planWithTableSpreads } from './plan.ts';
import { outcomeOf } from './ranges.ts';
import {
  type DriverField,
  type EngineActivity,
  type EngineAthlete,
  UNKNOWN_ATHLETE,
  UNKNOWN_SESSION,
} from './types.ts';

/**
 * The session for comparing profiles: a steady two-hour ride in mild weather, with all of its own fields
 * known.
 */
const REFERENCE_SESSION: EngineActivity = {
  ...UNKNOWN_SESSION,
  type: 'bike',
  durationMin: 120,
  intensityLevel: 5,
  weather: { temperatureC: 18, humidityPercent: 57, shade: false },
};

const ATHLETE_FIELDS: ReadonlySet<string> = new Set(Object.keys(UNKNOWN_ATHLETE));

/** Maximum completeness of a profile with a missing field, so that it never rounds to 1. */
const INCOMPLETE_MAX = 0.99;

/**
 * Returns how complete a profile is and which fields to add, most valuable first. `completeness` 0–1 is 1
 * minus the share of the uncertainty caused by missing fields in a reference session. It is exactly 1 if no
 * field is missing.
 */
export function profileGaps(
  athlete: EngineAthlete,
  learned: LearnedState | null,
): { completeness: number; missingFields: DriverField[] } {
  const open = worthOfMissing(athlete, learned);
  worthOfEverything ??= worthOfMissing(UNKNOWN_ATHLETE, null).worth;
  return {
    completeness:
      open.fields.length === 0
        ? 1
        : Math.min(INCOMPLETE_MAX, Math.max(0, 1 - open.worth / worthOfEverything)),
    missingFields: open.fields,
  };
}

/** The uncertainty at completeness 0, computed on first use so that loading the module costs nothing. */
let worthOfEverything: number | null = null;

function worthOfMissing(
  athlete: EngineAthlete,
  learned: LearnedState | null,
): { worth: number; fields: DriverField[] } {
  const plan = planWithTableSpreads({ activity: REFERENCE_SESSION, athlete, learned });
  const { drivers, missingFields } = rankDrivers(plan, outcomeOf(plan).spread);
  const fields = missingFields.filter((field) => ATHLETE_FIELDS.has(field));
  const missing = new Set<string>(fields);
  let worth = 0;
  for (const { field, narrowsBy } of drivers) {
    if (!missing.has(field)) continue;
    worth += 0.4 * narrowsBy.carbGPerHr + 0.4 * narrowsBy.fluidMlPerHr + 0.2 * narrowsBy.sodiumMgPerHr;
  }
  return { worth, fields };
}
