import { ENGINE_VERSION } from '../engine/prescribe.ts';
import { entityTag } from '../http/conditional.ts';
import type { AthleteRow } from '../storage/athlete-schema.ts';

/** The tag of an athlete's state. The engine's version is in it because `missing_fields` is the engine's word. */
export function athleteTag(athlete: AthleteRow): Promise<string> {
  return entityTag([athlete.id, athlete.revision, athlete.tier, ENGINE_VERSION]);
}
