import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { type ActivityDetails, readActivity } from '../records/read-activity.ts';

/** An activity that has a prescription. */
export type Calculated = ActivityDetails & {
  readonly prescription: NonNullable<ActivityDetails['prescription']>;
};

/** Reads the last calculated prescription of an activity, with the activity and its athlete. */
export async function getPrescription(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  withExplanation: boolean,
): Promise<Calculated | Failure> {
  const details = await readActivity(ctx, athleteId, activityId, { withExplanation });
  if (isFailure(details)) return details;
  const { prescription } = details;
  return prescription === null ? fail('prescription_not_found') : { ...details, prescription };
}
