import { getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from './database.ts';
import { defaultOf } from './drizzle-internals.ts';

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
  const given: Readonly<Record<string, unknown>> = row;
  // INSERT … SELECT names every column in the table's order.
  const values = Object.entries(getTableColumns(table)).map(
    ([name, column]) => sql`${sql.param(given[name] ?? defaultOf(column), column)}`,
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
