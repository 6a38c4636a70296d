import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { localOutbox } from '#platform/http/outgoing.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { awayFor } from '../support/faulty-databases.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';
import { DeliveryWorld, subscribed, URL_OF_RECEIVER, verify } from '../support/webhooks.ts';

const HOOK = { url: URL_OF_RECEIVER, events: ['*'], description: 'Sync' };
const DAY_S = 86_400;

describe('webhooks', () => {
  test('are created with a secret that is shown once, read, listed, changed and deleted', async () => {
    const { testKey: key } = await makePartner();
    const made = await call('POST', '/v1/webhooks', { key, body: HOOK });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ ...HOOK, environment: 'test', status: 'active' });
    expect(made.json.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const path = `/v1/webhooks/${made.json.id}`;
    expect(made.headers.get('Location')).toBe(BASE + path);
    const { secret, ...shown } = made.json;
    expect((await call('GET', path, { key })).json).toEqual(shown);
    expect((await call('GET', '/v1/webhooks', { key })).json.data).toEqual([shown]);
    const changed = await call('PATCH', path, { key, body: { events: ['key.*'], description: null } });
    expect(changed.json).toEqual({ ...shown, events: ['key.*'], description: null });
    expect((await call('PATCH', path, { key, body: {} })).json).toEqual(changed.json);
    const stored = await env.REGISTRY.prepare('SELECT * FROM webhooks WHERE id = ?')
      .bind(made.json.id)
      .first();
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect((await call('DELETE', path, { key })).status).toBe(204);
    for (const method of ['GET', 'DELETE']) {
      expect(refusal(await call(method, path, { key })).code).toBe('webhook_not_found');
    }
    expect((await call('GET', '/v1/webhooks', { key })).json.data).toEqual([]);
  });

  test('idempotency: a retry of a creation makes no second webhook and shows no secret', async () => {
    const { testKey: key } = await makePartner();
    const options = { key, body: HOOK, headers: { 'idempotency-key': 'once' } };
    const made = await call('POST', '/v1/webhooks', options);
    const again = await call('POST', '/v1/webhooks', options);
    expect(refusal(again).code).toBe('secret_already_shown');
    expect(again.json.error.resource_id).toBe(made.json.id);
  });

  test('are at most ten per environment, even if created at the same time', async () => {
    const { testKey, liveKey } = await makePartner();
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => call('POST', '/v1/webhooks', { key: testKey, body: HOOK })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(refusal(await call('POST', '/v1/webhooks', { key: testKey, body: HOOK }))).toMatchObject({
      status: 409,
      code: 'webhook_limit_reached',
    });
    expect((await call('POST', '/v1/webhooks', { key: liveKey, body: HOOK })).status).toBe(201);
  });

  test('a delivery is sent again only by a webhook of its partner and environment', async () => {
    const { createAthlete, world, deliveries, liveKey } = await subscribed();
    await createAthlete();
    await world.settle();
    const [delivery] = await deliveries();
    const stranger = await makePartner();
    for (const [key, code] of [
      [liveKey, 'environment_mismatch'],
      [stranger.liveKey, 'delivery_not_found'],
    ] as const) {
      const { json } = await world.send('POST', '/v1/webhooks', { key, body: HOOK });
      const path = `/v1/webhooks/${json.id}/deliveries/${delivery.id}/redeliver`;
      expect(refusal(await world.send('POST', path, { key, body: {} })).code).toBe(code);
    }
    expect(await deliveries()).toEqual([delivery]);
  });

  test.each([
    ['no events', { events: [] }, '/events'],
    ['an unknown type', { events: ['athlete.born'] }, '/events/0'],
    ['a type twice', { events: ['*', '*'] }, '/events'],
    ['a field of another thing', { secret: 'mine' }, '/secret'],
  ])('validation refuses %s', async (_what, change, pointer) => {
    const { testKey: key } = await makePartner();
    const reply = await call('POST', '/v1/webhooks', { key, body: { ...HOOK, ...change } });
    expect(refusal(reply)).toMatchObject({ status: 422, pointers: [pointer] });
  });
});

describe('the creation of a webhook', () => {
  test('that does not reach a store is 503, and the same request continues it', async () => {
    for (const headers of [{}, { 'idempotency-key': 'once' }]) {
      const world = new DeliveryWorld();
      const { testKey: key } = await makePartner();
      const broken = { [TEST_HOME_BINDING]: awayFor(TEST_HOME, /insert into "subscribers"/) };
      const options = { key, body: HOOK, headers };
      const refused = await world.send('POST', '/v1/webhooks', { ...options, bindings: broken });
      expect(refused.status).toBe(503);
      const made = await world.send('POST', '/v1/webhooks', options);
      expect(made.status, made.text).toBe(201);
      expect((await world.send('GET', '/v1/webhooks', { key })).json.data).toHaveLength(1);
      await world.send('POST', '/v1/athletes', { key, body: {} });
      await world.settle();
      expect(world.received).toHaveLength(1);
      verify(made.json.secret, world.received[0]);
      if ('idempotency-key' in headers) {
        expect(refusal(await world.send('POST', '/v1/webhooks', options)).code).toBe('secret_already_shown');
      }
      vi.useRealTimers();
    }
  });

  test('that nobody repeats is finished by the cron, as is a change', async () => {
    const { world, key, path, createAthlete } = await subscribed();
    const broken = { [TEST_HOME_BINDING]: awayFor(TEST_HOME, /insert into "subscribers"/) };
    const url = 'https://moved.example/';
    expect((await world.send('PATCH', path, { key, body: { url }, bindings: broken })).status).toBe(503);
    await world.send('POST', '/v1/webhooks', { key, body: HOOK, bindings: broken });
    await world.pass(120);
    await world.runCron();
    await createAthlete();
    await world.settle();
    expect(world.received.map((received) => received.url).sort()).toEqual([url, HOOK.url]);
  });

  test('is known to a shard that is new to the partner before it accepts athletes', async () => {
    const { world, createAthlete } = await subscribed();
    const bindings = { ATHLETES_PER_SHARD: '1' };
    await createAthlete({}, bindings);
    const { id } = await createAthlete({}, bindings);
    await createAthlete({}, bindings);
    await world.settle();
    expect(world.received.map(({ event }) => event.data.athlete_id)).toContain(id);
    expect(world.received).toHaveLength(3);
  });
});

describe('disabling', () => {
  test('410 disables immediately, notifies the other webhooks, and emails the contact once', async () => {
    const { world, key, id, path, createAthlete, deliveries } = await subscribed();
    const other = 'https://other.example/';
    await world.send('POST', '/v1/webhooks', { key, body: { url: other, events: ['webhook.*'] } });
    world.receive = ({ url }) => new Response(null, { status: url === other ? 204 : 410 });
    await createAthlete();
    await createAthlete();
    await world.settle();
    expect((await world.send('GET', path, { key })).json).toMatchObject({
      status: 'disabled',
      disabled_reason: 'gone',
    });
    const reported = world.received.filter(({ url }) => url === other);
    expect(reported.map(({ event }) => event)).toMatchObject([
      { type: 'webhook.disabled', data: { webhook_id: id, reason: 'gone' } },
    ]);
    expect(localOutbox().filter(({ text }) => text.includes(id))).toHaveLength(1);
    expect(await deliveries('?status=pending')).toEqual([]);
    const [ended] = await deliveries();
    const refused = await world.send('POST', `${path}/deliveries/${ended.id}/redeliver`, { key, body: {} });
    expect(refusal(refused).code).toBe('webhook_disabled');
  });

  test("410 from a webhook's previous address disables nothing: the event goes to the new one", async () => {
    const { world, key, path, createAthlete, deliveries } = await subscribed();
    const url = 'https://moved.example/hooks';
    world.receive = async (received) => {
      if (received.url === url) return new Response();
      expect((await world.send('PATCH', path, { key, body: { url } })).status).toBe(200);
      return new Response(null, { status: 410 });
    };
    await createAthlete();
    await world.pass(10);
    expect((await world.send('GET', path, { key })).json).toMatchObject({ status: 'active', url });
    expect(await deliveries()).toMatchObject([
      { status: 'delivered', attempts: [{ status_code: 410 }, { status_code: 200 }] },
    ]);
  });

  test('five days without a success disable, unless the events of another store are accepted', async () => {
    const { world, key, path, createAthlete } = await subscribed();
    const isDown = new Set(['weur']);
    world.receive = ({ event }) => {
      const region = event.data.athlete_id.includes('tb000') ? 'enam' : 'weur';
      return new Response(null, { status: isDown.has(region) ? 500 : 200 });
    };
    const failFor = async (days: number) => {
      for (let day = 0; day < days; day++) {
        await createAthlete({ region: 'weur' });
        await createAthlete({ region: 'enam' });
        await world.pass(60);
        vi.setSystemTime(Date.now() + (DAY_S - 60) * 1000);
      }
      await world.pass(60);
    };
    const hook = async () => (await world.send('GET', path, { key })).json;
    await failFor(6);
    expect(await hook()).toMatchObject({ status: 'active' });
    isDown.add('enam');
    await failFor(6);
    expect(await hook()).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
  });

  test('a re-enabled webhook gets the events from then on', async () => {
    const { world, key, path, createAthlete } = await subscribed();
    await world.send('PATCH', path, { key, body: { status: 'disabled' } });
    expect((await world.send('GET', path, { key })).json.disabled_reason).toBe('requested');
    await createAthlete();
    await world.pass(120);
    const enabled = await world.send('PATCH', path, { key, body: { status: 'active' } });
    expect(enabled.json).toMatchObject({ status: 'active', disabled_reason: null });
    const { id } = await createAthlete();
    await world.runCron();
    expect(world.received.map(({ event }) => event.data.athlete_id)).toEqual([id]);
  });
});
