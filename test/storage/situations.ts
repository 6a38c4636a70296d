import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import type { Database } from '#platform/storage/database.ts';

/** A row with its table. */
export type Row = readonly [SQLiteTable, Readonly<Record<string, unknown>>];
/** The rows of a situation; those that others refer to come first. */
export type Rows = readonly Row[];
/** Makes the rows of a situation: usual ones, with these changes. */
type Make = (changes: object) => Row | Rows;

/** Returns a maker of rows of a table that differ from a usual one in what is given. */
export function rowsOf(
  table: SQLiteTable,
  row: Readonly<Record<string, unknown>>,
): (changes?: object) => Row {
  return (changes = {}) => [table, { ...row, ...changes }];
}

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
export function statementAt<Each>(statements: readonly Each[], place: number): Each {
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

/** Situations by name: their rows or, of a maker of rows, what it changes. */
type Situations = Readonly<Record<string, Row | Rows | object>>;

/**
 * Returns what declares tests of a database's statements. Each is tried in one situation in which it finds its row, and in others
 * that differ from it in one thing, one for each condition. `beside` are rows of every situation, unless it has
 * one of the same table and identifier.
 */
export function statementsIn(db: Database, beside: Rows = []) {
  return { firstOnly, firstOf, eachOf, touches, oneOf, onlyIf };

  /** Tests that a statement touches rows in its first situation, and in none of the others. */
  function firstOnly(
    name: string,
    build: () => Statement,
    ...given: readonly [Readonly<Record<string, Row | Rows>>] | readonly [Make, Situations]
  ): void {
    const [make, situations] = given.length === 1 ? [() => [], given[0]] : given;
    test(name, async () => {
      expect(await touchedIn(build, make, situations)).toEqual(Object.keys(situations).slice(0, 1));
    });
  }

  /** Tests that a statement touches the row with the first changes, and none with the others. */
  function firstOf(name: string, make: Make, changes: readonly object[], build: () => Statement): void {
    firstOnly(name, build, make, byText(changes));
  }

  /** Tests that a statement touches the row with each of these changes. */
  function eachOf(name: string, make: Make, changes: readonly object[], build: () => Statement): void {
    const situations = byText(changes);
    test(name, async () => {
      expect(await touchedIn(build, make, situations)).toEqual(Object.keys(situations));
    });
  }

  /** Tests that a statement touches rows in a situation. */
  function touches(name: string, situation: Row | Rows, build: () => Statement): void {
    firstOnly(name, build, { there: situation });
  }

  /** Tests that a statement touches one of several rows, although its other conditions hold for all of them. */
  function oneOf(name: string, rows: Rows, build: () => Statement): void {
    test(name, async () => expect(countOf(await resultWith(db, build(), whole(rows)))).toBe(1));
  }

  /** Tests that a condition of its caller decides whether a statement touches rows in a situation. */
  function onlyIf(name: string, situation: Row | Rows, build: (condition: SQL) => Statement): void {
    test(`${name} holds to its condition`, async () => {
      const rows = whole(situation);
      const counts = [await resultWith(db, build(sql`1`), rows), await resultWith(db, build(sql`0`), rows)];
      expect(counts.map((result) => countOf(result) > 0)).toEqual([true, false]);
    });
  }

  /** Returns the names of the situations in which a statement touches rows. All their tables are cleared before each. */
  async function touchedIn(
    build: () => Statement,
    make: Make,
    situations: Situations,
  ): Promise<readonly string[]> {
    const whichRows = Object.values(situations).map((each) => whole(isRows(each) ? each : make(each)));
    const touched: string[] = [];
    for (const [at, name] of Object.keys(situations).entries()) {
      const result = await resultWith(db, build(), whichRows[at] ?? [], whichRows.flat());
      if (countOf(result) > 0) touched.push(name);
    }
    return touched;
  }

  function whole(situation: Row | Rows): Rows {
    const rows = isRow(situation) ? [situation] : situation;
    const own = new Map(rows.map((row) => [nameOf(row), row]));
    const usual = new Set(beside.map(nameOf));
    // A row that replaces a usual one stays in its place, before those that refer to it.
    return [
      ...beside.map((row) => own.get(nameOf(row)) ?? row),
      ...rows.filter((row) => !usual.has(nameOf(row))),
    ];
  }
}

/** Names situations by what they change. */
function byText(changes: readonly object[]): Situations {
  return Object.fromEntries(changes.map((each, at) => [`${at}: ${textOf(each)}`, each]));
}

function textOf(each: Row | Rows | object): string {
  if (!isRows(each)) return JSON.stringify(each);
  return JSON.stringify((isRow(each) ? [each] : each).map(([table, row]) => [getTableName(table), row]));
}

function nameOf([table, row]: Row): string {
  return `${getTableName(table)} ${row.id ?? row.clientId}`;
}

function isRows(each: Row | Rows | object): each is Row | Rows {
  return Array.isArray(each);
}

function isRow(situation: Row | Rows): situation is Row {
  return situation.length > 0 && !Array.isArray(situation[0]);
}
