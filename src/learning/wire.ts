import {
  initialState,
  type LearnedChange,
  type LearnedState,
  learnedValues,
  type SweatTestResult,
  sweatTestResult,
} from '../engine/learning.ts';
import { planEvent } from '../engine/plan.ts';
import type { PartnerContext, Tier } from '../http/context.ts';
import { maySee, withhold } from '../http/scopes.ts';
import { toWire } from '../http/wire-case.ts';
import { isoInstant, isoInstantOrNull } from '../http/wire-fields.ts';
import { teaserExtras } from '../prescriptions/wire.ts';
import { toEngineAthlete } from '../records/engine-input.ts';
import type { ShownFeedback } from '../records/read-activity.ts';
import type { AthleteRow, SweatTestRow } from '../storage/athlete-schema.ts';
import { sweatTestEvent } from './history.ts';

/** Members of feedback that every caller sees. */
const FEEDBACK_ALWAYS_SHOWN = ['id', 'athlete_id', 'activity_id', 'created_at', 'updated_at'];

/** Members of a sweat test that a caller without `profile:read` sees too. */
export const SWEAT_TEST_ALWAYS_SHOWN = ['id', 'athlete_id', 'created_at'];

/** Decimals that a person would read, by unit. */
const DECIMALS: Readonly<Record<string, number>> = { '×': 3, 'g/h': 1, 'mg/L': 0 };

/** Returns all fields of feedback, with what the tier may see of what it taught. */
export function feedbackToWire(feedback: ShownFeedback, tier: Tier): object {
  const { carbsGrams, fluidMl, sodiumMg } = feedback;
  const hasNoIntake = carbsGrams === null && fluidMl === null && sodiumMg === null;
  return {
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
    ...taughtToWire(feedback, tier),
    created_at: isoInstant(feedback.createdAt),
    updated_at: isoInstant(feedback.updatedAt),
  };
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
): Promise<unknown> {
  const whole = feedbackToWire(feedback, tier);
  return {
    ...(maySeeFeedback(ctx) ? whole : withhold(whole, FEEDBACK_ALWAYS_SHOWN)),
    tier,
    ...(await teaserExtras(ctx, tier, feedback.athleteId)),
  };
}

/** Returns the answer of the sweat-test routes: the fields that the caller may see, and the athlete's tier. */
export async function sweatTestAnswer(
  ctx: PartnerContext,
  athlete: AthleteRow,
  test: SweatTestRow,
): Promise<unknown> {
  const { tier } = athlete;
  const whole = sweatTestToWire(athlete, test, tier);
  return {
    ...(maySee(ctx.principal, 'profile:read') ? whole : withhold(whole, SWEAT_TEST_ALWAYS_SHOWN)),
    tier,
    ...(await teaserExtras(ctx, tier, athlete.id)),
  };
}

/** Returns all fields of a sweat test and the sweat rate it measured, with what the tier may see of what it taught. */
export function sweatTestToWire(athlete: AthleteRow, test: SweatTestRow, tier: Tier): object {
  const result = resultOf(athlete, test);
  return {
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
    ...taughtToWire(test, tier),
    created_at: isoInstant(test.createdAt),
  };
}

/** Repeats the result that the test taught with: beyond two hours it depends on how hard this athlete worked. */
function resultOf(athlete: AthleteRow, test: SweatTestRow): SweatTestResult {
  const { type, durationMin, intensityLevel, thermalStressLevel, weather } = test;
  const plan = planEvent({
    activity: {
      type,
      durationMin,
      intensityLevel,
      thermalStressLevel,
      isRaceEvent: false,
      weather,
      averagePowerW: null,
      altitudeM: null,
      segments: null,
    },
    athlete: toEngineAthlete(athlete, test.testedAt),
    learned: null,
  });
  return sweatTestResult(sweatTestEvent(test), plan.legs[0]?.effort.metabolicRateW);
}

/** Returns the quantities that an event moved and the remarks beside them; both null in teaser tier. */
function taughtToWire(
  { changes, remarks }: { readonly changes: readonly LearnedChange[]; readonly remarks: readonly string[] },
  tier: Tier,
): { learned: unknown; remarks: unknown } {
  if (tier === 'teaser') return { learned: null, remarks: null };
  return {
    learned: changes.map(({ parameter, before, after, unit, reason }) => ({
      parameter,
      before: rounded(before, unit),
      after: rounded(after, unit),
      unit,
      reason,
    })),
    remarks,
  };
}

/** Returns the present estimate of every quantity that can be learned, and the number of observations behind it. */
export function learnedToWire(athlete: AthleteRow, state: LearnedState | null, nowMs: number): unknown[] {
  const estimates = state ?? initialState(toEngineAthlete(athlete, nowMs));
  return learnedValues(estimates).map(
    ({ parameter, mean, standardDeviation, unit, observations, updatedAtMs }) => ({
      parameter,
      mean: rounded(mean, unit),
      standard_deviation: rounded(standardDeviation, unit),
      unit,
      observations,
      updated_at: isoInstantOrNull(updatedAtMs),
    }),
  );
}

function rounded(value: number, unit: string): number {
  const scale = 10 ** (DECIMALS[unit] ?? 3);
  return Math.round(value * scale) / scale;
}
