import type { LearnedState } from '#core/engine/learning.ts';
import { ENGINE_VERSION, type PrescribeInput } from '#core/engine/prescribe.ts';
import { UNKNOWN_ATHLETE } from '#core/engine/profile-gaps.ts';
import type { EngineActivity, EngineAthlete, HealthFlags } from '#core/engine/types.ts';
import type { ActivityRow, AthleteRow, Health } from '#platform/storage/athlete-schema.ts';
import type { Course } from '#platform/storage/course-columns.ts';
import { shortDigest } from '#platform/storage/digest.ts';
import { caffeineInput, caffeineRequest } from './caffeine.ts';
import { unrolledSteps } from './unrolled-steps.ts';

/** Columns of a stored or overriding profile that the engine reads. Excludes names and email addresses. */
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
  | 'caffeine'
  | 'diet'
>;

const { ageYears: _age, ...unknown } = UNKNOWN_ATHLETE;

/** The profile of an unknown athlete: a year of birth instead of an age, and no health conditions. */
export const UNKNOWN_PROFILE: EngineProfile = {
  ...unknown,
  birthYear: null,
  health: null,
  caffeine: null,
  diet: null,
};

/** Columns of an activity that the engine reads, and the moment that determines the athlete's age. */
export type EngineSession = Pick<
  ActivityRow,
  | 'type'
  | 'durationMin'
  | 'intensityLevel'
  | 'thermalStressLevel'
  | 'isRaceEvent'
  | 'weather'
  | 'averagePowerW'
  | 'distanceKm'
  | 'elevationGainM'
  | 'altitudeM'
  | 'segments'
  | 'steps'
  | 'course'
  | 'caffeine'
  | 'effectiveAt'
>;

/** The columns from which the engine's activity is built. */
export type TeachingSession = Omit<EngineSession, 'caffeine' | 'course' | 'effectiveAt'> & {
  readonly course: Pick<Course, 'distanceKm' | 'elevationGainM'> | null;
};

const YOUNGEST_YEARS = 5;
const OLDEST_YEARS = 130;

/** Builds the engine's input for a prescription. `learned` is the current state, even for a past activity. */
export function engineInput(
  profile: EngineProfile,
  session: EngineSession,
  learned: LearnedState | null,
): PrescribeInput {
  const activity = toEngineActivity(session);
  const athlete = toEngineAthlete(profile, session.effectiveAt);
  const caffeine = caffeineInput(caffeineRequest(profile, session.caffeine), activity, athlete);
  return { activity, athlete, learned, caffeine };
}

/** Hashes the inputs of a calculation: two equal fingerprints mean equal numbers. */
export function fingerprintOf(input: PrescribeInput): Promise<string> {
  return shortDigest(fingerprintText(input));
}

/** Returns the text that a fingerprint hashes. */
export function fingerprintText({ activity, athlete, learned, caffeine }: PrescribeInput): string {
  const asked = caffeine?.request.wanted ? caffeine.request : null;
  return JSON.stringify([ENGINE_VERSION, activity, athlete, learned, asked]);
}

/** Maps a profile to the engine's athlete, with the age at `atMs`. */
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

/** Returns the year of the activity minus the year of birth (CONTRACT §5), within 5 to 130. */
function ageYears(birthYear: number, atMs: number): number {
  const years = new Date(atMs).getUTCFullYear() - birthYear;
  return Math.min(OLDEST_YEARS, Math.max(YOUNGEST_YEARS, years));
}

/** Maps conditions to flags. Missing conditions are assumed absent. */
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
    lowSodiumBefore: health?.lowSodiumBefore === true,
    waterRetainingDrug: health?.waterRetainingDrug === true,
    heatIllnessHistory: health?.heatIllnessHistory === true,
  };
}

/** Maps a session to the engine's activity. The course fills in a missing distance and climb. */
export function toEngineActivity(session: TeachingSession): EngineActivity {
  const { steps, course } = session;
  return {
    type: session.type,
    durationMin: session.durationMin,
    intensityLevel: session.intensityLevel,
    thermalStressLevel: session.thermalStressLevel,
    isRaceEvent: session.isRaceEvent === true,
    weather: session.weather,
    averagePowerW: session.averagePowerW,
    distanceKm: session.distanceKm ?? course?.distanceKm ?? null,
    elevationGainM: session.elevationGainM ?? course?.elevationGainM ?? null,
    altitudeM: session.altitudeM,
    segments: session.segments,
    steps: steps && unrolledSteps(steps).map(({ name: _label, ...step }) => step),
  };
}
