import {
  and,
  desc,
  eq,
  getTableColumns,
  getTableName,
  gt,
  isNotNull,
  isNull,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Environment } from '#platform/env.ts';
import { appliedErasures, athletes, connections } from '#platform/storage/athlete-schema.ts';
import { idempotencyKeys } from '#platform/storage/common-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { IS_LIVE, isLiveAthlete } from '#platform/storage/live-athlete.ts';
import { recordEventsOfRows } from '#platform/storage/record-events.ts';
import { erasureLedger } from '#platform/storage/registry-schema.ts';
import { deleteSome, isOneOf } from '#platform/storage/statements.ts';
import { ATHLETE_TABLES, type AthleteTable } from './athlete-tables.ts';

const IS_ERASING = sql`${athletes.status} = 'erasing'`;

/**
 * Counts an athlete's rows in each table, by the names of the receipt.
 *
 * @param has the tables of a database that is behind. Another one counts as empty
 */
export function countRecords(db: Database, athleteId: string, has: ReadonlySet<string> | null = null) {
  const counts = ATHLETE_TABLES.map(({ table, athleteId: owner, receiptName }) => {
    const isCounted = has === null || has.has(getTableName(table));
    const count = sql<number>`(SELECT count(*) FROM ${table} WHERE ${owner} = ${athleteId})`;
    return [receiptName, (isCounted ? count : sql<number>`0`).as(receiptName)];
  });
  const columns: Readonly<Record<string, SQL.Aliased<number>>> = Object.fromEntries(counts);
  return db.select(columns).from(athletes).where(eq(athletes.id, athleteId));
}

/** Selects an athlete of this partner by the columns that every version of the schema has. */
export function selectLiveId(db: Database, partnerId: string, athleteId: string) {
  return db.select({ id: athletes.id }).from(athletes).where(isLiveAthlete(partnerId, athleteId));
}

/** Selects the names of the database's tables. */
export function selectTables(db: Database) {
  return db.select({ name: sql<string>`name` }).from(sql`sqlite_master`).where(sql`type = 'table'`);
}

/**
 * Values that leave only the identifier in an athlete's row, and the partner, whose directory still has to
 * release the athlete. Derived from the table's columns, so that a new nullable column is blanked too. The
 * others have a value here.
 */
const BLANK: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries(getTableColumns(athletes))
      .filter(([, column]) => !column.notNull)
      .map(([name]) => [name, null]),
  ),
  status: 'erasing',
  tier: 'teaser',
  revision: 0,
  createdAt: 0,
  updatedAt: 0,
} satisfies Partial<typeof athletes.$inferInsert>;

/**
 * Blanks the row of an athlete, as the first step of an erasure. No later read or write finds the athlete.
 */
export function blankAthlete(db: Database, partnerId: string, athleteId: string) {
  return db
    .update(athletes)
    .set(BLANK)
    .where(isLiveAthlete(partnerId, athleteId))
    .returning({ id: athletes.id });
}

/** Records the erasure of the live ones among these athletes, before `blankAthletes` begins it. */
export function reportErasures(
  db: Database,
  environment: Environment,
  athleteIds: readonly string[],
  nowMs: number,
) {
  const columns = {
    partnerId: sql`partner_id`,
    environment: sql`${environment}`,
    athleteId: sql`id`,
    data: sql`json_object('e', NULL)`,
  };
  const from = sql`FROM athletes WHERE ${isOneOf(sql`id`, athleteIds)} AND ${IS_LIVE}`;
  return recordEventsOfRows(db, 'athlete.erased', columns, from, nowMs);
}

/** Blanks the rows of athletes of any partner. */
export function blankAthletes(db: Database, athleteIds: readonly string[]) {
  return db
    .update(athletes)
    .set(BLANK)
    .where(and(isOneOf(athletes.id, athleteIds), IS_LIVE))
    .returning({ id: athletes.id });
}

/**
 * Deletes the stored answers of these athletes' creation. Only those could still be replayed by an idempotent
 * retry between blanking and removal, because every other request names its athlete and is rejected.
 */
export function deleteCreationAnswers(db: Database, athleteIds: readonly string[]) {
  return db
    .delete(idempotencyKeys)
    .where(
      and(
        isOneOf(idempotencyKeys.athleteId, athleteIds),
        eq(idempotencyKeys.resourceId, idempotencyKeys.athleteId),
      ),
    );
}

/** Selects some of these partners' athletes. */
export function selectSomeAthletes(db: Database, partnerIds: readonly string[], limit: number) {
  return db
    .select({ id: athletes.id })
    .from(athletes)
    .where(and(isOneOf(athletes.partnerId, partnerIds), IS_LIVE))
    .limit(limit);
}

/** Selects athletes whose erasure is in progress. */
export function selectErasing(db: Database, limit: number) {
  return (
    db
      .select({ id: athletes.id, partnerId: athletes.partnerId })
      .from(athletes)
      // The lower bound makes SQLite search the index instead of scanning the table.
      .where(and(IS_ERASING, gt(athletes.id, '')))
      .orderBy(athletes.id)
      .limit(limit)
  );
}

/**
 * Deletes at most STEP_ROWS of these athletes' rows in a table. The rows of an activity are deleted with it,
 * by cascade.
 */
export function deleteRecords(db: Database, table: AthleteTable, ids: readonly string[]) {
  const ofAthletes = isOneOf(table.athleteId, ids);
  return deleteSome(db, table, table.outlives ? sql`${ofAthletes} AND NOT (${table.outlives})` : ofAthletes);
}

/** Deletes exactly these connections, whose limiter objects were cleared. */
export function deleteConnections(db: Database, connectionIds: readonly string[]) {
  return db.delete(connections).where(isOneOf(connections.id, connectionIds));
}

/** Selects some connections of these athletes. Their identifiers name limiter objects. */
export function selectConnectionIds(db: Database, athleteIds: readonly string[], limit: number) {
  return db
    .select({ id: connections.id, athleteId: connections.athleteId })
    .from(connections)
    .where(isOneOf(connections.athleteId, athleteIds))
    .limit(limit);
}

/** Selects, among these athletes under erasure, those that their partner's directory may still name. */
export function selectUnreleased(db: Database, ids: readonly string[]) {
  return db
    .select({ id: athletes.id, partnerId: athletes.partnerId })
    .from(athletes)
    .where(and(isOneOf(athletes.id, ids), IS_ERASING, ne(athletes.partnerId, '')));
}

/** Blanks the partner of these athletes under erasure, after its directory has released them. */
export function markReleased(db: Database, ids: readonly string[]) {
  return db
    .update(athletes)
    .set({ partnerId: '' })
    .where(and(isOneOf(athletes.id, ids), IS_ERASING));
}

/**
 * Deletes those of these athletes that have no rows left, as counted in the same statement. This is the last
 * step of an erasure.
 */
export function deleteErased(db: Database, ids: readonly string[]) {
  const tables: readonly AthleteTable[] = ATHLETE_TABLES;
  const nothingLeft = tables.map(({ table, athleteId, outlives }) => {
    const mustGo = outlives ? sql` AND NOT (${outlives})` : sql``;
    return sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${athleteId} = ${athletes.id}${mustGo})`;
  });
  const isReleased = eq(athletes.partnerId, '');
  return db.delete(athletes).where(and(isOneOf(athletes.id, ids), IS_ERASING, isReleased, ...nothingLeft));
}

export function recordApplied(db: Database, idHashes: readonly string[], nowMs: number) {
  return db
    .insert(appliedErasures)
    .select(sql`SELECT value, ${nowMs} FROM json_each(${JSON.stringify(idHashes)}) WHERE 1`)
    .onConflictDoUpdate({ target: appliedErasures.idHash, set: { appliedAt: nowMs } });
}

/** Selects those of these hashes whose erasure this database has not applied. */
export function selectUnapplied(db: Database, idHashes: readonly string[]) {
  return db
    .select({ idHash: sql<string>`value`.as('id_hash') })
    .from(sql`json_each(${JSON.stringify(idHashes)})`)
    .where(sql`value NOT IN (SELECT ${appliedErasures.idHash} FROM ${appliedErasures})`);
}

/** Selects a page of live athletes, ordered by identifier, to compare with hashes. */
export function selectLiveIdsAfter(db: Database, afterId: string, limit: number) {
  return db
    .select({ id: athletes.id })
    .from(athletes)
    .where(and(gt(athletes.id, afterId), IS_LIVE))
    .orderBy(athletes.id)
    .limit(limit);
}

export function insertIntoLedger(registry: Database, row: typeof erasureLedger.$inferInsert) {
  return registry
    .insert(erasureLedger)
    .values(row)
    .onConflictDoUpdate({
      target: erasureLedger.idHash,
      set: { erasedAt: row.erasedAt, searchedTo: null },
    });
}

type LedgerRow = typeof erasureLedger.$inferSelect;

/** Selects a page of a shard's ledger, newest first, without erasures already marked as missing. */
export function selectLedger(
  registry: Database,
  { environment, shard }: Pick<LedgerRow, 'environment' | 'shard'>,
  after: Pick<LedgerRow, 'erasedAt' | 'idHash'>,
  limit: number,
) {
  return registry
    .select({ idHash: erasureLedger.idHash, erasedAt: erasureLedger.erasedAt })
    .from(erasureLedger)
    .where(
      and(
        eq(erasureLedger.environment, environment),
        eq(erasureLedger.shard, shard),
        isNull(erasureLedger.searchedTo),
        sql`(${erasureLedger.erasedAt}, ${erasureLedger.idHash}) < (${after.erasedAt}, ${after.idHash})`,
      ),
    )
    .orderBy(desc(erasureLedger.erasedAt), desc(erasureLedger.idHash))
    .limit(limit);
}

/** Marks these erasures as missing from their shard, with no search yet. */
export function markMissing(registry: Database, idHashes: readonly string[]) {
  return registry
    .update(erasureLedger)
    .set({ searchedTo: '' })
    .where(and(isOneOf(erasureLedger.idHash, idHashes), isNull(erasureLedger.searchedTo)));
}

/** Selects some of the erasures missing from a shard, the least advanced search first. */
export function selectMissing(
  registry: Database,
  { environment, shard }: Pick<LedgerRow, 'environment' | 'shard'>,
  limit: number,
) {
  return registry
    .select({
      idHash: erasureLedger.idHash,
      searchedTo: sql<string>`${erasureLedger.searchedTo}`.as('searched_to'),
    })
    .from(erasureLedger)
    .where(
      and(
        eq(erasureLedger.environment, environment),
        eq(erasureLedger.shard, shard),
        isNotNull(erasureLedger.searchedTo),
      ),
    )
    .orderBy(erasureLedger.searchedTo)
    .limit(limit);
}

/** Updates the progress of the search for these erasures. Null once it is complete. */
export function recordSearched(registry: Database, idHashes: readonly string[], searchedTo: string | null) {
  return registry.update(erasureLedger).set({ searchedTo }).where(isOneOf(erasureLedger.idHash, idHashes));
}
