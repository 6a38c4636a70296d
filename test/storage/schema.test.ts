import { env } from 'cloudflare:workers';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, test } from 'vitest';
import * as athleteSchema from '#platform/storage/athlete-schema.ts';
import * as endsSchema from '#platform/storage/common-schema.ts';
import * as idempotencySchema from '#platform/storage/common-schema.ts';
import * as consoleSchema from '#platform/storage/console-schema.ts';
import * as eventsSchema from '#platform/storage/events-schema.ts';
import * as neededMigrations from '#platform/storage/needed-migrations.ts';
import * as registrySchema from '#platform/storage/registry-schema.ts';
import { TEST_HOME } from '../support/shards.ts';

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

const byName = (left: { readonly name: string }, right: { readonly name: string }) =>
  left.name.localeCompare(right.name);

const OURS =
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'";

describe.each([
  [
    'registry',
    () => env.REGISTRY,
    {
      ...registrySchema,
      ...consoleSchema,
      ...idempotencySchema,
      ...eventsSchema,
      ...endsSchema,
      ...neededMigrations,
    },
  ],
  [
    'athletes',
    () => TEST_HOME,
    { ...athleteSchema, ...idempotencySchema, ...eventsSchema, ...endsSchema, ...neededMigrations },
  ],
])('the %s database', (_name, database, schema) => {
  const tables = Object.values(schema).filter((value) => is(value, SQLiteTable));

  test('matches the Drizzle schema, column by column', async () => {
    expect(tables.length).toBeGreaterThan(0);
    for (const table of tables) {
      const { results } = await database()
        .prepare(`PRAGMA table_info(${getTableName(table)})`)
        .all<ColumnInfo>();
      const live = results.map(({ name, type, notnull, pk }) => ({
        name,
        type,
        required: notnull === 1 || pk > 0,
      }));
      const believed = Object.values(getTableColumns(table)).map((column) => ({
        name: column.name,
        type: column.getSQLType().toUpperCase(),
        required: column.notNull || column.primary,
      }));
      // Every statement names its columns, so their order means nothing.
      expect(live.sort(byName), getTableName(table)).toEqual(believed.sort(byName));
    }
  });

  test('has no table missing from the Drizzle schema', async () => {
    const { results } = await database().prepare(OURS).all<{ name: string }>();
    expect(results.map((row) => row.name).sort()).toEqual(tables.map((table) => getTableName(table)).sort());
  });
});
