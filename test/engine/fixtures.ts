/** Ordinary inputs, of which tests change one field at a time. */

import type { EngineActivity, EngineAthlete, HealthFlags } from '#core/engine/types.ts';

export const HEALTHY: HealthFlags = {
  pregnant: false,
  hypertension: false,
  kidneyDisease: false,
  heartFailure: false,
  diuretics: false,
  diabetesTreated: false,
  nsaidOnRaceDay: false,
  redsOrEatingDisorder: false,
  lowSodiumBefore: false,
  waterRetainingDrug: false,
  heatIllnessHistory: false,
};

/** A 70 kg man or a 58 kg woman with every level stated and nothing measured. */
export function athlete(changes: Partial<EngineAthlete> = {}): EngineAthlete {
  const sex = changes.sex === undefined ? 'male' : changes.sex;
  return {
    sex,
    ageYears: 35,
    bodyMassKg: sex === 'female' ? 58 : 70,
    heightCm: sex === 'female' ? 165 : sex === 'male' ? 177 : 171,
    fitnessLevel: 4,
    vo2maxMlPerKgMin: null,
    ftpW: null,
    sweatLevel: 5,
    saltinessLevel: 5,
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
    distanceKm: null,
    elevationGainM: null,
    altitudeM: null,
    segments: null,
    steps: null,
    ...changes,
  };
}
