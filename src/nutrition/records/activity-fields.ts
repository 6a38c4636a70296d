import * as z from 'zod/mini';
import { SESSION_FIELDS } from '#core/engine/input-fields.ts';
import { MULTI_SPORT_TYPES, SINGLE_SPORT_TYPES } from '#core/engine/types.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import {
  between,
  integerBetween,
  level,
  settable,
  storedInstant,
  text,
  wireFields,
} from '#platform/http/wire-fields.ts';
import { REFILLS } from '#platform/storage/course-columns.ts';
import { caffeineOfActivity } from './caffeine.ts';
import { course, courseOutline, DISTANCE_KM_MAX, DISTANCE_KM_MIN } from './course.ts';
import { eventWeather } from './hourly-weather.ts';
import { steps } from './steps.ts';
import { vesselList } from './vessels.ts';

export const activityType = documented(z.enum([...SINGLE_SPORT_TYPES, ...MULTI_SPORT_TYPES]), {
  id: 'ActivityTypeName',
  description: 'The sport. `GET /v1/activity-types` lists the names that platforms use.',
});
export const durationMin = integerBetween(1, 2880);

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
    settable(storedInstant()),
    "Start time, within the years 1970 to 2100 in UTC. Sorts the activity in lists and determines the athlete's age.",
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
