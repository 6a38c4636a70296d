/** The cohorts of long races that engine 4 was specified with: their event, body and sweat. */

import type { PlanInput } from '../src/plan.ts';
import { type EngineActivity, type EngineAthlete, UNKNOWN_ATHLETE, UNKNOWN_SESSION } from '../src/types.ts';

export function person(
  sex: 'female' | 'male',
  bodyMassKg: number,
  ageYears: number,
  fitnessLevel: number,
): EngineAthlete {
  return {
    ...UNKNOWN_ATHLETE,
    sex,
    heightCm: sex === 'male' ? 178 : 165,
    bodyMassKg,
    ageYears,
    fitnessLevel,
  };
}

/** A race in the sun at °C and % humidity. */
export function race(
  changes: Partial<EngineActivity>,
  [temperatureC, humidityPercent]: readonly [number, number],
): EngineActivity {
  const weather = { temperatureC, humidityPercent, shade: false };
  return { ...UNKNOWN_SESSION, isRaceEvent: true, weather, ...changes } as EngineActivity;
}

export function input(activity: EngineActivity, athlete: EngineAthlete): PlanInput {
  return { activity, athlete, learned: null };
}

/** Minutes of 161 km with the climb and weather of Western States. */
export function westernStates(durationMin: number): EngineActivity {
  return race({ type: 'trail_run', durationMin, distanceKm: 161, elevationGainM: 5500 }, [25, 40]);
}

/** A cohort with the median of its sweat rate, L/h. */
export interface Cohort {
  readonly name: string;
  readonly event: PlanInput;
  /** Reproduces the share of finishers above the ceiling that the document gives for each window. */
  readonly sweatLPerHr: number;
  /** Follows from what the cohort lost beyond the engine's prediction, at the intake that it reported. */
  readonly sweatByLossLPerHr: number;
}

export const IRONMAN: Cohort = {
  name: 'Ironman 12.1 h',
  // Speedy 2001: New Zealand, 21 °C and 91 % humidity (recalled).
  event: input(race({ type: 'triathlon', durationMin: 726 }, [21, 91]), person('male', 74, 36, 6)),
  sweatLPerHr: 0.766,
  // 2.5 kg lost, 1.2 predicted.
  sweatByLossLPerHr: 0.832,
};
export const MAN_161: Cohort = {
  name: '161 km man',
  event: input(westernStates(1620), person('male', 73, 40, 5)),
  sweatLPerHr: 0.607,
  // Mean of Hoffman (1.0 % more than predicted) and Glace 2002 (3.5 %).
  sweatByLossLPerHr: 0.603,
};
export const WOMAN_161: Cohort = {
  name: '161 km woman',
  event: input(westernStates(1560), person('female', 58, 40, 6)),
  sweatLPerHr: 0.4815,
  // In the ratio of the men.
  sweatByLossLPerHr: 0.5,
};
export const SPARTATHLON: Cohort = {
  name: 'Spartathlon',
  event: input(
    race({ type: 'run', durationMin: 1980, distanceKm: 246, elevationGainM: 2500 }, [22, 55]),
    person('male', 70, 43, 7),
  ),
  sweatLPerHr: 0.607,
  // .5 % more lost than predicted.
  sweatByLossLPerHr: 0.598,
};
/** A woman's slow marathon: sweat near that of her pace, .50 L/h. */
export const SLOW_MARATHON: Omit<Cohort, 'sweatByLossLPerHr'> = {
  name: 'marathon of 5 h',
  event: input(
    race({ type: 'run', durationMin: 300, distanceKm: 42.2, intensityLevel: 5 }, [16, 60]),
    person('female', 62, 40, 4),
  ),
  sweatLPerHr: 0.47,
};
export const COHORTS = [IRONMAN, MAN_161, WOMAN_161, SPARTATHLON] as const;
