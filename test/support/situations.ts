import { type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect } from 'vitest';
import type { Database } from '#platform/storage/database.ts';

/** The rows of a situation, each with its table; those that others refer to come first. */
export type Rows = readonly (readonly [SQLiteTable, Readonly<Record<string, unknown>>])[];

/** A statement, or those that run before it in its batch and then it. */
export type Statement = BatchItem<'sqlite'> | readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]];

/**
 * Runs a statement in each of these situations, which are alone in their tables, and returns the names of those in which it
 * finds or changes a row. Situations that differ from one that is found in one thing each name the conditions of the statement.
 */
export async function touchedBy(
  db: Database,
  statement: Statement,
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
    const results: readonly unknown[] = await db.batch('length' in statement ? [...statement] : [statement]);
    if (countOf(results.at(-1)) > 0) touched.push(name);
  }
  for (const table of tables) await db.delete(table);
  return touched;
}

/** Returns one of the statements of a batch, by its place; -1 is the last. */
export function statementAt(statements: readonly BatchItem<'sqlite'>[], place: number): BatchItem<'sqlite'> {
  const statement = statements.at(place);
  if (!statement) throw new Error(`the batch has no statement ${place}`);
  return statement;
}

/** Selects one row where a condition holds. */
export function whereHolds(db: Database, condition: SQL) {
  return db.select({ one: sql`one` }).from(sql`(SELECT 1 AS one)`).where(condition);
}

/** Counts the rows that a statement returned or, if it returns none, changed. */
function countOf(result: unknown): number {
  if (Array.isArray(result)) return result.length;
  const changes: unknown = Reflect.get(Object(Reflect.get(Object(result), 'meta')), 'changes');
  if (typeof changes !== 'number') throw new Error('the statement tells neither rows nor changes');
  return changes;
}

/** A statement that a condition of its caller decides, with a situation in which it finds its row if that holds. */
export type Conditional = readonly [name: string, build: (condition: SQL) => Statement, rows: Rows];

/** Holds a statement to its caller's condition. */
export async function expectOnlyIf(db: Database, [, build, there]: Conditional): Promise<void> {
  expect(await touchedBy(db, build(sql`1`), { there })).toEqual(['there']);
  expect(await touchedBy(db, build(sql`0`), { there })).toEqual([]);
}

/** A statement with the situations that it is tried in: it touches the first, and none of the others. */
export type Case = readonly [
  name: string,
  build: () => Statement,
  situations: Readonly<Record<string, Rows>>,
];

/** Holds a statement to its first situation, and to none of the others; `beside` are rows of each. */
export async function expectFirstOnly(
  db: Database,
  [, build, situations]: Case,
  beside: Rows = [],
): Promise<void> {
  const whole = Object.entries(situations).map(([name, rows]) => [name, [...beside, ...rows]] as const);
  const touched = await touchedBy(db, build(), Object.fromEntries(whole));
  expect(touched).toEqual(Object.keys(situations).slice(0, 1));
}
