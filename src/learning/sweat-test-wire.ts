import { type SweatTestResult, sweatTestResult } from '../engine/learning.ts';
import { planEvent } from '../engine/plan.ts';
import type { PartnerContext, Tier } from '../http/context.ts';
import { maySee, withhold } from '../http/scopes.ts';
import { toWire } from '../http/wire-case.ts';
import { isoInstant } from '../http/wire-fields.ts';
import { teaserExtras } from '../prescriptions/wire.ts';
import { toEngineAthlete } from '../records/engine-input.ts';
import type { AthleteRow, SweatTestRow } from '../storage/athlete-schema.ts';
import { sweatTestEvent } from './history.ts';
import { taughtToWire } from './wire.ts';

/** Members of a sweat test that a caller without `profile:read` sees too. */
export const SWEAT_TEST_ALWAYS_SHOWN = ['id', 'athlete_id', 'created_at'];

/** A sweat test of this athlete as this caller may see it, with the sweat rate that it gives. */
export async function sweatTestToWire(
  ctx: PartnerContext,
  athlete: AthleteRow,
  test: SweatTestRow,
): Promise<unknown> {
  const { tier } = athlete;
  const whole = sweatTestFieldsToWire(athlete, test, tier);
  return {
    ...(maySee(ctx.principal, 'profile:read') ? whole : withhold(whole, SWEAT_TEST_ALWAYS_SHOWN)),
    tier,
    ...(await teaserExtras(ctx, tier, athlete.id)),
  };
}

/** The test itself, with what the tier may see of what it taught. */
export function sweatTestFieldsToWire(athlete: AthleteRow, test: SweatTestRow, tier: Tier) {
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

/** The same result that the test taught with: beyond two hours it depends on how hard this athlete worked. */
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
