import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { instant, readable } from '../http/wire-fields.ts';
import { withheldSchema } from '../http/withheld-schema.ts';
import { tierFields } from '../prescriptions/answers.ts';
import { NOT_LEARNED_CODES } from './not-learned.ts';
import { feedbackFields, sweatTestFields } from './requests.ts';

const parameter = z.enum([
  'sweat_rate_multiplier',
  'bike_sweat_rate_multiplier',
  'swim_sweat_rate_multiplier',
  'answer_bias_percent',
  'run_carb_tolerance',
  'bike_carb_tolerance',
  'practised_run_carb',
  'practised_bike_carb',
  'carb_need_multiplier',
  'sweat_sodium',
]);

/** Members of every answer about evidence: what it taught. */
const taughtFields = {
  learned: described(
    z.nullable(
      z.array(
        z.object({
          parameter,
          before: z.number(),
          after: z.number(),
          unit: z.string(),
          reason: described(z.string(), 'Why, in words for the athlete or the coach.'),
        }),
      ),
    ),
    'The quantities that it moved, with the values before and after. Recomputed when the history changes. Null in teaser tier.',
  ),
  not_learned: described(
    z.nullable(
      z.array(
        z.object({
          code: described(z.enum(NOT_LEARNED_CODES), 'The reason, to branch on.'),
          message: described(z.string(), 'The reason in words for the athlete.'),
        }),
      ),
    ),
    'Why it moved no quantity. Empty if `learned` is not; null in teaser tier.',
  ),
  remarks: described(
    z.nullable(z.array(z.string())),
    'Other observations, and why a quantity did not move. Null in teaser tier.',
  ),
};

/** Feedback as an activity shows it. */
export const Feedback = documented(
  z.object({
    id: z.string(),
    athlete_id: z.string(),
    activity_id: z.string(),
    gi_comfort: readable(feedbackFields.gi_comfort),
    energy_level: readable(feedbackFields.energy_level),
    hydration_feel: readable(feedbackFields.hydration_feel),
    notes: z.nullable(z.string()),
    actual_intake: z.nullable(
      z.object({
        carbs_grams: z.nullable(z.number()),
        fluid_ml: z.nullable(z.number()),
        sodium_mg: z.nullable(z.number()),
      }),
    ),
    body_mass_before_kg: z.nullable(z.number()),
    body_mass_after_kg: z.nullable(z.number()),
    urine_ml: z.nullable(z.number()),
    ...taughtFields,
    created_at: instant,
    updated_at: instant,
  }),
  { id: 'Feedback' },
);

export type Feedback = z.output<typeof Feedback>;

export const FeedbackAnswer = documented(z.object({ ...Feedback.shape, ...tierFields }), {
  id: 'FeedbackAnswer',
  description: "Feedback with its athlete's tier.",
});

export type FeedbackAnswer = z.output<typeof FeedbackAnswer>;

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
    standard_error_ml_per_hr: described(
      z.number(),
      'From the error of the scale and the variation between days.',
    ),
    usable: described(
      z.boolean(),
      'False if the test is too short or its rate implausible: it then teaches nothing.',
    ),
    ...taughtFields,
    ...tierFields,
    created_at: instant,
  }),
  { id: 'SweatTest' },
);

export type SweatTest = z.output<typeof SweatTest>;

/** Members of a sweat test that a caller without `profile:read` sees too. */
export const SWEAT_TEST_ALWAYS_SHOWN = [
  'id',
  'athlete_id',
  'created_at',
  'tier',
  'attribution',
  'subscribe_url',
] as const;

export const WrittenSweatTest = withheldSchema(SweatTest, SWEAT_TEST_ALWAYS_SHOWN, {
  id: 'WrittenSweatTest',
  description: 'A sweat test as a token with `profile:write` and without `profile:read` sees it.',
});

export type WrittenSweatTest = z.output<typeof WrittenSweatTest>;

export const Learned = documented(
  z.object({
    data: described(
      z.array(
        z.object({
          parameter,
          mean: z.number(),
          standard_deviation: described(
            z.nullable(z.number()),
            'Null for a practised dose: it was noted, not estimated.',
          ),
          unit: z.string(),
          observations: described(
            z.int().check(z.gte(0)),
            'Sessions or tests behind the estimate; 0: it comes from the profile or the average.',
          ),
          updated_at: described(z.nullable(instant), 'The time of the session that gave the last evidence.'),
        }),
      ),
      'Empty in teaser tier.',
    ),
    ...tierFields,
  }),
  { id: 'Learned' },
);

export type Learned = z.output<typeof Learned>;
