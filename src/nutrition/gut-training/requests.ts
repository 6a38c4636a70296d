import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { between, settable, storedInstant, text } from '#platform/http/wire-fields.ts';

/** The range of a wanted race rate, g/h. */
const WANTED_G_PER_HR = [20, 150] as const;

export const GutTrainingRequest = documented(
  z.strictObject({
    wanted_carb_g_per_hr: described(
      z.optional(z.nullable(between(...WANTED_G_PER_HR))),
      'Target carbohydrate rate for the race. Send either this or `activity_id`.',
    ),
    activity_id: described(
      z.optional(z.nullable(text(100))),
      'The race. The goal is the rate it would use with a trained gut.',
    ),
    race_at: described(
      settable(storedInstant()),
      'When the race starts. Required unless the activity is scheduled.',
    ),
  }),
  { id: 'GutTrainingRequest' },
);
