import { UNITS } from '@musette/languages/languages';
import * as z from 'zod/mini';
import { batchItems } from '#platform/http/batch.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { text } from '#platform/http/wire-fields.ts';
import { activityFields, batchedActivityFields } from '../records/activity-fields.ts';
import { engineProfileFields } from '../records/athlete-fields.ts';
import { caffeineOfActivity } from '../records/caffeine.ts';

export const includeExplanation = {
  include: described(z.optional(z.enum(['explanation'])), '`explanation` adds the steps behind each number.'),
};

const INCLUDED = ['explanation', 'trajectory', 'explanation,trajectory', 'trajectory,explanation'] as const;

export const includeBesideEnvelope = {
  include: described(
    z.optional(z.enum(INCLUDED)),
    '`explanation` adds the steps behind each number, `trajectory` weight, blood sodium and gut content over time.',
  ),
};

/** Returns whether `include` requests a member. */
export function includes(asked: string | undefined, member: 'explanation' | 'trajectory'): boolean {
  return asked?.split(',').includes(member) === true;
}

const INCLUDED_WITH_SAFETY = ['safety', 'safety,explanation'] as const;

export const includeSafety = {
  include: described(
    z.optional(z.enum(INCLUDED_WITH_SAFETY)),
    '`safety` returns the same envelope as the GET. `safety,explanation` also adds the steps behind each number.',
  ),
};

const sessionOfAnyone = {
  profile: described(
    z.optional(z.nullable(z.strictObject(engineProfileFields))),
    'Profile fields, used alone or to override those of the stored athlete.',
  ),
  activity: described(z.strictObject(activityFields), 'The session or race to calculate for.'),
  caffeine: described(
    z.optional(z.nullable(caffeineOfActivity)),
    'The same as `activity.caffeine`. Members given here take precedence.',
  ),
  units: described(
    z.optional(z.nullable(z.enum(UNITS))),
    "Units of texts. Default: the stored athlete's, else `metric`. Numbers are metric.",
  ),
};

export const Scenario = documented(
  z.strictObject({
    athlete_id: described(
      z.optional(z.nullable(text(100))),
      'A stored athlete. `profile` overrides individual fields.',
    ),
    ...sessionOfAnyone,
  }),
  { id: 'Scenario' },
);

/** A scenario without a stored athlete, for the demo that needs no key. */
export const TryScenario = documented(z.strictObject(sessionOfAnyone), {
  id: 'TryScenario',
  description: 'A body of `POST /v1/nutrition/calculate` without `athlete_id`.',
});

/** A scenario of a batch. */
export const BatchedScenario = documented(
  z.extend(Scenario, {
    activity: described(z.strictObject(batchedActivityFields), 'The session or race to calculate for.'),
  }),
  { id: 'BatchedScenario', description: 'A scenario whose course has no points.' },
);

/** Parses each scenario on its own, so that an invalid one does not affect the rest. */
export const BatchInput = documented(z.strictObject({ scenarios: batchItems(BatchedScenario, 50) }), {
  id: 'BatchInput',
  description: '`scenarios` holds 1–50 bodies of `POST /v1/nutrition/calculate`.',
});
