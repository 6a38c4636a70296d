import { type SQL, sql } from 'drizzle-orm';
import type { RequestContext } from '#platform/http/context.ts';
import { type AthleteRow, appliedErasures, athletes } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { existsAthlete, isLiveAthleteOfAnyPartner } from '#platform/storage/live-athlete.ts';
import { recordEvents } from '#platform/storage/record-events.ts';
import { insertWhere } from '#platform/storage/statements.ts';
import { reportTierChange } from '../records/report-changes.ts';

/** Inserts a new athlete's row. */
export function insertAthlete(db: Database, row: AthleteRow) {
  return db.insert(athletes).values(row);
}

/** Inserts a new athlete's row if `condition` holds in the same statement. Otherwise `meta.changes` is 0. */
export function insertAthleteWhere(db: Database, row: AthleteRow, condition: SQL) {
  return insertWhere(db, athletes, row, condition);
}

/**
 * Inserts a new athlete's row under a reserved identifier, unless an athlete with this hash of the identifier
 * was erased or its creation forbidden. In that case `meta.changes` is 0.
 */
export function insertReserved(db: Database, row: AthleteRow, idHash: string) {
  const isNotForbidden = sql`NOT EXISTS (SELECT 1 FROM ${appliedErasures} WHERE ${appliedErasures.idHash} = ${idHash})`;
  return insertWhere(db, athletes, row, isNotForbidden);
}

/**
 * Builds the statements that set the tier of a live athlete, for an operator or a signed link. The first
 * records the change, if any. The second makes it and returns the new row.
 */
export function writeTier(
  db: Database,
  { id, partnerId }: Pick<AthleteRow, 'id' | 'partnerId'>,
  tier: AthleteRow['tier'],
  { nowMs, recorded }: Pick<RequestContext, 'nowMs' | 'recorded'>,
) {
  const environment = parseAthleteId(id)?.environment ?? 'test';
  const isOther = existsAthlete(sql`${isLiveAthleteOfAnyPartner(id)} AND ${athletes.tier} <> ${tier}`);
  return [
    recordEvents(
      db,
      { principal: { partnerId, environment }, nowMs, recorded },
      reportTierChange(id),
      isOther,
    ),
    db
      .update(athletes)
      .set({ tier, updatedAt: nowMs, revision: sql`${athletes.revision} + 1` })
      .where(isLiveAthleteOfAnyPartner(id))
      .returning(),
  ] as const;
}

/** Removes a product from an athlete's preferences if `condition` holds. Changes nothing if they do not name it. */
export function forgetProduct(
  db: Database,
  {
    athleteId,
    productId,
    nowMs,
  }: { readonly athleteId: string; readonly productId: string; readonly nowMs: number },
  condition: SQL,
) {
  const preferences = athletes.fuelPreferences;
  const list = (name: 'avoids' | 'owns') => sql`json_each(${preferences}, ${sql.raw(`'$.${name}'`)})`;
  const without = (name: 'avoids' | 'owns') =>
    sql`(SELECT json_group_array(value) FROM ${list(name)} WHERE value <> ${productId})`;
  const names = (name: 'avoids' | 'owns') =>
    sql`EXISTS (SELECT 1 FROM ${list(name)} WHERE value = ${productId})`;
  return db
    .update(athletes)
    .set({
      // Null as the answer about what is owned stays null.
      fuelPreferences: sql`json_set(${preferences}, '$.avoids', json(${without('avoids')}), '$.owns', json(CASE json_type(${preferences}, '$.owns') WHEN 'array' THEN ${without('owns')} ELSE 'null' END))`,
      updatedAt: nowMs,
      revision: sql`${athletes.revision} + 1`,
    })
    .where(
      sql`${isLiveAthleteOfAnyPartner(athleteId)} AND (${names('avoids')} OR ${names('owns')}) AND ${condition}`,
    );
}
