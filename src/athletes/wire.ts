import type { LearnedState } from '../engine/learning.ts';
import { profileGaps } from '../engine/prescribe.ts';
import { exactly } from '../http/answer.ts';
import type { PartnerContext } from '../http/context.ts';
import { maySee, withhold } from '../http/scopes.ts';
import { isoInstant } from '../http/wire-fields.ts';
import { athleteFields } from '../records/athlete-fields.ts';
import { showFields } from '../records/columns-of-fields.ts';
import { toEngineAthlete } from '../records/engine-input.ts';
import { wireFieldName } from '../records/wire-field-name.ts';
import type { AthleteRow } from '../storage/athlete-schema.ts';
import { requireAddressOfAthlete } from '../storage/ids.ts';
import { requireRegionOfShard } from '../storage/regions.ts';
import { ATHLETE_ALWAYS_SHOWN, type Athlete, type WrittenAthlete } from './answers.ts';

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

/** Maps an athlete to the wire, with the fields that the caller may see; the others are null. */
export function athleteForCaller(
  { principal }: PartnerContext,
  athlete: AthleteRow,
  learned: LearnedState | null,
): Athlete | WrittenAthlete {
  const whole = athleteToWire(athlete, learned);
  return maySee(principal, 'profile:read') ? whole : withhold(whole, ATHLETE_ALWAYS_SHOWN);
}
