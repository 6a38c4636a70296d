import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

await applyD1Migrations(env.REGISTRY, env.MIGRATIONS.registry);
for (const shard of [env.ATHLETES_TEST_0, env.ATHLETES_LIVE_0, env.ATHLETES_LIVE_1]) {
  await applyD1Migrations(shard, env.MIGRATIONS.athletes);
}
