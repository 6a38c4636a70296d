import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { attachProducts, makeActivity, makeAthlete } from '../support/builders.ts';
import { CATALOGUE, loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { away } from '../support/faulty-databases.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';
import { TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';
import { NOON_MS, stopClock } from '../support/stopped-clock.ts';

/** The distinct products shown to a partner's athletes in 30 days, as in the operator's list. */

const HOURLY = '53 * * * *';
const DAY_MS = 86_400_000;

beforeAll(() => loadTestCatalogue());

async function productsSeen({ partnerId }: TestPartner): Promise<number | null> {
  const reply = await call('GET', `/operator/v1/partners/${partnerId}`, { key: env.OPERATOR_TOKEN ?? '' });
  expect(reply.status).toBe(200);
  return reply.json.products_seen_30_days;
}

async function search(key: string, athleteId: string, query: string, bindings: object = {}) {
  const reply = await call('GET', `/v1/products?athlete_id=${athleteId}&${query}`, { key, bindings });
  return reply.status === 200 ? reply.json.data.map(({ id }: { id: string }): string => id) : [];
}

describe('products seen by a partner in 30 days', () => {
  test('keep the latest day when a mark of an earlier day arrives after it', async () => {
    const { partnerId, testKey } = await makePartner();
    const today = Math.floor(Date.now() / DAY_MS);
    for (const days of [2, 0]) {
      const bindings = { CLOCK_OFFSET_S: String((days * DAY_MS) / 1000) };
      const athlete = await makeAthlete(testKey);
      expect(await search(testKey, athlete.id, 'limit=1', bindings)).toHaveLength(1);
    }
    const { results } = await TEST_HOME.prepare('SELECT day FROM products_seen WHERE partner_id = ?')
      .bind(partnerId)
      .all<{ day: number }>();
    expect(results.map(({ day }) => day - today)).toEqual([2]);
  });

  test('are the distinct ones of all its athletes, shards and environments, counted nightly and shown in the operator list', async () => {
    stopClock();
    const partner = await makePartner();
    const { partnerId, testKey, liveKey } = partner;
    await call('PUT', `/operator/v1/partners/${partnerId}/regions`, {
      key: env.OPERATOR_TOKEN ?? '',
      body: { regions: ['weur', 'enam'] },
    });
    expect(await productsSeen(partner)).toBeNull();
    const seen = new Set<string>();
    const near = await makeAthlete(testKey, { region: 'weur' });
    const far = await makeAthlete(testKey, { region: 'enam' });
    const live = await makeAthlete(liveKey, { region: 'weur' });
    for (const [key, athlete, query] of [
      [testKey, near, 'limit=10'],
      [testKey, near, 'limit=25'],
      [testKey, far, 'limit=20&q=gel'],
      [liveKey, live, 'limit=20&q=maurten'],
    ] as const) {
      for (const id of await search(key, athlete.id, query)) seen.add(id);
    }
    const activity = await makeActivity(testKey, near.id);
    const attached = productNamed('Maurten', 'Gel 160').id;
    await attachProducts(testKey, activity.path, { [attached]: 1 });
    seen.add(attached);
    const stranger = await makePartner();
    await search(stranger.testKey, near.id, 'limit=25&q=bar');
    await runSchedule(HOURLY, env);
    expect(await productsSeen(partner)).toBe(seen.size);
    expect(await productsSeen(stranger)).toBe(0);
    const list = await call('GET', '/operator/v1/partners?limit=100', { key: env.OPERATOR_TOKEN ?? '' });
    const row = list.json.data.find(({ id }: { id: string }) => id === partnerId);
    expect(row).toMatchObject({
      products_seen_30_days: seen.size,
      products_counted_at: new Date(NOON_MS).toISOString(),
    });
  });

  test('drop out of the count after 30 days, unless shown again', async () => {
    stopClock();
    const partner = await makePartner();
    const { id: athleteId } = await makeAthlete(partner.testKey);
    const [kept = '', ...others] = await search(partner.testKey, athleteId, 'limit=5');
    const nightOf = async (day: number) => {
      vi.setSystemTime(NOON_MS + day * DAY_MS);
      await runSchedule(HOURLY, env);
      return productsSeen(partner);
    };
    expect(await nightOf(0)).toBe(5);
    vi.setSystemTime(NOON_MS + 10 * DAY_MS);
    await call('GET', `/v1/products/${kept}?athlete_id=${athleteId}`, { key: partner.testKey });
    expect(await nightOf(29)).toBe(5);
    expect(await nightOf(30)).toBe(5 - others.length);
    expect(await nightOf(39)).toBe(1);
    expect(await nightOf(40)).toBe(0);
  });

  test('exclude products refused by a daily limit, and are written once a day per product', async () => {
    stopClock();
    const partner = await makePartner();
    const [first, second] = [await makeAthlete(partner.testKey), await makeAthlete(partner.testKey)];
    const limits = { PRODUCT_SANDBOX_RECORDS_PER_DAY: '10' };
    expect(await search(partner.testKey, first.id, 'limit=10', limits)).toHaveLength(10);
    expect(await search(partner.testKey, first.id, 'limit=25', limits)).toEqual([]);
    const marks = () =>
      TEST_HOME.prepare('SELECT count(*) AS n FROM products_seen WHERE partner_id = ?')
        .bind(partner.partnerId)
        .first('n');
    expect(await marks()).toBe(10);
    await search(partner.testKey, second.id, 'limit=10', limits);
    expect(await marks()).toBe(10);
    await runSchedule(HOURLY, env);
    expect(await productsSeen(partner)).toBe(10);
  });

  test('from an unavailable database fail the job, and the hourly run counts the missing ones', async () => {
    stopClock();
    const partner = await makePartner();
    const { id: athleteId } = await makeAthlete(partner.testKey);
    await search(partner.testKey, athleteId, 'limit=7');
    // Runs of other tests are in the future of this clock.
    await env.REGISTRY.prepare('DELETE FROM job_states').run();
    await runSchedule(HOURLY, { ...env, [TEST_HOME_BINDING]: away(TEST_HOME) });
    expect(await productsSeen(partner)).toBeNull();
    vi.setSystemTime(NOON_MS + 3_600_000);
    await runSchedule(HOURLY, env);
    expect(await productsSeen(partner)).toBe(7);
    expect(CATALOGUE.length).toBeGreaterThan(7);
  });

  test('end with the purge of a terminated partner', async () => {
    stopClock();
    const partner = await makePartner();
    const { id: athleteId } = await makeAthlete(partner.testKey);
    await search(partner.testKey, athleteId, 'limit=7');
    await runSchedule(HOURLY, env);
    await call('POST', `/operator/v1/partners/${partner.partnerId}/terminate`, {
      key: env.OPERATOR_TOKEN ?? '',
    });
    vi.setSystemTime(NOON_MS + 31 * DAY_MS);
    await runSchedule('*/10 * * * *', env);
    await runSchedule('*/10 * * * *', env);
    const marks = await TEST_HOME.prepare('SELECT count(*) AS n FROM products_seen WHERE partner_id = ?')
      .bind(partner.partnerId)
      .first('n');
    expect(marks).toBe(0);
    expect(await productsSeen(partner)).toBeNull();
  });
});
