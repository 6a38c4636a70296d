import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { healthOf } from '#partner/webhooks/health.ts';
import type { WebhookRow } from '#platform/storage/registry-schema.ts';
import { subscribed } from '../support/webhooks.ts';

const ONE_SHARD = { ATHLETES_PER_SHARD: '1000' };

/** Reads the health of a webhook as the registry has it. */
async function readHealth(id: string) {
  const row = await env.REGISTRY.prepare('SELECT events, health FROM webhooks WHERE id = ?')
    .bind(id)
    .first<{ events: string; health: string }>();
  if (!row) throw new Error('there is no webhook');
  const webhook = { events: JSON.parse(row.events), health: JSON.parse(row.health) };
  return healthOf(webhook as Pick<WebhookRow, 'events' | 'health'>);
}

describe('health of a webhook', () => {
  test('a receiver that stops and recovers: both are reported, the recovery within a minute', async () => {
    const { world, id, createAthlete } = await subscribed();
    expect(await readHealth(id)).toMatchObject({ state: 'healthy', asOf: null, since: null });
    world.receive = () => new Response(null, { status: 503 });
    const fromMs = Date.now();
    for (let made = 0; made < 6; made++) await createAthlete({}, ONE_SHARD);
    await world.settle();
    expect(await readHealth(id)).toMatchObject({ state: 'stopped', statusCode: 503, refusedTypes: [] });
    world.receive = () => new Response();
    await world.pass(30);
    expect(world.received.length).toBeGreaterThan(6);
    await world.pass(60);
    const { state, asOf, since, waiting } = await readHealth(id);
    expect({ state, since, waiting }).toEqual({ state: 'healthy', since: null, waiting: 0 });
    expect(asOf).toBeLessThanOrEqual(fromMs + 95_000);
  });

  test('is not touched by a failure whose first retry succeeds', async () => {
    const { world, id, createAthlete } = await subscribed();
    await createAthlete();
    await world.settle();
    const before = await readHealth(id);
    let failures = 1;
    world.receive = () => new Response(null, { status: failures-- > 0 ? 500 : 200 });
    await createAthlete();
    await world.pass(120);
    expect(world.received).toHaveLength(3);
    expect(await readHealth(id)).toEqual(before);
  });
});
