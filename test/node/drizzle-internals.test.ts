import { readdirSync, readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { drizzle } from 'drizzle-orm/d1';
import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { describe, expect, test } from 'vitest';
import { type Database, newMeter, openDatabase } from '#platform/storage/database.ts';
import { decodedLater, defaultOf, isBytes, storedValue } from '#platform/storage/drizzle-internals.ts';
import { composedOnce } from '#platform/storage/statements.ts';

/** The version of drizzle-orm for which `src/platform/storage/drizzle-internals.ts` was read and compared with the package. */
const CHECKED_VERSION = '0.45.4';

const table = sqliteTable('things', {
  id: text('id').primaryKey(),
  isOpen: integer('is_open', { mode: 'boolean' }).notNull().default(true),
  notes: text('notes', { mode: 'json' }).$type<string[]>(),
  seal: blob('seal', { mode: 'buffer' }),
});

test('drizzle-orm is the version whose internals were checked', () => {
  const { version } = JSON.parse(readFileSync('node_modules/drizzle-orm/package.json', 'utf8'));
  expect(
    version,
    'drizzle-orm changed: compare src/platform/storage/drizzle-internals.ts with d1/session and column of the new version, then name it here',
  ).toBe(CHECKED_VERSION);
});

test('internals of Drizzle are used in one file', () => {
  const internals =
    /\b_prepare\b|\bfillPlaceholders\b|\bmapToDriverValue\b|\bgetSQLType\b|\bmapResult\b|\bqueryChunks\b/;
  const users = sourceFiles().filter((path) => internals.test(readFileSync(path, 'utf8')));
  expect(users).toEqual(['src/platform/storage/drizzle-internals.ts']);
});

describe('internals of Drizzle that the service relies on', () => {
  test('a batch takes an item by _prepare, binds its parameters and maps its rows', async () => {
    const prepared: { readonly text: string; readonly values: readonly unknown[] }[] = [];
    const database = fakeDatabase(prepared, [{ id: 'a', is_open: 0, notes: '["x"]', seal: null }]);
    const select = composedOnce((db, value: (name: 'id') => ReturnType<typeof sql.placeholder>) =>
      db
        .select()
        .from(table)
        .where(eq(table.id, value('id'))),
    );
    const db = drizzle(database);
    for (const id of ['a', 'b']) {
      const [rows] = await db.batch([select(db, { id })]);
      expect(rows).toEqual([{ id: 'a', isOpen: false, notes: ['x'], seal: null }]);
    }
    expect(prepared.map(({ values }) => values)).toEqual([['a'], ['b']]);
    expect(new Set(prepared.map(({ text }) => text)).size).toBe(1);
  });

  test('rows that are decoded later equal those of the batch, and only those asked for are decoded', async () => {
    const rows = ['a', 'b', 'c'].map((id) => ({ id, is_open: 1, notes: '["x"]', seal: null }));
    const spoilt = { id: 'd', is_open: 1, notes: 'no JSON', seal: null };
    const db = drizzle(fakeDatabase([], [...rows, spoilt]));
    const [stored] = await db.batch([decodedLater(db, db.select().from(table))]);
    expect(stored.count).toBe(4);
    expect(stored.decode(1, 3)).toEqual(
      ['b', 'c'].map((id) => ({ id, isOpen: true, notes: ['x'], seal: null })),
    );
    expect(() => stored.decode(3, 4)).toThrow(SyntaxError);
  });

  test('a column maps its values, and tells its default and whether it holds bytes', () => {
    expect(storedValue(table.isOpen, true)).toBe(1);
    expect(storedValue(table.notes, ['x'])).toBe('["x"]');
    expect([defaultOf(table.isOpen), defaultOf(table.notes)]).toEqual([true, null]);
    expect([isBytes(table.seal), isBytes(table.id)]).toEqual([true, false]);
  });

  test('what a statement does is told by its builder: composed or not, only a select leaves admission alone', async () => {
    const row = { id: 'a' };
    const composedInsert = composedOnce((db, value: (name: 'id') => ReturnType<typeof sql.placeholder>) =>
      db.insert(table).values({ ...row, id: value('id') }),
    );
    const composedSelect = composedOnce((db, value: (name: 'id') => ReturnType<typeof sql.placeholder>) =>
      db
        .select()
        .from(table)
        .where(eq(table.id, value('id'))),
    );
    const asked = async (item: (db: Database) => BatchItem<'sqlite'>) => {
      let times = 0;
      const beforeWrite = async () => {
        times += 1;
      };
      const db = openDatabase(fakeDatabase([], []), { ...newMeter(), beforeWrite });
      await db.batch([item(db)]);
      return times;
    };
    expect(await asked((db) => db.select().from(table))).toBe(0);
    expect(await asked((db) => composedSelect(db, { id: 'a' }))).toBe(0);
    expect(await asked((db) => decodedLater(db, db.select().from(table)))).toBe(0);
    expect(await asked((db) => db.insert(table).values(row))).toBe(1);
    expect(await asked((db) => composedInsert(db, { id: 'a' }))).toBe(1);
    expect(await asked((db) => db.update(table).set({ isOpen: false }))).toBe(1);
    expect(await asked((db) => db.delete(table))).toBe(1);
  });

  test('a builder that only reads is refused if its text could write: nothing is sent', async () => {
    const prepared: { readonly text: string; readonly values: readonly unknown[] }[] = [];
    const database = fakeDatabase(prepared, []);
    const meter = newMeter();
    const db = openDatabase(database, meter);
    const some = db.$with('some').as(db.select().from(table));
    await expect(db.batch([db.with(some).select().from(some)])).rejects.toThrow('has the text of a write');
    expect(meter.d1Batches).toBe(0);
  });

  test('undefined drops out of a condition, and nothing else does', () => {
    const db = drizzle(fakeDatabase([], []));
    const text = (query: { toSQL(): { readonly sql: string } }) => query.toSQL().sql;
    expect(text(db.select().from(table).where(undefined))).not.toContain('where');
    expect(text(db.delete(table).where(sql`${table.id} = ${null}`))).toContain('where');
  });
});

function sourceFiles(): readonly string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name}`)
    .filter((path) => path.endsWith('.ts'));
}

/** Returns a database that records each prepared statement with its bound values, and returns these rows. */
function fakeDatabase(
  prepared: { text: string; values: readonly unknown[] }[],
  rows: readonly unknown[],
): D1Database {
  const database: Pick<D1Database, 'prepare' | 'batch'> = {
    prepare: (text) => {
      const statement: Pick<D1PreparedStatement, 'bind'> = {
        bind: (...values) => {
          prepared.push({ text, values });
          return statement as D1PreparedStatement;
        },
      };
      return statement as D1PreparedStatement;
    },
    batch: async <T>(statements: D1PreparedStatement[]) =>
      statements.map(
        () => ({ results: rows, success: true, meta: { rows_read: 0 } }) as unknown as D1Result<T>,
      ),
  };
  return database as D1Database;
}
