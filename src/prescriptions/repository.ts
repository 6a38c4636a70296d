import { getTableColumns, sql } from 'drizzle-orm';
import { type PrescriptionRow, prescriptions } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { whereAthleteIsLive } from '../storage/live-athlete.ts';

const overwriteAll = sql.join(
  Object.values(getTableColumns(prescriptions))
    .filter((column) => column.name !== 'activity_id')
    .map((column) => sql`${sql.identifier(column.name)} = excluded.${sql.identifier(column.name)}`),
  sql`, `,
);

/** Writes the prescription over any earlier one, only while its activity and athlete are there. */
export function upsertPrescription(db: Database, partnerId: string, row: PrescriptionRow) {
  return insertWhere(
    db,
    prescriptions,
    row,
    sql`${whereAthleteIsLive(partnerId, row.athleteId)} AND EXISTS (SELECT 1 FROM activities WHERE id = ${row.activityId} AND athlete_id = ${row.athleteId})`,
    sql`ON CONFLICT (activity_id) DO UPDATE SET ${overwriteAll}`,
  );
}
