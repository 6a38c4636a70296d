import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { refusal } from '../support/client.ts';
import { insertEvents } from '../support/event-feed.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME } from '../support/shards.ts';
import { DeliveryWorld, subscribed, subscribersIn, URL_OF_RECEIVER, verify } from '../support/webhooks.ts';

const DAY_S = 86_400;

describe('deliveries', () => {
  test('carry the event as the feed shows it, signed so that the reference library verifies it', async () => {
    const { world, secret, createAthlete, deliveries } = await subscribed();
    const athlete = await createAthlete({ external_id: 'rider', name: 'Not In Events' });
    await world.settle();
    expect(world.received).toHaveLength(1);
    const [delivery] = world.received;
    expect(verify(secret, delivery)).toEqual({
      id: delivery?.headers.get('webhook-id'),
      type: 'athlete.created',
      environment: 'test',
      created_at: expect.stringMatching(/Z$/),
      data: { athlete_id: athlete.id, external_id: 'rider' },
    });
    expect(await deliveries()).toEqual([
      {
        id: expect.stringMatching(/^dlv_/),
        event_id: delivery?.event.id,
        type: 'athlete.created',
        status: 'delivered',
        outcome: 'answered',
        attempts: [
          { at: expect.any(String), outcome: 'answered', status_code: 204, duration_ms: expect.any(Number) },
        ],
        next_attempt_at: null,
      },
    ]);
    expect(await deliveries('?status=failed')).toEqual([]);
    expect(await deliveries('?status=delivered')).toHaveLength(1);
  });

  test('contain only types that the webhook subscribes to, and only changes after its creation', async () => {
    const world = new DeliveryWorld();
    const { testKey: key } = await makePartner();
    await world.send('POST', '/v1/athletes', { key, body: {} });
    await world.pass(120);
    const body = { url: URL_OF_RECEIVER, events: ['athlete.updated', 'key.*'] };
    await world.send('POST', '/v1/webhooks', { key, body });
    const { json: athlete } = await world.send('POST', '/v1/athletes', { key, body: {} });
    await world.send('PATCH', `/v1/athletes/${athlete.id}`, { key, body: { body_mass_kg: 70 } });
    await world.send('POST', '/v1/partner/api-keys', { key, body: { name: 'x' } });
    await world.settle();
    expect(world.received.map(({ event }) => event.type).sort()).toEqual(['athlete.updated', 'key.created']);
  });

  test('a redirect is a failure and is not followed', async () => {
    const { world, createAthlete, deliveries } = await subscribed();
    world.receive = () => new Response(null, { status: 302, headers: { location: 'http://10.0.0.1/' } });
    await createAthlete();
    await world.settle();
    expect(world.received.map(({ url }) => url)).toEqual([URL_OF_RECEIVER]);
    const attempts = [{ outcome: 'answered', status_code: 302 }];
    expect((await deliveries())[0]).toMatchObject({ status: 'pending', outcome: 'answered', attempts });
  });

  test('a receiver that hangs times out after 15 seconds, and delays neither its batch nor another webhook', async () => {
    const { world, key, createAthlete, deliveries } = await subscribed();
    const quick = 'https://quick.example/';
    await world.send('POST', '/v1/webhooks', { key, body: { url: quick, events: ['athlete.*'] } });
    const isHanging = Promise.withResolvers<void>();
    const isTaken = Promise.withResolvers<void>();
    world.receive = ({ url }, signal) => {
      if (url === quick) {
        isTaken.resolve();
        return new Response();
      }
      isHanging.resolve();
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    };
    await createAthlete();
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.now() });
    const settled = world.settle();
    await isHanging.promise;
    await isTaken.promise;
    await vi.advanceTimersByTimeAsync(15_000);
    await settled;
    const attempts = [{ outcome: 'too_slow', status_code: null }];
    expect((await deliveries())[0]).toMatchObject({ status: 'pending', outcome: 'too_slow', attempts });
  });

  test('the outcome of a delivery is that of its last attempt, and null before its first', async () => {
    const { world, key, path, createAthlete, deliveries } = await subscribed();
    const athlete = await createAthlete();
    world.receive = () => {
      throw new Error('the connection failed');
    };
    await world.settle();
    const body = { body_mass_kg: 70 };
    await world.send('PATCH', `/v1/athletes/${athlete.id}`, { key, body });
    await world.settle();
    expect(await deliveries()).toMatchObject([
      { type: 'athlete.updated', outcome: null, attempts: [] },
      { outcome: 'unreachable', attempts: [{ outcome: 'unreachable', status_code: null }] },
    ]);
    world.receive = () => new Response(null, { status: 530, headers: { server: 'cloudflare' } });
    expect((await world.send('POST', `${path}/test`, { key, body: {} })).json).toMatchObject({
      outcome: 'unreachable',
      status_code: 530,
    });
    await world.pass(5);
    expect((await deliveries())[1]).toMatchObject({ status: 'pending', outcome: 'unreachable' });
    world.receive = () => new Response(null, { status: 503 });
    await world.pass(5 * 60);
    expect((await deliveries())[1]).toMatchObject({ status: 'pending', outcome: 'answered' });
    world.receive = () => new Response(null, { status: 200 });
    await world.pass(30 * 60);
    expect(await deliveries()).toMatchObject([{ outcome: 'answered' }, { outcome: 'answered' }]);
    expect((await deliveries('?status=delivered'))[1]).toMatchObject({
      attempts: [{ status_code: null }, { status_code: 530 }, { status_code: 503 }, { status_code: 200 }],
    });
  });

  test('an answer is not read, however long it is', async () => {
    const { world, createAthlete, deliveries } = await subscribed();
    let pulled = 0;
    const endless = () =>
      new ReadableStream({
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(1024));
        },
      });
    world.receive = () => new Response(endless());
    await createAthlete();
    await world.settle();
    expect(pulled).toBeLessThanOrEqual(2);
    expect((await deliveries())[0]).toMatchObject({ status: 'delivered' });
  });

  test('rotation: for 24 hours both secrets verify, then only the new one', async () => {
    const { world, createAthlete, path, key, secret } = await subscribed();
    const rotated = await world.send('POST', `${path}/rotate-secret`, { key, body: {} });
    expect(rotated.json.secret).not.toBe(secret);
    await createAthlete();
    await world.settle();
    for (const live of [secret, rotated.json.secret]) verify(live, world.received[0]);
    await world.pass(DAY_S + 1);
    expect((await world.send('GET', path, { key })).json.secret_expires_at).toBeNull();
    await createAthlete();
    await world.settle();
    const after = world.received.at(-1);
    verify(rotated.json.secret, after);
    expect(() => verify(secret, after)).toThrow('No matching signature');
  });

  test('list the last thousand successes, page by page, and send an older event again by its identifier', async () => {
    const { world, partnerId, key, path, createAthlete } = await subscribed(['athlete.*']);
    const { id: athleteId } = await createAthlete();
    await world.settle();
    const first = world.received[0]?.event.id;
    await insertEvents(TEST_HOME, 1100, { partnerId, athleteId, createdAt: Date.now() });
    await createAthlete();
    await world.settle();
    expect(world.received).toHaveLength(1102);
    const shown = new Set<string>();
    let cursor = '';
    do {
      const query = cursor === '' ? '' : `&cursor=${cursor}`;
      const { status, text, json } = await world.send('GET', `${path}/deliveries?limit=100${query}`, { key });
      expect(status, text).toBe(200);
      for (const { id } of json.data) shown.add(id);
      cursor = json.next_cursor ?? '';
    } while (cursor !== '');
    expect(shown.size).toBeGreaterThanOrEqual(1000);
    expect(shown.size).toBeLessThan(1100);
    expect(shown).not.toContain(first.replace('evt', 'dlv'));
    const counts = await Promise.all(
      (await world.dispatchers()).map((stub) => stub.list({ afterId: null, limit: 1 }, undefined)),
    );
    expect(counts.reduce((sum, { successes }) => sum + successes, 0)).toBe(1102);
    const again = await world.send('POST', `${path}/deliveries/${first}/redeliver`, { key, body: {} });
    expect(again.status, again.text).toBe(202);
    await world.settle();
    expect(world.received.at(-1)?.event.id).toBe(first);
    const unknown = `${path}/deliveries/${first.slice(0, -3)}zzz/redeliver`;
    expect(refusal(await world.send('POST', unknown, { key, body: {} })).code).toBe('delivery_not_found');
  });
});

describe('erasure, retention and purge', () => {
  test("an erasure deletes the deliveries of the athlete's events, and its own event arrives", async () => {
    const { world, key, createAthlete, deliveries } = await subscribed();
    const kept = await createAthlete();
    const { id } = await createAthlete({ region: 'enam' });
    await world.settle();
    expect(await deliveries()).toHaveLength(2);
    await world.send('PATCH', `/v1/athletes/${id}`, { key, body: { body_mass_kg: 70 } });
    const erased = await world.send('DELETE', `/v1/athletes/${id}`, { key });
    expect(erased.status).toBe(200);
    await world.runCron();
    const types = (await deliveries()).map(({ type }: { type: string }) => type);
    expect(types).toEqual(['athlete.erased', 'athlete.created']);
    const sent = world.received.map(({ event }) => [event.type, event.data.athlete_id].join(' '));
    // Stores send at the same time.
    expect(sent.sort()).toEqual(
      [`athlete.created ${kept.id}`, `athlete.created ${id}`, `athlete.erased ${id}`].sort(),
    );
    const stored = await world.stored();
    expect(stored.filter((text) => text.includes(id) && !text.includes('athlete.erased'))).toEqual([]);
  });

  test('retention removes deliveries after 30 days', async () => {
    const { world, createAthlete, deliveries } = await subscribed();
    await createAthlete();
    await world.pass(600);
    await world.runCron();
    await world.pass(29 * DAY_S);
    expect(await deliveries()).toHaveLength(1);
    await world.pass(2 * DAY_S + 60);
    expect(await deliveries()).toEqual([]);
    expect(JSON.stringify(await world.stored())).not.toContain('athlete.created');
  });

  test('a deleted webhook leaves nothing in its dispatchers and stores', async () => {
    const { world, key, path, createAthlete } = await subscribed();
    await createAthlete();
    await createAthlete({ region: 'enam' });
    await world.settle();
    expect((await world.send('DELETE', path, { key })).status).toBe(204);
    await createAthlete();
    await world.settle();
    expect(world.received).toHaveLength(2);
    expect(await world.stored()).toEqual([]);
    expect(await subscribersIn(TEST_HOME)).toEqual([]);
  });

  test('the purge of a partner removes its webhooks with everything their dispatchers store', async () => {
    const { world, partnerId, createAthlete } = await subscribed();
    await createAthlete();
    await world.settle();
    const path = `/operator/v1/partners/${partnerId}/terminate`;
    await world.send('POST', path, { key: env.OPERATOR_TOKEN, body: {} });
    await world.pass(31 * DAY_S);
    await world.runCron();
    await world.runCron();
    expect(await world.stored()).toEqual([]);
    for (const database of [env.REGISTRY, TEST_HOME]) expect(await subscribersIn(database)).toEqual([]);
    const left = env.REGISTRY.prepare('SELECT count(*) AS n FROM webhooks WHERE partner_id = ?');
    expect(await left.bind(partnerId).first('n')).toBe(0);
  });
});
