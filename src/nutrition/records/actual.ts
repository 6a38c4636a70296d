import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { integerBetween, settable, storedInstant } from '#platform/http/wire-fields.ts';
import { activityFields, durationMin } from './activity-fields.ts';

const { intensity_level, average_power_w, distance_km, elevation_gain_m, weather } = activityFields;

/** The lowest and highest mean of a session that a heart has, beats a minute. Outside, a sensor is broken. */
const HEART_RATE_MIN_BPM = 30;
const HEART_RATE_MAX_BPM = 230;

/** What was really done, where it may differ from the plan. Every member is optional. */
export const actual = documented(
  z.strictObject({
    started_at: described(settable(storedInstant()), 'When the session began, with its time zone.'),
    duration_min: described(settable(durationMin), 'From the start to the end, breaks included.'),
    distance_km,
    elevation_gain_m,
    intensity_level,
    average_power_w,
    average_heart_rate_bpm: described(
      settable(integerBetween(HEART_RATE_MIN_BPM, HEART_RATE_MAX_BPM)),
      'Average heart rate. Stored and shown.',
    ),
    weather,
    is_indoor: described(settable(z.boolean()), 'True if it took place under a roof.'),
  }),
  {
    id: 'ActualSession',
    description: 'What was really done. A member that is missing was as planned.',
  },
);
