import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { type ActivityDetails, readActivity } from '../records/read-activity.ts';
import { ofActivity } from '../records/report-changes.ts';
import { retryOnConflict } from '../storage/optimistic-write.ts';
import { recordEvents } from '../storage/record-events.ts';
import { type Prescribed, prescribeActivity } from './prescription-row.ts';
import { upsertPrescription } from './repository.ts';

/**
 * Calculates the prescription of an activity from its fields and the athlete's current profile, and stores it
 * in place of any earlier one, with its legs and explanation, because the inputs may change later.
 */
export async function calculatePrescription(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
): Promise<Prescribed | Failure> {
  const { partnerId } = ctx.principal;
  const stored = await retryOnConflict(async () => {
    const details = await readActivity(ctx, athleteId, activityId);
    if (isFailure(details)) return details;
    const { db, activity } = details;
    const calculated = await prescribeActivity(details, ctx.nowMs);
    const [written] = await db.batch([
      upsertPrescription(db, calculated.prescription, { partnerId, revision: activity.revision }),
      recordEvents(db, ctx, [{ type: 'prescription.calculated', data: ofActivity(activity) }]),
    ]);
    // Nothing is written if the activity was changed or deleted between the read and the write.
    return written.meta.changes === 0 ? null : calculated;
  });
  return stored ?? fail('temporarily_unavailable');
}

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
