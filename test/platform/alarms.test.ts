import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { Dispatcher } from '#partner/webhooks/dispatcher.ts';
import { insertEvents } from '../support/event-feed.ts';
import { TEST_HOME } from '../support/shards.ts';
import { subscribed } from '../support/webhooks.ts';
import { Invocation, invoke, PLATFORM_LIMITS, platformBindings, platformFetch } from './simulator.ts';

/** A webhook with a backlog of events, whose dispatcher runs on the platform, alarm by alarm. */
async function backlog(events: number, athletes = 40) {
  const webhook = await subscribed(['athlete.*']);
  const { world, partnerId } = webhook;
  await world.settle();
  const taken: string[] = [];
  world.receive = ({ event }) => {
    world.received.length = 0;
    taken.push(event.id);
    return new Response(null, { status: 204 });
  };
  for (let athlete = 0; athlete < athletes; athlete++) {
    const athleteId = `ath_tc000${String(athlete).padStart(26, '0')}`;
    await insertEvents(TEST_HOME, events / athletes, { partnerId, athleteId, createdAt: Date.now() });
  }
  await world.wake(TEST_HOME);
  const internet = vi.mocked(globalThis.fetch);
  const send = internet.getMockImplementation();
  if (!send) throw new Error('receivers must stand in place of the internet');
  internet.mockImplementation(platformFetch(send));
  const [due] = await world.alarms();
  if (!due) throw new Error('a webhook with a backlog must have an alarm');
  const runAlarm = async (limits = PLATFORM_LIMITS) => {
    const invocation = new Invocation(limits);
    const nextAtMs = await runInDurableObject(due.stub, async (dispatcher, { storage }) => {
      if (!(dispatcher instanceof Dispatcher)) throw new Error('not a dispatcher');
      Reflect.set(dispatcher, 'env', platformBindings(env));
      await storage.deleteAlarm();
      await invoke(invocation, () => dispatcher.alarm());
      return storage.getAlarm();
    });
    return { made: invocation.made, nextAtMs };
  };
  return { ...webhook, taken, runAlarm };
}

test('a backlog of 12,000 events takes two alarms, neither of which passes the limits of an invocation', async () => {
  const { taken, runAlarm, deliveries } = await backlog(12_000);
  const first = await runAlarm();
  expect(first.made.subrequests).toBeLessThanOrEqual(9000);
  expect(first.made.d1Queries).toBeLessThanOrEqual(900);
  expect(taken.length).toBeGreaterThan(8000);
  expect(first.nextAtMs).toBeLessThanOrEqual(Date.now());
  await runAlarm();
  expect(taken).toHaveLength(12_000);
  expect(new Set(taken).size).toBe(12_000);
  expect(await deliveries('?status=failed')).toEqual([]);
});

test("the platform's refusal of a fetch ends the alarm, counts as no attempt, and sets the next alarm", async () => {
  const { world, taken, runAlarm, deliveries } = await backlog(600);
  const lines = vi.spyOn(console, 'log');
  const { nextAtMs } = await runAlarm({ ...PLATFORM_LIMITS, subrequests: 250 });
  const faults = lines.mock.calls.map(([line]) => JSON.parse(String(line)));
  lines.mockRestore();
  expect(faults.filter(({ event }) => event === 'dispatch_failed')).toMatchObject([
    { fault: expect.stringMatching(/^InvocationSpent: /) },
  ]);
  expect(taken.length).toBeGreaterThan(200);
  expect(taken.length).toBeLessThan(250);
  expect(nextAtMs).not.toBeNull();
  expect(await deliveries('?status=pending')).toEqual([]);
  await world.pass(120);
  expect(taken).toHaveLength(600);
  expect(new Set(taken).size).toBe(600);
  expect(await deliveries('?status=failed')).toEqual([]);
});
