import { getTableColumns, type Placeholder, sql } from 'drizzle-orm';
import { type PrescriptionRow, prescriptions } from '../storage/athlete-schema.ts';
import { composedOnce } from '../storage/composed-query.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere, overwriteAllBut } from '../storage/guarded-insert.ts';
import { whereAthleteIsLive } from '../storage/live-athlete.ts';

const upsert = composedOnce((db, value: (name: string) => Placeholder) => {
  const columns = Object.keys(getTableColumns(prescriptions));
  const row = Object.fromEntries(columns.map((column) => [column, value(column)]));
  const [athleteId, activityId] = [value('athleteId'), value('activityId')];
  const condition = sql`${whereAthleteIsLive(value('partnerId'), athleteId)} AND EXISTS (SELECT 1 FROM activities WHERE id = ${activityId} AND athlete_id = ${athleteId})`;
  return insertWhere(db, prescriptions, row, condition).onConflictDoUpdate({
    target: prescriptions.activityId,
    set: overwriteAllBut(prescriptions, 'activity_id'),
  });
});

/** Writes the prescription over any earlier one, only while its activity and athlete are there. */
export function upsertPrescription(db: Database, partnerId: string, row: PrescriptionRow) {
  return upsert(db, { ...row, partnerId });
}
