import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { WAKE_DISPATCHERS } from '#platform/storage/athlete-databases.ts';
import { refusal } from '../support/client.ts';
import { type DeliveryWorld, type Received, subscribed } from '../support/webhooks.ts';
import { HOUR_S, MINUTE_S, overtaken, readHealth, receiverThat, TYPES } from './receivers.ts';

const OPERATOR = { key: env.OPERATOR_TOKEN };
const ONE_SHARD = { ATHLETES_PER_SHARD: '1000' };

/** Runs the cron, and returns what waking the dispatchers of the first sandbox shard counted. */
async function wakeByCron(world: DeliveryWorld): Promise<unknown> {
  await world.runCron();
  const row = await env.REGISTRY.prepare('SELECT counts FROM job_states WHERE job = ? AND database = ?')
    .bind(WAKE_DISPATCHERS, 'test.c000')
    .first<{ counts: string }>();
  return JSON.parse(row?.counts ?? 'null');
}

describe("a suspended partner's webhooks", () => {
  const isTest = ({ event }: Received) => event.type === 'webhook.test';
  // Each fails for four days before the suspension of six.
  test.each([
    ['a stopped position', 503, TYPES],
    ['a lane', 400, ['athlete.learned']],
  ])(
    'with %s: nothing is sent, no days of failures run, and then everything arrives in order',
    async (...row) => {
      const [, failure, failing] = row;
      let isFixed = false;
      const fails = ({ event }: Received) => !isFixed && failing.includes(event.type);
      const it = await receiverThat((received) => (fails(received) && !isTest(received) ? failure : 204));
      const { json: created } = await it.world.send('GET', `${it.path}`, { key: it.key });
      await it.traffic(2 * MINUTE_S);
      await it.days(4);
      const [waiting] = await it.deliveries('?status=pending');
      const before = { attempts: it.attempts(), health: await readHealth(it.id) };
      expect(before.health.state).toBe(failure === 503 ? 'stopped' : 'degraded');

      const path = `/operator/v1/partners/${it.partnerId}`;
      expect((await it.world.send('POST', `${path}/suspend`, OPERATOR)).status).toBe(200);
      for (const asked of [`${it.path}/test`, `${it.path}/deliveries/${waiting.id}/redeliver`]) {
        const reply = await it.world.send('POST', asked, { key: it.key, body: {} });
        expect(refusal(reply), asked).toMatchObject({ status: 403, code: 'partner_suspended' });
      }
      for (const days of [1, 5]) {
        await it.days(days);
        expect(await wakeByCron(it.world)).toMatchObject({ woken: 0, late: 0 });
      }
      expect(it.attempts()).toBe(before.attempts);
      expect(it.world.received.filter(isTest)).toEqual([]);

      expect((await it.world.send('POST', `${path}/resume`, OPERATOR)).status).toBe(200);
      expect(await wakeByCron(it.world)).toMatchObject({ late: 0 });
      await it.traffic(12 * HOUR_S, HOUR_S);
      expect(it.attempts()).toBeGreaterThan(before.attempts);
      const { json: webhook } = await it.world.send('GET', it.path, { key: it.key });
      expect([webhook.status, webhook.events]).toEqual(['active', created.events]);
      expect(await readHealth(it.id)).toMatchObject({
        state: before.health.state,
        refusedTypes: before.health.refusedTypes.map(({ type, statusCode }) => ({ type, statusCode })),
      });
      isFixed = true;
      await it.world.pass(2 * HOUR_S);
      expect(it.sent()).toHaveLength(it.count());
      expect(overtaken(it.sent(), ({ athleteId, type }) => `${athleteId} ${failing.includes(type)}`)).toEqual(
        [],
      );
    },
  );

  test.each([
    ['a stopped position is disabled', 503, TYPES],
    ['a lane is dropped', 400, ['athlete.learned']],
  ])('%s once it has failed for five days before and after the suspension', async (_, failure, failing) => {
    const it = await receiverThat(({ event }) => (failing.includes(event.type) ? failure : 204));
    const webhook = async () => (await it.world.send('GET', it.path, { key: it.key })).json;
    await it.traffic(2 * MINUTE_S);
    await it.days(4);
    const path = `/operator/v1/partners/${it.partnerId}`;
    await it.world.send('POST', `${path}/suspend`, OPERATOR);
    await it.days(6);
    await it.world.send('POST', `${path}/resume`, OPERATOR);
    await it.traffic(2 * HOUR_S, HOUR_S);
    expect(await webhook()).toMatchObject({ status: 'active', events: ['*'] });
    await it.days(1);
    const json = await webhook();
    expect(json.status).toBe(failure === 503 ? 'disabled' : 'active');
    expect(json.events.includes('*')).toBe(failure === 503);
  });
});

describe('what the developer can do', () => {
  const down = async () => {
    let isDown = true;
    const it = await receiverThat(({ event }) => (isDown && event.type !== 'webhook.test' ? 503 : 204));
    for (let made = 0; made < 6; made++) await it.record('athlete.updated', `ath_${made}`);
    await it.world.pass(2 * HOUR_S);
    const repair = () => {
      isDown = false;
    };
    return { ...it, repair };
  };

  test.each([
    ['a successful test', 'POST', '/test', {}],
    ['a changed url', 'PATCH', '', { url: 'https://moved.example/hooks' }],
    ['status: active', 'PATCH', '', { status: 'active' }],
    ['a redelivery', 'POST', '/deliveries/{id}/redeliver', {}],
  ])('%s lets a stopped webhook continue within seconds', async (_name, method, suffix, body) => {
    const it = await down();
    it.repair();
    const [last] = await it.deliveries('?status=pending');
    const { status } = await it.world.send(method, it.path + suffix.replace('{id}', last.id), {
      key: it.key,
      body,
    });
    expect(status).toBeLessThan(300);
    await it.world.pass(3);
    expect(it.sent()).toHaveLength(6);
  });

  test('while the receiver is still down, tests bring probes at most every five seconds', async () => {
    const it = await down();
    const before = it.attempts();
    for (let count = 0; count < 30; count++) {
      await it.world.send('POST', `${it.path}/test`, { key: it.key, body: {} });
      await it.world.pass(1);
    }
    // Each second one test, of which ten a minute are sent.
    expect(it.attempts() - before).toBeLessThanOrEqual(7);
    expect(it.attempts() - before).toBeGreaterThanOrEqual(2);
    it.repair();
    await it.world.pass(90);
    expect(it.sent()).toHaveLength(6);
  });

  test('a test sends what waits for its retry at once, and a failure of that does not count', async () => {
    let isDown = true;
    const it = await receiverThat(({ event }) => (isDown && event.type !== 'webhook.test' ? 503 : 204));
    await it.record('athlete.updated', 'ath_1');
    await it.world.pass(20);
    const sendTest = () => it.world.send('POST', `${it.path}/test`, { key: it.key, body: {} });
    await sendTest();
    await it.world.pass(3);
    const [waiting] = await it.deliveries('?status=pending');
    expect(waiting.attempts).toHaveLength(3);
    expect(Date.parse(waiting.next_attempt_at) - Date.now()).toBeGreaterThan(200_000);
    isDown = false;
    await it.world.pass(5);
    await sendTest();
    await it.world.pass(3);
    expect(it.sent()).toHaveLength(1);
  });
});

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
