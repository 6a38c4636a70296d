import * as z from 'zod/mini';
import { activityFields, durationMin } from '../activities/fields.ts';
import { SINGLE_SPORT_TYPES } from '../engine/types.ts';
import { described, describedCopy, documented } from '../http/documentation.ts';
import { between, instant, readable, settable } from '../http/wire-fields.ts';
import { taughtFields, tierFields } from '../learning/schemas.ts';

const bodyMassKg = between(20, 250);
const { intensity_level, thermal_stress_level, weather } = activityFields;

const sweatTestFields = {
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

export const SweatTest = documented(
  z.object({
    id: z.string(),
    athlete_id: z.string(),
    ...sweatTestFields,
    food_g: z.nullable(z.number()),
    urine_ml: z.nullable(z.number()),
    intensity_level: readable(intensity_level),
    thermal_stress_level: readable(thermal_stress_level),
    weather: readable(weather),
    sweat_sodium_mg_per_l: z.nullable(z.number()),
    tested_at: instant,
    sweat_rate_ml_per_hr: described(
      z.number(),
      '(Mass lost + drunk + eaten − urine) per hour, less breath and fuel beyond two hours.',
    ),
    standard_error_ml_per_hr: described(z.number(), 'From the scale and from how much equal days differ.'),
    usable: described(
      z.boolean(),
      'False where the test is too short or its rate not believable: it then teaches nothing.',
    ),
    ...taughtFields,
    ...tierFields,
    created_at: instant,
  }),
  { id: 'SweatTest' },
);

export const sweatTestInputExample = {
  type: 'run',
  duration_min: 60,
  body_mass_before_kg: 58.4,
  body_mass_after_kg: 57.7,
  fluid_ml: 300,
  urine_ml: 0,
  intensity_level: 6,
  weather: { temperature_c: 22, humidity_percent: 55 },
  tested_at: '2026-11-22T09:00:00Z',
};

export const sweatTestExample = {
  id: 'swt_01kajz8w3t5v9c2b7n4m6q8r0s',
  athlete_id: 'ath_t001jcc9q0x8v5n3m1t7k2b6h4dz',
  ...sweatTestInputExample,
  weather: { temperature_c: 22, humidity_percent: 55, shade: false },
  food_g: null,
  thermal_stress_level: null,
  sweat_sodium_mg_per_l: null,
  tested_at: '2026-11-22T09:00:00.000Z',
  sweat_rate_ml_per_hr: 1000,
  standard_error_ml_per_hr: 180,
  usable: true,
  learned: [
    {
      parameter: 'sweat_rate_multiplier',
      before: 1.105,
      after: 1.022,
      unit: '×',
      reason: 'a weighed session gave 1000 ml/h',
    },
  ],
  remarks: [],
  tier: 'full',
  created_at: '2026-11-22T10:30:00.000Z',
};
