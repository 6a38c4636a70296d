import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { instant, readable } from '../http/wire-fields.ts';
import { withheldSchema } from '../http/withheld-schema.ts';
import { taughtFields, tierFields } from './answers.ts';
import { sweatTestFields } from './sweat-test-requests.ts';
import { SWEAT_TEST_ALWAYS_SHOWN } from './sweat-test-wire.ts';

export const SweatTest = documented(
  z.object({
    id: z.string(),
    athlete_id: z.string(),
    ...sweatTestFields,
    food_g: z.nullable(z.number()),
    urine_ml: z.nullable(z.number()),
    intensity_level: readable(sweatTestFields.intensity_level),
    thermal_stress_level: readable(sweatTestFields.thermal_stress_level),
    weather: readable(sweatTestFields.weather),
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

export const WrittenSweatTest = withheldSchema(
  SweatTest,
  [...SWEAT_TEST_ALWAYS_SHOWN, ...Object.keys(tierFields)],
  {
    id: 'WrittenSweatTest',
    description: 'A sweat test as a token with `profile:write` and without `profile:read` sees it.',
  },
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
