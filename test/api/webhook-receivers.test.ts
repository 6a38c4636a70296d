import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { withoutType } from '#partner/webhooks/health.ts';
import { localOutbox } from '#platform/http/outgoing.ts';
import { TEST_HOME } from '../support/shards.ts';
import type { DeliveryWorld } from '../support/webhooks.ts';
import { DAY_S, HOUR_S, MINUTE_S, overtaken, readHealth, receiverThat, TYPES } from './receivers.ts';

/** Traffic before a receiver changes. */
const QUIET_S = 100;

/** Returns the largest number, or 0 if there is none. */
const maxOf = (numbers: readonly number[]) => Math.max(0, ...numbers);

/** Ends the memory of a test's dispatchers, as a kill does, or also what they stored. */
async function forgetMemory(world: DeliveryWorld, isAll = false): Promise<void> {
  for (const stub of await world.dispatchers()) {
    await runInDurableObject(stub, async (_object, { storage }) => {
      if (isAll) await storage.deleteAll();
    });
    await evictDurableObject(stub);
  }
}

describe('receivers', () => {
  test('one that refuses a type: the others arrive in seconds, and the type waits in a lane', async () => {
    const isFixed = { at: Number.POSITIVE_INFINITY };
    const it = await receiverThat(({ event }, seconds) =>
      event.type === 'athlete.learned' && seconds < isFixed.at ? 400 : 204,
    );
    await it.traffic(7 * MINUTE_S);
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
    await it.traffic(4 * MINUTE_S);
    const others = it.sent();
    expect(others).toHaveLength(it.count() * (3 / 4));
    expect(maxOf(others.map(({ delayS }) => delayS))).toBeLessThanOrEqual(2);
    expect(overtaken(others)).toEqual([]);
    expect(await readHealth(it.id)).toMatchObject({ state: 'degraded', statusCode: 422, refusedTypes: [] });
  });

  test('one that fails every tenth request: every event arrives within six seconds, in order', async () => {
    const it = await receiverThat((_received, _seconds, count) => (count % 10 === 0 ? 503 : 204));
    await it.traffic(5 * MINUTE_S);
    await it.world.pass(10);
    expect(it.sent()).toHaveLength(it.count());
    expect(maxOf(it.sent().map(({ delayS }) => delayS))).toBeLessThanOrEqual(7);
    expect(overtaken(it.sent())).toEqual([]);
    expect(await readHealth(it.id)).toMatchObject({ state: 'healthy' });
  });

  test.each([
    { downS: 5, backWithinS: 7, attemptsMax: 4, state: 'healthy' },
    { downS: 20, backWithinS: 10, attemptsMax: 6, state: 'degraded' },
    { downS: 60, backWithinS: 40, attemptsMax: 9, state: 'degraded' },
    { downS: 300, backWithinS: 160, attemptsMax: 12, state: 'stopped' },
  ])(
    'one that is down for $downS s: everything arrives within $backWithinS s of its return, once and in order',
    async (row) => {
      const { downS, backWithinS, attemptsMax, state } = row;
      const it = await receiverThat((_received, seconds) =>
        seconds >= QUIET_S && seconds < QUIET_S + downS ? 503 : 204,
      );
      await it.traffic(QUIET_S + downS);
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
    await it.traffic(5 * MINUTE_S);
    await it.world.pass(MINUTE_S);
    expect(it.sent()).toHaveLength(it.count());
    expect(maxOf(it.sent().map(({ delayS }) => delayS))).toBeLessThanOrEqual(60);
    expect(overtaken(it.sent())).toEqual([]);
    expect(await readHealth(it.id)).toMatchObject({ state: 'healthy' });
  });

  test('one that answers 404 to everything but tests: one probe per interval, then it is disabled after five days', async () => {
    const it = await receiverThat(({ event }) => (event.type === 'webhook.test' ? 204 : 404));
    await it.traffic(2 * MINUTE_S);
    await it.world.pass(8 * MINUTE_S);
    expect(it.sent()).toEqual([]);
    expect(await readHealth(it.id)).toMatchObject({ state: 'stopped', statusCode: 404 });
    const before = it.attempts();
    await it.traffic(HOUR_S, 60);
    expect(it.attempts() - before).toBeLessThanOrEqual(12);
    const webhook = async () => (await it.world.send('GET', it.path, { key: it.key })).json;
    for (let day = 1; day < 6; day++) {
      expect(await webhook()).toMatchObject({ status: 'active' });
      await it.world.send('POST', `${it.path}/test`, { key: it.key, body: {} });
      await it.days(1);
    }
    expect(await webhook()).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
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
    await it.traffic(3 * MINUTE_S);
    await it.days(5);
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
    await it.traffic(4 * MINUTE_S);
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
    await it.traffic(3 * MINUTE_S);
    await TEST_HOME.prepare("UPDATE event_store SET epoch = epoch || 'restored'").run();
    await it.traffic(MINUTE_S);
    isFixed = true;
    await it.world.pass(5 * MINUTE_S);
    expect(it.sent()).toHaveLength(it.count());
  });
});
