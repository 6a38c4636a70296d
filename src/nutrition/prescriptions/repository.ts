import { getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { prescriptions } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { whereAthleteIsLive } from '#platform/storage/live-athlete.ts';
import { composedOnce, insertWhere, overwriteAllBut } from '#platform/storage/statements.ts';
import { insertMany, type RowGuard } from '#platform/storage/write-many.ts';
import { type CalculatedPrescription, rowOf } from './prescription-row.ts';

const { legs: _legs, ...COLUMNS_OF_EVERY_SPORT } = getTableColumns(prescriptions);

/** Builds the condition that an activity is stored in a revision and its athlete is live. */
export function whereActivityIsInRevision({
  partnerId,
  athleteId,
  activityId,
  revision,
}: {
  readonly partnerId: string | Placeholder;
  readonly athleteId: Placeholder | SQL;
  readonly activityId: Placeholder | SQL;
  readonly revision: Placeholder | SQL;
}): SQL {
  return sql`${whereAthleteIsLive(partnerId, athleteId)} AND EXISTS (SELECT 1 FROM activities
    WHERE id = ${activityId} AND athlete_id = ${athleteId} AND revision = ${revision})`;
}

function composeUpsert(columns: readonly string[]) {
  return composedOnce((db, value: (name: string) => Placeholder) => {
    const row = Object.fromEntries(columns.map((column) => [column, value(column)]));
    const condition = whereActivityIsInRevision({
      partnerId: value('partnerId'),
      athleteId: value('athleteId'),
      activityId: value('activityId'),
      revision: value('revision'),
    });
    return insertWhere(db, prescriptions, row, condition).onConflictDoUpdate({
      target: prescriptions.activityId,
      set: overwriteAllBut(prescriptions, 'activity_id'),
    });
  });
}

/**
 * A composed query accepts no nulls, so a prescription without legs has its own query with NULL in the text.
 */
const upsertWithoutLegs = composeUpsert(Object.keys(COLUMNS_OF_EVERY_SPORT));
const upsertWithLegs = composeUpsert(Object.keys(getTableColumns(prescriptions)));

/**
 * Writes the prescription in place of any earlier one, if the activity still has the revision it was
 * calculated from and the athlete is live.
 */
export function upsertPrescription(
  db: Database,
  calculated: CalculatedPrescription,
  calculatedFrom: { readonly partnerId: string; readonly revision: number },
) {
  const { legs, inputs, ...others } = rowOf(calculated);
  if (inputs === null) throw new Error('a prescription must be written with its inputs');
  const values = { ...others, inputs, ...calculatedFrom };
  return legs === null ? upsertWithoutLegs(db, values) : upsertWithLegs(db, { ...values, legs });
}

/**
 * Inserts or replaces each prescription for which `guard` holds. The statements return the identifiers
 * written.
 */
export function upsertMany(db: Database, calculated: readonly CalculatedPrescription[], guard: RowGuard) {
  return insertMany(db, prescriptions, calculated.map(rowOf), guard).map((insert) =>
    insert
      .onConflictDoUpdate({
        target: prescriptions.activityId,
        set: overwriteAllBut(prescriptions, 'activity_id'),
      })
      .returning({ activityId: prescriptions.activityId }),
  );
}
