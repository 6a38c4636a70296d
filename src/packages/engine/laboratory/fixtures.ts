/** Ordinary inputs, of which tests change one field at a time. */

import type { FeedbackEvent } from '../src/learning.ts';
import { type EngineActivity, type EngineAthlete, UNKNOWN_ATHLETE, UNKNOWN_SESSION } from '../src/types.ts';

export const HEALTHY = UNKNOWN_ATHLETE.health;

/** A 70 kg man or a 58 kg woman with every level stated and nothing measured. */
export function athlete(changes: Partial<EngineAthlete> = {}): EngineAthlete {
  const sex = changes.sex === undefined ? 'male' : changes.sex;
  return {
    ...UNKNOWN_ATHLETE,
    sex,
    ageYears: 35,
    bodyMassKg: sex === 'female' ? 58 : 70,
    heightCm: sex === 'female' ? 165 : sex === 'male' ? 177 : 171,
    fitnessLevel: 4,
    sweatLevel: 5,
    saltinessLevel: 5,
    heatAcclimatized: false,
    ...changes,
  };
}

/** A run of one hour at level 5 in mild weather. */
export function activity(changes: Partial<EngineActivity> = {}): EngineActivity {
  return {
    ...UNKNOWN_SESSION,
    type: 'run',
    durationMin: 60,
    intensityLevel: 5,
    thermalStressLevel: 5,
    ...changes,
  };
}

/** Feedback on such a run that reports nothing. */
export function emptyFeedback(changes: Partial<FeedbackEvent> = {}): FeedbackEvent {
  return {
    kind: 'feedback',
    id: 'report',
    atMs: 0,
    activity: activity(),
    prescribed: null,
    giComfort: null,
    energyLevel: null,
    hydrationFeel: null,
    carbsGrams: null,
    fluidMl: null,
    bodyMassBeforeKg: null,
    bodyMassAfterKg: null,
    urineMl: null,
    urinated: null,
    clothingAfter: null,
    isDayOnly: false,
    source: 'scale',
    ...changes,
  };
}
