import { type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect } from 'vitest';
import type { Database } from '#platform/storage/database.ts';

/** The rows of a situation, each with its table; those that others refer to come first. */
export type Rows = readonly (readonly [SQLiteTable, Readonly<Record<string, unknown>>])[];

/** A statement, or those that run before it in its batch and then it, or a function that runs its own and returns a result. */
export type Statement =
  | BatchItem<'sqlite'>
  | readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]
  | (() => Promise<unknown>);

/**
 * Runs a statement with these rows and returns its result. The rows are alone in their tables, and in those of `all`, which
 * names all tables that are cleared.
 */
export async function resultWith(
  db: Database,
  statement: Statement,
  rows: Rows,
  all: Rows = rows,
): Promise<unknown> {
  const tables = [...new Set(all.map(([table]) => table))].reverse();
  const clear = async () => {
    for (const table of tables) await db.delete(table);
  };
  await clear();
  for (const [table, row] of rows) await db.insert(table).values(row);
  const result = await resultOf(db, statement);
  await clear();
  return result;
}

async function resultOf(db: Database, statement: Statement): Promise<unknown> {
  if (typeof statement === 'function') return await statement();
  const results: readonly unknown[] = await db.batch('length' in statement ? [...statement] : [statement]);
  return results.at(-1);
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
  if (typeof result === 'number') return result;
  if (Array.isArray(result)) return result.length;
  const stored: unknown = Reflect.get(Object(result), 'count');
  if (typeof stored === 'number') return stored;
  const changes: unknown = Reflect.get(Object(Reflect.get(Object(result), 'meta')), 'changes');
  if (typeof changes !== 'number') throw new Error('the statement tells neither rows nor changes');
  return changes;
}

/** A statement that a condition of its caller decides, with a situation in which it finds its row if that holds. */
export type Conditional = readonly [name: string, build: (condition: SQL) => Statement, rows: Rows];

/** Holds a statement to its caller's condition. */
export async function expectOnlyIf(db: Database, [, build, there]: Conditional): Promise<void> {
  const counts = [await resultWith(db, build(sql`1`), there), await resultWith(db, build(sql`0`), there)];
  expect(counts.map((result) => countOf(result) > 0)).toEqual([true, false]);
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
  const all = whole.flatMap(([, rows]) => rows);
  const touched: string[] = [];
  for (const [name, rows] of whole) {
    const result = await resultWith(db, build(), rows, all);
    if (countOf(result) > 0) touched.push(name);
  }
  expect(touched).toEqual(Object.keys(situations).slice(0, 1));
}

/** A statement with rows of which it touches one, although its other conditions hold for all of them. */
export type OneOf = readonly [name: string, build: () => Statement, rows: Rows];

/** Holds a statement to one row of several. */
export async function expectOneOf(db: Database, [, build, rows]: OneOf): Promise<void> {
  expect(countOf(await resultWith(db, build(), rows))).toBe(1);
}
