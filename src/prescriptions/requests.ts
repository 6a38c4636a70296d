import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { text } from '../http/wire-fields.ts';
import { activityFields } from '../records/activity-fields.ts';
import { engineProfileFields } from '../records/athlete-fields.ts';

export const includeExplanation = {
  include: described(z.optional(z.enum(['explanation'])), '`explanation` adds the steps behind each number.'),
};

export const Scenario = documented(
  z.strictObject({
    athlete_id: described(
      z.optional(z.nullable(text(100))),
      'A stored athlete. `profile` overrides its fields.',
    ),
    profile: z.optional(z.nullable(z.strictObject(engineProfileFields))),
    activity: z.strictObject(activityFields),
  }),
  { id: 'Scenario' },
);

/** Scenarios are `unknown` here: each is parsed on its own, so that an invalid one does not affect the others. */
export const BatchInput = documented(
  z.strictObject({ scenarios: z.array(z.unknown()).check(z.minLength(1), z.maxLength(50)) }),
  {
    id: 'BatchInput',
    description: '`scenarios` holds 1–50 bodies of `POST /v1/nutrition/calculate`.',
  },
);
