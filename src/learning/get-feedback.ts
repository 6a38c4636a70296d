import { databaseOfAthlete, type PartnerContext, type Tier } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { FeedbackRow } from '../storage/athlete-schema.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';
import { selectActivity, selectFeedback } from './repository.ts';

/** Reads the feedback on an activity, with its athlete's tier and language. */
export async function getFeedback(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
): Promise<
  { readonly feedback: FeedbackRow; readonly tier: Tier; readonly locale: string | null } | Failure
> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete], [activity], [feedback]] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectActivity(db, athleteId, activityId),
    selectFeedback(db, athleteId, activityId),
  ]);
  if (!athlete) return fail('athlete_not_found');
  if (!activity) return fail('activity_not_found');
  return feedback ? { feedback, tier: athlete.tier, locale: athlete.locale } : fail('feedback_not_found');
}
