import {
  initialState,
  type LearnedChange,
  type LearnedState,
  learnedValues,
  sweatTestResult,
} from '../engine/learning.ts';
import type { Note } from '../engine/types.ts';
import { exactly } from '../http/answer.ts';
import type { PartnerContext, Tier } from '../http/context.ts';
import type { Scope } from '../http/route.ts';
import { maySee, withhold } from '../http/scopes.ts';
import { toWire } from '../http/wire-case.ts';
import { isoInstant, isoInstantOrNull, roundTo } from '../http/wire-fields.ts';
import type { Texts } from '../languages/texts.ts';
import type { tierFields } from '../prescriptions/answers.ts';
import { teaserExtras } from '../prescriptions/wire.ts';
import { toEngineAthlete } from '../records/engine-input.ts';
import { noteToWire } from '../records/note-text.ts';
import type { ShownFeedback } from '../records/read-activity.ts';
import type { AthleteRow, SweatTestRow } from '../storage/athlete-schema.ts';
import {
  type Feedback,
  type FeedbackAnswer,
  type Learned,
  SWEAT_TEST_ALWAYS_SHOWN,
  type SweatTest,
  type WrittenSweatTest,
} from './answers.ts';
import { sweatTestEvent } from './history.ts';
import { whyNotLearned } from './not-learned.ts';

/** Members of feedback that every caller sees. */
const FEEDBACK_ALWAYS_SHOWN = ['id', 'athlete_id', 'activity_id', 'created_at', 'updated_at'] as const;

/** Returns the scopes that a token needs to see a member of a sweat test's answer: those by which `sweatTestAnswer` decides. */
export function scopesOfSweatTest(member: string): readonly Scope[] {
  const isAlwaysShown = [...SWEAT_TEST_ALWAYS_SHOWN, 'tier', 'attribution', 'subscribe_url'].includes(member);
  return isAlwaysShown ? [] : ['profile:read'];
}

/** Useful decimal places, by unit. */
const DECIMALS: Readonly<Record<string, number>> = { '×': 3, 'g/h': 1, 'mg/L': 0 };

/** Returns all fields of feedback and, if the tier may see it, what was learned from it. */
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
    urine_ml: feedback.urineMl,
    ...taughtToWire(feedback, tier, texts),
    created_at: isoInstant(feedback.createdAt),
    updated_at: isoInstant(feedback.updatedAt),
  });
}

/** Returns true if the caller may read both activities and the profile: feedback describes the athlete's body, too. */
export function maySeeFeedback({ principal }: PartnerContext): boolean {
  return maySee(principal, 'activities:read', 'profile:read');
}

/** Returns the answer of the feedback routes: the fields that the caller may see, and the athlete's tier. */
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

/** Returns the answer of the routes that read sweat tests: all fields, and the athlete's tier. */
export async function sweatTestAnswer(
  ctx: PartnerContext,
  athlete: AthleteRow,
  test: SweatTestRow,
  texts: Texts,
): Promise<SweatTest> {
  const { tier } = athlete;
  const extras = await teaserExtras(ctx, tier, athlete.id);
  return exactly({ ...sweatTestToWire(athlete, test, tier, texts), tier, ...extras });
}

/** Returns the answer of the route that creates a sweat test: only the fields that the caller may see. */
export async function writtenSweatTestAnswer(
  ctx: PartnerContext,
  athlete: AthleteRow,
  test: SweatTestRow,
  texts: Texts,
): Promise<SweatTest | WrittenSweatTest> {
  const whole = await sweatTestAnswer(ctx, athlete, test, texts);
  return maySee(ctx.principal, 'profile:read') ? whole : withhold(whole, SWEAT_TEST_ALWAYS_SHOWN);
}

/**
 * Returns all fields of a sweat test, the sweat rate it measured and, if the tier may see it, what was learned from it.
 */
export function sweatTestToWire(
  athlete: AthleteRow,
  test: SweatTestRow,
  tier: Tier,
  texts: Texts,
): Omit<SweatTest, keyof typeof tierFields> {
  const result = sweatTestResult(toEngineAthlete(athlete, test.testedAt), sweatTestEvent(test));
  return exactly({
    id: test.id,
    athlete_id: test.athleteId,
    type: test.type,
    duration_min: test.durationMin,
    body_mass_before_kg: test.bodyMassBeforeKg,
    body_mass_after_kg: test.bodyMassAfterKg,
    fluid_ml: test.fluidMl,
    food_g: test.foodG,
    urine_ml: test.urineMl,
    intensity_level: test.intensityLevel,
    thermal_stress_level: test.thermalStressLevel,
    weather: toWire(test.weather),
    sweat_sodium_mg_per_l: test.sweatSodiumMgPerL,
    tested_at: isoInstant(test.testedAt),
    sweat_rate_ml_per_hr: Math.round(result.sweatRateMlPerHr),
    standard_error_ml_per_hr: Math.round(result.standardErrorMlPerHr),
    usable: result.usable,
    ...taughtToWire(test, tier, texts),
    created_at: isoInstant(test.createdAt),
  });
}

/** Returns the quantities that an event changed, or why it changed none, and its remarks; null in teaser tier. */
function taughtToWire(
  {
    changes,
    remarks,
  }: { readonly changes: readonly LearnedChange[]; readonly remarks: readonly (Note | string)[] },
  tier: Tier,
  texts: Texts,
): Pick<Feedback, 'learned' | 'not_learned' | 'remarks'> {
  if (tier === 'teaser') return { learned: null, not_learned: null, remarks: null };
  return {
    learned: changes.map(({ parameter, before, after, unit, reason }) => ({
      parameter,
      before: rounded(before, unit),
      after: rounded(after, unit),
      unit,
      reason: noteToWire(reason, texts),
    })),
    not_learned: whyNotLearned({ changes, remarks }, texts),
    remarks: remarks.map((remark) => noteToWire(remark, texts)),
  };
}

/** Returns the current estimate of every quantity that can be learned, and the number of observations behind it. */
export function learnedToWire(
  athlete: AthleteRow,
  state: LearnedState | null,
  nowMs: number,
): Learned['data'] {
  const known = toEngineAthlete(athlete, nowMs);
  return learnedValues(known, state ?? initialState(known)).map(
    ({ parameter, mean, standardDeviation, unit, observations, updatedAtMs }) => ({
      parameter,
      mean: rounded(mean, unit),
      standard_deviation: standardDeviation === null ? null : rounded(standardDeviation, unit),
      unit,
      observations,
      updated_at: isoInstantOrNull(updatedAtMs),
    }),
  );
}

function rounded(value: number, unit: string): number {
  return roundTo(value, DECIMALS[unit] ?? 3);
}
