import type { BatchItem } from 'drizzle-orm/batch';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../src/storage/database.ts';

/** The rows of a situation, each with its table; those that others refer to come first. */
export type Rows = readonly (readonly [SQLiteTable, Readonly<Record<string, unknown>>])[];

/**
 * Runs a statement in each of these situations, which are alone in their tables, and returns the names of those in which it
 * finds or changes a row. Situations that differ from one that is found in one thing each name the conditions of the statement.
 */
export async function touchedBy(
  db: Database,
  statement: BatchItem<'sqlite'>,
  situations: Readonly<Record<string, Rows>>,
): Promise<readonly string[]> {
  const tables = [
    ...new Set(
      Object.values(situations)
        .flat()
        .map(([table]) => table),
    ),
  ].reverse();
  const touched: string[] = [];
  for (const [name, rows] of Object.entries(situations)) {
    for (const table of tables) await db.delete(table);
    for (const [table, row] of rows) await db.insert(table).values(row);
    const [result] = await db.batch([statement]);
    if (countOf(result) > 0) touched.push(name);
  }
  for (const table of tables) await db.delete(table);
  return touched;
}

/** Counts the rows that a statement returned or, if it returns none, changed. */
function countOf(result: unknown): number {
  if (Array.isArray(result)) return result.length;
  const changes: unknown = Reflect.get(Object(Reflect.get(Object(result), 'meta')), 'changes');
  if (typeof changes !== 'number') throw new Error('the statement tells neither rows nor changes');
  return changes;
}
