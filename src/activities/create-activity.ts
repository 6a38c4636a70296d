import { type Answer, created } from '../http/answer.ts';
import { databaseOfAthlete, type PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { type Claim, createOnce, replayedAnswer, selectFirstAnswer } from '../http/idempotency.ts';
import { toActivityDetails } from '../records/read-activity.ts';
import { type ActivityFields, newSession, refuseSession } from '../records/session.ts';
import { newId } from '../storage/ids.ts';
import { selectLiveAthlete, whereAthleteIsLive } from '../storage/live-athlete.ts';
import { insertActivity } from './repository.ts';
import { activityToWire } from './wire.ts';

/** Creates an activity of one of the caller's athletes. */
export async function createActivity(
  ctx: PartnerContext,
  athleteId: string,
  fields: ActivityFields,
  claim: Claim | null,
): Promise<Answer | Failure> {
  const session = newSession(fields, ctx.nowMs);
  const refusal = refuseSession(session);
  if (refusal) return refusal;
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const { partnerId } = ctx.principal;
  const [[athlete], [stored]] = await db.batch([
    selectLiveAthlete(db, partnerId, athleteId),
    selectFirstAnswer(db, claim),
  ]);
  if (!athlete) return fail('athlete_not_found');
  const repeated = replayedAnswer(claim, stored);
  if (repeated) return repeated;

  const activity = {
    ...session,
    id: newId('act', ctx.nowMs),
    athleteId,
    revision: 1,
    createdAt: ctx.nowMs,
    updatedAt: ctx.nowMs,
  };
  const location = `${ctx.env.baseUrl}/v1/athletes/${athleteId}/activities/${activity.id}`;
  const body = await activityToWire(ctx, await toActivityDetails(athlete, activity, { learned: null }));
  const answer = created(location, body, { tiers: [athlete.tier] });
  const creation = {
    answer,
    resourceId: activity.id,
    athleteId,
    showsSecret: false,
    onlyWhere: whereAthleteIsLive(partnerId, athleteId),
  };
  const made = await createOnce(db, claim, creation, [insertActivity(db, partnerId, activity)]);
  // Null if the athlete was erased between the read and the write.
  return made ?? fail('athlete_not_found');
}
