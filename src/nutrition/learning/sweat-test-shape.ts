import { sweatTestResult } from '@musette/engine/learn';
import type { Texts } from '@musette/languages/texts';
import * as z from 'zod/mini';
import { exactly } from '#platform/http/answer.ts';
import type { PartnerContext, Tier } from '#platform/http/context.ts';
import { described, documented, EXAMPLE_ATHLETE_ID } from '#platform/http/openapi-metadata.ts';
import type { Scope } from '#platform/http/route.ts';
import { maySee, withheldSchema, withhold } from '#platform/http/scopes.ts';
import { toWire } from '#platform/http/wire-case.ts';
import { instant, isoInstant, readable } from '#platform/http/wire-fields.ts';
import { isoLocalOrNull, isoMoment } from '#platform/local-time.ts';
import type { AthleteRow, SweatTestRow } from '#platform/storage/athlete-schema.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';
import { teaserExtras, tierFields } from '../prescriptions/tier-shape.ts';
import { toEngineAthlete } from '../records/engine-input.ts';
import { sweatTestEvent } from './history.ts';
import { taughtFields, taughtToWire } from './learned-shape.ts';
import { massSource, type SweatTestInput, sweatTestFields } from './requests.ts';

export const SweatTest = documented(
  z.object({
    id: z.string(),
    athlete_id: z.string(),
    external_id: described(z.nullable(z.string()), 'Your identifier.'),
    ...sweatTestFields,
    source: massSource,
    food_g: z.nullable(z.number()),
    urine_ml: z.nullable(z.number()),
    urinated: readable(sweatTestFields.urinated),
    clothing_after: readable(sweatTestFields.clothing_after),
    intensity_level: readable(sweatTestFields.intensity_level),
    thermal_stress_level: readable(sweatTestFields.thermal_stress_level),
    weather: readable(sweatTestFields.weather),
    sweat_sodium_mg_per_l: z.nullable(z.number()),
    tested_at: described(z.string(), 'UTC, or the local time as sent if no time zone is known.'),
    tested_local: described(z.nullable(z.string()), 'The local time, if a time zone or an offset told it.'),
    time_zone: described(z.nullable(z.string()), "The athlete's when the test was written."),
    sweat_rate_ml_per_hr: described(
      z.number(),
      '(Weight lost + drunk + eaten − urine) per hour, corrected for breath and burnt fuel beyond two hours.',
    ),
    standard_error_ml_per_hr: described(
      z.number(),
      "From the scale's error and day-to-day variation. A wearable's is 43 % of the rate.",
    ),
    usable: described(
      z.boolean(),
      'False if the test is too short, its rate implausible, or its weight far from that of the record, such as in pounds. It then teaches nothing.',
    ),
    ...taughtFields,
    ...tierFields,
    created_at: instant,
  }),
  { id: 'SweatTest' },
);

export type SweatTest = z.output<typeof SweatTest>;

/** Members of a sweat test that are shown even without `profile:read`. */
const SWEAT_TEST_ALWAYS_SHOWN = [
  'id',
  'athlete_id',
  'created_at',
  'tier',
  'attribution',
  'subscribe_url',
] as const;

export const WrittenSweatTest = withheldSchema(SweatTest, SWEAT_TEST_ALWAYS_SHOWN, {
  id: 'WrittenSweatTest',
  description: 'A sweat test as seen by a token with `profile:write` but without `profile:read`.',
});

export type WrittenSweatTest = z.output<typeof WrittenSweatTest>;

/** Returns the scopes required to see a member of a sweat test's answer, as in `sweatTestAnswer`. */
export function scopesOfSweatTest(member: string): readonly Scope[] {
  const isAlwaysShown = [...SWEAT_TEST_ALWAYS_SHOWN, 'tier', 'attribution', 'subscribe_url'].includes(member);
  return isAlwaysShown ? [] : ['profile:read'];
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

/** Returns the answer of the route that creates a sweat test: only the fields the caller may see. */
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
 * Returns all fields of a sweat test, the sweat rate it measured and, if the tier may see it, what was
 * learned.
 */
export function sweatTestToWire(
  athlete: AthleteRow,
  test: SweatTestRow,
  tier: Tier,
  texts: Texts,
): Omit<SweatTest, keyof typeof tierFields> {
  const moment = { atMs: test.testedAt, localMs: test.testedLocal };
  const result = sweatTestResult(toEngineAthlete(athlete, test.effectiveAt), sweatTestEvent(test));
  return exactly({
    id: test.id,
    athlete_id: test.athleteId,
    external_id: test.externalId,
    type: test.type,
    duration_min: test.durationMin,
    body_mass_before_kg: test.bodyMassBeforeKg,
    body_mass_after_kg: test.bodyMassAfterKg,
    source: test.source,
    fluid_ml: test.fluidMl,
    food_g: test.foodG,
    urine_ml: test.urineMl,
    urinated: test.urinated,
    clothing_after: test.clothingAfter,
    intensity_level: test.intensityLevel,
    thermal_stress_level: test.thermalStressLevel,
    weather: toWire(test.weather),
    sweat_sodium_mg_per_l: test.sweatSodiumMgPerL,
    tested_at: isoMoment(moment),
    tested_local: isoLocalOrNull(moment),
    time_zone: test.timeZone,
    sweat_rate_ml_per_hr: Math.round(result.sweatRateMlPerHr),
    standard_error_ml_per_hr: Math.round(result.standardErrorMlPerHr),
    usable: result.usable,
    ...taughtToWire(test, tier, texts),
    created_at: isoInstant(test.createdAt),
  });
}

export const sweatTestInputExample = {
  type: 'run',
  duration_min: 60,
  body_mass_before_kg: 58.4,
  body_mass_after_kg: 57.7,
  fluid_ml: 300,
  urinated: 'no',
  clothing_after: 'dry',
  intensity_level: 6,
  weather: { temperature_c: 22, humidity_percent: 55 },
  tested_at: '2026-11-22T09:00:00Z',
} satisfies z.output<typeof SweatTestInput>;

export const sweatTestExample: SweatTest = {
  id: exampleIdOf('swt'),
  athlete_id: EXAMPLE_ATHLETE_ID,
  external_id: null,
  ...sweatTestInputExample,
  weather: { temperature_c: 22, humidity_percent: 55, shade: false },
  source: 'scale',
  food_g: null,
  urine_ml: null,
  thermal_stress_level: null,
  sweat_sodium_mg_per_l: null,
  tested_at: '2026-11-22T09:00:00.000Z',
  tested_local: '2026-11-22T10:00:00',
  time_zone: 'Europe/Berlin',
  sweat_rate_ml_per_hr: 1000,
  standard_error_ml_per_hr: 180,
  usable: true,
  learned: [
    {
      parameter: 'sweat_rate_multiplier',
      before: 1.105,
      after: 1.022,
      unit: '×',
      reason: 'a weighed session gave 1000 ml/h',
    },
  ],
  not_learned: [],
  remarks: [],
  tier: 'full',
  created_at: '2026-11-22T10:30:00.000Z',
};
