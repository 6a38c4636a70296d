import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import {
  attachedColumns,
  selectOwnProducts,
  shownFeedbackColumns,
} from '#nutrition/records/read-activity.ts';
import type { Environment } from '#platform/env.ts';
import {
  activities,
  activityProducts,
  connections,
  feedback,
  type OwnProductRow,
  type ProductAccessRow,
  pageSessions,
  prescriptions,
  productAccessLog,
  type SweatTestRow,
  sweatTests,
  usedSubscribeLinks,
} from '#platform/storage/athlete-schema.ts';
import { idempotencyKeys } from '#platform/storage/common-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { isBytes } from '#platform/storage/drizzle-internals.ts';
import { events } from '#platform/storage/events-schema.ts';

/**
 * Reads the activities of an export page by page, in the order of their times at its start. Reads all
 * identifiers first, so that each existing activity appears exactly once even if a partner reschedules some
 * meanwhile. 100,000 identifiers take about 5 MB.
 */
export class ExportedActivities {
  readonly #db: Database;
  readonly #athleteId: string;
  #left: readonly string[] | null = null;

  constructor(db: Database, athleteId: string) {
    this.#db = db;
    this.#athleteId = athleteId;
  }

  /** Reads the next page. An empty page is the last. */
  async next(): Promise<readonly ExportedActivity[]> {
    let left = this.#left ?? (await readActivityIds(this.#db, this.#athleteId));
    let rows: readonly ExportedActivity[] = [];
    while (left.length > 0 && rows.length === 0) {
      const ids = left.slice(0, PAGE_ROWS);
      rows = await readActivities(this.#db, this.#athleteId, ids);
      const last = rows.at(-1)?.activity.id;
      // A page may be cut short by its bytes. If all its activities were deleted, it is skipped.
      left = left.slice(last === undefined ? ids.length : ids.indexOf(last) + 1);
    }
    this.#left = left;
    return rows;
  }
}

/** The most rows that an export holds in memory at a time. */
export const PAGE_ROWS = 500;

/**
 * Bytes of stored text that an export holds in memory at a time, unless a single row has more. Row sizes vary
 * a hundredfold, mostly because of notes and products. In the heap a page takes several times as much,
 * because one non-Latin character makes every character of its string two bytes. D1 allows a thousand
 * statements per request and a page of activities takes two, so an export is cut off at about 2 GB.
 */
export const PAGE_BYTES = 4 * 1024 * 1024;

/** Heap size of a row in addition to its text. */
const ROW_BYTES = 1_000;

export interface ExportPage<Row> {
  readonly rows: readonly Row[];
  readonly isLast: boolean;
}

/** The inputs stay compressed until the activity is shown, so that a page holds one explanation at a time. */
const { athleteId: _ofPrescription, ...PRESCRIPTION } = getTableColumns(prescriptions);

/** D1 returns rows by column name, so a column name shared with activities needs an alias. */
const { id, athleteId, revision, createdAt, updatedAt, ...FEEDBACK_COLUMNS } = shownFeedbackColumns;
const FEEDBACK = {
  ...FEEDBACK_COLUMNS,
  id: sql<string>`${id}`.as('feedback_id'),
  athleteId: sql<string>`${athleteId}`.as('feedback_athlete_id'),
  activityId: sql<string>`${feedback.activityId}`.as('feedback_activity_id'),
  revision: sql<number>`${revision}`.as('feedback_revision'),
  createdAt: sql<number>`${createdAt}`.as('feedback_created_at'),
  updatedAt: sql<number>`${updatedAt}`.as('feedback_updated_at'),
};

/**
 * Builds the query for the numbers that an export's cost depends on: an athlete's activities, where one with `segments`
 * counts as many times as it has legs, and the products attached to them.
 */
export function countExported(db: Database, athleteId: string) {
  const legs = sql<number>`coalesce(sum(coalesce(json_array_length(${activities.segments}), 1)), 0)`;
  const products = sql<number>`(SELECT count(*) FROM ${activityProducts} WHERE ${activityProducts.athleteId} = ${athleteId})`;
  return db
    .select({ legs: legs.as('legs'), products: products.as('products') })
    .from(activities)
    .where(eq(activities.athleteId, athleteId));
}

/** Reads the identifiers of all activities of an athlete, by time. */
export async function readActivityIds(db: Database, athleteId: string): Promise<readonly string[]> {
  const [rows] = await db.batch([
    db
      .select({ id: activities.id })
      .from(activities)
      .where(eq(activities.athleteId, athleteId))
      .orderBy(asc(activities.effectiveAt), asc(activities.id)),
  ]);
  return rows.map(({ id }) => id);
}

/**
 * Reads those of these activities that still exist, with prescription, feedback and products, in one
 * transaction and in this order: as many as fit in a page.
 */
export async function readActivities(db: Database, athleteId: string, ids: readonly string[]) {
  const productBytes = sql`${ROW_BYTES} * (SELECT count(*) FROM ${activityProducts} WHERE ${activityProducts.activityId} = ${activities.id})`;
  const columns = [
    ...columnsOf(activities),
    ...columnsOf(prescriptions),
    ...Object.values(shownFeedbackColumns),
  ];
  const page = keysOfPage(
    sql`SELECT ${activities.id} AS key, json_each.key AS position, ${bytesOf(columns)} + ${productBytes} AS bytes FROM json_each(${JSON.stringify(ids)}) CROSS JOIN ${activities} ON ${activities.id} = json_each.value AND ${activities.athleteId} = ${athleteId} LEFT JOIN ${prescriptions} ON ${prescriptions.activityId} = ${activities.id} LEFT JOIN ${feedback} ON ${feedback.activityId} = ${activities.id} ORDER BY json_each.key`,
    sql`position`,
  );
  const [rows, attached] = await db.batch([
    db
      .select({ activity: getTableColumns(activities), prescription: PRESCRIPTION, feedback: FEEDBACK })
      .from(activities)
      .leftJoin(prescriptions, eq(prescriptions.activityId, activities.id))
      .leftJoin(feedback, eq(feedback.activityId, activities.id))
      .where(inArray(activities.id, page)),
    db.select(attachedColumns).from(activityProducts).where(inArray(activityProducts.activityId, page)),
  ]);
  const productsOf = Map.groupBy(attached, (row) => row.activityId);
  const positionOf = new Map(ids.map((id, index) => [id, index]));
  return rows
    .map((row) => ({ ...row, products: productsOf.get(row.activity.id) ?? [] }))
    .sort((a, b) => (positionOf.get(a.activity.id) ?? 0) - (positionOf.get(b.activity.id) ?? 0));
}

export type ExportedActivity = Awaited<ReturnType<typeof readActivities>>[number];

/** Reads a page of sweat tests, oldest first. */
export async function readSweatTests(db: Database, athleteId: string, after: SweatTestRow | null) {
  const { effectiveAt, id } = sweatTests;
  const isLater =
    after === null ? sql`1` : sql`(${effectiveAt}, ${id}) > (${after.effectiveAt}, ${after.id})`;
  const page = keysOfPage(
    sql`SELECT ${id} AS key, ${effectiveAt}, ${bytesOf(columnsOf(sweatTests))} AS bytes FROM ${sweatTests} WHERE ${sweatTests.athleteId} = ${athleteId} AND ${isLater} ORDER BY ${effectiveAt}, ${id}`,
    sql`effective_at, key`,
  );
  const [rows] = await db.batch([
    db.select().from(sweatTests).where(inArray(id, page)).orderBy(asc(effectiveAt), asc(id)),
  ]);
  return pageUntilEmpty(rows);
}

/**
 * Builds a subquery for the keys of one page: at most PAGE_ROWS rows with at most PAGE_BYTES in total, or a
 * single larger row. It is part of the statement that reads the rows, so both see the same state.
 *
 * @param candidates selects `key`, `bytes` and the columns of `order`, in that order
 */
function keysOfPage(candidates: SQL, order: SQL): SQL {
  return sql`(SELECT key FROM (SELECT key, bytes, sum(bytes) OVER (ORDER BY ${order}) AS running FROM (${candidates} LIMIT ${PAGE_ROWS})) WHERE running <= ${PAGE_BYTES} OR running = bytes)`;
}

/** Builds an expression for the size of a row's text, which SQLite knows without reading the text. */
function bytesOf(columns: readonly SQLiteColumn[]): SQL {
  const sizes = columns.map((column) => sql`${factorOf(column)} * coalesce(octet_length(${column}), 0)`);
  return sql`${ROW_BYTES} + ${sql.join(sizes, sql` + `)}`;
}

/**
 * Returns the size of a column's byte in D1's answer. A blob is an array of numbers, each of up to three
 * digits and a comma.
 */
function factorOf(column: SQLiteColumn): number {
  return isBytes(column) ? 4 : 1;
}

function columnsOf(table: SQLiteTable): readonly SQLiteColumn[] {
  return Object.values(getTableColumns(table));
}

/** Makes a page that PAGE_BYTES may have cut short. Only an empty page is the last one. */
export function pageUntilEmpty<Row>(rows: readonly Row[]): ExportPage<Row> {
  return { rows, isLast: rows.length === 0 };
}

/** Makes a page of small rows, which only PAGE_ROWS cuts short. */
function pageOfSmallRows<Row>(rows: readonly Row[]): ExportPage<Row> {
  return { rows, isLast: rows.length < PAGE_ROWS };
}

/** Reads a page of the product access log, newest first. */
export async function readAccessLog(db: Database, athleteId: string, after: ProductAccessRow | null) {
  const { id } = productAccessLog;
  const [rows] = await db.batch([
    db
      .select()
      .from(productAccessLog)
      .where(and(eq(productAccessLog.athleteId, athleteId), after ? lt(id, after.id) : undefined))
      .orderBy(desc(id))
      .limit(PAGE_ROWS),
  ]);
  return pageOfSmallRows(rows);
}

/** Reads the products of an athlete's own. Their number is limited, so they are one page. */
export async function readOwnProducts(db: Database, athleteId: string): Promise<ExportPage<OwnProductRow>> {
  const [rows] = await db.batch([selectOwnProducts(db, athleteId)]);
  return { rows, isLast: true };
}

export async function readConnections(db: Database, athleteId: string, afterClientId: string) {
  const [rows] = await db.batch([
    db
      .select()
      .from(connections)
      .where(and(eq(connections.athleteId, athleteId), gt(connections.clientId, afterClientId)))
      .orderBy(connections.clientId)
      .limit(PAGE_ROWS),
  ]);
  return pageOfSmallRows(rows);
}

export async function readUsedLinks(db: Database, athleteId: string, afterS: number) {
  const [rows] = await db.batch([
    db
      .select()
      .from(usedSubscribeLinks)
      .where(and(eq(usedSubscribeLinks.athleteId, athleteId), gt(usedSubscribeLinks.expiresAtS, afterS)))
      .orderBy(usedSubscribeLinks.expiresAtS)
      .limit(PAGE_ROWS),
  ]);
  return pageOfSmallRows(rows);
}

export async function readPageSessions(db: Database, athleteId: string, afterId: string) {
  const [rows] = await db.batch([
    db
      .select()
      .from(pageSessions)
      .where(and(eq(pageSessions.athleteId, athleteId), gt(pageSessions.id, afterId)))
      .orderBy(pageSessions.id)
      .limit(PAGE_ROWS),
  ]);
  return pageOfSmallRows(rows);
}

/** Reads a page of the answers that a retry with the same Idempotency-Key would replay. */
export async function readStoredAnswers(
  db: Database,
  owner: { readonly athleteId: string; readonly partnerId: string; readonly environment: Environment },
  afterHash: string,
) {
  const { athleteId, partnerId, environment, keyHash } = idempotencyKeys;
  const page = keysOfPage(
    sql`SELECT ${keyHash} AS key, ${bytesOf(columnsOf(idempotencyKeys))} AS bytes FROM ${idempotencyKeys} WHERE ${athleteId} = ${owner.athleteId} AND ${partnerId} = ${owner.partnerId} AND ${environment} = ${owner.environment} AND ${keyHash} > ${afterHash} ORDER BY ${keyHash}`,
    sql`key`,
  );
  const [rows] = await db.batch([
    db
      .select()
      .from(idempotencyKeys)
      .where(
        and(
          eq(partnerId, owner.partnerId),
          eq(environment, owner.environment),
          inArray(keyHash, page),
          eq(athleteId, owner.athleteId),
        ),
      )
      .orderBy(keyHash),
  ]);
  return pageUntilEmpty(rows);
}

/** Reads a page of the athlete's events, oldest first. */
export async function readEvents(db: Database, athleteId: string, afterSequence: number) {
  const [rows] = await db.batch([
    db
      .select()
      .from(events)
      .where(and(eq(events.athleteId, athleteId), gt(events.sequence, afterSequence)))
      .orderBy(events.sequence)
      .limit(PAGE_ROWS),
  ]);
  return pageOfSmallRows(rows);
}
