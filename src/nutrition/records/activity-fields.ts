import { REFILLS } from '@musette/basics/courses';
import { SESSION_FIELDS, SESSION_MAX_MIN } from '@musette/engine/fields';
import { MULTI_SPORT_TYPES, type Segment, SINGLE_SPORT_TYPES } from '@musette/engine/types';
import { isVagueSport, typeOfSport } from '@musette/files/activity-types';
import * as z from 'zod/mini';
import { type Failure, invalid } from '#platform/http/errors.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import type { Camelized } from '#platform/http/wire-case.ts';
import {
  between,
  integerBetween,
  level,
  roundTo,
  settable,
  storedMomentOrDay,
  text,
  timeZone,
  wireFields,
} from '#platform/http/wire-fields.ts';
import type { ActivityRow } from '#platform/storage/athlete-schema.ts';
import { caffeineOfActivity, toCaffeineOfActivity } from './caffeine.ts';
import { mapSet, presentFields, unknownColumns } from './columns-of-fields.ts';
import { course, courseOutline, DISTANCE_KM_MAX, DISTANCE_KM_MIN, toCourse, vesselList } from './course.ts';
import { eventWeather, toEventWeather } from './hourly-weather.ts';
import { changedSchedule, effectiveAtOf, newSchedule } from './schedule.ts';
import { steps, toSteps } from './steps.ts';
import { unrolledSteps } from './unrolled-steps.ts';

/** Explains a type that another platform uses, or one that names no sport there ("Race"). */
function explainType({ input }: { readonly input?: unknown }): string | undefined {
  if (typeof input !== 'string') return undefined;
  if (isVagueSport(input)) {
    return 'does not say which sport it is. Send the sport, or `other`; `is_race_event` marks a race';
  }
  const type = typeOfSport(input);
  return type === null ? undefined : `is not one of our types. Send \`${type}\` for it`;
}

export const activityType = documented(
  z.enum([...SINGLE_SPORT_TYPES, ...MULTI_SPORT_TYPES], { error: explainType }),
  {
    id: 'ActivityTypeName',
    description: 'The sport. `GET /v1/activity-types` lists the names that platforms use.',
  },
);
export const durationMin = integerBetween(1, SESSION_MAX_MIN);

export const segment = z.strictObject({
  type: documented(z.enum(SINGLE_SPORT_TYPES), {
    id: 'SingleSportName',
    description: 'The sport of the leg.',
  }),
  duration_min: durationMin,
  intensity_level: settable(level),
  distance_km: described(
    settable(between(DISTANCE_KM_MIN, DISTANCE_KM_MAX)),
    'Sets the effort of a swim, ride, run, hike or walk, instead of the level. Takes precedence over `race_format`.',
  ),
});

const { intensity_level, thermal_stress_level, is_race_event, ...measures } = wireFields(SESSION_FIELDS);

/**
 * Fields of an activity that the engine reads. `nutrition/calculate` accepts exactly these and the labels
 * below.
 */
const sessionFields = {
  intensity_level,
  thermal_stress_level,
  is_race_event,
  weather: described(
    settable(eventWeather),
    'Sets the thermal stress level if none is provided. Hourly weather is averaged over the session or leg.',
  ),
  ...measures,
  segments: described(
    settable(z.array(segment).check(z.minLength(2), z.maxLength(10))),
    'Multi-sport types only. The minutes must sum to `duration_min` ± 1. If missing, the usual split of the type is used.',
  ),
  steps: described(
    settable(steps),
    'A structured session. The minutes must sum to `duration_min` ± 1. Sets the intensity if no level is provided: weighted by time, or on the bike by the fourth power if power is given.',
  ),
  course: described(
    settable(course),
    'The route. Its length and climb replace `distance_km` and `elevation_gain_m` if those are missing. Its points and stations shape the fuel plan.',
  ),
  vessels: described(
    settable(vesselList),
    "Bottles, flasks and bladders carried. If missing, the athlete's usual ones.",
  ),
  run_vessels: described(
    settable(vesselList),
    "Carried on the run of a triathlon or duathlon. If missing, the athlete's usual ones, else nothing.",
  ),
  refills: described(
    settable(z.enum(REFILLS)),
    "Whether bottles are refilled where no station is listed. If missing, the athlete's setting, else `assumed`.",
  ),
  caffeine: described(
    settable(caffeineOfActivity),
    "Caffeine settings for this activity. They take precedence over the athlete's.",
  ),
};

const labelFields = {
  external_id: described(settable(text(255, 1)), "The partner's own identifier, unique per athlete."),
  name: described(settable(text(200)), 'Title of the activity.'),
  scheduled_at: described(
    settable(storedMomentOrDay()),
    "Start time, within the years 1970 to 2100: an instant (`2026-11-29T08:00:00Z`, `2026-11-29T09:00:00+01:00`), or a local time (`2026-11-29T09:00:00`), which is read in the activity's time zone. A date (`2026-11-29`) is a day without a time: it is listed at noon, lasts all day, and nothing shows a clock time for it.",
  ),
  time_zone: described(
    settable(timeZone()),
    "Time zone of the place, by its IANA name. If missing, or null, the athlete's at the time of the write. A later change of the athlete's changes no activity.",
  ),
};

/** Optional fields of a request. */
export const optionalActivityFields = { ...sessionFields, ...labelFields };

/** Every field that a request sets. Answers show exactly these columns of the activity. */
export const activityFields = {
  type: activityType,
  duration_min: durationMin,
  ...optionalActivityFields,
};

/** Fields of an activity in a batch: its course has no points, so that the batch stays within its limit. */
export const batchedActivityFields = {
  ...activityFields,
  course: described(settable(courseOutline), 'The route. A batch accepts no points.'),
};

/** Fits a course of 2,000 points. Any other body is a few kilobytes. */
export const ACTIVITY_BODY_LIMIT_BYTES = 256 * 1024;

/** Members of parsed files that an activity accepts but does not store. */
const unstoredFields = {
  format: described(
    settable(text(50)),
    'Accepted so that the answer of `POST /v1/workouts/parse` can be posted unchanged. Not stored.',
  ),
};

export const ActivityInput = documented(z.strictObject({ ...activityFields, ...unstoredFields }), {
  id: 'ActivityInput',
});

export const ActivityPatch = documented(
  z.strictObject({
    ...activityFields,
    ...unstoredFields,
    type: z.optional(activityType),
    duration_min: z.optional(durationMin),
  }),
  { id: 'ActivityPatch', description: 'An absent field stays unchanged. `null` clears it.' },
);

/** Members that identify an activity of any athlete in a batch. */
const activityName = {
  athlete_id: described(z.optional(text(100)), 'The athlete. Send either this or `athlete_external_id`.'),
  athlete_external_id: described(z.optional(text(255, 1)), "The athlete's own `external_id`."),
  external_id: described(text(255, 1), 'Identifies the activity within the athlete.'),
};

export const ActivityName = documented(z.strictObject(activityName), {
  id: 'ActivityName',
  description: 'Identifies an activity of any athlete.',
});

/** An activity as sent in a batch: its identifiers and the fields to set. */
export const ActivityItem = documented(
  z.extend(ActivityPatch, { ...activityName, course: batchedActivityFields.course }),
  {
    id: 'ActivityItem',
    description:
      'An activity to create or change. An absent field stays unchanged. `null` clears it. A course of the same length keeps its stored points.',
  },
);

export type ActivityFields = Camelized<z.output<typeof ActivityInput>>;
export type ActivityChanges = Camelized<z.output<typeof ActivityPatch>>;

/** Columns of an activity that a request sets. */
export type Session = Omit<ActivityRow, 'id' | 'athleteId' | 'revision' | 'createdAt' | 'updatedAt'>;

/** Tolerance for sums: segments are whole minutes, and tools round steps. */
const SUM_SLACK_MIN = 1;
/** Floating-point error in sums of decimal minutes. */
const ROUNDING_MIN = 1e-6;

const UNKNOWN_SESSION = unknownColumns(optionalActivityFields);

/** Returns the columns that these fields set, except its schedule. Absent members are omitted, `null` clears. */
function toSessionColumns(changes: ActivityChanges) {
  const { weather, segments, steps, course, caffeine, ...flat } = changes;
  return presentFields({
    ...flat,
    // The name of a parsed file is not stored.
    format: undefined,
    scheduledAt: undefined,
    timeZone: undefined,
    weather: mapSet(weather, toEventWeather),
    segments: mapSet(segments, (all) => all.map(toSegment)),
    steps: mapSet(steps, toSteps),
    course: mapSet(course, toCourse),
    caffeine: mapSet(caffeine, toCaffeineOfActivity),
  });
}

/**
 * Returns the columns that these fields set in an activity, in the athlete's time zone unless it has its own. Absent members
 * are omitted, `null` clears.
 */
export function toActivityColumns(changes: ActivityChanges, before: ActivityRow, athleteZone: string | null) {
  const schedule = changedSchedule(before, changes, athleteZone);
  const { createdAt } = before;
  return {
    ...toSessionColumns(changes),
    ...(schedule !== before && { ...schedule, effectiveAt: effectiveAtOf(schedule, createdAt) }),
  };
}

/** Returns a session with every column set, in the athlete's time zone unless it has its own. Missing fields are null. */
export function newSession(fields: ActivityFields, athleteZone: string | null, nowMs: number): Session {
  const schedule = newSchedule(fields, athleteZone);
  const { type, durationMin } = fields;
  return {
    ...UNKNOWN_SESSION,
    ...toSessionColumns(fields),
    ...schedule,
    type,
    durationMin,
    effectiveAt: effectiveAtOf(schedule, nowMs),
  };
}

/** Rejects contradicting fields. Checks the whole session, so a PATCH cannot break the rules either. */
export function refuseSession(
  session: Pick<ActivityRow, 'type' | 'durationMin' | 'raceFormat' | 'segments' | 'steps'>,
  pointerPrefix = '',
): Failure | null {
  const { type, durationMin, raceFormat, segments, steps } = session;
  const isMultiSport = MULTI_SPORT_TYPES.some((multi) => multi === type);
  if (segments !== null && !isMultiSport) {
    const message = `is for ${MULTI_SPORT_TYPES.join(', ')} only`;
    return invalid({ pointer: `${pointerPrefix}/segments`, code: 'not_allowed', message });
  }
  if (raceFormat !== null && type !== 'triathlon') {
    const pointer = `${pointerPrefix}/race_format`;
    return invalid({ pointer, code: 'not_allowed', message: 'is for triathlon only' });
  }
  return (
    refuseSum(segments, durationMin, `${pointerPrefix}/segments`) ??
    refuseSum(steps && unrolledSteps(steps), durationMin, `${pointerPrefix}/steps`)
  );
}

function refuseSum(
  parts: readonly { readonly durationMin: number }[] | null,
  durationMin: number,
  pointer: string,
): Failure | null {
  if (parts === null) return null;
  const sumMin = parts.reduce((sum, part) => sum + part.durationMin, 0);
  if (Math.abs(sumMin - durationMin) <= SUM_SLACK_MIN + ROUNDING_MIN) return null;
  return invalid({
    pointer,
    code: 'sum_mismatch',
    message: `sums to ${roundTo(sumMin, 2)} min but duration_min is ${durationMin}; change both together`,
  });
}

function toSegment(segment: NonNullable<ActivityFields['segments']>[number]): Segment {
  return {
    type: segment.type,
    durationMin: segment.durationMin,
    intensityLevel: segment.intensityLevel ?? null,
    distanceKm: segment.distanceKm ?? null,
  };
}
