import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { Column, getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/** Reads and writes rows of the service's tables through prepared statements of `node:sqlite`. */

/** Returns the columns of a table by their names in code, without those that a query leaves out. */
export function columnsOf(table: SQLiteTable, without: readonly string[] = []): readonly [string, Column][] {
  return Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name));
}

/**
 * Prepares a query of whole rows of a table, but for the columns `without`.
 *
 * @param rest what follows the table's name
 * @param expressions SQL in place of a column, by its name in code
 */
export function prepareRows<Table extends SQLiteTable, Without extends string = never>(
  db: DatabaseSync,
  table: Table,
  rest: string,
  {
    without = [],
    expressions = {},
  }: { readonly without?: readonly Without[]; readonly expressions?: Readonly<Record<string, string>> } = {},
): (...parameters: SQLInputValue[]) => Omit<Table['$inferSelect'], Without>[] {
  const columns = columnsOf(table, without);
  const selected = columns
    .map(([name, column]) => `${expressions[name] ?? column.name} AS ${name}`)
    .join(', ');
  const statement = db.prepare(`SELECT ${selected} FROM ${getTableName(table)} ${rest}`);
  const decode = rowDecoder<Omit<Table['$inferSelect'], Without>>(columns, statement);
  return (...parameters) => statement.all(...parameters).map(decode);
}

/** Casts what a statement returns to rows of a table, with JSON and flags decoded. Throws if it has other columns. */
function rowDecoder<Row>(
  columns: readonly [string, Column][],
  statement: StatementSync,
): (stored: Record<string, SQLOutputValue>) => Row {
  const returned = statement.columns().map(({ name }) => name);
  if (!columns.every(([name], at) => returned[at] === name)) throw new Error('the query has other columns');
  const encoded = columns.filter(
    ([, column]) => column.mapFromDriverValue !== Column.prototype.mapFromDriverValue,
  );
  return (stored) => {
    const row: Record<string, unknown> = stored;
    for (const [name, column] of encoded) {
      if (row[name] !== null) row[name] = column.mapFromDriverValue(row[name]);
    }
    return row as Row;
  };
}

/** Returns the values of a row as SQLite stores them, in the order of the columns. */
export function storedValues(
  columns: readonly [string, Column][],
  row: Readonly<Record<string, unknown>>,
): SQLInputValue[] {
  return columns.map(([name, column]) => {
    const value = row[name];
    return value === null || value === undefined ? null : storable(column.mapToDriverValue(value));
  });
}

/** Returns a value as SQLite can store it. Throws if it cannot. */
export function storable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Uint8Array) return value;
  throw new Error(`SQLite cannot store a ${typeof value}`);
}
