import type { Texts } from '@musette/languages/texts';
import * as z from 'zod/mini';
import { exactly } from '#platform/http/answer.ts';
import type { PartnerContext, Tier } from '#platform/http/context.ts';
import { described, documented, EXAMPLE_ATHLETE_ID } from '#platform/http/openapi-metadata.ts';
import { maySee, withhold } from '#platform/http/scopes.ts';
import { instant, isoInstant, readable } from '#platform/http/wire-fields.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';
import { teaserExtras, tierFields } from '../prescriptions/tier-shape.ts';
import { actualToWire, shownActual } from '../records/actual.ts';
import type { ShownFeedback } from '../records/read-activity.ts';
import { taughtFields, taughtToWire } from './learned-shape.ts';
import { type FeedbackInput, feedbackFields, massSource } from './requests.ts';

/** Feedback as shown with an activity. */
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
    source: massSource,
    urine_ml: z.nullable(z.number()),
    urinated: readable(feedbackFields.urinated),
    clothing_after: readable(feedbackFields.clothing_after),
    actual: described(z.nullable(shownActual), 'What was really done. Null: as planned.'),
    ...taughtFields,
    created_at: instant,
    updated_at: instant,
  }),
  { id: 'Feedback' },
);

export type Feedback = z.output<typeof Feedback>;

export const FeedbackAnswer = documented(
  z.object({
    ...Feedback.shape,
    source: z.nullable(massSource),
    ...tierFields,
  }),
  { id: 'FeedbackAnswer', description: "Feedback with the athlete's tier." },
);

export type FeedbackAnswer = z.output<typeof FeedbackAnswer>;

/** Members of feedback shown to every caller. */
const FEEDBACK_ALWAYS_SHOWN = ['id', 'athlete_id', 'activity_id', 'created_at', 'updated_at'] as const;

/** Returns all fields of feedback, with what was learned from it if the tier may see it. */
export function feedbackToWire(feedback: ShownFeedback, tier: Tier, texts: Texts): Feedback {
  const { carbsGrams, fluidMl, sodiumMg } = feedback;
  const hasNoIntake = carbsGrams === null && fluidMl === null && sodiumMg === null;
  return exactly({
    id: feedback.id,
    athlete_id: feedback.athleteId,
    activity_id: feedback.activityId,
    gi_comfort: feedback.giComfort,
    energy_level: feedback.energyLevel,
    hydration_feel: feedback.hydrationFeel,
    notes: feedback.notes,
    actual_intake: hasNoIntake ? null : { carbs_grams: carbsGrams, fluid_ml: fluidMl, sodium_mg: sodiumMg },
    body_mass_before_kg: feedback.bodyMassBeforeKg,
    body_mass_after_kg: feedback.bodyMassAfterKg,
    source: feedback.source,
    urine_ml: feedback.urineMl,
    urinated: feedback.urinated,
    clothing_after: feedback.clothingAfter,
    actual: actualToWire(feedback.actual),
    ...taughtToWire(feedback, tier, texts),
    created_at: isoInstant(feedback.createdAt),
    updated_at: isoInstant(feedback.updatedAt),
  });
}

/**
 * Returns whether the caller may read both activities and the profile: feedback also describes the athlete's
 * body.
 */
export function maySeeFeedback({ principal }: PartnerContext): boolean {
  return maySee(principal, 'activities:read', 'profile:read');
}

/** Returns the answer of the feedback routes: the fields the caller may see, and the athlete's tier. */
export async function feedbackAnswer(
  ctx: PartnerContext,
  feedback: ShownFeedback,
  tier: Tier,
  texts: Texts,
): Promise<FeedbackAnswer> {
  const whole = feedbackToWire(feedback, tier, texts);
  return exactly({
    ...(maySeeFeedback(ctx) ? whole : withhold(whole, FEEDBACK_ALWAYS_SHOWN)),
    tier,
    ...(await teaserExtras(ctx, tier, feedback.athleteId)),
  });
}

export const feedbackInputExample = {
  gi_comfort: 'good',
  energy_level: 'adequate',
  hydration_feel: 'dehydrated',
  notes: 'Warm last hour.',
  actual_intake: { carbs_grams: 205, fluid_ml: 1180, sodium_mg: 1100 },
} satisfies z.output<typeof FeedbackInput>;

export const feedbackExample: FeedbackAnswer = {
  id: exampleIdOf('fbk'),
  athlete_id: EXAMPLE_ATHLETE_ID,
  activity_id: exampleIdOf('act'),
  ...feedbackInputExample,
  body_mass_before_kg: null,
  body_mass_after_kg: null,
  source: 'scale',
  urine_ml: null,
  urinated: null,
  clothing_after: null,
  actual: null,
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
  not_learned: [],
  remarks: [],
  created_at: '2026-11-29T13:00:00.000Z',
  updated_at: '2026-11-29T13:00:00.000Z',
  tier: 'full',
};
