import * as z from 'zod';
import { instant } from '../http/wire-fields.ts';
import { attribution } from '../prescriptions/schemas.ts';

const parameter = z.enum([
  'sweat_rate_multiplier',
  'swim_sweat_rate_multiplier',
  'run_carb_tolerance',
  'bike_carb_tolerance',
  'carb_need_multiplier',
  'sweat_sodium',
]);

/** The members of every answer to something that teaches. */
export const taughtFields = {
  learned: z
    .array(
      z.object({
        parameter,
        before: z.number(),
        after: z.number(),
        unit: z.string(),
        reason: z.string().describe('Why, in words for the athlete or the coach.'),
      }),
    )
    .nullable()
    .describe(
      'What it moved, from where to where. Recomputed when the history changes. Null in teaser tier.',
    ),
  remarks: z
    .array(z.string())
    .nullable()
    .describe('What was noticed beside it, and why something did not move. Null in teaser tier.'),
};

/** The members of an answer that tell the athlete's tier. */
export const tierFields = {
  tier: z.enum(['teaser', 'full']),
  attribution: attribution.optional(),
  subscribe_url: z.url().optional().describe('Teaser tier only.'),
};

export const Learned = z
  .object({
    data: z
      .array(
        z.object({
          parameter,
          mean: z.number(),
          standard_deviation: z.number(),
          unit: z.string(),
          observations: z
            .int()
            .min(0)
            .describe('Sessions or tests that stand behind it; 0: the profile or the average.'),
          updated_at: instant.nullable().describe('When the session of the last evidence took place.'),
        }),
      )
      .describe('Empty in teaser tier.'),
    ...tierFields,
  })
  .meta({ id: 'Learned' });

export const taughtExample = {
  learned: [
    {
      parameter: 'sweat_rate_multiplier',
      before: 1,
      after: 1.083,
      unit: '×',
      reason: 'you felt dehydrated after drinking 480 ml/h',
    },
  ],
  remarks: [],
};

export const learnedExample = {
  data: [
    {
      parameter: 'sweat_rate_multiplier',
      mean: 1.083,
      standard_deviation: 0.297,
      unit: '×',
      observations: 1,
      updated_at: '2026-11-29T08:00:00.000Z',
    },
    {
      parameter: 'run_carb_tolerance',
      mean: 60,
      standard_deviation: 18,
      unit: 'g/h',
      observations: 0,
      updated_at: null,
    },
  ],
  tier: 'full',
};
