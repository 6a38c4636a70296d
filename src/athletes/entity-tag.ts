import { ENGINE_VERSION } from '../engine/prescribe.ts';
import { entityTag } from '../http/conditional.ts';
import type { AthleteRow, LearnedStateRow } from '../storage/athlete-schema.ts';

/**
 * Computes the entity tag of an athlete. The engine's version and what was learned are part of it, because the engine
 * derives `missing_fields` from both.
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
