import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { type ActivityDetails, readActivity } from '../records/read-activity.ts';

type Calculated = ActivityDetails & { readonly prescription: NonNullable<ActivityDetails['prescription']> };

/** The most recently calculated prescription of an activity, with its activity and athlete. */
export async function getPrescription(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  withExplanation: boolean,
): Promise<Calculated | Failure> {
  const bundle = await readActivity(ctx, athleteId, activityId, { withExplanation });
  if (isFailure(bundle)) return bundle;
  const { prescription } = bundle;
  return prescription === null ? fail('prescription_not_found') : { ...bundle, prescription };
}
