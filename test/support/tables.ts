import { env } from 'cloudflare:workers';
import { SHARD_BINDINGS, type ShardBinding } from './shards.ts';

export type DatabaseName = 'REGISTRY' | ShardBinding;

/** The bindings of all databases. */
export const DATABASES: readonly DatabaseName[] = ['REGISTRY', ...SHARD_BINDINGS];

/** Tables by database; every file of tests has the same ones. */
const known = new Map<DatabaseName, readonly string[]>();

/** Lists the tables of a database that have rows: most have none, and each statement costs. */
export async function filledTables(name: DatabaseName): Promise<readonly string[]> {
  const tables = known.get(name) ?? (await tablesOf(env[name]));
  known.set(name, tables);
  const questions = tables.map((table) => `EXISTS (SELECT 1 FROM ${table}) AS ${table}`);
  const answer = await env[name].prepare(`SELECT ${questions.join(', ')}`).first<Record<string, number>>();
  return tables.filter((table) => answer?.[table] !== 0);
}

/** Lists the tables of a database, the one made last first, without those of SQLite and of the runtime. */
export async function tablesOf(database: D1Database): Promise<readonly string[]> {
  const { results } = await database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' ORDER BY rowid DESC",
    )
    .all<{ name: string }>();
  return results.map((table) => table.name);
}
