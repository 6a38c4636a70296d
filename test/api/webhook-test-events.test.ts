import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { Event, exampleOfEvent } from '#partner/events/event-shape.ts';
import { EVENT_TYPES } from '#platform/storage/event-types.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { refusal } from '../support/client.ts';
import { subscribed, URL_OF_RECEIVER, verify } from '../support/webhooks.ts';

/** A partner with a webhook for one type of event. */
async function testable() {
  const made = await subscribed(['athlete.created']);
  const sendTest = (sent?: object) =>
    made.world.send('POST', `${made.path}/test`, { key: made.key, ...(sent ? { body: sent } : {}) });
  return { ...made, sendTest };
}

describe('a test event', () => {
  test.each(EVENT_TYPES)('of %s reaches the receiver, verified by the reference library', async (type) => {
    const { world, id, secret, sendTest } = await testable();
    const reply = await sendTest({ type });
    expect(reply.status).toBe(200);
    expect(reply.json).toMatchObject({ status_code: 204 });
    const [delivery, ...others] = world.received;
    expect(others).toEqual([]);
    expect(delivery?.headers.get('musette-test')).toBe('true');
    const event = Event.parse(verify(secret, delivery));
    const { data } = exampleOfEvent(type);
    expect(event).toEqual({
      id: delivery?.headers.get('webhook-id'),
      type,
      test: true,
      created_at: new Date(reply.json.at).toISOString(),
      environment: 'test',
      data: type === 'webhook.test' ? { webhook_id: id } : data,
    });
  });

  test('is webhook.test without a type or a body', async () => {
    const { world, sendTest } = await testable();
    for (const sent of [undefined, {}]) expect((await sendTest(sent)).status).toBe(200);
    expect(world.received.map(({ event }) => event.type)).toEqual(['webhook.test', 'webhook.test']);
  });

  test('has its own identifier each time, because receivers drop those that they have seen', async () => {
    const { world, sendTest } = await testable();
    for (let sent = 0; sent < 3; sent++) await sendTest({ type: 'athlete.learned' });
    expect(new Set(world.received.map(({ event }) => event.id)).size).toBe(3);
  });

  test('is in neither the feed nor the deliveries, cannot be redelivered and reaches no other webhook', async () => {
    const { world, key, id, sendTest } = await testable();
    const other = { url: 'https://other.example/hooks', events: ['*'] };
    await world.send('POST', '/v1/webhooks', { key, body: other });
    await world.settle();
    await sendTest({ type: 'athlete.created' });
    await world.pass(600);
    expect(world.received.map(({ url }) => url)).toEqual([URL_OF_RECEIVER]);
    const feed = await world.send('GET', '/v1/events?types=athlete.*,webhook.*', { key });
    expect(feed.json.data).toEqual([]);
    expect((await world.send('GET', `/v1/webhooks/${id}/deliveries`, { key })).json.data).toEqual([]);
    const path = `/v1/webhooks/${id}/deliveries/${world.received[0]?.event.id}/redeliver`;
    expect(refusal(await world.send('POST', path, { key, body: {} })).code).toBe('delivery_not_found');
  });

  test('names identifiers of its environment that exist nowhere', async () => {
    const { world, key: testKey, liveKey } = await testable();
    for (const [environment, key] of [
      ['test', testKey],
      ['live', liveKey],
    ] as const) {
      const body = { url: URL_OF_RECEIVER, events: ['*'] };
      const { id } = (await world.send('POST', '/v1/webhooks', { key, body })).json;
      await world.send('POST', `/v1/webhooks/${id}/test`, { key, body: { type: 'activity.updated' } });
      const { event } = world.received.at(-1) ?? { event: { data: {} } };
      const { athlete_id, activity_id } = event.data;
      expect(event.environment).toBe(environment);
      expect(parseAthleteId(athlete_id)).toMatchObject({ environment });
      const athlete = `/v1/athletes/${athlete_id}`;
      for (const path of [athlete, `${athlete}/activities/${activity_id}`]) {
        expect(refusal(await world.send('GET', path, { key })).code).toBe('athlete_not_found');
      }
    }
  });

  test('of an unknown type is refused and uses up no test', async () => {
    const { world, id, sendTest } = await testable();
    for (const type of ['athlete.born', 'athlete.*', '*', '', 7, null, '__proto__', ['athlete.created']]) {
      expect(refusal(await sendTest({ type }))).toMatchObject({ status: 422, pointers: ['/type'] });
    }
    expect(refusal(await sendTest({ type: 'athlete.created', data: {} })).pointers).toEqual(['/data']);
    expect(world.received).toEqual([]);
    const row = await env.REGISTRY.prepare('SELECT tested_at FROM webhooks WHERE id = ?').bind(id).first();
    expect(row).toEqual({ tested_at: '[]' });
  });

  test('of a disabled webhook is 409 webhook_disabled and sends nothing', async () => {
    const { world, key, path } = await subscribed();
    await world.send('PATCH', path, { key, body: { status: 'disabled' } });
    const refused = await world.send('POST', `${path}/test`, { key, body: {} });
    expect(refusal(refused)).toMatchObject({ status: 409, code: 'webhook_disabled' });
    expect(world.received).toEqual([]);
    await world.send('PATCH', path, { key, body: { status: 'active' } });
    expect((await world.send('POST', `${path}/test`, { key, body: {} })).status).toBe(200);
  });

  test('has a rate limit for each webhook: of 40 at once ten are sent, and no eleventh within any minute', async () => {
    const { world, key, path } = await subscribed();
    const from = Date.now();
    const other = await world.send('POST', '/v1/webhooks', {
      key,
      body: { url: URL_OF_RECEIVER, events: ['*'] },
    });
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
