import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The migrations that this version of the Worker needs, in order: all that the folders hold, which a test compares. */
export const NEEDED_MIGRATIONS = {
  registry: ['0001_registry.sql'],
  athletes: ['0001_athletes.sql'],
} as const;

/** A database as far as its tables are concerned. */
export type KindOfDatabase = keyof typeof NEEDED_MIGRATIONS;

/** The migrations that a database has: each has added its own name. */
export const schemaMigrations = sqliteTable('schema_migrations', { name: text('name').primaryKey() });

/** The same without Drizzle. */
export const SELECT_MIGRATIONS = 'SELECT name FROM schema_migrations';

/** The same in an athlete database, with the runs that it has counted (`end-revived`). */
export const SELECT_MIGRATIONS_AND_RUNS =
  'SELECT name, (SELECT runs FROM counted_runs) AS runs FROM schema_migrations';

/** Returns the needed migrations that a database lacks, in order. */
export function lackingMigrations(
  kind: KindOfDatabase,
  has: readonly string[],
  needed: readonly string[] = NEEDED_MIGRATIONS[kind],
): readonly string[] {
  return needed.filter((name) => !has.includes(name));
}

/**
 * Returns the newest migration up to which a database lacks none that is needed; null if it lacks the first one. Operators
 * are shown it, and compared with the newest needed one it says whether a database is behind.
 */
export function schemaOf(
  kind: KindOfDatabase,
  has: readonly string[],
  needed: readonly string[] = NEEDED_MIGRATIONS[kind],
): string | null {
  const [firstLacking] = lackingMigrations(kind, has, needed);
  const complete = has.filter((name) => firstLacking === undefined || name < firstLacking);
  return complete.toSorted().at(-1) ?? null;
}

/** Returns whether a shard of this `schema` lacks a migration that is needed. */
export function isBehind(schema: string): boolean {
  return NEEDED_MIGRATIONS.athletes.some((name) => name > schema);
}
