import { databaseOfAthlete, type PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { newId } from '../storage/ids.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';
import { type ActivityBundle, toBundle } from './read-bundle.ts';
import { insertActivity } from './repository.ts';
import { type ActivityFields, newSession, refuseSession } from './session.ts';

/** A new activity of an athlete of the caller's. */
export async function createActivity(
  ctx: PartnerContext,
  athleteId: string,
  fields: ActivityFields,
): Promise<ActivityBundle | Failure> {
  const session = newSession(fields, ctx.nowMs);
  const refusal = refuseSession(session);
  if (refusal) return refusal;
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const { partnerId } = ctx.principal;
  const [[athlete]] = await db.batch([selectLiveAthlete(db, partnerId, athleteId)]);
  if (!athlete) return fail('athlete_not_found');
  const activity = {
    ...session,
    id: newId('act', ctx.nowMs),
    athleteId,
    revision: 1,
    createdAt: ctx.nowMs,
    updatedAt: ctx.nowMs,
  };
  const [inserted] = await db.batch([insertActivity(db, partnerId, activity)]);
  // The athlete was erased between the read and the write.
  if (inserted.meta.changes === 0) return fail('athlete_not_found');
  return toBundle(athlete, activity, undefined);
}
