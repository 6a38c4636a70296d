import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect } from 'vitest';
import { takeLeaks, watchConsole } from './log-leaks.ts';

await applyD1Migrations(env.REGISTRY, env.MIGRATIONS.registry);
for (const shard of [env.ATHLETES_TEST_0, env.ATHLETES_LIVE_0, env.ATHLETES_LIVE_1]) {
  await applyD1Migrations(shard, env.MIGRATIONS.athletes);
}

// No secret, hash or token in any log line, whatever a test does: a leak fails the test that caused it.
watchConsole();
afterEach(() => {
  expect(takeLeaks()).toEqual([]);
});
