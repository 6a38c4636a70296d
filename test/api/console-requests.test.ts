import { runDurableObjectAlarm } from 'cloudflare:test';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { pace } from '#platform/access/report-failures.ts';
import { KeyGuard } from '#platform/guards/key-guard.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call } from '../support/client.ts';
import { makeConsole } from '../support/console.ts';
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
  expect([...row.matchAll(/class="number"[^>]*>(\d+)</g)].map(([, count]) => Number(count))).toEqual([
    2, 1, 0,
  ]);
});
