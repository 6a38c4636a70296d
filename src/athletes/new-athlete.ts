import type { SQL } from 'drizzle-orm';
import type { Principal } from '../http/context.ts';
import { UNKNOWN_PROFILE } from '../records/engine-input.ts';
import { type AthleteFields, toAthleteColumns } from '../records/profile.ts';
import { type AthleteRow, athletes } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { newAthleteId } from '../storage/ids.ts';

type Owner = Pick<Principal, 'partnerId' | 'environment' | 'shard' | 'defaultTier'>;

/** Builds the row of a new athlete with every column set, so that its answer is known before it is written. */
export function newAthlete(owner: Owner, fields: AthleteFields, nowMs: number): AthleteRow {
  return {
    tier: owner.defaultTier,
    externalId: null,
    name: null,
    email: null,
    ...UNKNOWN_PROFILE,
    diet: null,
    ...toAthleteColumns(fields, null),
    id: newAthleteId(owner.environment, owner.shard, nowMs),
    partnerId: owner.partnerId,
    status: 'live',
    revision: 1,
    createdAt: nowMs,
    updatedAt: nowMs,
  };
}

/** Inserts a new athlete's row. */
export function insertAthlete(db: Database, row: AthleteRow) {
  return db.insert(athletes).values(row);
}

/** Inserts a new athlete's row if `condition` holds in the same statement; `meta.changes` is 0 otherwise. */
export function insertAthleteWhere(db: Database, row: AthleteRow, condition: SQL) {
  return insertWhere(db, athletes, row, condition);
}
