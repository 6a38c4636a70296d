/**
 * Draws synthetic athletes and sessions: recreational to competitive endurance, with the gaps of real
 * profiles. Engineering choice.
 */

import type { RandomSource } from '@musette/basics/random-source';
import {
  type ActivityType,
  type EngineActivity,
  type EngineAthlete,
  UNKNOWN_ATHLETE,
  UNKNOWN_SESSION,
} from '../src/types.ts';

const FEMALE_SHARE = 0.42;
const MASS_KG = { male: [75, 11], female: [62, 9], low: 42, high: 140 } as const;
const HEIGHT_CM = { male: [179, 7], female: [166, 6.5] } as const;
/** Probability that a field is provided. */
const PRESENT = {
  sex: 0.9,
  age: 0.9,
  mass: 0.85,
  height: 0.6,
  fitness: 0.75,
  sweatLevel: 0.5,
  saltiness: 0.4,
  sweatRate: 0.08,
  sweatSodium: 0.05,
  tolerance: 0.25,
  usual: 0.3,
  acclimatized: 0.4,
  gi: 0.5,
  intensity: 0.9,
  heat: 0.85,
  weather: 0.25,
} as const;
const TYPES: readonly (readonly [ActivityType, number])[] = [
  ['run', 0.34],
  ['trail_run', 0.06],
  ['treadmill_run', 0.04],
  ['bike', 0.26],
  ['indoor_bike', 0.1],
  ['swim', 0.06],
  ['open_water_swim', 0.02],
  ['row', 0.01],
  ['ski', 0.01],
  ['hike', 0.03],
  ['lift', 0.03],
  ['triathlon', 0.02],
  ['brick', 0.01],
  ['duathlon', 0.01],
];

/** A person's true values, and the provided profile. */
export interface Person {
  readonly truth: EngineAthlete;
  readonly stated: EngineAthlete;
}

/** A session's true and stated values. */
export interface Session {
  readonly truth: EngineActivity;
  readonly stated: EngineActivity;
}

/** Draws a person: the truth, and the profile with its gaps. */
export function drawPerson(random: RandomSource): Person {
  const chance = (probability: number): boolean => random.uniform() < probability;
  const sex = chance(FEMALE_SHARE) ? 'female' : 'male';
  const [mass, massSd] = MASS_KG[sex];
  const [height, heightSd] = HEIGHT_CM[sex];
  const truth: EngineAthlete = {
    ...UNKNOWN_ATHLETE,
    sex,
    ageYears: random.integer(39, 12, 16, 75),
    bodyMassKg: random.within(mass, massSd, MASS_KG.low, MASS_KG.high),
    heightCm: random.within(height, heightSd, 145, 205),
    fitnessLevel: random.integer(5, 1.7, 1, 9),
    sweatLevel: random.integer(5, 1.8, 1, 9),
    saltinessLevel: random.integer(5, 1.8, 1, 9),
    sweatRateMlPerHr: random.within(1000, 400, 200, 3000),
    sweatSodiumMgPerL: random.within(920, 300, 250, 2200),
    carbToleranceGPerHr: random.within(65, 18, 20, 130),
    usualCarbGPerHr: random.within(45, 18, 0, 120),
    heatAcclimatized: chance(0.3),
    giHistory: chance(0.15),
    health: {
      ...UNKNOWN_ATHLETE.health,
      pregnant: sex === 'female' && chance(0.01),
      hypertension: chance(0.04),
      kidneyDisease: chance(0.005),
      heartFailure: chance(0.005),
      diuretics: chance(0.01),
      diabetesTreated: chance(0.01),
      nsaidOnRaceDay: chance(0.05),
      redsOrEatingDisorder: chance(0.01),
    },
  };
  const provided = <Value>(probability: number, value: Value): Value | null =>
    chance(probability) ? value : null;
  return {
    truth,
    stated: {
      ...UNKNOWN_ATHLETE,
      sex: provided(PRESENT.sex, truth.sex),
      ageYears: provided(PRESENT.age, truth.ageYears),
      bodyMassKg: provided(PRESENT.mass, truth.bodyMassKg),
      heightCm: provided(PRESENT.height, truth.heightCm),
      fitnessLevel: provided(PRESENT.fitness, truth.fitnessLevel),
      sweatLevel: provided(PRESENT.sweatLevel, truth.sweatLevel),
      saltinessLevel: provided(PRESENT.saltiness, truth.saltinessLevel),
      sweatRateMlPerHr: provided(PRESENT.sweatRate, truth.sweatRateMlPerHr),
      sweatSodiumMgPerL: provided(PRESENT.sweatSodium, truth.sweatSodiumMgPerL),
      carbToleranceGPerHr: provided(PRESENT.tolerance, truth.carbToleranceGPerHr),
      usualCarbGPerHr: provided(PRESENT.usual, truth.usualCarbGPerHr),
      heatAcclimatized: provided(PRESENT.acclimatized, truth.heatAcclimatized),
      giHistory: provided(PRESENT.gi, truth.giHistory),
      health: truth.health,
    },
  };
}

/** Draws a session: the truth, and the stated values. */
export function drawSession(random: RandomSource): Session {
  const isRaceEvent = random.uniform() < 0.15;
  const [medianMin, sd] = isRaceEvent ? [150, 0.75] : [85, 0.55];
  const minutes = medianMin * Math.exp(random.normal(0, sd));
  const durationMin = Math.round(Math.max(20, Math.min(1440, minutes)));
  const usualLevel = (isRaceEvent ? 6.8 : 4.7) - (durationMin > 240 ? 1 : 0);
  const isWeather = random.uniform() < PRESENT.weather;
  const truth: EngineActivity = {
    ...UNKNOWN_SESSION,
    type: random.pick<ActivityType>(TYPES, 'run'),
    durationMin,
    intensityLevel: random.integer(usualLevel, 1.4, 1, 9),
    thermalStressLevel: isWeather ? null : random.integer(5.2, 1.7, 1, 9),
    isRaceEvent,
    weather: isWeather
      ? {
          temperatureC: random.within(18, 8, -20, 45),
          humidityPercent: random.within(62, 16, 10, 100),
          shade: false,
        }
      : null,
  };
  return {
    truth,
    stated: {
      ...truth,
      intensityLevel: random.uniform() < PRESENT.intensity ? truth.intensityLevel : null,
      thermalStressLevel: random.uniform() < PRESENT.heat ? truth.thermalStressLevel : null,
    },
  };
}
