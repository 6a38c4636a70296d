import { getTableColumns, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from './database.ts';
import { bindComposed, type Composable, type Composed, compose, defaultOf } from './drizzle-internals.ts';

/** Builds the condition that a column has one of these values, as one parameter, because D1 allows only a hundred. */
export function isOneOf(column: SQLWrapper, values: readonly (string | number)[]): SQL {
  return sql`${column} IN ${listOf(values)}`;
}

/** Builds a subquery of these values, as one parameter. */
export function listOf(values: readonly (string | number)[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

/** A position in a list by time, or placeholders for one. */
export interface ListPosition {
  readonly atMs: number | Placeholder;
  readonly id: string | Placeholder;
}

/**
 * Builds the condition that a row follows this position in a list, newest first. Compares both columns as a pair, which
 * SQLite looks up in an index. An OR would read every row before the page, on every page.
 */
export function isOlderThan([at, id]: readonly [SQLiteColumn, SQLiteColumn], position: ListPosition): SQL {
  return sql`(${at}, ${id}) < (${position.atMs}, ${position.id})`;
}

/** Builds the condition that a row follows this position in a list, oldest first. */
export function isNewerThan([at, id]: readonly [SQLiteColumn, SQLiteColumn], position: ListPosition): SQL {
  return sql`(${at}, ${id}) > (${position.atMs}, ${position.id})`;
}

/**
 * Inserts a row only if `condition` is met in the same statement, so nothing can be written after an erasure. Otherwise
 * `meta.changes` of the result is 0. A missing column gets its default or null. Values may be placeholders, for a query that
 * is composed once.
 */
export function insertWhere<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  row: Table['$inferInsert'] | Readonly<Record<string, Placeholder>>,
  condition: SQL,
) {
  const input: Readonly<Record<string, unknown>> = row;
  // INSERT … SELECT names every column in the table's order.
  const values = Object.entries(getTableColumns(table)).map(
    ([name, column]) => sql`${sql.param(input[name] ?? defaultOf(column), column)}`,
  );
  return db.insert(table).select(sql`SELECT ${sql.join(values, sql`, `)} WHERE ${condition}`);
}

/** Returns the SET of an `onConflictDoUpdate` that replaces every column except the key. */
export function overwriteAllBut(table: SQLiteTable, key: string): Record<string, SQL> {
  return Object.fromEntries(
    Object.entries(getTableColumns(table))
      .filter(([, column]) => column.name !== key)
      .map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]),
  );
}

/** Statements for one batch: at least one. */
export type BatchItems = readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]];

/** Sends any number of statements in one batch and returns their results. Sends nothing if there are none. */
export async function sendAll(
  db: Database,
  statements: readonly BatchItem<'sqlite'>[],
): Promise<readonly unknown[]> {
  const [first, ...others] = statements;
  return first ? db.batch([first, ...others]) : [];
}

/** Sends groups of equal queries in one batch, and returns the results group by group. */
export async function batchGroups<Queries extends BatchItems>(
  db: Database,
  groups: readonly Queries[],
): Promise<readonly BatchResponse<Queries>[]> {
  const results = await sendAll(
    db,
    groups.flatMap((queries): BatchItem<'sqlite'>[] => [...queries]),
  );
  let at = 0;
  return groups.map(({ length }) => {
    at += length;
    return asResponse<Queries>(results.slice(at - length, at), length);
  });
}

/** Types the results of a batch by its queries. Throws if their counts differ (a bug). */
export function asResponse<Queries extends BatchItems>(
  results: readonly unknown[],
  length: number,
): BatchResponse<Queries> {
  if (results.length !== length) throw new Error('a batch must return one result per query');
  return results as unknown as BatchResponse<Queries>;
}

/** The maximum rows that one statement of an erasure or a purge removes, well within D1's time limit. */
export const STEP_ROWS = 1000;

/**
 * Removes at most STEP_ROWS rows that match `condition`. `key` lists the columns that identify a row. Removes fewer
 * (`meta.changes`) only if no more are left.
 */
export function deleteSome(
  db: Database,
  { table, key }: { readonly table: SQLiteTable; readonly key: readonly SQLiteColumn[] },
  condition: SQL,
) {
  const columns = sql.join(
    key.map((column) => sql`${column}`),
    sql`, `,
  );
  const some = sql`SELECT ${columns} FROM ${table} WHERE ${condition} LIMIT ${STEP_ROWS}`;
  return db.delete(table).where(sql`(${columns}) IN (${some})`);
}

/** Returns the columns of `changes` whose values differ from those of the row. */
export function changedColumns<Row extends object, Changes extends Partial<Row>>(
  row: Row,
  changes: Changes,
): Partial<Row> {
  const stored = new Map<string, unknown>(Object.entries(row));
  const changed = Object.entries(changes).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(stored.get(name)),
  );
  return asPartOf<Row>(Object.fromEntries(changed), stored);
}

/** Casts columns to a part of a row. Throws if one is not a column of the row (a bug). */
function asPartOf<Row extends object>(
  columns: Readonly<Record<string, unknown>>,
  row: ReadonlyMap<string, unknown>,
): Partial<Row> {
  for (const name of Object.keys(columns)) if (!row.has(name)) throw new Error(`${name} is not a column`);
  return columns as Partial<Row>;
}

/**
 * The values for one use. Nulls are not allowed, because an encoder would turn them into values. Write them in the query.
 */
type Values<Name extends string> = Readonly<Record<Name, NonNullable<unknown>>>;

/**
 * Returns a query for `db.batch` whose SQL is composed once per isolate and then only bound to values. Composing the
 * statements for each read of an activity took a fifth of its time.
 *
 * @param build builds the query, with `value('name')` in place of each value
 */
export function composedOnce<Name extends string, Query extends Composable>(
  build: (db: Database, value: (name: Name) => Placeholder<Name>) => Query,
): (db: Database, values: Values<Name>) => Query {
  let composed: Composed | null = null;
  return (db, values) => {
    composed ??= compose(build(db, (name) => sql.placeholder(name)));
    return bindComposed<Query>(db, composed, values);
  };
}

/** Selects the engine versions in a table, reading one row each of the index that starts with them. */
export function selectEngineVersions(db: Database, table: SQLiteTable, condition: SQL = sql`1`) {
  // SELECT DISTINCT would read the whole index. UNION ends at the NULL after the last version.
  const versions = sql`(WITH RECURSIVE folded (version) AS (
    SELECT min(engine_version) FROM ${table} WHERE ${condition}
    UNION
    SELECT (SELECT min(engine_version) FROM ${table} WHERE engine_version > version AND ${condition}) FROM folded
  ) SELECT version FROM folded WHERE version IS NOT NULL) AS versions`;
  return db.select({ version: sql<string>`version` }).from(versions);
}
