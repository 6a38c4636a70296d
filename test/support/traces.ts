import { runInDurableObject } from 'cloudflare:test';
import { type DurableObject, env } from 'cloudflare:workers';
import { objectsOf } from './objects.ts';
import { DATABASES, type DatabaseName, filledTables } from './tables.ts';

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
