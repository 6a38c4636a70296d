import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { instant } from '../http/wire-fields.ts';
import { attribution } from '../prescriptions/answers.ts';

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
    'What it moved, from where to where. Recomputed when the history changes. Null in teaser tier.',
  ),
  remarks: described(
    z.nullable(z.array(z.string())),
    'What was noticed beside it, and why something did not move. Null in teaser tier.',
  ),
};

/** The members of an answer that tell the athlete's tier. */
export const tierFields = {
  tier: z.enum(['teaser', 'full']),
  attribution: z.optional(attribution),
  subscribe_url: described(z.optional(z.url()), 'Teaser tier only.'),
};

export const Learned = documented(
  z.object({
    data: described(
      z.array(
        z.object({
          parameter,
          mean: z.number(),
          standard_deviation: z.number(),
          unit: z.string(),
          observations: described(
            z.int().check(z.gte(0)),
            'Sessions or tests that stand behind it; 0: the profile or the average.',
          ),
          updated_at: described(z.nullable(instant), 'When the session of the last evidence took place.'),
        }),
      ),
      'Empty in teaser tier.',
    ),
    ...tierFields,
  }),
  { id: 'Learned' },
);

export const learnedExample = {
  data: [
    quantity('sweat_rate_multiplier', 1.21, 0.267, '×', 1),
    quantity('swim_sweat_rate_multiplier', 1.105, 0.276, '×', 0),
    quantity('run_carb_tolerance', 80.6, 14.7, 'g/h', 1),
    quantity('bike_carb_tolerance', 77.8, 18, 'g/h', 0),
    quantity('carb_need_multiplier', 0.923, 0.147, '×', 1),
    quantity('sweat_sodium', 846, 254, 'mg/L', 0),
  ],
  tier: 'full',
};

function quantity(name: string, mean: number, deviation: number, unit: string, observations: number) {
  return {
    parameter: name,
    mean,
    standard_deviation: deviation,
    unit,
    observations,
    updated_at: observations === 0 ? null : '2026-11-29T08:00:00.000Z',
  };
}
