import { env } from 'cloudflare:workers';
import { afterEach, expect, vi } from 'vitest';
import './known-imports.ts';
import { pace } from '#platform/access/report-failures.ts';
import { beginIsolate } from './isolates.ts';
import { takeLeaks, watchConsole } from './log-leaks.ts';
import { SHARD_BINDINGS } from './shards.ts';
import { emptyObjects, tablesOf } from './stores.ts';

// Runs before each file of tests. Files share a runtime and its modules, and begin with the clock as it is, new databases,
// empty KV and Durable Objects, and a Worker that remembers no key, token, lease or catalogue.
vi.useRealTimers();
beginIsolate();
// A test waits for all that a request leaves to do.
pace.wait = async () => undefined;
await Promise.all([emptyKv(), emptyObjects()]);
await Promise.all([
  renew(env.REGISTRY, env.MIGRATIONS.registry),
  ...SHARD_BINDINGS.map((name) => renew(env[name], env.MIGRATIONS.athletes)),
]);

async function emptyKv(): Promise<void> {
  for (;;) {
    const { keys, list_complete: isLast } = await env.API_KEYS.list();
    await Promise.all(keys.map(({ name }) => env.API_KEYS.delete(name)));
    if (isLast) return;
  }
}

/** Empties a database of the file before and applies all migrations to it, as one batch. */
async function renew(database: D1Database, migrations: readonly D1Migration[]): Promise<void> {
  const statements = [
    'PRAGMA defer_foreign_keys = on',
    ...(await tablesOf(database)).map((table) => `DROP TABLE ${table}`),
    ...migrations.flatMap(({ queries }) => queries),
  ];
  await database.batch(statements.map((statement) => database.prepare(statement)));
}

// No secret, hash or token in any log line, whatever a test does: a leak fails the test that caused it.
watchConsole();
afterEach(() => {
  expect(takeLeaks()).toEqual([]);
});
