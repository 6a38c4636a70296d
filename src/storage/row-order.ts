import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/**
 * That a row comes after this position in a list of newest first. One comparison of a pair, which SQLite looks up in
 * an index of both columns; written out with OR it would read every row before the page, on every page.
 */
export function isOlderThan(
  [at, id]: readonly [SQLiteColumn, SQLiteColumn],
  position: { readonly atMs: number; readonly id: string },
): SQL {
  return sql`(${at}, ${id}) < (${position.atMs}, ${position.id})`;
}
