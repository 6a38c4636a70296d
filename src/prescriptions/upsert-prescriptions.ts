import type { SQL } from 'drizzle-orm';
import { ofActivity } from '../records/report-changes.ts';
import type { Database } from '../storage/database.ts';
import { type Reporter, recordEach } from '../storage/record-events.ts';
import { inRow } from '../storage/write-many.ts';
import type { Prescribed } from './prescription-row.ts';
import { upsertMany, whereActivityIsInRevision } from './repository.ts';

/**
 * Builds the condition under which a prescription is written. `value` returns one of its activity by name: `activity_id`,
 * `athlete_id`, `revision`, and `feedback_id` if there is feedback.
 */
export type PrescriptionGuard = (value: (name: string) => SQL) => SQL;

/**
 * Writes the prescriptions of activities that are stored or inserted earlier in the same batch, and records the event of
 * each. Leaves out those whose activity is no longer in the revision that they were calculated from, or whose athlete is
 * not live. The statements return the identifiers of the written ones.
 *
 * @param guard replaces that condition. Needed where the same batch changes the activity: of two requests that change it at
 * once each counts on the same next revision, so the revision does not say whose change is stored.
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

/** Guards a prescription by its activity's being stored in that revision, and its athlete's being live. */
function isCurrent(partnerId: string): PrescriptionGuard {
  return (value) =>
    whereActivityIsInRevision({
      partnerId,
      athleteId: value('athlete_id'),
      activityId: value('activity_id'),
      revision: value('revision'),
    });
}
