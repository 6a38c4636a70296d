import type { SQL } from 'drizzle-orm';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import type { Database } from '#platform/storage/database.ts';
import { retryOnConflict } from '#platform/storage/optimistic-write.ts';
import { type Reporter, recordEach, recordEvents } from '#platform/storage/record-events.ts';
import { inRow } from '#platform/storage/write-many.ts';
import { readActivity } from '../records/read-activity.ts';
import { ofActivity } from '../records/report-changes.ts';
import { type Prescribed, prescribeActivity } from './prescription-row.ts';
import { upsertMany, upsertPrescription, whereActivityIsInRevision } from './repository.ts';

/**
 * Calculates the prescription of an activity from its fields and the athlete's current profile, and stores it
 * in place of any earlier one. The inputs are stored too, because they may change later.
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
    // Writes nothing if the activity was changed or deleted between the read and the write.
    return written.meta.changes === 0 ? null : calculated;
  });
  return stored ?? fail('temporarily_unavailable');
}

/** Reads the last prescription of an activity, with its inputs, the activity and its athlete. */
export async function getPrescription(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
): Promise<Prescribed | Failure> {
  const details = await readActivity(ctx, athleteId, activityId, { withInputs: true });
  if (isFailure(details)) return details;
  const { prescription } = details;
  if (prescription === null) return fail('prescription_not_found');
  return { ...details, prescription: { ...prescription, inputs: prescription.inputs ?? null } };
}

/**
 * Builds the condition for writing a prescription. `value` returns a value of its activity by name:
 * `activity_id`, `athlete_id`, `revision`, and `feedback_id` if there is feedback.
 */
export type PrescriptionGuard = (value: (name: string) => SQL) => SQL;

/**
 * Writes the prescriptions of activities stored earlier or inserted in the same batch, and records an event
 * for each. Skips those whose activity has a newer revision or whose athlete is not live. The statements
 * return the identifiers written.
 *
 * @param guard replaces that condition. Needed if the same batch changes the activity: two concurrent
 * requests count on the same next revision, so the revision does not show whose change was stored.
 */
export function upsertPrescriptions(
  db: Database,
  reporter: Reporter,
  calculated: readonly Prescribed[],
  guard: PrescriptionGuard = isCurrent(reporter.principal.partnerId),
) {
  const rows = calculated.map(({ prescription }) => prescription);
  const values = calculated.map(({ activity: { revision }, feedback }) => ({
    revision,
    ...(feedback && { feedback_id: feedback.id }),
  }));
  const reported = calculated.map(({ activity }, index) => ({
    event: { type: 'prescription.calculated', data: ofActivity(activity) } as const,
    proof: { activity_id: activity.id, athlete_id: activity.athleteId, ...values[index] },
  }));
  return [
    ...upsertMany(db, rows, { condition: guard(inRow), values }),
    ...recordEach(db, reporter, reported, guard),
  ];
}

/** Requires that the activity is stored in that revision and its athlete is live. */
function isCurrent(partnerId: string): PrescriptionGuard {
  return (value) =>
    whereActivityIsInRevision({
      partnerId,
      athleteId: value('athlete_id'),
      activityId: value('activity_id'),
      revision: value('revision'),
    });
}
