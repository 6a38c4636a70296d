import type { LearnedState } from '../engine/learning.ts';
import { ENGINE_VERSION, type PrescribeInput, UNKNOWN_ATHLETE } from '../engine/prescribe.ts';
import type { EngineActivity, EngineAthlete, HealthFlags } from '../engine/types.ts';
import type { ActivityRow, AthleteRow, Health } from '../storage/athlete-schema.ts';
import { shortDigest } from '../storage/digest.ts';

/** What of a stored or overriding profile the engine reads. A name or an e-mail is not among it. */
export type EngineProfile = Pick<
  AthleteRow,
  | 'sex'
  | 'birthYear'
  | 'bodyMassKg'
  | 'heightCm'
  | 'fitnessLevel'
  | 'vo2maxMlPerKgMin'
  | 'ftpW'
  | 'sweatLevel'
  | 'saltinessLevel'
  | 'sweatRateMlPerHr'
  | 'sweatSodiumMgPerL'
  | 'carbToleranceGPerHr'
  | 'usualCarbGPerHr'
  | 'heatAcclimatized'
  | 'giHistory'
  | 'health'
>;

const { ageYears: _age, ...untold } = UNKNOWN_ATHLETE;

/** The same athlete as a profile, which tells a year for an age and may tell nothing of health. */
export const UNKNOWN_PROFILE: EngineProfile = { ...untold, birthYear: null, health: null };

/** What of an activity the engine reads, and the moment that the athlete's age is taken at. */
export type EngineSession = Pick<
  ActivityRow,
  | 'type'
  | 'durationMin'
  | 'intensityLevel'
  | 'thermalStressLevel'
  | 'isRaceEvent'
  | 'weather'
  | 'averagePowerW'
  | 'altitudeM'
  | 'segments'
  | 'effectiveAt'
>;

const YOUNGEST_YEARS = 5;
const OLDEST_YEARS = 130;

/** Everything that today's engine would calculate this prescription from. `learned` is today's, whatever the activity's date. */
export function engineInput(
  profile: EngineProfile,
  session: EngineSession,
  learned: LearnedState | null,
): PrescribeInput {
  return {
    activity: toEngineActivity(session),
    athlete: toEngineAthlete(profile, session.effectiveAt),
    learned,
  };
}

/** Identifies the inputs of a calculation: two equal fingerprints mean equal numbers. */
export function fingerprintOf(input: PrescribeInput): Promise<string> {
  return shortDigest(JSON.stringify([ENGINE_VERSION, input.activity, input.athlete, input.learned]));
}

export function toEngineAthlete(profile: EngineProfile, atMs: number): EngineAthlete {
  return {
    sex: profile.sex === 'unspecified' ? null : profile.sex,
    ageYears: profile.birthYear === null ? null : ageYears(profile.birthYear, atMs),
    bodyMassKg: profile.bodyMassKg,
    heightCm: profile.heightCm,
    fitnessLevel: profile.fitnessLevel,
    vo2maxMlPerKgMin: profile.vo2maxMlPerKgMin,
    ftpW: profile.ftpW,
    sweatLevel: profile.sweatLevel,
    saltinessLevel: profile.saltinessLevel,
    sweatRateMlPerHr: profile.sweatRateMlPerHr,
    sweatSodiumMgPerL: profile.sweatSodiumMgPerL,
    carbToleranceGPerHr: profile.carbToleranceGPerHr,
    usualCarbGPerHr: profile.usualCarbGPerHr,
    heatAcclimatized: profile.heatAcclimatized,
    giHistory: profile.giHistory,
    health: toHealthFlags(profile.health),
  };
}

/** Age = the year of the activity minus the year of birth (contract §5). */
function ageYears(birthYear: number, atMs: number): number {
  const years = new Date(atMs).getUTCFullYear() - birthYear;
  return Math.min(OLDEST_YEARS, Math.max(YOUNGEST_YEARS, years));
}

/** A condition that nobody told us of is not assumed. */
function toHealthFlags(health: Health | null): HealthFlags {
  return {
    pregnant: health?.pregnant === true,
    hypertension: health?.hypertension === true,
    kidneyDisease: health?.kidneyDisease === true,
    heartFailure: health?.heartFailure === true,
    diuretics: health?.diuretics === true,
    diabetesTreated: health?.diabetesTreated === true,
    nsaidOnRaceDay: health?.nsaidOnRaceDay === true,
    redsOrEatingDisorder: health?.redsOrEatingDisorder === true,
  };
}

export function toEngineActivity(session: EngineSession): EngineActivity {
  return {
    type: session.type,
    durationMin: session.durationMin,
    intensityLevel: session.intensityLevel,
    thermalStressLevel: session.thermalStressLevel,
    isRaceEvent: session.isRaceEvent === true,
    weather: session.weather,
    averagePowerW: session.averagePowerW,
    altitudeM: session.altitudeM,
    segments: session.segments,
  };
}
