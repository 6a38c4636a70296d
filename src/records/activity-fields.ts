import * as z from 'zod/mini';
import { MULTI_SPORT_TYPES, SINGLE_SPORT_TYPES } from '../engine/types.ts';
import { described } from '../http/openapi-metadata.ts';
import { between, integerBetween, level, settable, text } from '../http/wire-fields.ts';

export const activityType = z.enum([...SINGLE_SPORT_TYPES, ...MULTI_SPORT_TYPES]);
export const durationMin = integerBetween(1, 2880);

export const segment = z.strictObject({
  type: z.enum(SINGLE_SPORT_TYPES),
  duration_min: durationMin,
  intensity_level: settable(level),
  distance_km: described(
    settable(z.number().check(z.positive())),
    'Accepted so that inferred segments can be posted unchanged; not stored, since the calculation uses minutes.',
  ),
});

/** Fields of an activity that the engine reads; `nutrition/calculate` accepts exactly these and the labels below. */
const sessionFields = {
  intensity_level: described(
    settable(level),
    '1 very easy to 9 all out; over a whole interval session, its average.',
  ),
  thermal_stress_level: described(settable(level), '1 freezing to 9 extreme heat.'),
  is_race_event: settable(z.boolean()),
  weather: described(
    settable(
      z.strictObject({
        temperature_c: between(-40, 60),
        humidity_percent: between(0, 100),
        shade: described(settable(z.boolean()), 'Night or full shade.'),
      }),
    ),
    'Sets the thermal stress level if none is provided.',
  ),
  average_power_w: settable(between(0, 2000)),
  altitude_m: settable(between(-500, 9000)),
  segments: described(
    settable(z.array(segment).check(z.minLength(2), z.maxLength(10))),
    'Multi-sport types only. The minutes sum to `duration_min` ± 1; if missing, the usual split of the type is used.',
  ),
};

const labelFields = {
  external_id: settable(text(255, 1)),
  name: settable(text(200)),
  scheduled_at: settable(z.iso.datetime({ offset: true })),
};

export const activityFields = {
  type: activityType,
  duration_min: durationMin,
  ...sessionFields,
  ...labelFields,
};
