import { type SQL, sql } from 'drizzle-orm';
import type { Tier } from '../http/context.ts';
import { athleteFields } from '../records/athlete-fields.ts';
import { unknownColumns } from '../records/columns-of-fields.ts';
import { type AthleteFields, toAthleteColumns } from '../records/profile.ts';
import { type AthleteRow, appliedErasures, athletes } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { type AthleteAddress, newAthleteId } from '../storage/ids.ts';
import { type Reporter, recordEvents } from '../storage/record-events.ts';

interface Owner extends AthleteAddress {
  readonly partnerId: string;
  readonly defaultTier: Tier;
}

/** Builds the row of a new athlete with every column set, so that its answer is known before it is written. */
export function newAthlete(owner: Owner, fields: AthleteFields, nowMs: number): AthleteRow {
  return {
    tier: owner.defaultTier,
    ...unknownColumns(athleteFields),
    ...toAthleteColumns(fields, null),
    id: newAthleteId(owner.environment, owner.shard, nowMs),
    partnerId: owner.partnerId,
    status: 'live',
    revision: 1,
    createdAt: nowMs,
    updatedAt: nowMs,
  };
}

/** Records the creation of an athlete, directly after the insertion of its row. */
export function reportCreation(reporter: Reporter, db: Database, { id }: AthleteRow) {
  return recordEvents(db, reporter, [{ type: 'athlete.created', data: { athleteId: id } }]);
}

/** Inserts a new athlete's row. */
export function insertAthlete(db: Database, row: AthleteRow) {
  return db.insert(athletes).values(row);
}

/** Inserts a new athlete's row if `condition` holds in the same statement; `meta.changes` is 0 otherwise. */
export function insertAthleteWhere(db: Database, row: AthleteRow, condition: SQL) {
  return insertWhere(db, athletes, row, condition);
}

/**
 * Inserts the row of a new athlete under the identifier of a reservation, unless an athlete with this hash of the identifier
 * was erased or its creation forbidden; `meta.changes` is 0 then.
 */
export function insertReserved(db: Database, row: AthleteRow, idHash: string) {
  const isNotForbidden = sql`NOT EXISTS (SELECT 1 FROM ${appliedErasures} WHERE ${appliedErasures.idHash} = ${idHash})`;
  return insertWhere(db, athletes, row, isNotForbidden);
}
