import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { type DurableObject, env } from 'cloudflare:workers';
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

/**
 * Objects that an earlier file of tests made. Each was emptied, and stays in the lists of the runtime as an empty one. No
 * later file makes it again: its name is the identifier of a key, an athlete or a partner.
 */
const emptied = new Set<string>();

/** Lists the Durable Objects that this file of tests has made. */
export async function objectsOf<Kind extends DurableObject>(
  objects: DurableObjectNamespace<Kind>,
): Promise<readonly DurableObjectId[]> {
  return (await listDurableObjectIds(objects)).filter((id) => !emptied.has(id.toString()));
}

/** Empties every Durable Object, so that neither a row nor an alarm of one file of tests reaches the next. */
export async function emptyObjects(): Promise<void> {
  await Promise.all([empty(env.PRODUCT_LIMITER), empty(env.KEY_GUARD), empty(env.DIRECTORY)]);
  await emptyDispatchers();
}

/** Empties the dispatchers of webhooks. */
export function emptyDispatchers(): Promise<void> {
  return empty(env.DISPATCHER);
}

async function empty<Kind extends DurableObject>(objects: DurableObjectNamespace<Kind>): Promise<void> {
  for (const id of await objectsOf(objects)) {
    emptied.add(id.toString());
    await runInDurableObject(objects.get(id), async (_object, { storage }) => {
      await storage.deleteAlarm();
      await storage.deleteAll();
    });
  }
}

/** Returns every row of every table and database that contains one of these texts, as `DATABASE.table: row`. */
async function tracesInDatabases(texts: readonly string[]): Promise<string[]> {
  const found = await Promise.all(DATABASES.map((name) => tracesInDatabase(name, texts)));
  return found.flat();
}

async function tracesInDatabase(name: DatabaseName, texts: readonly string[]): Promise<string[]> {
  const tables = await filledTables(name);
  if (tables.length === 0) return [];
  const wanted = texts.map((text) => text.toLowerCase());
  const tableRows = await env[name].batch<Record<string, unknown>>(
    tables.map((table) => env[name].prepare(`SELECT * FROM ${table}`)),
  );
  return tableRows.flatMap(({ results }, index) => {
    const table = tables[index] ?? '';
    return results
      .filter((row) => !outlivesErasure(table, row))
      .map((row) => JSON.stringify(row).toLowerCase())
      .filter((shown) => wanted.some((text) => shown.includes(text)))
      .map((shown) => `${name}.${table}: ${shown}`);
  });
}

/** Tells whether a row is the event that reports an erasure: it has the athlete's identifier and nothing else. */
function outlivesErasure(table: string, row: Record<string, unknown>): boolean {
  const { type, data } = row;
  return table === 'events' && type === 'athlete.erased' && data === '{"e":null}';
}

async function tracesInKv(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page: KVNamespaceListResult<unknown> = await env.API_KEYS.list(cursor ? { cursor } : {});
    for (const { name } of page.keys) {
      const value = await env.API_KEYS.get(name);
      if (texts.some((text) => `${name} ${value}`.includes(text))) found.push(`API_KEYS ${name}`);
    }
    cursor = page.list_complete ? undefined : page.cursor;
  } while (cursor);
  return found;
}

/** Returns the rows of a directory; other objects have no such table. */
function entriesOf({ storage: { sql } }: DurableObjectState): unknown[] {
  const isDirectory = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'entries'").toArray().length > 0;
  return isDirectory ? sql.exec('SELECT * FROM entries').toArray() : [];
}

/** Returns what the Durable Objects hold: any state of those named by one of these texts, and the texts in the others. */
async function tracesInObjects<Kind extends DurableObject>(
  objects: DurableObjectNamespace<Kind>,
  texts: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  const named = new Set(texts.map((text) => objects.idFromName(text).toString()));
  for (const id of await objectsOf(objects)) {
    const [held = '', ...entries] = await runInDurableObject(objects.get(id), async (_object, state) => [
      JSON.stringify([...(await state.storage.list()), await state.storage.getAlarm()]),
      ...entriesOf(state).map((entry) => JSON.stringify(entry)),
    ]);
    if (named.has(id.toString()) && held !== '[null]') found.push(held);
    else found.push(...[held, ...entries].filter((one) => texts.some((text) => one.includes(text))));
  }
  return found;
}

/** Returns every place that still stores one of these texts: tables, KV and Durable Objects. */
export async function tracesOf(...texts: readonly string[]): Promise<string[]> {
  const found = await Promise.all([
    tracesInDatabases(texts),
    tracesInKv(texts),
    tracesInObjects(env.PRODUCT_LIMITER, texts),
    tracesInObjects(env.KEY_GUARD, texts),
    tracesInObjects(env.DIRECTORY, texts),
  ]);
  return found.flat();
}

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
