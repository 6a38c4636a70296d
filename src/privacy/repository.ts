import { and, desc, eq, getTableColumns, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { appliedErasures, athletes, connections } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { deleteSome } from '../storage/delete-some.ts';
import { idempotencyKeys } from '../storage/idempotency-schema.ts';
import { IS_LIVE, isLiveAthlete } from '../storage/live-athlete.ts';
import { isOneOf } from '../storage/one-of.ts';
import { erasureLedger } from '../storage/registry-schema.ts';
import { ATHLETE_TABLES, type AthleteTable } from './athlete-tables.ts';

const IS_ERASING = sql`${athletes.status} = 'erasing'`;

/** How many rows each table holds of an athlete, by the names of the receipt. */
export function countRecords(db: Database, athleteId: string) {
  const counts = ATHLETE_TABLES.map(({ table, athleteId: owner, receiptName }) => [
    receiptName,
    sql<number>`(SELECT count(*) FROM ${table} WHERE ${owner} = ${athleteId})`.as(receiptName),
  ]);
  const columns: Readonly<Record<string, SQL.Aliased<number>>> = Object.fromEntries(counts);
  return db.select(columns).from(athletes).where(eq(athletes.id, athleteId));
}

/**
 * What makes an athlete's row say nothing but its identifier. Made from the table's columns, so that a new
 * one is blanked too: those that may be null are, and the others have a value here.
 */
const BLANK: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries(getTableColumns(athletes))
      .filter(([, column]) => !column.notNull)
      .map(([name]) => [name, null]),
  ),
  partnerId: '',
  status: 'erasing',
  tier: 'teaser',
  revision: 0,
  createdAt: 0,
  updatedAt: 0,
} satisfies Partial<typeof athletes.$inferInsert>;

/** The first step of an erasure: the row is blanked and no read or write finds the athlete any more. */
export function blankAthlete(db: Database, partnerId: string, athleteId: string) {
  return db
    .update(athletes)
    .set(BLANK)
    .where(isLiveAthlete(partnerId, athleteId))
    .returning({ id: athletes.id });
}

/** The same for many, whoever's they are. */
export function blankAthletes(db: Database, athleteIds: readonly string[]) {
  return db
    .update(athletes)
    .set(BLANK)
    .where(and(isOneOf(athletes.id, athleteIds), IS_LIVE))
    .returning({ id: athletes.id });
}

/**
 * Removes the kept answers that made these athletes: the only ones that a repeated request could still show
 * between the blanking and the removal, for every other request names its athlete and is refused.
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

/** Some of these partners' live athletes. */
export function selectSomeAthletes(db: Database, partnerIds: readonly string[], limit: number) {
  return db
    .select({ id: athletes.id })
    .from(athletes)
    .where(and(isOneOf(athletes.partnerId, partnerIds), IS_LIVE))
    .limit(limit);
}

/** Athletes whose erasure is under way. */
export function selectErasing(db: Database, limit: number) {
  return (
    db
      .select({ id: athletes.id })
      .from(athletes)
      // Bounded, so that the index is searched and never the table.
      .where(and(IS_ERASING, gt(athletes.id, '')))
      .orderBy(athletes.id)
      .limit(limit)
  );
}

/** Removes at most STEP_ROWS rows that a table holds of these athletes. An activity takes what hangs on it along. */
export function deleteRecords(db: Database, table: AthleteTable, ids: readonly string[]) {
  return deleteSome(db, table, isOneOf(table.athleteId, ids));
}

/** Removes these connections, and none whose limiter object was not told. */
export function deleteConnections(db: Database, connectionIds: readonly string[]) {
  return db.delete(connections).where(isOneOf(connections.id, connectionIds));
}

/** Some connections of these athletes: their limiter objects are named by them. */
export function selectConnectionIds(db: Database, athleteIds: readonly string[], limit: number) {
  return db
    .select({ id: connections.id })
    .from(connections)
    .where(isOneOf(connections.athleteId, athleteIds))
    .limit(limit);
}

/** The last step: of these athletes those go of whom, recounted in this very statement, nothing is left. */
export function deleteErased(db: Database, ids: readonly string[]) {
  const nothingLeft = ATHLETE_TABLES.map(
    ({ table, athleteId }) => sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${athleteId} = ${athletes.id})`,
  );
  return db.delete(athletes).where(and(isOneOf(athletes.id, ids), IS_ERASING, ...nothingLeft));
}

export function recordApplied(db: Database, idHashes: readonly string[], nowMs: number) {
  return db
    .insert(appliedErasures)
    .select(sql`SELECT value, ${nowMs} FROM json_each(${JSON.stringify(idHashes)}) WHERE 1`)
    .onConflictDoUpdate({ target: appliedErasures.idHash, set: { appliedAt: nowMs } });
}

/** Those of these hashes that this database has not seen erased. */
export function selectUnapplied(db: Database, idHashes: readonly string[]) {
  return db
    .select({ idHash: sql<string>`value`.as('id_hash') })
    .from(sql`json_each(${JSON.stringify(idHashes)})`)
    .where(sql`value NOT IN (SELECT ${appliedErasures.idHash} FROM ${appliedErasures})`);
}

/** Live athletes in the order of their identifiers, to be compared with hashes. */
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

export type LedgerRow = typeof erasureLedger.$inferSelect;

/** A page of a shard's ledger, newest first, without what is known to be missing there. */
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

/** Marks these as missing from their shard, and not searched for yet. */
export function noteMissing(registry: Database, idHashes: readonly string[]) {
  return registry
    .update(erasureLedger)
    .set({ searchedTo: '' })
    .where(and(isOneOf(erasureLedger.idHash, idHashes), isNull(erasureLedger.searchedTo)));
}

/** Some of those that are missing from a shard, the least searched for first. */
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

/** How far the search for these has come; null when it need not go on. */
export function recordSearched(registry: Database, idHashes: readonly string[], searchedTo: string | null) {
  return registry.update(erasureLedger).set({ searchedTo }).where(isOneOf(erasureLedger.idHash, idHashes));
}
