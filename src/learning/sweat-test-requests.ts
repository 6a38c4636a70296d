import * as z from 'zod/mini';
import { SINGLE_SPORT_TYPES } from '../engine/types.ts';
import { described, describedCopy, documented } from '../http/openapi-metadata.ts';
import { between, settable } from '../http/wire-fields.ts';
import { activityFields, durationMin } from '../records/activity-fields.ts';

const bodyMassKg = between(20, 250);
const { intensity_level, thermal_stress_level, weather } = activityFields;

/** What is told of a sweat test; an answer repeats it. */
export const sweatTestFields = {
  type: z.enum(SINGLE_SPORT_TYPES),
  duration_min: durationMin,
  body_mass_before_kg: describedCopy(bodyMassKg, 'As little clothing as possible, dried off.'),
  body_mass_after_kg: bodyMassKg,
  fluid_ml: described(between(0, 40_000), 'Drunk between the two weighings.'),
  food_g: settable(between(0, 10_000)),
  urine_ml: settable(between(0, 10_000)),
  intensity_level,
  thermal_stress_level,
  weather,
  sweat_sodium_mg_per_l: described(settable(between(200, 2500)), 'From a patch or a laboratory.'),
};

export const SweatTestInput = documented(
  z.strictObject({
    ...sweatTestFields,
    tested_at: described(settable(z.iso.datetime({ offset: true })), 'Left out: now.'),
  }),
  { id: 'SweatTestInput' },
);
