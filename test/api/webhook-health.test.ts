import { env } from 'cloudflare:workers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Health } from '#partner/webhooks/health.ts';
import { healthMessage } from '#partner/webhooks/webhook-shape.ts';
import type { ReportedHealth } from '#platform/storage/registry-schema.ts';
import { watchedObjects } from '../support/bindings.ts';
import { addMember, makeConsole, signInToConsole, submit } from '../support/console.ts';
import { subscribed, URL_OF_RECEIVER } from '../support/webhooks.ts';

const AS_OF = Date.parse('2026-11-24T16:02:10Z');

const HEALTHY: Health = {
  state: 'healthy',
  asOf: AS_OF,
  since: null,
  statusCode: null,
  waiting: 0,
  refusedTypes: [],
  nextAttemptAt: null,
};
const LEARNED = { type: 'athlete.learned', statusCode: 400, waiting: 6 };
const REVOKED = { type: 'key.revoked', statusCode: 302, waiting: 1 };

describe('the message of the health of a webhook', () => {
  test.each<[string, Partial<Health>]>([
    ['No events yet.', { asOf: null }],
    ['Your server accepts our events.', {}],
    [
      'Your server refuses athlete.learned with 400. 6 events wait.',
      { state: 'degraded', refusedTypes: [LEARNED] },
    ],
    [
      'Your server refuses athlete.learned with 400 and key.revoked with 302. 7 events wait.',
      { state: 'degraded', refusedTypes: [LEARNED, REVOKED] },
    ],
    [
      'Your server refuses key.revoked with 302. 1 event waits.',
      { state: 'degraded', refusedTypes: [REVOKED] },
    ],
    [
      'Some attempts failed, the last with 500. Your server refuses athlete.learned with 400. 8 events wait.',
      { state: 'degraded', statusCode: 500, waiting: 2, refusedTypes: [LEARNED] },
    ],
    ['Some attempts failed, the last without a response. 2 events wait.', { state: 'degraded', waiting: 2 }],
    ['Your server does not respond. At least 12 events wait.', { state: 'stopped', waiting: 12 }],
    ['Your server answers 503. At least 1 event waits.', { state: 'stopped', statusCode: 503, waiting: 1 }],
    ['Your server answers 503.', { state: 'stopped', statusCode: 503 }],
  ])('%s', (message, changes) => {
    expect(healthMessage({ ...HEALTHY, ...changes })).toBe(message);
  });
});

/** Stores a store's report about a webhook, as a dispatcher does. */
async function report(webhookId: string, store: string, changes: Partial<ReportedHealth>): Promise<void> {
  const health = { ...HEALTHY, asOf: AS_OF, ...changes };
  const statement = env.REGISTRY.prepare(
    'UPDATE webhooks SET health = json_set(health, ?, json(?)) WHERE id = ?',
  );
  await statement.bind(`$."${store}"`, JSON.stringify(health), webhookId).run();
}

const DEGRADED = {
  state: 'degraded',
  since: AS_OF - 60_000,
  refusedTypes: [LEARNED],
  nextAttemptAt: AS_OF + 300_000,
} as const;

describe('the health of a webhook', () => {
  test('is in its creation, its read and the list, and asks no dispatcher', async () => {
    const { world, key, path, id, createAthlete } = await subscribed(['*']);
    const read = async () => (await world.send('GET', path, { key })).json.health;
    const fresh = { state: 'healthy', as_of: null, since: null, refused_types: [], next_attempt_at: null };
    expect(await read()).toEqual({ ...fresh, message: 'No events yet.' });
    await createAthlete();
    await world.settle();
    expect(await read()).toMatchObject({ state: 'healthy', message: 'Your server accepts our events.' });
    await report(id, 'c000', DEGRADED);
    await report(id, 'registry', { ...DEGRADED, refusedTypes: [{ ...LEARNED, waiting: 2 }, REVOKED] });
    const asked: (string | symbol)[] = [];
    const bindings = { DISPATCHER: watchedObjects(env.DISPATCHER, (message) => void asked.push(message)) };
    const { json } = await world.send('GET', path, { key, bindings });
    expect(json.health).toEqual({
      state: 'degraded',
      as_of: expect.any(String),
      since: '2026-11-24T16:01:10.000Z',
      message: 'Your server refuses athlete.learned with 400 and key.revoked with 302. 9 events wait.',
      refused_types: [
        { type: 'athlete.learned', status_code: 400, waiting: 8 },
        { type: 'key.revoked', status_code: 302, waiting: 1 },
      ],
      next_attempt_at: '2026-11-24T16:07:10.000Z',
    });
    const list = await world.send('GET', '/v1/webhooks', { key, bindings });
    expect(asked).toEqual([]);
    expect(list.json.data[0].health).toEqual(json.health);
  });

  test('of a disabled webhook is stopped, whatever was last reported, and says that nothing waits', async () => {
    const { world, key, path, id } = await subscribed(['*']);
    await report(id, 'c000', DEGRADED);
    const { json } = await world.send('PATCH', path, { key, body: { status: 'disabled' } });
    expect(json.health).toEqual({
      state: 'stopped',
      as_of: null,
      since: null,
      message: 'The webhook is disabled. We send it nothing.',
      refused_types: [],
      next_attempt_at: null,
    });
    expect((await world.send('GET', path, { key })).json.health).toEqual(json.health);
    const enabled = await world.send('PATCH', path, { key, body: { status: 'active' } });
    expect(enabled.json.health).toMatchObject({ state: 'healthy', message: 'No events yet.' });
  });
});

describe('the console page of a webhook that refuses a type', () => {
  async function refusing() {
    const session = await makeConsole();
    const list = '/console/sandbox/webhooks';
    const made = await submit(session.browser, list, { url: URL_OF_RECEIVER, events: '*' });
    const id = /whk_\w+/.exec(made.html)?.[0] ?? '';
    await report(id, 'c000', DEGRADED);
    return { ...session, list, path: `${list}/${id}` };
  }

  test('says what is refused, what to do, and offers a test of that type and to resume', async () => {
    const { browser, list, path } = await refusing();
    const { html } = await browser.get(path);
    expect(html).toContain('Your server refuses athlete.learned with 400. 6 events wait.');
    expect(html).toContain('send it a test of this type, or resume');
    expect(html).toMatch(/<option value="athlete.learned" selected/);
    expect(html).toContain('2026-11-24 16:07 UTC');
    expect(html).toMatch(/\/enable"[^>]*>(?:(?!<\/form>).)*>Resume</s);
    expect((await browser.get(list)).html).toContain('active, degraded');
    expect((await submit(browser, `${path}/enable`)).location).toContain('done=active');
    const receiver = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 400 }));
    onTestFinished(() => receiver.mockRestore());
    const tested = await submit(browser, `${path}/test`, { type: 'athlete.learned' });
    expect(tested.html).toMatch(/<code>athlete.learned<\/code>: Status 400 after/);
    const unknown = await submit(browser, `${path}/test`, { type: 'athlete.born' });
    expect([unknown.status, unknown.html.includes('type must be')]).toEqual([422, true]);
  });

  test('shows a viewer the sentence but no buttons, and nobody anything once the webhook is disabled', async () => {
    const { browser, partnerId, path } = await refusing();
    const { email } = await addMember(partnerId, 'viewer');
    const viewer = await (await signInToConsole(email)).get(path);
    expect(viewer.html).toContain('6 events wait');
    expect(viewer.html).not.toContain('Resume');
    expect(viewer.html).not.toContain('Send a test event');
    await submit(browser, `${path}/disable`);
    const { html } = await browser.get(path);
    expect(html).not.toContain('events wait');
    expect(html).not.toContain('Resume');
  });
});
