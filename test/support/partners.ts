import { env } from 'cloudflare:workers';
import { drizzle } from 'drizzle-orm/d1';
import { mintKey } from '#partner/keys/keys.ts';
import { type Region, shardName } from '#platform/regions.ts';
import { newId } from '#platform/storage/ids.ts';
import { apiKeys, partners } from '#platform/storage/registry-schema.ts';

/** A partner with a key of each environment. */
export interface TestPartner {
  readonly partnerId: string;
  readonly testKey: string;
  readonly testKeyId: string;
  readonly liveKey: string;
  readonly liveKeyId: string;
}

/**
 * Creates a partner with a key of each environment in the registry only: the first request of each key also shows that a
 * key works while its KV record is missing. Every test creates its own, so no test sees another's data.
 */
export async function makePartner(
  options: {
    readonly defaultTier?: 'teaser' | 'full';
    /** The shard of weur that is the home of its live athletes. */
    readonly liveShard?: string;
    readonly regions?: Region[];
  } = {},
): Promise<TestPartner> {
  const { regions = ['weur', 'enam'], liveShard = shardName('weur', 0) } = options;
  const region = regions[0] ?? 'weur';
  const now = Date.now();
  const db = drizzle(env.REGISTRY);
  const partnerId = newId('prt', now);
  const shared = { partnerId, region, createdBy: 'operator' };
  const test = await mintKey({ ...shared, environment: 'test', name: 'test' }, now);
  const live = await mintKey({ ...shared, environment: 'live', name: 'live' }, now);
  await db.batch([
    db.insert(partners).values({
      id: partnerId,
      name: 'A partner',
      useCase: 'testing',
      contactEmail: 'partner@example.test',
      defaultTier: options.defaultTier ?? 'full',
      homeRegion: region,
      regions,
      testShards: regions.map((region) => shardName(region, 0)),
      liveShards: regions.map((region) => (region === 'weur' ? liveShard : shardName(region, 0))),
      createdAt: now,
    }),
    db.insert(apiKeys).values(test.row),
    db.insert(apiKeys).values(live.row),
  ]);
  return {
    partnerId,
    testKey: test.secret,
    testKeyId: test.row.id,
    liveKey: live.secret,
    liveKeyId: live.row.id,
  };
}
