import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { between, settable, text } from '../http/wire-fields.ts';

/** A slip in a field's name is one problem, not two. */
const onlyIfElseValid = {
  params: { code: 'required' },
  when: ({ issues }: { readonly issues: readonly unknown[] }) => issues.length === 0,
};

const actualIntake = z
  .strictObject({
    carbs_grams: settable(between(0, 3000)),
    fluid_ml: settable(between(0, 40_000)),
    sodium_mg: settable(between(0, 40_000)),
  })
  .check(
    z.refine(hasMember, {
      error: 'needs at least one of carbs_grams, fluid_ml, sodium_mg',
      ...onlyIfElseValid,
    }),
  );

/** What is told in feedback; an answer repeats some of it. */
export const feedbackFields = {
  gi_comfort: settable(z.enum(['excellent', 'good', 'fair', 'poor'])),
  energy_level: settable(z.enum(['surplus', 'adequate', 'low', 'bonked'])),
  hydration_feel: settable(z.enum(['over_hydrated', 'well_hydrated', 'slightly_dehydrated', 'dehydrated'])),
  notes: described(settable(text(4000)), 'Kept and exported, never used for a number.'),
  actual_intake: described(
    settable(actualIntake),
    'What was really taken during the whole session. Left out, the prescription is assumed and the answers count less.',
  ),
  body_mass_before_kg: settable(between(20, 250)),
  body_mass_after_kg: described(
    settable(between(20, 250)),
    'With the mass before and the fluid this is a sweat test, and counts as one.',
  ),
  urine_ml: settable(between(0, 10_000)),
};

export const FeedbackInput = documented(
  z
    .strictObject(feedbackFields)
    .check(z.refine(hasMember, { error: 'needs at least one field', ...onlyIfElseValid })),
  { id: 'FeedbackInput', description: 'Every field is optional; at least one is needed.' },
);

function hasMember(fields: object): boolean {
  return Object.values(fields).some((value) => value !== undefined && value !== null);
}
