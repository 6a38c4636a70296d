import { type SQL, sql } from 'drizzle-orm';
import { ofActivity } from '../records/report-changes.ts';
import { type PrescriptionRow, prescriptions } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { overwriteAllBut } from '../storage/guarded-insert.ts';
import { whereAthleteIsLive } from '../storage/live-athlete.ts';
import { type Reporter, recordEach } from '../storage/record-events.ts';
import { inRow, insertMany, type RowGuard } from '../storage/write-many.ts';
import type { Prescribed } from './prescription-row.ts';

/**
 * Writes the prescriptions of activities that are stored or written earlier in the same batch, and records
 * the event of each. Leaves out those whose activity is no longer in the revision that they were calculated
 * from, or whose athlete is not live. The statements return the identifiers of the written ones.
 */
export function upsertPrescriptions(db: Database, reporter: Reporter, calculated: readonly Prescribed[]) {
  const { partnerId } = reporter.principal;
  const rows = calculated.map(({ prescription }) => prescription);
  const guard = {
    condition: isCurrent(partnerId, inRow),
    values: calculated.map(({ activity: { revision } }) => ({ revision })),
  };
  const reported = calculated.map(({ activity }) => ({
    event: { type: 'prescription.calculated', data: ofActivity(activity) } as const,
    proof: { activity_id: activity.id, athlete_id: activity.athleteId, revision: activity.revision },
  }));
  return [
    ...upsertMany(db, rows, guard),
    ...recordEach(db, reporter, reported, (proof) => isCurrent(partnerId, proof)),
  ];
}

/** Builds the condition that an activity is stored in a revision, and its athlete live; `value` reads both by name. */
function isCurrent(partnerId: string, value: (name: string) => SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM activities WHERE id = ${value('activity_id')} AND athlete_id = ${value('athlete_id')} AND revision = ${value('revision')})
    AND ${whereAthleteIsLive(partnerId, value('athlete_id'))}`;
}

function upsertMany(db: Database, rows: readonly PrescriptionRow[], guard: RowGuard) {
  return insertMany(db, prescriptions, rows, guard).map((insert) =>
    insert
      .onConflictDoUpdate({
        target: prescriptions.activityId,
        set: overwriteAllBut(prescriptions, 'activity_id'),
      })
      .returning({ activityId: prescriptions.activityId }),
  );
}
