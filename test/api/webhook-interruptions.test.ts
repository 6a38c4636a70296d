import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { away } from '../support/faulty-databases.ts';
import { type DeliveryWorld, runAlarms, subscribed } from '../support/webhooks.ts';

const ONE_SHARD = { ATHLETES_PER_SHARD: '1000' };
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

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

  test('an erasure: the athlete leaves no trace, whatever the receiver answers', async () => {
    for (const status of [200, 500]) {
      const { world, key, createAthlete } = await subscribed(['athlete.created']);
      const { id } = await createAthlete();
      during(world, () => world.send('DELETE', `/v1/athletes/${id}`, { key }), status);
      await world.pass(600);
      await world.runCron();
      expect(world.received).toHaveLength(1);
      expect((await world.stored()).filter((text) => text.includes(id))).toEqual([]);
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
    expect(await world.stored()).toEqual([]);
  });

  test('410, and the registry is unavailable: no other alarm sends at the same time, and the webhook is disabled a minute later', async () => {
    const { world, key, path, createAthlete } = await subscribed();
    for (let made = 0; made < 8; made++) await createAthlete({}, ONE_SHARD);
    let underWay = 0;
    let most = 0;
    world.receive = async () => {
      most = Math.max(most, ++underWay);
      await scheduler.wait(5);
      underWay -= 1;
      return new Response(null, { status: 410 });
    };
    const restore = await world.rebind({ REGISTRY: away(env.REGISTRY) });
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
    const dispatcher = await world.dispatcher();
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

  test('the clock is set back by ten days: events that wait for a later time are sent now', async () => {
    const { world, createAthlete } = await subscribed();
    world.receive = () => new Response(null, { status: 500 });
    for (let made = 0; made < 6; made++) await createAthlete();
    await world.pass(HOUR_S);
    world.received.length = 0;
    world.receive = () => new Response();
    vi.setSystemTime(Date.now() - 10 * DAY_S * 1000);
    await createAthlete();
    await runAlarms();
    await runAlarms();
    expect(new Set(world.received.map(({ event }) => event.id)).size).toBe(7);
  });
});
