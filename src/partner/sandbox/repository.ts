import { rowOf } from '#nutrition/prescriptions/prescription-row.ts';
import {
  type ActivityProductRow,
  activities,
  activityProducts,
  feedback,
  learnedStates,
  ownProducts,
  prescriptions,
  sweatTests,
} from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { insertMany } from '#platform/storage/write-many.ts';
import type { SimulatedAthlete } from './simulate-athlete.ts';

/**
 * Builds the statements that insert all rows of a standard athlete except its own, with the products of its
 * plan.
 */
export function insertHistory(db: Database, rows: SimulatedAthlete, products: readonly ActivityProductRow[]) {
  return [
    ...insertMany(db, ownProducts, rows.ownProducts),
    ...insertMany(db, activities, rows.activities),
    ...insertMany(db, prescriptions, rows.prescriptions.map(rowOf)),
    ...insertMany(db, feedback, rows.feedback),
    ...insertMany(db, sweatTests, rows.sweatTests),
    ...insertMany(db, learnedStates, rows.learned ? [rows.learned] : []),
    ...insertMany(db, activityProducts, products),
  ];
}
