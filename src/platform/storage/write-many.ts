import { and, type Column, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { requireFinite } from '../finite.ts';
import { memberOf } from '../members.ts';
import type { Database } from './database.ts';
import { isBytes, storedValue } from './drizzle-internals.ts';

/** Half of the largest parameter that D1 accepts (2 MB). */
const CHUNK_CHARACTERS = 1_000_000;

type Row<Table extends SQLiteTable> = Table['$inferSelect'];

/** The condition for writing each row. Reads the row's values with `inRow`. */
export interface RowGuard {
  readonly condition: SQL;
  /** Additional values of each row, for `inRow`. */
  readonly values?: readonly Readonly<Record<string, string | number>>[];
}

/**
 * Refers to a value of the row by SQL name, in the condition of `insertMany` or `updateMany`.
 */
export function inRow(name: string): SQL {
  return sql`json_each.value ->> ${sql.raw(`'$.${name}'`)}`;
}

/** Builds statements that insert any number of whole rows, as many per statement as fit in one parameter. */
export function insertMany<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  rows: readonly Row<Table>[],
  guard: RowGuard = { condition: sql`1` },
) {
  const values = columnsOf(table).map(([, column]) => readValue(column));
  return chunksOfRows(table, rows, guard).map((chunk) =>
    db
      .insert(table)
      .select(sql`SELECT ${sql.join(values, sql`, `)} FROM json_each(${chunk}) WHERE ${guard.condition}`),
  );
}

/** Builds statements that replace any number of whole rows, found by their key. */
export function updateMany<Table extends SQLiteTable>(
  db: Database,
  { table, key }: { readonly table: Table; readonly key: SQLiteColumn },
  rows: readonly Row<Table>[],
  guard: RowGuard,
) {
  const changed = columnsOf(table).filter(([, column]) => column.name !== key.name);
  const set = Object.fromEntries(changed.map(([name, column]) => [name, readValue(column)]));
  return chunksOfRows(table, rows, guard).map((chunk) =>
    db
      .update<SQLiteTable>(table)
      .set(set)
      .from(sql`json_each(${chunk})`)
      .where(and(sql`${key} = ${inRow(key.name)}`, guard.condition)),
  );
}

function columnsOf(table: SQLiteTable): [string, Column][] {
  return Object.entries(getTableColumns(table));
}

function readValue(column: Column): SQL {
  const value = inRow(column.name);
  return isBytes(column) ? sql`unhex(${value})` : value;
}

function chunksOfRows(
  table: SQLiteTable,
  rows: readonly Readonly<Record<string, unknown>>[],
  { values }: RowGuard,
): string[] {
  const columns = columnsOf(table);
  const texts = rows.map((row, index) => JSON.stringify({ ...stored(columns, row), ...values?.[index] }));
  return chunksOf(texts, CHUNK_CHARACTERS);
}

/** Maps a row to its stored form: flags as numbers, objects as text, bytes as hexadecimal. */
function stored(
  columns: readonly [string, Column][],
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(([name, column]) => {
      const value = row[name] ?? null;
      const inColumn = value === null ? null : inJson(column, storedValue(column, value));
      return [column.name, requireFinite(inColumn, column.name)];
    }),
  );
}

/** Maps bytes to hexadecimal digits for JSON. */
function inJson(column: Column, value: unknown): unknown {
  if (!isBytes(column) || !(value instanceof Uint8Array)) return value;
  return Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Collects this column of the rows returned by a batch's statements: the identifiers of the written rows.
 */
export function writtenIds(results: readonly unknown[], name: 'id' | 'activityId'): ReadonlySet<string> {
  const rows = results.flatMap((result): unknown[] => (Array.isArray(result) ? result : []));
  return new Set(rows.flatMap((row) => textOf(row, name)));
}

function textOf(row: unknown, name: string): string[] {
  const value = memberOf(row, name);
  return typeof value === 'string' ? [value] : [];
}

/**
 * Joins JSON texts, in order, into JSON arrays of at most about `charactersMax`, each one parameter for `json_each`. A
 * longer text gets its own array.
 */
export function chunksOf(items: readonly string[], charactersMax: number): string[] {
  const chunks: string[] = [];
  let open: string[] = [];
  let length = 0;
  for (const item of items) {
    if (length + item.length > charactersMax && open.length > 0) {
      chunks.push(`[${open.join(',')}]`);
      open = [];
      length = 0;
    }
    open.push(item);
    length += item.length;
  }
  if (open.length > 0) chunks.push(`[${open.join(',')}]`);
  return chunks;
}
