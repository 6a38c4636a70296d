import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { pace } from '#platform/access/report-failures.ts';
import { KeyGuard } from '#platform/guards/key-guard.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call } from '../support/client.ts';
import { later, makeConsole, submit } from '../support/console.ts';
import { evictGuard, flushUsage, guardOf, inGuard, rewireGuard } from '../support/guards.ts';

/** What the console shows of a key's own requests: failures with their field, and counts by day. */

beforeAll(() => loadTestCatalogue());

const DAY_S = 86_400;

describe('the failed requests of a key', () => {
  test('are on its page with route, status, code, pointer and request id, newest first, without bodies and successes', async () => {
    const { browser, testKey: key, testKeyId } = await makeConsole();
    const page = async () => (await browser.get(`/console/sandbox/keys/${testKeyId}`)).html;
    expect(await page()).toContain('No request failed in the last seven days.');
    await call('GET', '/v1/athletes', { key });
    const wrong = { name: 'Petra Geheim', body_mass_kg: 'heavy' };
    const invalid = await call('POST', '/v1/athletes', { key, body: wrong });
    const missing = await call('GET', '/v1/athletes/ath_none', { key });
    const html = await page();
    const rows = [...html.matchAll(/<tr>(?:(?!<\/tr>)[\s\S])*<\/tr>/g)].map(([row]) => row);
    const failed = rows.filter((row) => row.includes('req_'));
    expect(failed).toHaveLength(2);
    expect(failed[0]).toContain('GET /v1/athletes/{athlete_id}');
    expect(failed[0]).toContain(missing.json.error.request_id);
    for (const part of ['POST /v1/athletes', '>422<', 'validation_failed', '/body_mass_kg']) {
      expect(failed[1]).toContain(part);
    }
    expect(failed[1]).toContain(invalid.json.error.request_id);
    expect(html).not.toContain('Petra');
    expect(html).not.toContain('heavy');
  });

  test('are those of this key alone: not of another key, an invalid key or another account', async () => {
    const { browser, testKey, testKeyId, liveKey } = await makeConsole();
    const stranger = await makeConsole();
    await call('GET', '/v1/athletes/ath_none', { key: liveKey });
    await call('GET', '/v1/athletes', { key: `${testKey.slice(0, -1)}_` });
    expect((await browser.get(`/console/sandbox/keys/${testKeyId}`)).html).not.toContain('req_');
    expect((await stranger.browser.get(`/console/sandbox/keys/${testKeyId}`)).status).toBe(404);
  });

  test('survive an eviction, number 200 at most, and are removed after seven days', async () => {
    const { browser, testKey: key, testKeyId } = await makeConsole();
    const failure = (index: number) => ({
      atMs: Date.now() + index,
      requestId: `req_${index}_`,
      route: 'GET /v1/athletes',
      status: 422,
      code: 'validation_failed',
      pointer: '<b>?limit</b>',
    });
    await inGuard(testKeyId, (guard) =>
      guard.storeFailures(Array.from({ length: 150 }, (_, index) => failure(index))),
    );
    await inGuard(testKeyId, (guard) =>
      guard.storeFailures(Array.from({ length: 150 }, (_, index) => failure(150 + index))),
    );
    await evictGuard(testKeyId);
    await call('GET', '/v1/athletes', { key });
    const { html } = await browser.get(`/console/sandbox/keys/${testKeyId}`);
    expect(html.match(/req_\d+_/g)).toHaveLength(200);
    expect([html.includes('req_99_'), html.includes('req_100_')]).toEqual([false, true]);
    expect(html).not.toContain('<b>');
    const restore = await rewireGuard(testKeyId, { CLOCK_OFFSET_S: String(8 * DAY_S) });
    onTestFinished(restore);
    expect((await inGuard(testKeyId, (guard) => guard.activity())).failures).toEqual([]);
    await inGuard(testKeyId, async (_, state) => {
      state.storage.kv.put('purgeAtMs', Date.now());
    });
    await evictGuard(testKeyId);
    const again = await rewireGuard(testKeyId, { CLOCK_OFFSET_S: String(8 * DAY_S) });
    onTestFinished(again);
    await inGuard(testKeyId, (_, state) => state.storage.setAlarm(Date.now() + DAY_S * 1000));
    await runDurableObjectAlarm(guardOf(testKeyId));
    const stored = await inGuard(testKeyId, (_, state) => state.storage.kv.get('failures'));
    expect(stored).toBeUndefined();
  });

  test('reach the guard in at most one message a second, together, and none goes with a success', async () => {
    const { testKey: key } = await makeConsole();
    const messages: number[] = [];
    const { wait } = pace;
    const waiting: (() => void)[] = [];
    pace.wait = () => new Promise<void>((resolve) => waiting.push(resolve));
    onTestFinished(() => {
      pace.wait = wait;
    });
    const spy = vi.spyOn(KeyGuard.prototype, 'storeFailures').mockImplementation(async (failures) => {
      messages.push(failures.length);
    });
    onTestFinished(() => spy.mockRestore());
    await call('GET', '/v1/athletes', { key });
    expect(messages).toEqual([]);
    await call('GET', '/v1/athletes/ath_none', { key });
    expect(messages).toEqual([1]);
    const later = Array.from({ length: 5 }, () => call('GET', '/v1/athletes/ath_none', { key }));
    await expect.poll(() => waiting.length).toBe(1);
    await Promise.race(later);
    expect(messages).toEqual([1]);
    for (const resolve of waiting) resolve();
    await Promise.all(later);
    expect(messages.slice(1).reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(messages.length).toBeLessThanOrEqual(3);
  });
});

test('usage per key and day: the page of a key counts its own requests once its guard has reported them', async () => {
  const { browser, testKey: key, testKeyId } = await makeConsole();
  await call('GET', '/v1/athletes', { key });
  await call('GET', '/v1/athletes/ath_none', { key });
  await call('GET', '/v1/athletes', { key });
  await flushUsage({ keyId: testKeyId, key });
  const { html } = await browser.get(`/console/sandbox/keys/${testKeyId}`);
  const today = new Date().toISOString().slice(0, 10);
  const [row = ''] =
    html.match(new RegExp(`<tr>(?:(?!</tr>)[\\s\\S])*>${today}</time>[\\s\\S]*?</tr>`)) ?? [];
  expect([...row.matchAll(/class="number">(\d+)</g)].map(([, count]) => Number(count))).toEqual([2, 1, 0]);
});

describe('a webhook in the console', () => {
  test('changes its address and events in place, and shows what was wrong inside the form', async () => {
    const { browser } = await makeConsole();
    const list = '/console/sandbox/webhooks';
    const made = await submit(browser, list, { url: 'https://p.example/a', events: '*' });
    const [, id = ''] = /webhooks\/(whk_\w+)/.exec(made.html) ?? [];
    const path = `${list}/${id}`;
    const refused = await submit(browser, path, { url: 'ftp://x', events: 'nothing' });
    expect(refused.status).toBe(422);
    expect(refused.html).toMatch(/<form[^>]*action="[^"]*whk_[\s\S]*role="alert"[\s\S]*value="ftp:\/\/x"/);
    const changed = await submit(browser, path, {
      url: 'https://p.example/b',
      events: 'athlete.* webhook.test',
    });
    expect([changed.status, changed.location]).toEqual([303, `${path}?done=changed`]);
    const { html } = await browser.get(path);
    expect(html).toContain('value="https://p.example/b"');
    expect(html).toContain('value="athlete.* webhook.test"');
  });

  test('shows the payload of a delivery and lists deliveries by status', async () => {
    const { browser, testKey: key } = await makeConsole();
    const body = { url: 'https://p.example/hook', events: ['athlete.*'] };
    const { json: webhook } = await call('POST', '/v1/webhooks', { key, body });
    const { json: athlete } = await call('POST', '/v1/athletes', { key, body: {} });
    const { json: events } = await call('GET', '/v1/events', { key });
    const event = events.data.find(({ type }: { type: string }) => type === 'athlete.created');
    const path = `/console/sandbox/webhooks/${webhook.id}`;
    const delivery = event.id.replace('evt_', 'dlv_');
    const { html, status } = await browser.get(`${path}/deliveries/${delivery}`);
    expect(status).toBe(200);
    expect(html).toContain(athlete.id);
    expect(html).toContain('athlete.created');
    const none = await browser.get(`${path}?status=delivered`);
    expect(none.html).toMatch(/aria-current="true">\s*delivered|None is delivered/);
    expect((await browser.get(`${path}?status=nonsense`)).status).toBe(200);
    const foreign = await makeConsole();
    expect((await foreign.browser.get(`${path}/deliveries/${delivery}`)).status).toBe(404);
  });
});

test('the account page shows the limits of both environments and names regions', async () => {
  const { browser } = await makeConsole();
  const { html } = await browser.get('/console/account');
  expect(html).toContain('Requests per minute, each key');
  expect(html).toMatch(/(Western Europe|North America) \(\w+\)/);
});

test('the sandbox is reset from the console once the account’s name is typed', async () => {
  const { browser, testKey: key } = await makeConsole();
  await call('POST', '/v1/athletes', { key, body: { external_id: 'mine' } });
  const path = '/console/sandbox/athletes/reset';
  expect((await submit(browser, path, { typed: 'no' })).status).toBe(422);
  const { html } = await browser.get(path);
  const [, name = ''] = /type <bdi>([^<]*)</.exec(html) ?? [];
  const done = await submit(browser, path, { typed: name });
  expect([done.status, done.location]).toEqual([303, '/console/sandbox/athletes?done=reset']);
  const { json } = await call('GET', '/v1/athletes?external_id=mine', { key });
  expect(json.data).toEqual([]);
});

test('secrets have a copy button, so only their pages run our script', async () => {
  const { browser } = await makeConsole();
  const made = await submit(browser, '/console/sandbox/keys', { name: 'Backend' });
  expect(made.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
  expect(made.html).toContain('/assets/documents.js');
  const list = await browser.get('/console/sandbox/keys');
  expect(list.headers.get('Content-Security-Policy')).not.toContain('script-src');
});

test('a pending request for live access is shown instead of a second form', async () => {
  const bindings = { TERMS_URL: 'https://musette.example/t', DPA_URL: 'https://musette.example/d' };
  const { browser, partnerId } = await makeConsole();
  await env.REGISTRY.prepare('UPDATE partners SET live_access_at = NULL WHERE id = ?').bind(partnerId).run();
  const request = {
    tier: 'full',
    data_protection_contact: 'privacy@p.example',
    expected_athletes: '10',
    accept: 'yes',
    terms_url: bindings.TERMS_URL,
    dpa_url: bindings.DPA_URL,
  };
  const own = later(browser, 0, bindings);
  const refused = await submit(own, '/console/live-access', { ...request, expected_athletes: '-1' });
  expect(refused.html).toMatch(/role="alert"[\s\S]*value="privacy@p.example"/);
  await submit(own, '/console/live-access', request);
  const { html } = await own.get('/console/live-access');
  expect(html).toContain('pending');
  expect(html).not.toContain('name="expected_athletes"');
  expect((await own.get('/console/live-access?change=yes')).html).toContain('name="expected_athletes"');
});
