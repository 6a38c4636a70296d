import type { PartnerContext, Tier } from '../http/context.ts';
import { maySee, withhold } from '../http/scopes.ts';
import { isoInstant } from '../http/wire-fields.ts';
import { teaserExtras } from '../prescriptions/wire.ts';
import type { ShownFeedback } from '../records/read-activity.ts';
import { taughtToWire } from './wire.ts';

/** Feedback as an activity shows it inline. */
export function feedbackToWire(feedback: ShownFeedback, tier: Tier): object {
  const { carbsGrams, fluidMl, sodiumMg } = feedback;
  const nothingTold = carbsGrams === null && fluidMl === null && sodiumMg === null;
  return {
    id: feedback.id,
    athlete_id: feedback.athleteId,
    activity_id: feedback.activityId,
    gi_comfort: feedback.giComfort,
    energy_level: feedback.energyLevel,
    hydration_feel: feedback.hydrationFeel,
    notes: feedback.notes,
    actual_intake: nothingTold ? null : { carbs_grams: carbsGrams, fluid_ml: fluidMl, sodium_mg: sodiumMg },
    body_mass_before_kg: feedback.bodyMassBeforeKg,
    body_mass_after_kg: feedback.bodyMassAfterKg,
    urine_ml: feedback.urineMl,
    ...taughtToWire(feedback, tier),
    created_at: isoInstant(feedback.createdAt),
    updated_at: isoInstant(feedback.updatedAt),
  };
}

const FEEDBACK_ALWAYS_SHOWN = ['id', 'athlete_id', 'activity_id', 'created_at', 'updated_at'];

/** Feedback belongs to an activity, and tells of the athlete's body as the profile does. */
export function maySeeFeedback({ principal }: PartnerContext): boolean {
  return maySee(principal, 'activities:read', 'profile:read');
}

/** Feedback as its own routes answer it. */
export async function feedbackAnswer(
  ctx: PartnerContext,
  feedback: ShownFeedback,
  tier: Tier,
): Promise<unknown> {
  const whole = feedbackToWire(feedback, tier);
  return {
    ...(maySeeFeedback(ctx) ? whole : withhold(whole, FEEDBACK_ALWAYS_SHOWN)),
    tier,
    ...(await teaserExtras(ctx, tier, feedback.athleteId)),
  };
}
