import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Builds the condition that a column holds one of these values: one parameter for any number (D1 takes a hundred). */
export function isOneOf(column: SQLWrapper, values: readonly string[]): SQL {
  return sql`${column} IN ${listOf(values)}`;
}

/** Builds a subquery of these values, as one parameter. */
export function listOf(values: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}
