import { ENGINE_VERSION } from '../engine/prescribe.ts';
import { entityTag } from '../http/conditional.ts';
import type { AthleteRow, LearnedStateRow } from '../storage/athlete-schema.ts';

/**
 * The tag of an athlete's state. The engine's version and what was learned are in it because `missing_fields` is
 * the engine's word and depends on both.
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
