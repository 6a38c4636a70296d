import { ADULT_YEARS, type CaffeineInput, type CaffeineRequest } from '@musette/engine/caffeine';
import type { EngineActivity, EngineAthlete } from '@musette/engine/types';
import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { integerBetween, settable } from '#platform/http/wire-fields.ts';
import type { CaffeineHabits, CaffeineOfActivity, Diet } from '#platform/storage/athlete-schema.ts';
import { presentFields } from './columns-of-fields.ts';

/** The longest time before or after the start that a caffeine field may state, min. */
const TAKEN_BEFORE_MIN_MAX = 1440;
const SLEEP_AT_MIN_MAX = 4320;
const CAFFEINE_MG_MAX = 2000;

const habits = {
  wanted: described(settable(z.boolean()), 'Caffeine is planned only if this is true.'),
  usual_mg_per_day: described(
    settable(integerBetween(0, CAFFEINE_MG_MAX)),
    'Usual intake. Below 50 mg, planned doses are halved.',
  ),
  avoid: described(
    settable(z.boolean()),
    'True for arrhythmia, anxiety, medication or by choice. No caffeine is planned, and the limit is 0.',
  ),
};

/** Members of an athlete's `caffeine`. */
export const caffeineHabits = documented(z.strictObject(habits), {
  id: 'CaffeineHabits',
  description: "An athlete's caffeine preferences.",
});

/** Members of an activity's `caffeine`. They take precedence over the athlete's but cannot loosen `avoid`. */
export const caffeineOfActivity = documented(
  z.strictObject({
    ...habits,
    taken_today_mg: described(
      settable(integerBetween(0, CAFFEINE_MG_MAX)),
      'Already taken that day before the start. Counts against the limit.',
    ),
    taken_min_before_start: described(
      settable(integerBetween(0, TAKEN_BEFORE_MIN_MAX)),
      'How long before the start it was taken. If missing, just before.',
    ),
    sleep_at_min: described(
      settable(integerBetween(0, SLEEP_AT_MIN_MAX)),
      'When the athlete wants to sleep, in minutes from the start.',
    ),
  }),
  { id: 'CaffeineOfActivity', description: 'Caffeine settings for one activity.' },
);

const NO_HABITS: CaffeineHabits = { wanted: null, usualMgPerDay: null, avoid: null };
const NOTHING_SAID: CaffeineOfActivity = {
  ...NO_HABITS,
  takenTodayMg: null,
  takenMinBeforeStart: null,
  sleepAtMin: null,
};

type Input<Stored> = { readonly [Name in keyof Stored]?: Stored[Name] | undefined };

/** Merges members of an athlete's `caffeine` into the stored ones. */
export function toCaffeineHabits(
  input: Input<CaffeineHabits>,
  before: CaffeineHabits | null,
): CaffeineHabits {
  return { ...NO_HABITS, ...before, ...presentFields(input) };
}

/** Fills in the members of an activity's `caffeine` that were not sent. */
export function toCaffeineOfActivity(input: Input<CaffeineOfActivity>): CaffeineOfActivity {
  return { ...NOTHING_SAID, ...presentFields(input) };
}

interface CaffeineProfile {
  readonly caffeine: CaffeineHabits | null;
  readonly diet: Diet | null;
}

/**
 * Combines the athlete's and the activity's caffeine settings. Nothing loosens an `avoid` or a caffeine-free
 * diet.
 */
export function caffeineRequest(
  profile: CaffeineProfile,
  stated: CaffeineOfActivity | null,
): CaffeineRequest {
  const { caffeine, diet } = profile;
  return {
    wanted: stated?.wanted ?? caffeine?.wanted ?? false,
    usualMgPerDay: stated?.usualMgPerDay ?? caffeine?.usualMgPerDay ?? null,
    takenTodayMg: stated?.takenTodayMg ?? null,
    takenMinBeforeStart: stated?.takenMinBeforeStart ?? null,
    sleepAtMin: stated?.sleepAtMin ?? null,
    avoid: stated?.avoid === true || caffeine?.avoid === true,
    isDietFree: diet?.caffeineFree === true,
  };
}

/** Builds the engine's caffeine input. */
export function caffeineInput(
  request: CaffeineRequest,
  activity: EngineActivity,
  athlete: EngineAthlete,
): CaffeineInput {
  const { durationMin, intensityLevel, isRaceEvent } = activity;
  const { ageYears, bodyMassKg, health } = athlete;
  return {
    activity: { durationMin, intensityLevel, isRaceEvent },
    athlete: { ageYears, bodyMassKg, health },
    request,
  };
}

/**
 * Holds a calculation to the stored profile: a request cannot loosen the athlete's age, a condition or
 * `avoid`.
 */
export function heldToStored(asked: CaffeineInput, stored: CaffeineInput): CaffeineInput {
  const either = (name: keyof CaffeineInput['athlete']['health']) =>
    asked.athlete.health[name] || stored.athlete.health[name];
  return {
    ...asked,
    athlete: {
      ...asked.athlete,
      ageYears: youngerOf(asked.athlete.ageYears, stored.athlete.ageYears),
      health: {
        ...asked.athlete.health,
        pregnant: either('pregnant'),
        hypertension: either('hypertension'),
        kidneyDisease: either('kidneyDisease'),
        heartFailure: either('heartFailure'),
      },
    },
    request: {
      ...asked.request,
      avoid: asked.request.avoid || stored.request.avoid,
      isDietFree: asked.request.isDietFree || stored.request.isDietFree,
    },
  };
}

/**
 * Returns the more restrictive age: the lower of two. An age cleared by a request stays unknown, except for
 * minors.
 */
function youngerOf(askedYears: number | null, storedYears: number | null): number | null {
  if (askedYears !== null) return Math.min(askedYears, storedYears ?? askedYears);
  return storedYears !== null && storedYears < ADULT_YEARS ? storedYears : null;
}
