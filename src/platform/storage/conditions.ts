import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

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
