import { getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from './database.ts';

/**
 * An INSERT that happens only where `condition` holds in the very same statement, so that nothing can be
 * written behind an erasure. `meta.changes` of its result is 0 where it did not. The row is written whole:
 * a column that it leaves out gets its default, or null. Placeholders in the place of values: for a query that is
 * composed once.
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
    ([name, column]) => sql`${sql.param(given[name] ?? column.default ?? null, column)}`,
  );
  return db.insert(table).select(sql`SELECT ${sql.join(values, sql`, `)} WHERE ${condition}`);
}

/** For `onConflictDoUpdate`: every column but the key takes the value that the refused row brought. */
export function overwriteAllBut(table: SQLiteTable, key: string): Record<string, SQL> {
  return Object.fromEntries(
    Object.entries(getTableColumns(table))
      .filter(([, column]) => column.name !== key)
      .map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]),
  );
}
