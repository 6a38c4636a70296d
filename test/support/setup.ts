import { env } from 'cloudflare:workers';
import { afterEach, expect } from 'vitest';
import { takeLeaks, watchConsole } from './log-leaks.ts';
import { SHARD_BINDINGS } from './shards.ts';

await Promise.all([
  migrate(env.REGISTRY, env.MIGRATIONS.registry),
  ...SHARD_BINDINGS.map((name) => migrate(env[name], env.MIGRATIONS.athletes)),
]);

/** Applies a new database's migrations as one batch: each file of tests has seven new databases. */
async function migrate(database: D1Database, migrations: readonly D1Migration[]): Promise<void> {
  await database.batch(migrations.flatMap(({ queries }) => queries.map((query) => database.prepare(query))));
}

// No secret, hash or token in any log line, whatever a test does: a leak fails the test that caused it.
watchConsole();
afterEach(() => {
  expect(takeLeaks()).toEqual([]);
});
