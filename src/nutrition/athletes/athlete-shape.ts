import { profileGaps } from '@musette/engine/fields';
import type { LearnedState } from '@musette/engine/learn';
import { ENGINE_VERSION } from '@musette/engine/prescribe';
import * as z from 'zod/mini';
import { ENVIRONMENTS } from '#platform/env.ts';
import { entityTag, exactly } from '#platform/http/answer.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { ErrorBody } from '#platform/http/error-codes.ts';
import { described, documented, EXAMPLE_ATHLETE_ID } from '#platform/http/openapi-metadata.ts';
import { maySee, withheldSchema, withhold } from '#platform/http/scopes.ts';
import { allReadable, between, instant, isoInstant } from '#platform/http/wire-fields.ts';
import { REGIONS, requireRegionOfShard } from '#platform/regions.ts';
import type { AthleteRow, LearnedStateRow } from '#platform/storage/athlete-schema.ts';
import { requireAddressOfAthlete } from '#platform/storage/ids.ts';
import { athleteFields, tier, wireFieldName } from '../records/athlete-fields.ts';
import { showFields } from '../records/columns-of-fields.ts';
import { toEngineAthlete } from '../records/engine-input.ts';

export const Athlete = documented(
  z.object({
    id: z.string(),
    environment: z.enum(ENVIRONMENTS),
    region: described(z.enum(REGIONS), 'Where the athlete is stored. Never changes.'),
    tier,
    ...allReadable(athleteFields),
    profile_completeness: described(between(0, 1), 'The share of a full profile that is known.'),
    missing_fields: described(
      z.array(z.string()),
      'Most valuable first, by how much each would raise confidence.',
    ),
    created_at: instant,
    updated_at: instant,
  }),
  { id: 'Athlete' },
);

export type Athlete = z.output<typeof Athlete>;

export const AthleteResults = documented(
  z.object({
    results: described(
      z.array(
        z.union([
          z.object({
            status: described(
              z.enum(['created', 'updated', 'unchanged']),
              '`unchanged`: every field sent already had that value.',
            ),
            athlete: Athlete,
          }),
          ErrorBody,
        ]),
      ),
      'One result per item, in order.',
    ),
  }),
  { id: 'AthleteResults' },
);

/** Members of an athlete that are shown even without `profile:read`. */
const ATHLETE_ALWAYS_SHOWN = ['id', 'environment', 'region', 'tier', 'created_at', 'updated_at'] as const;

export const WrittenAthlete = withheldSchema(Athlete, ATHLETE_ALWAYS_SHOWN, {
  id: 'WrittenAthlete',
  description: 'An athlete as seen by a token with `profile:write` but without `profile:read`.',
});

export type WrittenAthlete = z.output<typeof WrittenAthlete>;

/** The sandbox's marathon runner. A test compares it with the service's answer. */
export const athleteExample: Athlete = {
  id: EXAMPLE_ATHLETE_ID,
  environment: 'test',
  region: 'weur',
  tier: 'full',
  external_id: 'sandbox-marathon',
  name: 'Marathon Runner',
  email: 'marathon@sandbox.example',
  locale: null,
  time_zone: 'Europe/Berlin',
  units: null,
  vessels: [{ kind: 'flask', volume_ml: 250, count: 2 }],
  run_vessels: null,
  refills: null,
  fuel_preferences: null,
  caffeine: null,
  sex: 'female',
  birth_year: 1991,
  body_mass_kg: 58,
  height_cm: 168,
  fitness_level: 6,
  vo2max_ml_per_kg_min: null,
  ftp_w: null,
  sweat_level: 6,
  saltiness_level: null,
  sweat_rate_ml_per_hr: null,
  sweat_sodium_mg_per_l: null,
  carb_tolerance_g_per_hr: 75,
  usual_carb_g_per_hr: null,
  heat_acclimatized: null,
  gi_history: null,
  health: null,
  diet: null,
  profile_completeness: 0.47,
  missing_fields: ['sweat_rate_ml_per_hr', 'sweat_sodium_mg_per_l', 'saltiness_level'],
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
};

/** The answer to the example request that creates an athlete. */
export const createdExample: Athlete = {
  ...athleteExample,
  external_id: 'rider-1042',
  name: null,
  email: null,
  time_zone: null,
  vessels: null,
  diet: { vegan: true, gluten_free: null, caffeine_free: null },
};

/** Maps all fields of an athlete to the wire. Learned quantities count as known in `profile_completeness`. */
export function athleteToWire(athlete: AthleteRow, learned: LearnedState | null): Athlete {
  const { id, tier, createdAt, updatedAt } = athlete;
  const gaps = profileGaps(toEngineAthlete(athlete, updatedAt), learned);
  const { environment, shard } = requireAddressOfAthlete(id);
  return exactly({
    id,
    environment,
    region: requireRegionOfShard(shard),
    tier,
    ...showFields<Pick<Athlete, keyof typeof athleteFields>>(athleteFields, athlete),
    profile_completeness: Math.round(gaps.completeness * 100) / 100,
    missing_fields: gaps.missingFields.map(wireFieldName),
    created_at: isoInstant(createdAt),
    updated_at: isoInstant(updatedAt),
  });
}

/** Maps an athlete to the wire. Fields that the caller may not see are null. */
export function athleteForCaller(
  { principal }: PartnerContext,
  athlete: AthleteRow,
  learned: LearnedState | null,
): Athlete | WrittenAthlete {
  const whole = athleteToWire(athlete, learned);
  return maySee(principal, 'profile:read') ? whole : withhold(whole, ATHLETE_ALWAYS_SHOWN);
}

/**
 * Computes the entity tag of an athlete. It includes the engine version and what was learned, because
 * `missing_fields` depends on both.
 */
export function athleteTag(athlete: AthleteRow, learned: LearnedStateRow | null): Promise<string> {
  return entityTag([
    athlete.id,
    athlete.revision,
    athlete.tier,
    ENGINE_VERSION,
    ...(learned === null ? [] : [learned.revision]),
  ]);
}
