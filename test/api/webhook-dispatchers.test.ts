import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { describe, expect, inject, test, vi } from 'vitest';
import { DispatchLog } from '#partner/webhooks/dispatch-log.ts';
import type { EventRow } from '#platform/storage/events-schema.ts';
import { countingBindings } from '../support/bindings.ts';
import { insertEvents } from '../support/event-feed.ts';
import { away } from '../support/faulty-databases.ts';
import { insteadOf, TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';
import { type DeliveryWorld, subscribed, URL_OF_RECEIVER, verify } from '../support/webhooks.ts';

const ONE_SHARD = { ATHLETES_PER_SHARD: '1000' };
const HOUR_S = 3600;
/** Events per minute while a receiver is down. A multiple of four. */
const DOWN_PER_MIN = inject('downPerMin');

const athletesOf = (world: DeliveryWorld) => world.received.map(({ event }) => event.data.athlete_id);

function eventAt(sequence: number): EventRow {
  const owner = { partnerId: 'ptn', environment: 'test', type: 'athlete.updated', data: {} } as const;
  return { ...owner, id: `evt_${sequence}`, sequence, athleteId: `ath_${sequence}`, createdAt: sequence };
}

describe('dispatchers', () => {
  test('ten simultaneous wakes for three events send each of them once', async () => {
    const { world, createAthlete } = await subscribed();
    for (let made = 0; made < 3; made++) await createAthlete();
    await Promise.all(Array.from({ length: 10 }, () => world.wake(TEST_HOME)));
    expect(await world.alarms()).toHaveLength(1);
    await world.settle();
    expect(world.received).toHaveLength(3);
  });

  test('two simultaneous alarms send each event once', async () => {
    const { world, createAthlete } = await subscribed();
    await createAthlete();
    const dispatcher = await world.dispatcher();
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
    await world.rebind({ REGISTRY, [TEST_HOME_BINDING]: home });
    await world.settle();
    expect(world.received).toHaveLength(2);
    expect(counts).toMatchObject({ registryBatches: 0, athleteBatches: 0 });
  });

  test('an unavailable store delays no delivery of the others, and its own events arrive once it is back', async () => {
    const { world, createAthlete } = await subscribed();
    const { id } = await createAthlete({ region: 'enam' });
    const other = await createAthlete();
    const restore = await world.rebind(insteadOf(id, away));
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
    verify(json.secret, world.received[1]);
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
    for (let minute = 0; minute < 60; minute++) {
      const before = took.attempts;
      for (const { id: athleteId } of athletes) {
        const count = DOWN_PER_MIN / athletes.length;
        await insertEvents(TEST_HOME, count, { partnerId, athleteId, createdAt: Date.now() });
      }
      await world.wake(TEST_HOME);
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
    const dispatcher = await world.dispatcher();
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
        throw new Error('the connection failed');
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
    await insertEvents(TEST_HOME, 2200, { partnerId, athleteId: failing, createdAt: Date.now() });
    await TEST_HOME.prepare(
      `UPDATE events SET athlete_id = substr(athlete_id, 1, length(athlete_id) - 5) || (10000 + sequence)
        WHERE partner_id = ? AND type = 'athlete.updated'`,
    )
      .bind(partnerId)
      .run();
    vi.setSystemTime(Date.now() + 2000);
    const dispatcher = await world.dispatcher();
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
});
