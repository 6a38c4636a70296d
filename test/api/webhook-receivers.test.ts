import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { type Health, healthOf, withoutType } from '#partner/webhooks/health.ts';
import { localOutbox } from '#platform/http/outgoing.ts';
import { WAKE_DISPATCHERS } from '#platform/storage/athlete-databases.ts';
import { locationOfEvent } from '#platform/storage/event-id.ts';
import { refusal } from '../support/client.ts';
import { insertEvent } from '../support/event-feed.ts';
import { TEST_HOME } from '../support/shards.ts';
import { type DeliveryWorld, type Received, subscribed } from '../support/webhooks.ts';

const OPERATOR = { key: env.OPERATOR_TOKEN };
const ONE_SHARD = { ATHLETES_PER_SHARD: '1000' };
const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** Traffic before a receiver changes. */
const QUIET_S = 100;

const ATHLETES = ['ath_1', 'ath_2', 'ath_3', 'ath_4'];
const TYPES = ['athlete.updated', 'athlete.learned', 'activity.updated', 'prescription.calculated'];

/** Reads the health of a webhook as the registry has it. */
async function readHealth(id: string): Promise<Health> {
  const row = await env.REGISTRY.prepare('SELECT events, health FROM webhooks WHERE id = ?')
    .bind(id)
    .first<{ events: string; health: string }>();
  if (!row) throw new Error('there is no webhook');
  return healthOf({ events: JSON.parse(row.events), health: JSON.parse(row.health) });
}

/** Runs the cron, and returns what waking the dispatchers of the first sandbox shard counted. */
async function wakeByCron(world: DeliveryWorld): Promise<unknown> {
  await world.runCron();
  const row = await env.REGISTRY.prepare('SELECT counts FROM job_states WHERE job = ? AND database = ?')
    .bind(WAKE_DISPATCHERS, 'test.c000')
    .first<{ counts: string }>();
  return JSON.parse(row?.counts ?? 'null');
}

/** Answers a request that came so many seconds after the first event. */
type Behaviour = (received: Received, seconds: number, count: number) => number | Promise<number>;

/** An event that was recorded, and when the receiver accepted it for the first time. */
interface Sent {
  readonly type: string;
  readonly athleteId: string;
  readonly atS: number;
  readonly delayS: number;
  /** The place among all first acceptances. */
  readonly place: number;
}

/** A webhook whose receiver behaves like this, and an event of a changing athlete and type every few seconds. */
async function receiverThat(behave: Behaviour, types: readonly string[] = ['*']) {
  const webhook = await subscribed(types);
  const { world, partnerId } = webhook;
  const startedAt = Date.now();
  const secondsNow = () => (Date.now() - startedAt) / 1000;
  const accepted = new Map<string, { readonly atMs: number; readonly place: number }>();
  let attempts = 0;
  world.receive = async (received) => {
    if (received.event.type !== 'webhook.test') attempts += 1;
    const status = await behave(received, secondsNow(), attempts);
    if (status === 0) throw new Error('the connection failed');
    const { id } = received.event;
    if (status < 300 && !accepted.has(id)) accepted.set(id, { atMs: Date.now(), place: accepted.size });
    return new Response(null, { status });
  };
  const recorded: { readonly at: number; readonly type: string; readonly athleteId: string }[] = [];
  const record = async (type: string, athleteId: string) => {
    const createdAt = Date.now();
    const sequence = await insertEvent(TEST_HOME, { partnerId, athleteId, type, createdAt });
    recorded[sequence] = { at: createdAt, type, athleteId };
    await world.wake(TEST_HOME);
  };
  let made = 0;
  const traffic = async (seconds: number, everyS = 5) => {
    for (const untilS = secondsNow() + seconds; secondsNow() < untilS; ) {
      await record(TYPES[Math.floor(made / 4) % 4] ?? '', ATHLETES[made % 4] ?? '');
      made += 1;
      await world.pass(everyS);
    }
  };
  /** Lists what the receiver accepted, in the order of the store. */
  const sent = (): readonly Sent[] => {
    const bySequence = new Map([...accepted].map(([id, one]) => [locationOfEvent(id)?.sequence, one]));
    return [...recorded.entries()].flatMap(([sequence, event]) => {
      const one = bySequence.get(sequence);
      if (!one || !event) return [];
      const { at, type, athleteId } = event;
      return {
        type,
        athleteId,
        atS: (at - startedAt) / 1000,
        delayS: (one.atMs - at) / 1000,
        place: one.place,
      };
    });
  };
  const count = (isCounted = (_type: string) => true) =>
    recorded.filter((one) => one && isCounted(one.type)).length;
  return { ...webhook, traffic, record, sent, count, secondsNow, attempts: () => attempts };
}

/** Lists the events that came after a later one of their athlete and type. */
function overtaken(sent: readonly Sent[], queueOf = ({ athleteId }: Sent) => athleteId): readonly Sent[] {
  const groups = [...Map.groupBy(sent, queueOf).values()];
  return groups.flatMap((group) =>
    group.filter((one, at) => group.slice(0, at).some(({ place }) => place > one.place)),
  );
}

const maxOf = (numbers: readonly number[]) => Math.max(0, ...numbers);

describe('receivers', () => {
  test('one that refuses a type: the others arrive in seconds, and the type waits in a lane', async () => {
    const isFixed = { at: Number.POSITIVE_INFINITY };
    const it = await receiverThat(({ event }, seconds) =>
      event.type === 'athlete.learned' && seconds < isFixed.at ? 400 : 204,
    );
    await it.traffic(10 * MINUTE_S);
    const others = it.sent();
    expect(others.filter(({ type }) => type === 'athlete.learned')).toEqual([]);
    expect(others).toHaveLength(it.count((type) => type !== 'athlete.learned'));
    // The lane begins with the fifth refusal. Until then, events of the same athlete wait behind a refused one.
    expect(maxOf(others.map(({ delayS }) => delayS))).toBeLessThanOrEqual(90);
    expect(maxOf(others.filter(({ atS }) => atS > 100).map(({ delayS }) => delayS))).toBeLessThanOrEqual(2);
    expect(overtaken(others)).toEqual([]);
    // Five refusals, then probes after 5, 10, 20, 40, 80, 160 s.
    expect(it.attempts() - others.length).toBeLessThanOrEqual(12);
    const health = await readHealth(it.id);
    expect(health).toMatchObject({
      state: 'degraded',
      refusedTypes: [{ type: 'athlete.learned', statusCode: 400 }],
    });
    expect(health.refusedTypes[0]?.waiting).toBeGreaterThan(
      it.count((type) => type === 'athlete.learned') - 5,
    );
    expect(health.nextAttemptAt).toBeGreaterThan(Date.now());
    // A successful test brings the probe forward.
    isFixed.at = it.secondsNow();
    const tested = await it.world.send('POST', `${it.path}/test`, { key: it.key, body: {} });
    expect(tested.json.status_code).toBe(204);
    await it.world.pass(10);
    expect(it.sent()).toHaveLength(it.count());
    expect(
      overtaken(it.sent(), ({ athleteId, type }) => `${athleteId} ${type === 'athlete.learned'}`),
    ).toEqual([]);
    await it.traffic(70);
    expect(await readHealth(it.id)).toMatchObject({ state: 'healthy', refusedTypes: [] });
    expect(
      maxOf(
        it
          .sent()
          .filter(({ atS }) => atS > isFixed.at + 10)
          .map(({ delayS }) => delayS),
      ),
    ).toBeLessThanOrEqual(2);
  });

  test("one that refuses an athlete: the others' events arrive in seconds, and no type gets a lane", async () => {
    const it = await receiverThat(({ event }) => (event.data.athlete_id === 'ath_1' ? 422 : 204));
    await it.traffic(10 * MINUTE_S);
    const others = it.sent();
    expect(others).toHaveLength(it.count() * (3 / 4));
    expect(maxOf(others.map(({ delayS }) => delayS))).toBeLessThanOrEqual(2);
    expect(overtaken(others)).toEqual([]);
    expect(await readHealth(it.id)).toMatchObject({ state: 'degraded', statusCode: 422, refusedTypes: [] });
  });

  test('one that fails every tenth request: every event arrives within six seconds, in order', async () => {
    const it = await receiverThat((_received, _seconds, count) => (count % 10 === 0 ? 503 : 204));
    await it.traffic(10 * MINUTE_S);
    await it.world.pass(10);
    expect(it.sent()).toHaveLength(it.count());
    expect(maxOf(it.sent().map(({ delayS }) => delayS))).toBeLessThanOrEqual(7);
    expect(overtaken(it.sent())).toEqual([]);
    expect(await readHealth(it.id)).toMatchObject({ state: 'healthy' });
  });

  test.each([
    { downS: 5, everyS: 5, backWithinS: 7, attemptsMax: 4, state: 'healthy' },
    { downS: 20, everyS: 5, backWithinS: 10, attemptsMax: 6, state: 'degraded' },
    { downS: 60, everyS: 5, backWithinS: 40, attemptsMax: 9, state: 'degraded' },
    { downS: 300, everyS: 5, backWithinS: 160, attemptsMax: 12, state: 'stopped' },
    { downS: 3600, everyS: 20, backWithinS: 302, attemptsMax: 25, state: 'stopped' },
  ])(
    'one that is down for $downS s: everything arrives within $backWithinS s of its return, once and in order',
    async (row) => {
      const { downS, everyS, backWithinS, attemptsMax, state } = row;
      const it = await receiverThat((_received, seconds) =>
        seconds >= QUIET_S && seconds < QUIET_S + downS ? 503 : 204,
      );
      await it.traffic(QUIET_S + downS, everyS);
      expect((await readHealth(it.id)).state).toBe(state);
      expect(it.attempts() - it.sent().length).toBeLessThanOrEqual(attemptsMax);
      await it.world.pass(backWithinS);
      expect(it.sent()).toHaveLength(it.count());
      expect(it.attempts() - it.sent().length).toBeLessThanOrEqual(attemptsMax + 1);
      expect(overtaken(it.sent())).toEqual([]);
      await it.traffic(2 * MINUTE_S);
      expect(await readHealth(it.id)).toMatchObject({ state: 'healthy', waiting: 0 });
    },
  );

  test('one that answers after 14 seconds: every event arrives, in order, and it is healthy', async () => {
    const it = await receiverThat(async () => {
      const untilMs = Date.now() + 14_000;
      await scheduler.wait(5);
      if (Date.now() < untilMs) vi.setSystemTime(untilMs);
      return 204;
    });
    await it.traffic(10 * MINUTE_S);
    await it.world.pass(MINUTE_S);
    expect(it.sent()).toHaveLength(it.count());
    expect(maxOf(it.sent().map(({ delayS }) => delayS))).toBeLessThanOrEqual(60);
    expect(overtaken(it.sent())).toEqual([]);
    expect(await readHealth(it.id)).toMatchObject({ state: 'healthy' });
  });

  test('one that answers 404 to everything but tests: one probe per interval, then it is disabled after five days', async () => {
    const it = await receiverThat(({ event }) => (event.type === 'webhook.test' ? 204 : 404));
    await it.traffic(10 * MINUTE_S);
    expect(it.sent()).toEqual([]);
    expect(await readHealth(it.id)).toMatchObject({ state: 'stopped', statusCode: 404 });
    const before = it.attempts();
    await it.traffic(HOUR_S, 60);
    expect(it.attempts() - before).toBeLessThanOrEqual(12);
    for (let day = 0; day < 6; day++) {
      await it.world.send('POST', `${it.path}/test`, { key: it.key, body: {} });
      await it.traffic(DAY_S, HOUR_S);
    }
    expect((await it.world.send('GET', it.path, { key: it.key })).json).toMatchObject({
      status: 'disabled',
      disabled_reason: 'failing',
    });
  });

  test('one that cannot be reached does not respond, whatever Cloudflare answers for it', async () => {
    const it = await receiverThat(() => 204);
    it.world.receive = () => new Response(null, { status: 522, headers: { server: 'cloudflare' } });
    await it.traffic(10, 1);
    await it.world.pass(MINUTE_S);
    expect((await it.world.send('GET', it.path, { key: it.key })).json.health).toMatchObject({
      state: 'stopped',
      message: expect.stringMatching(/^Your server does not respond\. /),
    });
  });

  test('one event that fails always does not hold up the others, even alone in a quiet store', async () => {
    const it = await receiverThat(({ event }) => (event.data.athlete_id === 'ath_1' ? 500 : 204));
    await it.record('athlete.updated', 'ath_1');
    // Its fifth attempt stops the position.
    await it.world.pass(3 * HOUR_S);
    expect(await readHealth(it.id)).toMatchObject({ state: 'stopped', statusCode: 500 });
    await it.record('athlete.updated', 'ath_2');
    await it.world.pass(6 * MINUTE_S);
    expect(it.sent().map(({ athleteId }) => athleteId)).toEqual(['ath_2']);
    await it.record('athlete.updated', 'ath_3');
    await it.world.pass(2);
    expect(it.sent().map(({ athleteId }) => athleteId)).toEqual(['ath_2', 'ath_3']);
  });

  test('one that is unavailable for hours uses up no attempt of an event: probes do not count', async () => {
    const it = await receiverThat((_received, seconds) => (seconds < 2 * DAY_S ? 503 : 204));
    for (let made = 0; made < 6; made++) await it.record('athlete.updated', `ath_${made}`);
    await it.world.pass(2 * DAY_S - 1);
    const [failed, pending] = [await it.deliveries('?status=failed'), await it.deliveries('?status=pending')];
    expect(failed).toEqual([]);
    expect(maxOf(pending.map(({ attempts }: { attempts: unknown[] }) => attempts.length))).toBeGreaterThan(
      10,
    );
    await it.world.pass(HOUR_S + 2);
    expect(it.sent()).toHaveLength(6);
  });
});

describe('lanes', () => {
  const refusing = (types: readonly string[]) =>
    receiverThat(({ event }) => (types.includes(event.type) ? 400 : 204));

  test('a type that is refused for five days leaves the events of the webhook, with an event and an email', async () => {
    const it = await refusing(['athlete.learned']);
    await it.traffic(5 * MINUTE_S);
    for (let day = 0; day < 6; day++) await it.traffic(DAY_S, HOUR_S);
    const { json } = await it.world.send('GET', it.path, { key: it.key });
    expect(json.status).toBe('active');
    expect(json.events).toEqual(withoutType(['*'], 'athlete.learned'));
    expect(json.events).toContain('athlete.updated');
    const told = it.world.received.filter(({ event }) => event.type === 'webhook.type_disabled');
    expect(told.map(({ event }) => event.data)).toEqual([
      { webhook_id: it.id, event_type: 'athlete.learned' },
    ]);
    expect(localOutbox().filter(({ text }) => text.includes(it.id))).toHaveLength(1);
    expect(await readHealth(it.id)).toMatchObject({ refusedTypes: [] });
    expect(
      (await it.deliveries('?status=pending')).filter(
        ({ type }: { type: string }) => type === 'athlete.learned',
      ),
    ).toEqual([]);
    expect((await it.deliveries('?status=failed')).length).toBeGreaterThan(0);
  });

  test('a type that is deselected while it has a lane: the lane ends, and nothing of it waits', async () => {
    const it = await refusing(['athlete.learned']);
    await it.traffic(3 * MINUTE_S);
    expect(await readHealth(it.id)).toMatchObject({ state: 'degraded' });
    const events = withoutType(['*'], 'athlete.learned');
    await it.world.send('PATCH', it.path, { key: it.key, body: { events } });
    expect((await readHealth(it.id)).refusedTypes).toEqual([]);
    await it.traffic(2 * MINUTE_S);
    expect(await it.deliveries('?status=pending')).toEqual([]);
    expect(await readHealth(it.id)).toMatchObject({ state: 'healthy', refusedTypes: [] });
  });

  test('of all types but one: as many lanes as types, and the accepted type arrives in seconds', async () => {
    const it = await refusing(TYPES.slice(1));
    // Without an accepted event in between, all of them would stop the position.
    for (let round = 0; round < 10; round++) {
      for (const type of TYPES.slice(1)) {
        await it.record(type, `ath_${round}`);
        await it.record('athlete.updated', `ath_other_${round}`);
        await it.world.pass(10);
      }
    }
    const health = await readHealth(it.id);
    expect(health.refusedTypes.map(({ type }) => type).sort()).toEqual(TYPES.slice(1).sort());
    expect(it.sent()).toHaveLength(30);
    const delays = it.sent().map(({ delayS }) => delayS);
    expect(maxOf(delays)).toBeLessThanOrEqual(20);
    expect(maxOf(delays.slice(-10))).toBeLessThanOrEqual(2);
  });

  test('a killed dispatcher continues with its lanes, and one that lost everything with its acknowledged place', async () => {
    let isFixed = false;
    const it = await receiverThat(({ event }) => (event.type === 'athlete.learned' && !isFixed ? 400 : 204));
    await it.traffic(10 * MINUTE_S);
    const before = it.attempts();
    await forgetMemory(it.world);
    await it.traffic(MINUTE_S);
    // Nothing that was sent is sent again.
    expect(it.attempts() - before).toBeLessThanOrEqual(13);
    expect((await readHealth(it.id)).refusedTypes).toHaveLength(1);
    isFixed = true;
    await forgetMemory(it.world, true);
    await it.traffic(2 * MINUTE_S);
    expect(it.sent()).toHaveLength(it.count());
    expect(await readHealth(it.id)).toMatchObject({ state: 'healthy', refusedTypes: [] });
  });

  test('a store in a new epoch: its lanes begin anew, and nothing is lost', async () => {
    let isFixed = false;
    const it = await receiverThat(({ event }) => (event.type === 'athlete.learned' && !isFixed ? 400 : 204));
    await it.traffic(5 * MINUTE_S);
    await TEST_HOME.prepare("UPDATE event_store SET epoch = epoch || 'restored'").run();
    await it.traffic(MINUTE_S);
    isFixed = true;
    await it.traffic(5 * MINUTE_S);
    expect(it.sent()).toHaveLength(it.count());
  });
});

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
      await it.traffic(4 * DAY_S, HOUR_S);
      const [waiting] = await it.deliveries('?status=pending');
      const before = { attempts: it.attempts(), health: await readHealth(it.id) };
      expect(before.health.state).toBe(failure === 503 ? 'stopped' : 'degraded');

      const path = `/operator/v1/partners/${it.partnerId}`;
      expect((await it.world.send('POST', `${path}/suspend`, OPERATOR)).status).toBe(200);
      for (const asked of [`${it.path}/test`, `${it.path}/deliveries/${waiting.id}/redeliver`]) {
        const reply = await it.world.send('POST', asked, { key: it.key, body: {} });
        expect(refusal(reply), asked).toMatchObject({ status: 403, code: 'partner_suspended' });
      }
      for (let day = 0; day < 6; day++) {
        await it.traffic(DAY_S, 6 * HOUR_S);
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
    await it.traffic(2 * MINUTE_S);
    await it.traffic(4 * DAY_S, HOUR_S);
    const path = `/operator/v1/partners/${it.partnerId}`;
    await it.world.send('POST', `${path}/suspend`, OPERATOR);
    await it.traffic(6 * DAY_S, 6 * HOUR_S);
    await it.world.send('POST', `${path}/resume`, OPERATOR);
    await it.traffic(DAY_S + 2 * HOUR_S, HOUR_S);
    const { json } = await it.world.send('GET', it.path, { key: it.key });
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

/** Ends the memory of a test's dispatchers, as a kill does, or also what they stored. */
async function forgetMemory(world: DeliveryWorld, isAll = false): Promise<void> {
  for (const stub of await world.dispatchers()) {
    await runInDurableObject(stub, async (_object, { storage }) => {
      if (isAll) await storage.deleteAll();
    });
    await evictDurableObject(stub);
  }
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
