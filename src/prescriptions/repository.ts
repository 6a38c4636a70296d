import { sql } from 'drizzle-orm';
import { type PrescriptionRow, prescriptions } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere, overwriteAllBut } from '../storage/guarded-insert.ts';
import { whereAthleteIsLive } from '../storage/live-athlete.ts';

/** Writes the prescription over any earlier one, only while its activity and athlete are there. */
export function upsertPrescription(db: Database, partnerId: string, row: PrescriptionRow) {
  const { activityId, athleteId } = row;
  const condition = sql`${whereAthleteIsLive(partnerId, athleteId)} AND EXISTS (SELECT 1 FROM activities WHERE id = ${activityId} AND athlete_id = ${athleteId})`;
  return insertWhere(db, prescriptions, row, condition).onConflictDoUpdate({
    target: prescriptions.activityId,
    set: overwriteAllBut(prescriptions, 'activity_id'),
  });
}
