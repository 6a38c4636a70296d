import * as z from 'zod/mini';
import { documented } from '../http/openapi-metadata.ts';
import { instant, readable } from '../http/wire-fields.ts';
import { taughtFields, tierFields } from './answers.ts';
import { feedbackFields } from './feedback-requests.ts';

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

export const FeedbackAnswer = documented(z.object({ ...Feedback.shape, ...tierFields }), {
  id: 'FeedbackAnswer',
  description: 'Feedback with the tier of its athlete.',
});

export const feedbackInputExample = {
  gi_comfort: 'good',
  energy_level: 'adequate',
  hydration_feel: 'dehydrated',
  notes: 'Warm last hour.',
  actual_intake: { carbs_grams: 205, fluid_ml: 1180, sodium_mg: 1100 },
};

export const feedbackExample = {
  id: 'fbk_01kajz8w3t5v9c2b7n4m6q8r0s',
  athlete_id: 'ath_t001jcc9q0x8v5n3m1t7k2b6h4dz',
  activity_id: 'act_01kajz8w3t5v9c2b7n4m6q8r0s',
  ...feedbackInputExample,
  body_mass_before_kg: null,
  body_mass_after_kg: null,
  urine_ml: null,
  learned: [
    {
      parameter: 'sweat_rate_multiplier',
      before: 1.105,
      after: 1.21,
      unit: '×',
      reason: 'you felt dehydrated after drinking 337 ml/h',
    },
    {
      parameter: 'run_carb_tolerance',
      before: 75,
      after: 80.6,
      unit: 'g/h',
      reason: 'your gut was good at 59 g/h',
    },
    {
      parameter: 'carb_need_multiplier',
      before: 1,
      after: 0.923,
      unit: '×',
      reason: 'your energy was adequate at 59 g/h',
    },
  ],
  remarks: [],
  created_at: '2026-11-29T13:00:00.000Z',
  updated_at: '2026-11-29T13:00:00.000Z',
};
