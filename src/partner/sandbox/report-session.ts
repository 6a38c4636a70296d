import type { RandomSource } from '@musette/basics/random-source';
import type { EnergyLevel, GiComfort, HydrationFeel } from '@musette/engine/learn';
import { prescribe } from '@musette/engine/prescribe';
import type { FeedbackEvidence, SweatTestEvidence } from '#nutrition/learning/history.ts';
import { engineInput } from '#nutrition/records/engine-input.ts';
import type { ActivityRow, AthleteRow, FeedbackRow } from '#platform/storage/athlete-schema.ts';
import type { ShownNumbers } from '#platform/storage/prescription-columns.ts';
import type { StandardAthlete } from './standard-athletes.ts';

/** An athlete's report on a session, in the columns of feedback. */
export type SessionReport = Omit<FeedbackEvidence, 'id' | 'activityId' | 'sessionAt' | 'prescribed'> &
  Pick<FeedbackRow, 'notes' | 'sodiumMg'>;

const NOTES: readonly string[] = [
  'Felt strong to the end.',
  'Bottles were empty twenty minutes early.',
  'Warm wind, drank more than planned.',
  'Forgot one gel.',
  'Legs heavy from yesterday.',
];

/** Weight loss, in percent, from which athletes report a feeling. Engineering choice. */
const FEELS: readonly (readonly [fromPercent: number, feel: HydrationFeel])[] = [
  [2.2, 'dehydrated'],
  [1.2, 'slightly_dehydrated'],
  [-0.4, 'well_hydrated'],
];

/**
 * Simulates this athlete's report on a session. Returns null if there is none. The athlete took roughly what
 * was prescribed. Sweat, gut and weighing follow the athlete's true values, which the profile does not
 * contain.
 */
export function reportSession(
  standard: StandardAthlete,
  athlete: AthleteRow,
  activity: ActivityRow,
  prescription: ShownNumbers,
  random: RandomSource,
): SessionReport | null {
  // Drawn even without a report, so that the numbers of later sessions do not depend on it.
  const reports = random.uniform();
  const drank = random.uniform();
  const ate = random.uniform();
  const salted = random.uniform();
  const weighs = random.uniform();
  const note = random.uniform();
  if (reports >= standard.feedbackShare) return null;
  const hours = activity.durationMin / 60;
  const fluidMl = tens(prescription.fluidMlPerHr * hours * (0.6 + 0.5 * drank));
  const carbsGrams = Math.round(prescription.carbGPerHr * hours * (0.6 + 0.5 * ate));
  const sodiumMg = tens(prescription.sodiumMgPerHr * hours * (0.6 + 0.5 * salted));
  const lostKg = trueSweatL(standard, athlete, activity) - fluidMl / 1000;
  const bodyMassKg = athlete.bodyMassKg ?? 70;
  const scale = weighs < 0.3 ? { before: bodyMassKg, after: tenths(bodyMassKg - lostKg) } : null;
  return {
    giComfort: gutOf(carbsGrams / hours, standard.trueGutGPerHr),
    energyLevel: energyOf(carbsGrams, prescription.totalCarbG, hours),
    hydrationFeel: FEELS.find(([from]) => (lostKg / bodyMassKg) * 100 >= from)?.[1] ?? 'over_hydrated',
    notes: note < 0.3 ? (NOTES[Math.floor((note / 0.3) * NOTES.length)] ?? null) : null,
    carbsGrams,
    fluidMl,
    sodiumMg,
    bodyMassBeforeKg: scale?.before ?? null,
    bodyMassAfterKg: scale?.after ?? null,
    source: standard.massSource ?? 'scale',
    urineMl: null,
    urinated: scale === null || standard.massSource === 'wearable' ? null : 'no',
    clothingAfter: scale === null || standard.massSource === 'wearable' ? null : 'dry',
    actual: null,
  };
}

/** Simulates a sweat test on this session. */
export function weighSelf(
  standard: StandardAthlete,
  athlete: AthleteRow,
  activity: ActivityRow,
  random: RandomSource,
): Omit<SweatTestEvidence, 'id' | 'effectiveAt' | 'type'> {
  const fluidMl = tens((activity.durationMin / 60) * random.within(450, 80, 200, 700));
  const bodyMassBeforeKg = athlete.bodyMassKg ?? 70;
  const lostKg = trueSweatL(standard, athlete, activity) - fluidMl / 1000;
  return {
    durationMin: activity.durationMin,
    intensityLevel: activity.intensityLevel,
    thermalStressLevel: null,
    weather: activity.weather && 'temperatureC' in activity.weather ? activity.weather : null,
    bodyMassBeforeKg,
    bodyMassAfterKg: tenths(bodyMassBeforeKg - lostKg),
    source: 'scale',
    fluidMl,
    foodG: null,
    urineMl: null,
    urinated: 'no',
    clothingAfter: 'dry',
    sweatSodiumMgPerL: null,
  };
}

/**
 * Returns the true sweat loss of a session in litres: the engine's prediction from the profile times the true
 * multiplier.
 */
function trueSweatL(standard: StandardAthlete, athlete: AthleteRow, activity: ActivityRow): number {
  const { sweatRateLPerHr } = prescribe(engineInput(athlete, activity, null)).diagnostics;
  return sweatRateLPerHr * standard.trueSweatMultiplier * (activity.durationMin / 60);
}

function gutOf(carbGPerHr: number, gutGPerHr: number): GiComfort {
  const load = carbGPerHr / gutGPerHr;
  if (load > 1.15) return 'poor';
  if (load > 1) return 'fair';
  return load > 0.7 ? 'good' : 'excellent';
}

function energyOf(eatenG: number, prescribedG: number, hours: number): EnergyLevel {
  if (prescribedG === 0 || hours < 1.25) return 'adequate';
  const share = eatenG / prescribedG;
  if (share < 0.65) return hours > 3 ? 'bonked' : 'low';
  return share > 1.05 ? 'surplus' : 'adequate';
}

function tens(value: number): number {
  return Math.round(value / 10) * 10;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
