import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The migrations that this version of the Worker needs, in order. A test compares them with the folders. */
export const NEEDED_MIGRATIONS = {
  registry: ['0001_registry.sql'],
  athletes: ['0001_athletes.sql'],
} as const;

/** A database's schema. */
export type KindOfDatabase = keyof typeof NEEDED_MIGRATIONS;

/** The migrations applied to a database. Each adds its own name. */
export const schemaMigrations = sqliteTable('schema_migrations', { name: text('name').primaryKey() });

/** Selects the applied migrations without Drizzle. */
export const SELECT_MIGRATIONS = 'SELECT name FROM schema_migrations';

/** Selects them in an athlete database, with its count of runs (`end-restored`). */
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

/** Returns the newest migration that this version needs. */
export function newestNeeded(kind: KindOfDatabase): string {
  return NEEDED_MIGRATIONS[kind].at(-1) ?? '';
}

/**
 * Returns the newest migration before the first missing one, or null if the first is missing. It is shown to operators, and
 * compared with the newest required migration to tell whether a database is behind.
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

/** Returns whether a shard with this `schema` lacks a required migration. */
export function isBehind(schema: string): boolean {
  return NEEDED_MIGRATIONS.athletes.some((name) => name > schema);
}
