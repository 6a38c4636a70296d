import { namesTag } from '../http/conditional.ts';
import { databaseOfAthlete, type PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import type { AthleteRow } from '../storage/athlete-schema.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';
import { athleteTag } from './entity-tag.ts';
import { type AthleteFields, externalIdTaken, refuseFields, toColumns } from './profile.ts';
import { updateAthlete as updateRow } from './repository.ts';

/** How often a PATCH starts over because another one came between its read and its write. */
const ATTEMPTS_MAX = 5;

/**
 * Changes the fields that are given. With `ifMatch` the change happens only to the version it names;
 * without, two patches at once both take effect, field by field.
 */
export async function updateAthlete(
  ctx: PartnerContext,
  athleteId: string,
  fields: AthleteFields,
  ifMatch: string | null,
): Promise<AthleteRow | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const [[before]] = await db.batch([selectLiveAthlete(db, ctx.principal.partnerId, athleteId)]);
    if (!before) return fail('athlete_not_found');
    const refusal = refuseFields(ctx, fields);
    if (refusal) return refusal;
    if (ifMatch !== null && !namesTag(ifMatch, await athleteTag(before))) return fail('precondition_failed');
    const changes = { ...toColumns(fields, before), updatedAt: ctx.nowMs };
    const updated = await db
      .batch([updateRow(db, ctx.principal.partnerId, athleteId, before.revision, changes)])
      .catch(externalIdTaken);
    if (isFailure(updated)) return updated;
    const after = updated[0][0];
    if (after) return after;
  }
  return fail('temporarily_unavailable');
}
