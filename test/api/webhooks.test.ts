import { env } from 'cloudflare:workers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { localOutbox } from '../../src/http/send-mail.ts';
import { sha256Hex } from '../../src/storage/digest.ts';
import type { KeyRecord } from '../../src/storage/key-projection.ts';
import { failingBindings } from '../support/bindings.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { countedCalls } from '../support/counted-calls.ts';
import { runSchedule } from '../support/crons.ts';
import { insertEvent } from '../support/event-feed.ts';
import { makePartner } from '../support/partners.ts';
import { away, insteadOf, TEST_HOME } from '../support/shards.ts';
import { NOON_MS, stopClock } from '../support/stopped-clock.ts';
import { DeliveryWorld, type Receive, verify } from '../support/webhooks.ts';

const URL_OF_RECEIVER = 'https://platform.example/hooks';
const HOOK = { url: URL_OF_RECEIVER, events: ['*'], description: 'Sync' };
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** A partner with one webhook. */
async function subscribed(events: readonly string[] = ['athlete.*'], url = URL_OF_RECEIVER) {
  const world = new DeliveryWorld();
  const { testKey: key, liveKey, partnerId } = await makePartner();
  const made = await world.send('POST', '/v1/webhooks', { key, body: { url, events } });
  expect(made.status).toBe(201);
  const path = `/v1/webhooks/${made.json.id}`;
  const createAthlete = async (body: object = {}) => {
    const { json, status } = await world.send('POST', '/v1/athletes', { key, body });
    expect(status).toBe(201);
    return json;
  };
  const deliveries = async (query = '') =>
    (await world.send('GET', `${path}/deliveries${query}`, { key })).json.data;
  return {
    world,
    key,
    liveKey,
    partnerId,
    path,
    id: made.json.id,
    secret: made.json.secret,
    createAthlete,
    deliveries,
  };
}

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

  test('are at most ten per environment, also if they are created at the same time', async () => {
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

  test("belong to one partner and environment: the other environment is a mismatch, another partner's are 404", async () => {
    const { id, createAthlete, world, deliveries, liveKey, path: own } = await subscribed();
    await createAthlete();
    await world.settle();
    const [delivery] = await deliveries();
    const stranger = await makePartner();
    for (const [method, path, body] of [
      ['GET', `/v1/webhooks/${id}`],
      ['PATCH', `/v1/webhooks/${id}`, { events: ['*'] }],
      ['DELETE', `/v1/webhooks/${id}`],
      ['POST', `/v1/webhooks/${id}/rotate-secret`, {}],
      ['POST', `/v1/webhooks/${id}/test`, {}],
      ['GET', `/v1/webhooks/${id}/deliveries`],
      ['POST', `/v1/webhooks/${id}/deliveries/${delivery.id}/redeliver`, {}],
    ] as const) {
      const send = (key: string) => world.send(method, path, { key, ...(body ? { body } : {}) });
      const foreign = await send(stranger.testKey);
      expect(refusal(foreign), `${method} ${path}`).toMatchObject({ status: 404, code: 'webhook_not_found' });
      expect(refusal(await send(liveKey)), `${method} ${path}`).toMatchObject({
        status: 401,
        code: 'environment_mismatch',
      });
    }
    const live = await world.send('POST', '/v1/webhooks', { key: liveKey, body: HOOK });
    const theirs = await world.send('POST', '/v1/webhooks', { key: stranger.liveKey, body: HOOK });
    for (const [key, hook, code] of [
      [liveKey, live.json.id, 'environment_mismatch'],
      [stranger.liveKey, theirs.json.id, 'delivery_not_found'],
    ]) {
      const path = `/v1/webhooks/${hook}/deliveries/${delivery.id}/redeliver`;
      expect(refusal(await world.send('POST', path, { key, body: {} })).code).toBe(code);
    }
    expect(await deliveries()).toEqual([delivery]);
    expect((await world.send('GET', own, { key: liveKey })).status).toBe(401);
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

describe('deliveries', () => {
  test('carry the event as the feed shows it, signed so that the reference library verifies it', async () => {
    const { world, secret, createAthlete, deliveries } = await subscribed();
    const athlete = await createAthlete({ external_id: 'rider', name: 'Not In Events' });
    await world.settle();
    expect(world.received).toHaveLength(1);
    const [delivery] = world.received;
    if (!delivery) throw new Error('nothing was delivered');
    expect(verify(secret, delivery)).toEqual({
      id: delivery.headers.get('webhook-id'),
      type: 'athlete.created',
      environment: 'test',
      created_at: expect.stringMatching(/Z$/),
      data: { athlete_id: athlete.id, external_id: 'rider' },
    });
    expect(await deliveries()).toEqual([
      {
        id: expect.stringMatching(/^dlv_/),
        event_id: delivery.event.id,
        type: 'athlete.created',
        status: 'delivered',
        attempts: [{ at: expect.any(String), status_code: 204, duration_ms: expect.any(Number) }],
        next_attempt_at: null,
      },
    ]);
    expect(await deliveries('?status=failed')).toEqual([]);
    expect(await deliveries('?status=delivered')).toHaveLength(1);
  });

  test('are only of the types that the webhook wants, and of changes after its creation', async () => {
    const world = new DeliveryWorld();
    const { testKey: key } = await makePartner();
    await world.send('POST', '/v1/athletes', { key, body: {} });
    await world.pass(120);
    const body = { ...HOOK, events: ['athlete.updated', 'key.*'] };
    await world.send('POST', '/v1/webhooks', { key, body });
    const { json: athlete } = await world.send('POST', '/v1/athletes', { key, body: {} });
    await world.send('PATCH', `/v1/athletes/${athlete.id}`, { key, body: { body_mass_kg: 70 } });
    await world.send('POST', '/v1/partner/api-keys', { key, body: { name: 'x' } });
    await world.settle();
    expect(world.received.map(({ event }) => event.type).sort()).toEqual(['athlete.updated', 'key.created']);
  });

  test('are of the first events of a store too, whose times are not in the order of their sequences', async () => {
    const { world, partnerId } = await subscribed();
    const createdAt = Date.now() + 1000;
    const times = [createdAt + 20, createdAt, createdAt + 10];
    for (const time of times) await insertEvent(TEST_HOME, { partnerId, createdAt: time });
    await world.consume([{ kind: 'sweep', partnerId, environment: 'test', store: 'c000' }]);
    await world.settle();
    expect(world.received.map(({ event }) => Date.parse(event.created_at))).toEqual(times);
  });

  test('without a webhook that wants an event there is no message', async () => {
    const { world, createAthlete } = await subscribed(['key.*']);
    const before = world.waiting.length;
    await createAthlete();
    expect(world.waiting).toHaveLength(before);
  });

  test('the cron brings to the keys what a webhook wants if their guards did not answer', async () => {
    const world = new DeliveryWorld();
    const { testKey: key, partnerId } = await makePartner();
    expect((await world.send('GET', '/v1/webhooks', { key })).status).toBe(200);
    const wantedByKey = async () => {
      const record = await env.API_KEYS.get<KeyRecord>(`key:${await sha256Hex(key)}`, 'json');
      return record?.partner.eventTypes;
    };
    const bindings = failingBindings('kvWrites');
    const body = { url: URL_OF_RECEIVER, events: ['athlete.*'] };
    expect((await world.send('POST', '/v1/webhooks', { key, body, bindings })).status).toBe(201);
    expect(await wantedByKey()).toEqual([]);
    await world.send('POST', '/v1/athletes', { key, body: {} });
    await world.consume([{ kind: 'sweep', partnerId, environment: 'test', store: null }], bindings);
    expect(await wantedByKey()).toEqual([]);
    // Events do not wait for the guards.
    await world.settle();
    expect(world.received).toHaveLength(1);
    await world.runCron();
    expect(await wantedByKey()).toEqual(['athlete.*']);
  });

  test('an athlete in another region is delivered from its own store', async () => {
    const { world, createAthlete } = await subscribed();
    await createAthlete({ region: 'enam' });
    await createAthlete({ region: 'weur' });
    await world.settle();
    expect(world.received).toHaveLength(2);
  });

  test('a message that comes twice delivers once, and two sweeps at once make one delivery', async () => {
    const { world, createAthlete, deliveries } = await subscribed();
    await createAthlete();
    const sweeps = world.waiting.filter((body) => JSON.stringify(body).includes('"c000"'));
    expect(sweeps).toHaveLength(1);
    await world.consume([...sweeps, ...sweeps, ...sweeps]);
    const attempts = world.waiting.filter((body) => JSON.stringify(body).includes('attempt'));
    await world.consume([...attempts, ...attempts]);
    await world.settle();
    expect(world.received).toHaveLength(1);
    expect(await deliveries()).toHaveLength(1);
  });

  test('a lost queue message costs ten minutes: the cron finds the event', async () => {
    const { world, createAthlete } = await subscribed();
    world.isQueueDown = true;
    await createAthlete();
    world.isQueueDown = false;
    await world.settle();
    expect(world.received).toHaveLength(0);
    await world.runCron();
    expect(world.received).toHaveLength(1);
    await world.runCron();
    expect(world.received).toHaveLength(1);
  });

  test('a sweep of all stores makes as few queries for ten webhooks as for two', async () => {
    const { world, key, partnerId, createAthlete } = await subscribed();
    const sweep = { kind: 'sweep', partnerId, environment: 'test', store: null };
    const queriesOfSweep = async () => {
      const { bindings, made } = countedCalls();
      await world.consume([sweep], bindings);
      return made.d1Queries;
    };
    await createAthlete();
    await createAthlete({ region: 'enam' });
    await world.settle();
    const subscribe = async () => {
      expect((await world.send('POST', '/v1/webhooks', { key, body: HOOK })).status).toBe(201);
      await world.settle();
    };
    await subscribe();
    const forTwo = await queriesOfSweep();
    for (let made = 2; made < 10; made++) await subscribe();
    expect(await queriesOfSweep()).toBe(forTwo);
    await createAthlete({ region: 'enam' });
    await world.settle();
    expect(world.received).toHaveLength(2 + 10);
  });

  test('a store in a new epoch is read anew: what was delivered is not delivered again, and what is new is', async () => {
    const { world, createAthlete } = await subscribed();
    const first = await createAthlete();
    await world.settle();
    await TEST_HOME.prepare("UPDATE event_store SET epoch = epoch || 'restored'").run();
    const second = await createAthlete();
    await world.settle();
    const third = await createAthlete();
    await world.settle();
    const ids = world.received.map(({ event }) => event.data.athlete_id);
    expect(ids).toEqual([first.id, second.id, third.id]);
  });

  test('a store that is away holds up no delivery from the others, and its own events come once it is back', async () => {
    const { world, partnerId, createAthlete, deliveries } = await subscribed();
    const { id } = await createAthlete({ region: 'enam' });
    await world.settle();
    world.isQueueDown = true;
    await createAthlete({ region: 'enam' });
    await createAthlete();
    const ofStore = { kind: 'sweep', partnerId, environment: 'test' };
    await world.consume([{ ...ofStore, store: 'c000' }]);
    world.isQueueDown = false;
    expect(await deliveries('?status=pending')).toHaveLength(1);
    // All stores, as the cron asks for them; what is due is in the home shard.
    const all = { ...ofStore, store: null };
    const { retryMessages } = await world.consume([all], insteadOf(id, away));
    expect(retryMessages).toHaveLength(1);
    await world.settle();
    expect(await deliveries('?status=pending')).toEqual([]);
    await world.consume([all]);
    await world.settle();
    expect(await deliveries('?status=delivered')).toHaveLength(3);
  });

  test('an attempt that is cut off is made again, with the same webhook-id', async () => {
    const { world, createAthlete, deliveries, secret } = await subscribed();
    await createAthlete();
    await world.consume(world.waiting.filter((body) => JSON.stringify(body).includes('"c000"')));
    const attempts = world.waiting.filter((body) => JSON.stringify(body).includes('attempt'));
    // The attempt ends after the claim: nothing tells what became of it.
    await world.consume(attempts, failingBindings('registryBatches'));
    await world.settle();
    await world.runCron();
    expect(world.received).toHaveLength(0);
    await world.pass(61);
    await world.runCron();
    const [first] = world.received;
    expect(first && verify(secret, first)).toMatchObject({ type: 'athlete.created' });
    expect(await deliveries()).toMatchObject([{ status: 'delivered' }]);
  });

  test('a delivery that was claimed anew stays as its second attempt left it, whatever the first one ends with', async () => {
    const { world, createAthlete, deliveries } = await subscribed();
    await createAthlete();
    await world.consume(world.waiting.filter((body) => JSON.stringify(body).includes('"c000"')));
    const attempts = world.waiting.filter((body) => JSON.stringify(body).includes('attempt'));
    world.receive = async () => {
      // The claim of this attempt ends before its receiver answers, and the next one succeeds.
      world.receive = () => new Response(null, { status: 204 });
      await world.pass(61);
      await world.consume(attempts);
      return new Response(null, { status: 500 });
    };
    await world.consume(attempts);
    expect(world.received).toHaveLength(2);
    expect(await deliveries()).toMatchObject([
      { status: 'delivered', attempts: [{ status_code: 204 }], next_attempt_at: null },
    ]);
  });

  test('attempts that the platform cut off do not count as under way for ever', async () => {
    const { world, createAthlete, deliveries } = await subscribed();
    for (let made = 0; made < 6; made++) await createAthlete();
    const isOf = (kind: string) => world.waiting.filter((body) => JSON.stringify(body).includes(kind));
    for (const sweep of isOf('sweep')) await world.consume([sweep]);
    // Nothing of an invocation goes on after its end, not even its timers.
    world.receive = () => new Promise<Response>(() => undefined);
    await world.consumeOnly(isOf('attempt'));
    await vi.waitFor(() => expect(world.received).toHaveLength(5));
    world.receive = () => new Response();
    await world.pass(61);
    await world.runCron();
    expect(await deliveries('?status=pending')).toEqual([]);
  });

  test('retries follow the schedule with one webhook-id, and end as failed', async () => {
    const { world, createAthlete, deliveries, path, key } = await subscribed();
    world.receive = () => new Response('no', { status: 500 });
    await createAthlete();
    await world.settle();
    await world.pass(36 * 60);
    expect(world.received).toHaveLength(4);
    expect((await deliveries())[0]).toMatchObject({
      status: 'pending',
      attempts: Array(4).fill(expect.objectContaining({ status_code: 500 })),
    });
    for (const hours of [2, 5, 10, 14, 20, 24]) {
      await world.pass(hours * HOUR_S + 60);
      await world.runCron();
    }
    expect(world.received).toHaveLength(10);
    expect(new Set(world.received.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1);
    const [failed] = await deliveries('?status=failed');
    expect(failed).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(failed.attempts).toHaveLength(10);

    world.receive = () => new Response('yes');
    const again = await world.send('POST', `${path}/deliveries/${failed.id}/redeliver`, { key, body: {} });
    expect(again.status).toBe(202);
    expect(again.json).toMatchObject({ id: failed.id, status: 'pending' });
    await world.settle();
    expect((await deliveries())[0]).toMatchObject({ status: 'delivered' });
    expect(new Set(world.received.map(({ event }) => event.id)).size).toBe(1);
  });

  test('a receiver that fails one time in three gets every event, and none that did not happen', async () => {
    const { world, createAthlete, secret } = await subscribed();
    let count = 0;
    world.receive = () => new Response(null, { status: ++count % 3 === 0 ? 503 : 200 });
    const made = new Set<string>();
    for (let n = 0; n < 12; n++) made.add((await createAthlete()).id);
    await world.pass(HOUR_S);
    const taken = world.received.filter((_received, index) => (index + 1) % 3 !== 0);
    for (const delivery of world.received) verify(secret, delivery);
    expect(new Set(taken.map(({ event }) => event.data.athlete_id))).toEqual(made);
    expect(taken).toHaveLength(12);
  });

  test('a redirect is a failure and is not followed', async () => {
    const { world, createAthlete, deliveries } = await subscribed();
    world.receive = () => new Response(null, { status: 302, headers: { location: 'http://10.0.0.1/' } });
    await createAthlete();
    await world.settle();
    expect(world.received.map(({ url }) => url)).toEqual([URL_OF_RECEIVER]);
    expect((await deliveries())[0]).toMatchObject({ status: 'pending', attempts: [{ status_code: 302 }] });
  });

  test('a receiver that hangs is given up after 15 seconds, and holds up neither its batch nor another webhook', async () => {
    const { world, key, createAthlete, deliveries } = await subscribed();
    const quick = 'https://quick.example/';
    await world.send('POST', '/v1/webhooks', { key, body: { url: quick, events: ['athlete.*'] } });
    const isHanging = Promise.withResolvers<void>();
    world.receive = ({ url }, signal) => {
      if (url === quick) return new Response();
      isHanging.resolve();
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    };
    await createAthlete();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const settled = world.settle();
    await isHanging.promise;
    await vi.waitFor(() => expect(world.received.map(({ url }) => url)).toContain(quick));
    await vi.advanceTimersByTimeAsync(15_000);
    await settled;
    expect((await deliveries())[0]).toMatchObject({ status: 'pending', attempts: [{ status_code: null }] });
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
    const [during] = world.received;
    if (!during) throw new Error('nothing was delivered');
    for (const live of [secret, rotated.json.secret]) verify(live, during);
    await world.pass(DAY_S + 1);
    expect((await world.send('GET', path, { key })).json.secret_expires_at).toBeNull();
    await createAthlete();
    await world.settle();
    const after = world.received.at(-1);
    if (!after) throw new Error('nothing was delivered');
    verify(rotated.json.secret, after);
    expect(() => verify(secret, after)).toThrow('No matching signature');
  });

  test('a test event is sent at once and is in no list', async () => {
    const { world, key, path, secret, deliveries } = await subscribed();
    const tried = await world.send('POST', `${path}/test`, { key, body: {} });
    expect(tried.json).toMatchObject({ status_code: 204 });
    const [delivery] = world.received;
    expect(delivery && verify(secret, delivery)).toMatchObject({ type: 'webhook.test' });
    expect(await deliveries()).toEqual([]);
    world.receive = () => {
      throw new Error('refused');
    };
    expect((await world.send('POST', `${path}/test`, { key, body: {} })).json.status_code).toBeNull();
  });

  test('a test of a disabled webhook is 409 webhook_disabled and sends nothing', async () => {
    const { world, key, path } = await subscribed();
    await world.send('PATCH', path, { key, body: { status: 'disabled' } });
    const refused = await world.send('POST', `${path}/test`, { key, body: {} });
    expect(refusal(refused)).toMatchObject({ status: 409, code: 'webhook_disabled' });
    expect(world.received).toEqual([]);
    await world.send('PATCH', path, { key, body: { status: 'active' } });
    expect((await world.send('POST', `${path}/test`, { key, body: {} })).status).toBe(200);
  });

  test('tests of a webhook have a rate limit: of 40 at once ten are sent, and no eleventh within any minute', async () => {
    stopClock();
    const { world, key, path } = await subscribed();
    const other = await world.send('POST', '/v1/webhooks', { key, body: HOOK });
    const sendTest = () => world.send('POST', `${path}/test`, { key, body: {} });
    const replies = await Promise.all(Array.from({ length: 40 }, sendTest));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(world.received).toHaveLength(10);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused && refusal(refused).code).toBe('rate_limited');
    expect(refused?.headers.get('Retry-After')).toBe('60');
    expect(refused?.headers.get('RateLimit-Policy')).toContain(', "webhook-tests";q=10;w=60');
    expect(refused?.headers.get('RateLimit')).toContain(', "webhook-tests";r=0;t=60');
    const ofOther = await world.send('POST', `/v1/webhooks/${other.json.id}/test`, { key, body: {} });
    expect(ofOther.status).toBe(200);
    vi.setSystemTime(NOON_MS + 59_999);
    expect((await sendTest()).status).toBe(429);
    vi.setSystemTime(NOON_MS + 60_000);
    expect((await sendTest()).status).toBe(200);
    // A clock that is set back must not lock anybody out.
    vi.setSystemTime(NOON_MS - 3_600_000);
    expect((await sendTest()).status).toBe(200);
  });
});

describe('erasure, retention and purge', () => {
  const rowsOf = (table: string, where: string) =>
    TEST_HOME.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).first('n');

  test("an erasure deletes the deliveries of the athlete's events, and its own event arrives", async () => {
    const { world, key, createAthlete, deliveries } = await subscribed();
    const kept = await createAthlete();
    const { id } = await createAthlete({ region: 'enam' });
    await world.settle();
    expect(await deliveries()).toHaveLength(2);
    world.isQueueDown = true;
    await world.send('PATCH', `/v1/athletes/${id}`, { key, body: { body_mass_kg: 70 } });
    world.isQueueDown = false;
    const erased = await world.send('DELETE', `/v1/athletes/${id}`, { key });
    expect(erased.status).toBe(200);
    await world.runCron();
    expect((await deliveries()).map(({ type }: { type: string }) => type)).toEqual([
      'athlete.erased',
      'athlete.created',
    ]);
    expect(world.received.map(({ event }) => [event.type, event.data.athlete_id])).toEqual([
      ['athlete.created', kept.id],
      ['athlete.created', id],
      ['athlete.erased', id],
    ]);
  });

  test('retention removes deliveries after 30 days', async () => {
    const { world, createAthlete, deliveries } = await subscribed();
    await createAthlete();
    await world.settle();
    await world.pass(29 * DAY_S);
    await runSchedule('53 * * * *', { ...env, ...world.bindings });
    expect(await deliveries()).toHaveLength(1);
    await world.pass(DAY_S + 60);
    await runSchedule('53 * * * *', { ...env, ...world.bindings });
    expect(await deliveries()).toEqual([]);
  });

  test('the purge of a partner removes its webhooks, deliveries and positions', async () => {
    const { world, partnerId, createAthlete } = await subscribed();
    await createAthlete();
    await world.settle();
    const ofPartner = `partner_id = '${partnerId}'`;
    expect(await rowsOf('webhook_positions', ofPartner)).toBe(1);
    const path = `/operator/v1/partners/${partnerId}/terminate`;
    await world.send('POST', path, { key: env.OPERATOR_TOKEN, body: {} });
    await world.pass(31 * DAY_S);
    await world.runCron();
    expect(await rowsOf('deliveries', ofPartner)).toBe(0);
    expect(await rowsOf('webhook_positions', ofPartner)).toBe(0);
    const left = env.REGISTRY.prepare(`SELECT count(*) AS n FROM webhooks WHERE ${ofPartner}`);
    expect(await left.first('n')).toBe(0);
  });
});

describe('disabling', () => {
  test('410 disables at once, tells the other webhooks, and mails the contact once', async () => {
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
    const told = world.received.filter(({ url }) => url === other);
    expect(told.map(({ event }) => event)).toMatchObject([
      { type: 'webhook.disabled', data: { webhook_id: id, reason: 'gone' } },
    ]);
    expect(localOutbox().filter(({ text }) => text.includes(id))).toHaveLength(1);
    expect(await deliveries('?status=pending')).toEqual([]);
    const [ended] = await deliveries();
    const refused = await world.send('POST', `${path}/deliveries/${ended.id}/redeliver`, { key, body: {} });
    expect(refusal(refused).code).toBe('webhook_disabled');
  });

  test('410 from the address that a webhook had before disables nothing: the event goes to the new one', async () => {
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

  test('five days without a success disable; a success in between begins them anew', async () => {
    const { world, key, path, createAthlete } = await subscribed();
    const fails: Receive = () => new Response(null, { status: 500 });
    const status = async () => (await world.send('GET', path, { key })).json.disabled_reason;
    world.receive = fails;
    const failFor = async (days: number) => {
      for (let day = 0; day < days; day++) {
        await createAthlete();
        await world.runCron();
        await world.pass(DAY_S);
      }
      await createAthlete();
      await world.settle();
    };
    await failFor(4);
    world.receive = () => new Response();
    await createAthlete();
    await world.settle();
    world.receive = fails;
    await failFor(4);
    expect(await status()).toBeNull();
    await failFor(2);
    expect(await status()).toBe('failing');
  });

  test('a webhook that is enabled again gets the events from then on', async () => {
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

  test('a webhook that is enabled by a clock behind the one before gets the events from then on', async () => {
    const { world, key, partnerId, path, createAthlete } = await subscribed(['athlete.created']);
    const inAnHour = { CLOCK_OFFSET_S: String(HOUR_S) };
    const enable = async (bindings: Partial<Cloudflare.Env>) => {
      for (const status of ['disabled', 'active']) {
        expect((await world.send('PATCH', path, { key, body: { status }, bindings })).status).toBe(200);
      }
    };
    const insert = (inS = 1) => insertEvent(TEST_HOME, { partnerId, createdAt: Date.now() + inS * 1000 });
    await enable(inAnHour);
    await insert(HOUR_S + 1);
    const sweep = { kind: 'sweep', partnerId, environment: 'test', store: 'c000' };
    await world.consume([sweep], inAnHour);
    await enable({});
    // More than a page of events that it does not want.
    for (let index = 0; index < 250; index++) await insert();
    const { id } = await createAthlete();
    await world.consume([sweep]);
    await world.settle();
    expect(world.received.map(({ event }) => event.data.athlete_id)).toEqual([id]);
  });

  test("a terminated partner's webhooks stop", async () => {
    const { world, partnerId, createAthlete } = await subscribed();
    world.isQueueDown = true;
    await createAthlete();
    world.isQueueDown = false;
    const path = `/operator/v1/partners/${partnerId}/terminate`;
    await world.send('POST', path, { key: env.OPERATOR_TOKEN, body: {} });
    await world.runCron();
    expect(world.received).toEqual([]);
  });
});
