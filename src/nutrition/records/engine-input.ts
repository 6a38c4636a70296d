import type { Course } from '@musette/basics/courses';
import { engineMembers, type Fields, PROFILE_FIELDS, SESSION_FIELDS } from '@musette/engine/fields';
import type { LearnedState } from '@musette/engine/learn';
import { ENGINE_VERSION, type PrescribeInput } from '@musette/engine/prescribe';
import { type EngineActivity, type EngineAthlete, UNKNOWN_ATHLETE } from '@musette/engine/types';
import { requireFinite, requireNumberOrNull } from '#platform/finite.ts';
import type { ActivityRow, AthleteRow } from '#platform/storage/athlete-schema.ts';
import { shortDigest } from '#platform/storage/cryptography.ts';
import { caffeineInput, caffeineRequest } from './caffeine.ts';
import { unrolledSteps } from './unrolled-steps.ts';

/** Columns of a stored or overriding profile that the engine reads. Excludes names and email addresses. */
export type EngineProfile = Pick<
  AthleteRow,
  keyof typeof PROFILE_FIELDS | 'birthYear' | 'formerMassKg' | 'caffeine' | 'diet'
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
type EngineSession = Pick<
  ActivityRow,
  | keyof typeof SESSION_FIELDS
  | 'type'
  | 'durationMin'
  | 'weather'
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
  requireNumbers(PROFILE_FIELDS, profile);
  requireNumberOrNull(profile.birthYear, 'birthYear');
  requireNumberOrNull(profile.formerMassKg, 'formerMassKg');
  return {
    ...engineMembers(PROFILE_FIELDS, profile),
    ageYears: profile.birthYear === null ? null : ageYears(profile.birthYear, atMs),
    formerMassKg: profile.formerMassKg,
  };
}

/** Throws if a number of these fields is not one, because a calculation would make a dose of it. */
function requireNumbers(fields: Fields, stated: Readonly<Partial<Record<string, unknown>>>): void {
  for (const name in fields) {
    const kind = fields[name]?.kind;
    if (kind === 'number' || kind === 'level') requireNumberOrNull(stated[name] ?? null, name);
  }
}

/** Returns the year of the activity minus the year of birth (CONTRACT §5), within 5 to 130. */
function ageYears(birthYear: number, atMs: number): number {
  const years = new Date(atMs).getUTCFullYear() - birthYear;
  return Math.min(OLDEST_YEARS, Math.max(YOUNGEST_YEARS, years));
}

/** Maps a session to the engine's activity. The course fills in a missing distance and climb. */
export function toEngineActivity(session: TeachingSession): EngineActivity {
  const { type, durationMin, weather, segments, steps, course } = session;
  requireNumbers(SESSION_FIELDS, session);
  requireFinite([durationMin, weather, segments, steps, course], 'a session');
  return {
    ...engineMembers(SESSION_FIELDS, session),
    type,
    durationMin,
    weather,
    distanceKm: session.distanceKm ?? course?.distanceKm ?? null,
    elevationGainM: session.elevationGainM ?? course?.elevationGainM ?? null,
    segments,
    steps: steps && unrolledSteps(steps).map(({ name: _label, ...step }) => step),
  };
}
