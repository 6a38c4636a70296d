/** Ordinary inputs that tests change one field at a time. */

import type { EngineActivity, EngineAthlete, HealthFlags } from '../../src/engine/types.ts';

export const HEALTHY: HealthFlags = {
  pregnant: false,
  hypertension: false,
  kidneyDisease: false,
  heartFailure: false,
  diuretics: false,
  diabetesTreated: false,
  nsaidOnRaceDay: false,
  redsOrEatingDisorder: false,
};

/** The golden-row athlete: body and fitness stated, sweat, salt and gut never measured. */
export function athlete(changes: Partial<EngineAthlete> = {}): EngineAthlete {
  const sex = changes.sex === undefined ? 'male' : changes.sex;
  return {
    sex,
    ageYears: 35,
    bodyMassKg: 70,
    heightCm: sex === 'female' ? 165 : sex === 'male' ? 177 : 171,
    fitnessLevel: 4,
    vo2maxMlPerKgMin: null,
    ftpW: null,
    sweatLevel: null,
    saltinessLevel: null,
    sweatRateMlPerHr: null,
    sweatSodiumMgPerL: null,
    carbToleranceGPerHr: null,
    usualCarbGPerHr: null,
    heatAcclimatized: false,
    giHistory: null,
    health: HEALTHY,
    ...changes,
  };
}

/** A run of one hour at level 5 in mild weather. */
export function activity(changes: Partial<EngineActivity> = {}): EngineActivity {
  return {
    type: 'run',
    durationMin: 60,
    intensityLevel: 5,
    thermalStressLevel: 5,
    isRaceEvent: false,
    weather: null,
    averagePowerW: null,
    altitudeM: null,
    segments: null,
    ...changes,
  };
}

/** An athlete of whom nothing is known. */
export const UNKNOWN: EngineAthlete = athlete({
  sex: null,
  ageYears: null,
  bodyMassKg: null,
  heightCm: null,
  fitnessLevel: null,
  heatAcclimatized: null,
});
