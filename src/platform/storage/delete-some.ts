import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from './database.ts';

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
