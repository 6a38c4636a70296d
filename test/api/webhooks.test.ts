import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, inject, test, vi } from 'vitest';
import { DispatchLog } from '#partner/webhooks/dispatch-log.ts';
import { parseEnv } from '#platform/env.ts';
import { callDispatcher } from '#platform/guards/call-object.ts';
import { localOutbox } from '#platform/http/outgoing.ts';
import type { EventRow, SubscriberRow } from '#platform/storage/events-schema.ts';
import { addressOf } from '#platform/storage/subscribers.ts';
import { countingBindings } from '../support/bindings.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { insertEvent, insertEvents } from '../support/event-feed.ts';
import { away, awayFor } from '../support/faulty-databases.ts';
import { makePartner } from '../support/partners.ts';
import { insteadOf, TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';
import { DeliveryWorld, runAlarms, subscribed, URL_OF_RECEIVER, verify } from '../support/webhooks.ts';

const HOOK = { url: URL_OF_RECEIVER, events: ['*'], description: 'Sync' };
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** Events per minute while a receiver is down. A multiple of four. */
const DOWN_PER_MIN = inject('downPerMin');

function eventAt(sequence: number): EventRow {
  const place = { partnerId: 'ptn', environment: 'test', type: 'athlete.updated', data: {} } as const;
  return { ...place, id: `evt_${sequence}`, sequence, athleteId: `ath_${sequence}`, createdAt: sequence };
}

function fail(): never {
  throw new Error('nothing was delivered');
}

/** Gives a test's dispatchers other bindings. Returns a function that restores their own. */
async function rebind(world: DeliveryWorld, bindings: Partial<Cloudflare.Env>): Promise<() => void> {
  const restore: (() => void)[] = [];
  for (const stub of await world.dispatchers()) {
    await runInDurableObject(stub, (object) => {
      const { env: own } = object as unknown as { env: object };
      Object.defineProperty(object, 'env', { value: { ...own, ...bindings }, configurable: true });
      restore.push(() => Object.defineProperty(object, 'env', { value: own, configurable: true }));
    });
  }
  return () => {
    for (const back of restore) back();
  };
}

/** Lists the subscribers of a store. */
async function subscribersIn(database: D1Database): Promise<readonly SubscriberRow[]> {
  const { results } = await database
    .prepare(
      `SELECT partner_id AS partnerId, environment, webhook_id AS webhookId, store, region, resume_at AS resumeAt
        FROM subscribers`,
    )
    .all<SubscriberRow>();
  return results;
}

/** Lists the contents of a test store's dispatchers, as texts. */
async function storedIn(world: DeliveryWorld): Promise<readonly string[]> {
  const found = await Promise.all(
    (await world.dispatchers()).map((stub) =>
      runInDurableObject(stub, (_object, { storage }) => [
        ...[...storage.kv.list()].map(([name, value]) => `${name} ${JSON.stringify(value)}`),
        ...['sent', 'failed', 'waiting'].flatMap((table) => {
          const exists = storage.sql.exec('SELECT 1 FROM sqlite_master WHERE name = ?', table).toArray();
          if (exists.length === 0) return [];
          return storage.sql
            .exec(`SELECT * FROM ${table}`)
            .toArray()
            .map((row) => JSON.stringify(row));
        }),
      ]),
    ),
  );
  return found.flat();
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
    const body = { ...HOOK, events: ['athlete.updated', 'key.*'] };
    await world.send('POST', '/v1/webhooks', { key, body });
    const { json: athlete } = await world.send('POST', '/v1/athletes', { key, body: {} });
    await world.send('PATCH', `/v1/athletes/${athlete.id}`, { key, body: { body_mass_kg: 70 } });
    await world.send('POST', '/v1/partner/api-keys', { key, body: { name: 'x' } });
    await world.settle();
    expect(world.received.map(({ event }) => event.type).sort()).toEqual(['athlete.updated', 'key.created']);
  });

  test('an athlete in another region is delivered from its own store', async () => {
    const { world, createAthlete } = await subscribed();
    await createAthlete({ region: 'enam' });
    await createAthlete({ region: 'weur' });
    await world.settle();
    expect(world.received).toHaveLength(2);
  });

  test('a receiver that fails one time in three gets every event, and no others', async () => {
    const { world, createAthlete, secret } = await subscribed();
    let count = 0;
    world.receive = (received) => {
      verify(secret, received);
      return new Response(null, { status: ++count % 3 === 0 ? 503 : 200 });
    };
    const made = new Set<string>();
    for (let n = 0; n < 12; n++) made.add((await createAthlete()).id);
    await world.pass(HOUR_S);
    const taken = world.received.filter((_received, index) => (index + 1) % 3 !== 0);
    expect(new Set(taken.map(({ event }) => event.data.athlete_id))).toEqual(made);
    expect(taken).toHaveLength(12);
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

  test('a test event is sent immediately and is in no list', async () => {
    const { world, key, path, secret, deliveries } = await subscribed();
    const tried = await world.send('POST', `${path}/test`, { key, body: {} });
    expect(tried.json).toMatchObject({ status_code: 204 });
    const [delivery] = world.received;
    expect(delivery && verify(secret, delivery)).toMatchObject({ type: 'webhook.test' });
    expect(await deliveries()).toEqual([]);
    world.receive = () => {
      throw new Error('refused');
    };
    const failed = await world.send('POST', `${path}/test`, { key, body: {} });
    expect(failed.json).toMatchObject({ outcome: 'unreachable', status_code: null });
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
    const { world, key, path } = await subscribed();
    const from = Date.now();
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
    vi.setSystemTime(from + 59_999);
    expect((await sendTest()).status).toBe(429);
    vi.setSystemTime(from + 60_000);
    expect((await sendTest()).status).toBe(200);
    // Setting the clock back must not lock anybody out.
    vi.setSystemTime(from - 3_600_000);
    expect((await sendTest()).status).toBe(200);
  });
});

describe('dispatchers', () => {
  const ONE_SHARD = { ATHLETES_PER_SHARD: '1000' };
  const athletesOf = (world: DeliveryWorld) => world.received.map(({ event }) => event.data.athlete_id);

  test('ten simultaneous wakes for three events send each of them once', async () => {
    const { world, createAthlete } = await subscribed();
    for (let made = 0; made < 3; made++) await createAthlete();
    const [dispatcher] = await world.dispatchers();
    const [row] = await subscribersIn(TEST_HOME);
    if (!dispatcher || !row) throw new Error('there is no dispatcher');
    await Promise.all(Array.from({ length: 10 }, () => dispatcher.wake(addressOf(row))));
    expect(await world.alarms()).toHaveLength(1);
    await world.settle();
    expect(world.received).toHaveLength(3);
  });

  test('two simultaneous alarms send each event once', async () => {
    const { world, createAthlete } = await subscribed();
    await createAthlete();
    const [dispatcher] = await world.dispatchers();
    if (!dispatcher) throw new Error('there is no dispatcher');
    vi.setSystemTime(Date.now() + 2000);
    await runInDurableObject(dispatcher, (object) => Promise.all([object.alarm(), object.alarm()]));
    expect(world.received).toHaveLength(1);
  });

  test('a lost wake costs ten minutes: the cron finds the event', async () => {
    const { world, createAthlete } = await subscribed();
    world.areWakesLost = true;
    await createAthlete();
    await world.settle();
    expect(world.received).toHaveLength(0);
    world.areWakesLost = false;
    await world.runCron();
    expect(world.received).toHaveLength(1);
    await world.runCron();
    expect(world.received).toHaveLength(1);
  });

  test('an event costs no statement in the registry, and none in the home shard if it is elsewhere', async () => {
    const { world, createAthlete } = await subscribed();
    await createAthlete({ region: 'enam' });
    await world.settle();
    await createAthlete({ region: 'enam' });
    const { bindings, counts } = countingBindings();
    const { REGISTRY, [TEST_HOME_BINDING]: home } = bindings;
    if (!REGISTRY || !home) throw new Error('the bindings must be counted');
    await rebind(world, { REGISTRY, [TEST_HOME_BINDING]: home });
    await world.settle();
    expect(world.received).toHaveLength(2);
    expect(counts).toMatchObject({ registryBatches: 0, athleteBatches: 0 });
  });

  test('an unavailable store delays no delivery of the others, and its own events arrive once it is back', async () => {
    const { world, createAthlete } = await subscribed();
    const { id } = await createAthlete({ region: 'enam' });
    const other = await createAthlete();
    const restore = await rebind(world, insteadOf(id, away));
    await world.settle();
    expect(athletesOf(world)).toEqual([other.id]);
    restore();
    await world.pass(70);
    expect(athletesOf(world)).toEqual([other.id, id]);
  });

  test('a store in a new epoch is read from its own place, and nothing is lost', async () => {
    const { world, createAthlete } = await subscribed();
    const first = await createAthlete();
    await world.pass(15 * 60);
    await world.runCron();
    await TEST_HOME.prepare("UPDATE event_store SET epoch = epoch || 'restored'").run();
    const second = await createAthlete();
    await world.settle();
    const third = await createAthlete();
    await world.settle();
    expect(athletesOf(world)).toEqual([first.id, second.id, third.id]);
  });

  test('a changed address, secret or list of types applies to the next batch', async () => {
    const { world, key, path, createAthlete } = await subscribed();
    await createAthlete();
    await world.settle();
    const url = 'https://moved.example/';
    await createAthlete();
    expect((await world.send('PATCH', path, { key, body: { url } })).status).toBe(200);
    const { json } = await world.send('POST', `${path}/rotate-secret`, { key, body: {} });
    await world.settle();
    expect(world.received.map((received) => received.url)).toEqual([URL_OF_RECEIVER, url]);
    verify(json.secret, world.received[1] ?? fail());
    await createAthlete();
    await world.send('PATCH', path, { key, body: { events: ['key.*'] } });
    await world.settle();
    expect(world.received).toHaveLength(2);
  });

  test("events of an athlete wait in order for a failed one, and other athletes' events do not", async () => {
    const { world, key, createAthlete } = await subscribed(['athlete.*']);
    const athlete = await createAthlete();
    const change = (mass: number) =>
      world.send('PATCH', `/v1/athletes/${athlete.id}`, { key, body: { body_mass_kg: mass } });
    let failures = 1;
    world.receive = ({ event }) =>
      new Response(null, { status: event.data.athlete_id === athlete.id && failures-- > 0 ? 500 : 200 });
    await change(70);
    const other = await createAthlete();
    await world.settle();
    expect(athletesOf(world).slice(-2).sort()).toEqual([athlete.id, other.id].sort());
    await change(71);
    await world.pass(1);
    await world.pass(60);
    const own = world.received.filter(({ event }) => event.data.athlete_id === athlete.id);
    expect(own.map(({ event }) => event.type)).toEqual([
      'athlete.created',
      'athlete.created',
      'athlete.updated',
      'athlete.updated',
    ]);
  });

  test('events of an athlete wait at most five minutes', async () => {
    const { world, key, createAthlete, deliveries } = await subscribed(['athlete.*']);
    const athlete = await createAthlete();
    world.receive = ({ event }) =>
      new Response(null, { status: event.type === 'athlete.created' ? 500 : 200 });
    await world.settle();
    await world.send('PATCH', `/v1/athletes/${athlete.id}`, { key, body: { body_mass_kg: 70 } });
    await world.pass(4 * 60);
    expect(await deliveries('?status=delivered')).toHaveLength(0);
    expect(await deliveries('?status=pending')).toHaveLength(2);
    await world.pass(2 * 60);
    expect(await deliveries('?status=delivered')).toMatchObject([{ type: 'athlete.updated' }]);
  });

  test('retries follow the schedule with one webhook-id, and end as failed', async () => {
    const { world, createAthlete, deliveries, path, key } = await subscribed();
    const { id } = await createAthlete({}, ONE_SHARD);
    world.receive = ({ event }) => new Response(null, { status: event.data.athlete_id === id ? 500 : 200 });
    // Others succeed between its attempts.
    for (const seconds of [2, 10, 5 * 60, 30 * 60, 2 * HOUR_S, 5 * HOUR_S, 10 * HOUR_S, 14 * HOUR_S]) {
      await world.pass(seconds);
      await createAthlete({}, ONE_SHARD);
    }
    await world.pass(20 * HOUR_S);
    await createAthlete({}, ONE_SHARD);
    await world.pass(24 * HOUR_S);
    const sent = world.received.filter(({ event }) => event.data.athlete_id === id);
    expect(sent).toHaveLength(10);
    expect(new Set(sent.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1);
    const [failed] = await deliveries('?status=failed');
    expect(failed).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(failed.attempts).toHaveLength(10);
    world.receive = () => new Response('yes');
    const again = await world.send('POST', `${path}/deliveries/${failed.id}/redeliver`, { key, body: {} });
    expect(again.status).toBe(202);
    expect(again.json).toMatchObject({ id: failed.id, status: 'pending' });
    await world.settle();
    const shown = await deliveries();
    expect(shown.find((one: { id: string }) => one.id === failed.id)).toMatchObject({ status: 'delivered' });
    expect(await deliveries('?status=failed')).toEqual([]);
  });

  test('a receiver that is down for an hour gets at most one attempt per minute, then everything once and in order', async () => {
    const { world, key, partnerId, createAthlete } = await subscribed(['athlete.*']);
    const healthy = 'https://healthy.example/';
    await world.send('POST', '/v1/webhooks', { key, body: { url: healthy, events: ['athlete.*'] } });
    const athletes = await Promise.all(Array.from({ length: 4 }, () => createAthlete()));
    await world.settle();
    const took = { attempts: 0, healthy: 0, own: new Map(athletes.map(({ id }) => [id, [] as string[]])) };
    let isDown = true;
    world.receive = ({ url, event }) => {
      // More than the log keeps.
      world.received.length = 0;
      if (url === healthy) took.healthy += 1;
      else if (isDown) took.attempts += 1;
      else took.own.get(event.data.athlete_id)?.push(event.id);
      return new Response(null, { status: isDown && url !== healthy ? 500 : 200 });
    };
    const wake = async () => {
      for (const row of await subscribersIn(TEST_HOME)) {
        await callDispatcher(parseEnv(env), row, (dispatcher) => dispatcher.wake(addressOf(row)));
      }
    };
    for (let minute = 0; minute < 60; minute++) {
      const before = took.attempts;
      for (const { id: athleteId } of athletes) {
        const count = DOWN_PER_MIN / athletes.length;
        await insertEvents(TEST_HOME, count, { partnerId, athleteId, createdAt: Date.now() });
      }
      await wake();
      await world.pass(60);
      expect(took.attempts - before).toBeLessThanOrEqual(minute === 0 ? 12 : 1);
    }
    expect(took.attempts).toBeLessThanOrEqual(26);
    expect(took.healthy).toBe(60 * DOWN_PER_MIN);
    isDown = false;
    await world.pass(5 * 60);
    for (const ids of took.own.values()) {
      expect(ids).toEqual([...ids].sort());
      expect(new Set(ids).size).toBe((60 * DOWN_PER_MIN) / athletes.length);
    }
  });

  test('a restart: what was sent or waits after an unsent event is not sent twice, and the position passes it', async () => {
    const { world, createAthlete } = await subscribed();
    await createAthlete();
    const [dispatcher] = await world.dispatchers();
    if (!dispatcher) throw new Error('there is no dispatcher');
    const events = Array.from({ length: 6 }, (_, index) => eventAt(index + 1));
    const [first, second, third, fourth, ...rest] = events;
    if (!(first && second && third && fourth)) throw new Error('there are six events');
    const attempt = { atMs: 0, outcome: 'answered', statusCode: 500, durationMs: 1 } as const;
    await runInDurableObject(dispatcher, (_object, { storage }) => {
      const before = new DispatchLog(storage, 'b000');
      expect(before.takePage(events, () => true)).toHaveLength(6);
      for (const event of [first, third]) before.succeed(event, { ...attempt, statusCode: 204 });
      for (const event of [fourth, ...rest]) before.fail(event, attempt, 0);
      before.commit();
      const after = new DispatchLog(storage, 'b000');
      after.takePage([], () => true);
      after.succeed(fourth, { ...attempt, statusCode: 204 });
      expect(after.takePage(events.slice(1), () => true)).toEqual([second]);
      expect(after.state.position).toBe(1);
      after.succeed(second, { ...attempt, statusCode: 204 });
      expect(after.state).toMatchObject({ position: 6, ahead: [] });
    });
  });

  test('a success while a fifth failure in a row stops the batch: the rest of the batch is sent at once', async () => {
    const { world, createAthlete } = await subscribed();
    const made: string[] = [];
    for (let count = 0; count < 14; count++) made.push((await createAthlete({}, ONE_SHARD)).id);
    const fifth = Promise.withResolvers<void>();
    let failures = 0;
    world.receive = async ({ event }) => {
      const place = made.indexOf(event.data.athlete_id);
      if (place > 0 && failures < 5) {
        failures += 1;
        if (failures === 5) fifth.resolve();
        return fail();
      }
      await fifth.promise;
      // The failure is counted by promises alone.
      for (let turn = 0; turn < 1000; turn++) await null;
      return new Response();
    };
    await world.settle();
    expect(new Set(athletesOf(world))).toEqual(new Set(made));
  });

  test('the position stops when a thousand deliveries wait', async () => {
    const { world, partnerId, createAthlete, deliveries } = await subscribed(['athlete.*']);
    const { id: failing } = await createAthlete();
    // Its receiver accepts every other event, so there are never five failures in a row.
    let sent = 0;
    world.receive = () => new Response(null, { status: ++sent % 2 === 0 ? 200 : 500 });
    const events = Array.from({ length: 2200 }, (_, index) => {
      const athleteId = failing.slice(0, -5) + String(10_000 + index);
      return insertEvent(TEST_HOME, { partnerId, athleteId, createdAt: Date.now() });
    });
    await Promise.all(events);
    vi.setSystemTime(Date.now() + 2000);
    const [dispatcher] = await world.dispatchers();
    if (!dispatcher) throw new Error('there is no dispatcher');
    await runDurableObjectAlarm(dispatcher);
    const waiting = await runInDurableObject(dispatcher, (_object, { storage }) =>
      storage.sql.exec<{ n: number }>('SELECT count(*) AS n FROM waiting').one(),
    );
    expect(waiting.n).toBe(1000);
    world.receive = () => new Response();
    await world.pass(60);
    expect(await deliveries('?status=pending')).toEqual([]);
    const taken = new Set(world.received.map(({ event }) => event.id));
    expect(taken.size).toBe(2201);
  });

  test('show the last thousand successes, page by page, and send an older event again by its identifier', async () => {
    const { world, partnerId, key, path, createAthlete } = await subscribed(['athlete.*']);
    const { id: athleteId } = await createAthlete();
    await world.settle();
    const first = world.received[0]?.event.id;
    for (let made = 0; made < 1100; made++) {
      await insertEvent(TEST_HOME, { partnerId, athleteId, createdAt: Date.now() });
    }
    await createAthlete();
    await world.settle();
    expect(world.received).toHaveLength(1102);
    const shown = new Set<string>();
    let cursor = '';
    do {
      const query = cursor === '' ? '' : `&cursor=${cursor}`;
      const { json } = await world.send('GET', `${path}/deliveries?limit=100${query}`, { key });
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

describe('while an event is sent', () => {
  /** Runs an act once, while the first event is at its receiver, which then answers with this status. */
  function during(world: DeliveryWorld, act: () => Promise<unknown>, status: number): void {
    let isFirst = true;
    world.receive = async () => {
      if (!isFirst) return new Response();
      isFirst = false;
      await act();
      return new Response(null, { status });
    };
  }

  test('a rotation: the next attempt verifies with both secrets', async () => {
    const { world, key, path, secret, createAthlete } = await subscribed();
    let rotated = '';
    const rotate = async () => {
      rotated = (await world.send('POST', `${path}/rotate-secret`, { key, body: {} })).json.secret;
    };
    during(world, rotate, 500);
    await createAthlete();
    await world.pass(10);
    expect(world.received).toHaveLength(2);
    for (const live of [secret, rotated]) verify(live, world.received[1] ?? fail());
  });

  test('an erasure: the athlete leaves no trace, whatever the receiver answers', async () => {
    for (const status of [200, 500]) {
      const { world, key, createAthlete } = await subscribed(['athlete.created']);
      const { id } = await createAthlete();
      during(world, () => world.send('DELETE', `/v1/athletes/${id}`, { key }), status);
      await world.pass(600);
      await world.runCron();
      expect(world.received).toHaveLength(1);
      expect((await storedIn(world)).filter((text) => text.includes(id))).toEqual([]);
      vi.useRealTimers();
    }
  });

  test('disabled and enabled again at once: only events from then on arrive', async () => {
    const { world, key, path, createAthlete } = await subscribed();
    const toggle = async () => {
      for (const status of ['disabled', 'active']) {
        expect((await world.send('PATCH', path, { key, body: { status } })).status).toBe(200);
      }
    };
    during(world, toggle, 500);
    await createAthlete();
    await world.settle();
    const { id } = await createAthlete();
    await world.pass(600);
    expect(world.received.slice(1).map(({ event }) => event.data.athlete_id)).toEqual([id]);
  });

  test('a termination: nothing follows', async () => {
    const { world, partnerId, createAthlete } = await subscribed();
    const path = `/operator/v1/partners/${partnerId}/terminate`;
    during(world, () => world.send('POST', path, { key: env.OPERATOR_TOKEN, body: {} }), 500);
    await createAthlete();
    await world.pass(DAY_S);
    await world.runCron();
    expect(world.received).toHaveLength(1);
    expect(await storedIn(world)).toEqual([]);
  });

  test('410, and the registry is unavailable: no other alarm sends at the same time, and the webhook is disabled a minute later', async () => {
    const { world, key, path, createAthlete } = await subscribed();
    for (let made = 0; made < 8; made++) await createAthlete({}, { ATHLETES_PER_SHARD: '1000' });
    let underWay = 0;
    let most = 0;
    world.receive = async () => {
      most = Math.max(most, ++underWay);
      await scheduler.wait(5);
      underWay -= 1;
      return new Response(null, { status: 410 });
    };
    const restore = await rebind(world, { REGISTRY: away(env.REGISTRY) });
    await world.settle();
    expect(underWay).toBe(0);
    restore();
    await world.pass(70);
    expect(most).toBeLessThanOrEqual(5);
    expect((await world.send('GET', path, { key })).json.disabled_reason).toBe('gone');
  });

  test('its own storage is full: nothing is lost, and it continues when there is space', async () => {
    const { world, createAthlete, deliveries } = await subscribed();
    const made = [await createAthlete(), await createAthlete(), await createAthlete()].map(({ id }) => id);
    const [dispatcher] = await world.dispatchers();
    if (!dispatcher) throw new Error('there is no dispatcher');
    const restore = await runInDurableObject(dispatcher, (_object, { storage }) => {
      const full = () => {
        throw new Error('database or disk is full: SQLITE_FULL');
      };
      const spy = vi.spyOn(storage, 'transactionSync').mockImplementation(full);
      return () => spy.mockRestore();
    });
    await world.pass(300);
    restore();
    await world.pass(120);
    const sent = new Set(world.received.map(({ event }) => event.data.athlete_id));
    expect(sent).toEqual(new Set(made));
    expect(await deliveries('?status=delivered')).toHaveLength(3);
  });

  test('the clock is set back by ten days: events that wait for a later day are sent now', async () => {
    const { world, createAthlete } = await subscribed();
    world.receive = () => new Response(null, { status: 500 });
    for (let made = 0; made < 6; made++) await createAthlete();
    await world.pass(2 * DAY_S);
    world.received.length = 0;
    world.receive = () => new Response();
    vi.setSystemTime(Date.now() - 10 * DAY_S * 1000);
    await createAthlete();
    await runAlarms();
    await runAlarms();
    expect(new Set(world.received.map(({ event }) => event.id)).size).toBe(7);
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
      verify(made.json.secret, world.received[0] ?? fail());
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
    const stored = await storedIn(world);
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
    expect(JSON.stringify(await storedIn(world))).not.toContain('athlete.created');
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
    expect(await storedIn(world)).toEqual([]);
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
    expect(await storedIn(world)).toEqual([]);
    for (const database of [env.REGISTRY, TEST_HOME]) expect(await subscribersIn(database)).toEqual([]);
    const left = env.REGISTRY.prepare('SELECT count(*) AS n FROM webhooks WHERE partner_id = ?');
    expect(await left.bind(partnerId).first('n')).toBe(0);
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
        await world.pass(DAY_S);
      }
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

  test("a terminated partner's webhooks stop", async () => {
    const { world, partnerId, createAthlete } = await subscribed();
    world.areWakesLost = true;
    await createAthlete();
    world.areWakesLost = false;
    const path = `/operator/v1/partners/${partnerId}/terminate`;
    await world.send('POST', path, { key: env.OPERATOR_TOKEN, body: {} });
    await world.runCron();
    expect(world.received).toEqual([]);
  });
});
