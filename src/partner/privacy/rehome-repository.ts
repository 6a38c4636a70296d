import { and, desc, eq, getTableColumns, gt, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import {
  type AthleteRow,
  activities,
  activityProducts,
  athletes,
  feedback,
  learnedStates,
  prescriptions,
  productAccessLog,
  type RehomeRow,
  rehomes,
  sweatTests,
} from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { erasureLedger } from '#platform/storage/registry-schema.ts';
import { insertMany } from '#platform/storage/write-many.ts';

/** A table whose rows move with an athlete to another region, and the columns that sort its rows. */
export interface CopiedTable {
  readonly table: SQLiteTable & { readonly athleteId: SQLiteColumn };
  readonly key: readonly [SQLiteColumn, ...SQLiteColumn[]];
}

export const ACCESS_LOG: CopiedTable = { table: productAccessLog, key: [productAccessLog.id] };

/**
 * The history that a rehomed athlete keeps, parents first. Connections, kept answers, used links and events
 * name the old identifier, so they stay behind and are erased.
 */
export const COPIED_TABLES: readonly CopiedTable[] = [
  { table: activities, key: [activities.id] },
  { table: prescriptions, key: [prescriptions.activityId] },
  { table: feedback, key: [feedback.id] },
  { table: sweatTests, key: [sweatTests.id] },
  { table: learnedStates, key: [learnedStates.athleteId] },
  { table: activityProducts, key: [activityProducts.activityId, activityProducts.productId] },
  ACCESS_LOG,
];

/** Rows copied at a time. */
export const COPIED_ROWS = 200;

/** Selects an athlete of any partner in any state. */
export function selectWhoever(db: Database, athleteId: string) {
  return db.select().from(athletes).where(eq(athletes.id, athleteId));
}

export function selectRehome(db: Database, athleteId: string) {
  return db.select().from(rehomes).where(eq(rehomes.athleteId, athleteId));
}

/** Builds a text that changes with every change to an athlete's profile, reported events or learned state. */
function markOf(athleteId: string): SQL<string> {
  return sql<string>`(SELECT marked.revision || ' '
      || coalesce((SELECT max(sequence) FROM events WHERE events.athlete_id = marked.id), 0) || ' '
      || coalesce((SELECT revision FROM learned_states WHERE learned_states.athlete_id = marked.id), '')
    FROM athletes AS marked WHERE marked.id = ${athleteId})`;
}

function isInState(athleteId: string, status: AthleteRow['status']): SQL {
  return sql`EXISTS (SELECT 1 FROM athletes AS stated WHERE stated.id = ${athleteId} AND stated.status = ${status})`;
}

/** Records that a live athlete is to be copied, unless that is already recorded. */
export function insertRehome(db: Database, athleteId: string, newAthleteId: string, nowMs: number) {
  return db
    .insert(rehomes)
    .select(
      sql`SELECT ${athleteId}, ${newAthleteId}, 1, ${markOf(athleteId)}, ${nowMs} WHERE ${isInState(athleteId, 'live')}`,
    )
    .onConflictDoNothing();
}

/** Restricts a statement to the record of this move. An athlete may have another one later, to another record. */
function isSameMove({ athleteId, newAthleteId }: RehomeRow): SQL {
  return sql`(${rehomes.athleteId} = ${athleteId} AND ${rehomes.newAthleteId} = ${newAthleteId})`;
}

/** Records that a request works on a move. */
export function noteWork(db: Database, rehome: RehomeRow, nowMs: number) {
  return db
    .update(rehomes)
    .set({ workedAt: sql`max(${rehomes.workedAt}, ${nowMs})` })
    .where(isSameMove(rehome));
}

/**
 * Selects the athletes whose move has stopped: hidden ones on which no request has worked since `hiddenSinceMs`,
 * and live ones since `copiedSinceMs`.
 */
export function selectStalled(db: Database, hiddenSinceMs: number, copiedSinceMs: number, limit: number) {
  return db
    .select({ athleteId: rehomes.athleteId })
    .from(rehomes)
    .where(
      and(
        // The lower bound makes SQLite search the index instead of scanning the table.
        gt(rehomes.athleteId, ''),
        sql`${rehomes.workedAt} < CASE (SELECT status FROM athletes WHERE athletes.id = ${rehomes.athleteId})
          WHEN 'rehoming' THEN ${hiddenSinceMs} WHEN 'live' THEN ${copiedSinceMs} END`,
      ),
    )
    .orderBy(rehomes.athleteId)
    .limit(limit);
}

/** Selects the ledger's row of an erasure. */
export function selectErasure(registry: Database, idHash: string) {
  return registry.select().from(erasureLedger).where(eq(erasureLedger.idHash, idHash));
}

/** Shows the old record of a move again, which will not be completed. */
export function showOldAgain(db: Database, rehome: RehomeRow) {
  const isMoving = sql`EXISTS (SELECT 1 FROM rehomes WHERE ${isSameMove(rehome)})`;
  return db
    .update(athletes)
    .set({ status: 'live' })
    .where(and(eq(athletes.id, rehome.athleteId), sql`${athletes.status} = 'rehoming'`, isMoving));
}

/** Deletes the record of a move that will not be completed. */
export function deleteRehome(db: Database, rehome: RehomeRow) {
  return db.delete(rehomes).where(isSameMove(rehome));
}

/** Begins the next attempt if this one is still the latest. */
export function beginAttempt(db: Database, rehome: RehomeRow) {
  const { athleteId, attempt } = rehome;
  return db
    .update(rehomes)
    .set({ attempt: attempt + 1, mark: markOf(athleteId) })
    .where(and(isSameMove(rehome), eq(rehomes.attempt, attempt)));
}

/**
 * Hides a live athlete that has not changed since this attempt began. From then on nothing about it changes.
 */
export function hideAsCopied(db: Database, rehome: RehomeRow) {
  const { athleteId, attempt } = rehome;
  const isUnchanged = sql`EXISTS (SELECT 1 FROM rehomes WHERE ${isSameMove(rehome)}
    AND rehomes.attempt = ${attempt} AND rehomes.mark = ${markOf(athleteId)})`;
  return db
    .update(athletes)
    .set({ status: 'rehoming' })
    .where(and(eq(athletes.id, athleteId), eq(athletes.status, 'live'), isUnchanged));
}

/** Holds while the copy accepts rows of this attempt. Its revision is the number of the attempt. */
function takesRows({ newAthleteId, attempt }: RehomeRow, is: SQL = sql`=`): SQL {
  return sql`EXISTS (SELECT 1 FROM athletes AS copy WHERE copy.id = ${newAthleteId}
    AND copy.status = 'rehoming' AND copy.revision ${is} ${attempt})`;
}

/** Inserts the hidden copy, without rows. Only this adds it: once it is blanked, it never comes back. */
export function insertCopy(db: Database, newAthleteId: string, partnerId: string, nowMs: number) {
  return db.insert(athletes).values({
    id: newAthleteId,
    partnerId,
    status: 'rehoming',
    revision: 1,
    tier: 'teaser',
    createdAt: nowMs,
    updatedAt: nowMs,
  });
}

/** Builds the statements that prepare the hidden copy for an attempt, without rows of an earlier one. */
export function prepareCopy(db: Database, rehome: RehomeRow, nowMs: number) {
  const { newAthleteId, attempt } = rehome;
  const isEarlier = takesRows(rehome, sql`<`);
  // The rows are deleted first, while the copy still shows the number of their attempt.
  return [
    ...COPIED_TABLES.map(({ table }) =>
      db.delete(table).where(and(eq(table.athleteId, newAthleteId), isEarlier)),
    ),
    db
      .update(athletes)
      .set({ revision: attempt, updatedAt: nowMs })
      .where(
        and(
          eq(athletes.id, newAthleteId),
          sql`${athletes.status} = 'rehoming'`,
          lte(athletes.revision, attempt),
        ),
      ),
  ];
}

type Row = Readonly<Record<string, unknown>>;

/** Returns the condition for rows after this one in the table's key order. */
function follows({ table, key }: CopiedTable, row: Row): SQL {
  const names = new Map(Object.entries(getTableColumns(table)).map(([name, column]) => [column.name, name]));
  const values = key.map(({ name }) => sql`${row[names.get(name) ?? name]}`);
  return sql`(${sql.join([...key], sql`, `)}) > (${sql.join(values, sql`, `)})`;
}

/** Selects an athlete's last accesses to products, before this one. */
export function selectAccessesBefore(db: Database, athleteId: string, before: string | null) {
  return db
    .select()
    .from(productAccessLog)
    .where(
      and(
        eq(productAccessLog.athleteId, athleteId),
        before === null ? undefined : lt(productAccessLog.id, before),
      ),
    )
    .orderBy(desc(productAccessLog.id))
    .limit(COPIED_ROWS);
}

/** Selects an athlete's next rows in a table, after this one. */
export function selectRowsAfter(db: Database, copied: CopiedTable, athleteId: string, after: Row | null) {
  const { table, key } = copied;
  return db
    .select()
    .from(table)
    .where(and(eq(table.athleteId, athleteId), after === null ? undefined : follows(copied, after)))
    .orderBy(...key)
    .limit(COPIED_ROWS);
}

/** Selects an athlete's last row in a table. */
export function selectLastRow(db: Database, { table, key }: CopiedTable, athleteId: string) {
  return db
    .select()
    .from(table)
    .where(eq(table.athleteId, athleteId))
    .orderBy(...key.map((column) => desc(column)))
    .limit(1);
}

/** Builds the statements that add rows to the copy. Existing rows stay. */
export function insertCopied(db: Database, { table }: CopiedTable, rehome: RehomeRow, rows: readonly Row[]) {
  const own = rows.map((row) => ({ ...row, athleteId: rehome.newAthleteId }));
  return insertMany(db, table, own, { condition: takesRows(rehome) }).map((insertion) =>
    insertion.onConflictDoNothing(),
  );
}

function countsOf(athleteId: string): SQL<string> {
  const counts = COPIED_TABLES.map(
    ({ table }) => sql`(SELECT count(*) FROM ${table} WHERE ${table.athleteId} = ${athleteId})`,
  );
  return sql<string>`json_array(${sql.join(counts, sql`, `)})`;
}

/** Selects the numbers of an athlete's rows in the copied tables, as JSON. */
export function selectCounts(db: Database, athleteId: string) {
  return db
    .select({ counts: countsOf(athleteId).as('counts') })
    .from(athletes)
    .where(eq(athletes.id, athleteId));
}

/** Shows the complete copy as the live athlete, if it has as many rows as the old one in each table. */
export function showCopy(db: Database, old: AthleteRow, rehome: RehomeRow, counts: string, nowMs: number) {
  const { id: _old, status: _status, ...columns } = old;
  return db
    .update(athletes)
    .set({ ...columns, status: 'live', updatedAt: nowMs })
    .where(
      and(
        eq(athletes.id, rehome.newAthleteId),
        eq(athletes.status, 'rehoming'),
        eq(athletes.revision, rehome.attempt),
        sql`${countsOf(rehome.newAthleteId)} = ${counts}`,
      ),
    );
}
