import { env } from 'cloudflare:workers';
import { type DatabaseName, tablesOf } from './tables.ts';

/** Puts a database back to what it was when it was copied, as Time Travel does. */
type Restore = () => Promise<void>;

/**
 * Copies a database as it is now: tables, indexes, triggers, rows and the counters of sequences. The result puts it back, in
 * one transaction and without running a trigger; everything that was written since is gone.
 */
export async function copyDatabase(name: DatabaseName): Promise<Restore> {
  const database = env[name];
  const { results: made } = await database
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' ORDER BY rowid",
    )
    .all<{ type: string; name: string; sql: string }>();
  const tables = (await tablesOf(database)).toReversed();
  const rows: string[] = [];
  for (const table of tables) rows.push(...(await insertsOf(database, table)));
  const { results: counters } = await database
    .prepare('SELECT name, seq FROM sqlite_sequence')
    .all<{ name: string; seq: number }>();
  const create = (wanted: (type: string) => boolean) =>
    made.filter(({ type }) => wanted(type)).map(({ sql }) => sql);
  return async () => {
    const statements = [
      'PRAGMA defer_foreign_keys = on',
      ...(await tablesOf(database)).map((table) => `DROP TABLE ${table}`),
      ...create((type) => type === 'table'),
      ...rows,
      ...create((type) => type !== 'table'),
      'DELETE FROM sqlite_sequence',
      ...counters.map((one) => `INSERT INTO sqlite_sequence (name, seq) VALUES ('${one.name}', ${one.seq})`),
    ];
    await database.batch(statements.map((statement) => database.prepare(statement)));
  };
}

/** Returns a statement for each row of a table. SQLite writes the values itself, so they come back exactly. */
async function insertsOf(database: D1Database, table: string): Promise<string[]> {
  const { results: columns } = await database
    .prepare(`SELECT name FROM pragma_table_info('${table}')`)
    .all<{ name: string }>();
  const values = columns.map(({ name }) => `quote("${name}")`).join(" || ', ' || ");
  const { results } = await database.prepare(`SELECT ${values} AS row FROM ${table}`).all<{ row: string }>();
  return results.map(({ row }) => `INSERT INTO ${table} VALUES (${row})`);
}
