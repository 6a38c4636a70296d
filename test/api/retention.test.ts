import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { newId } from '#platform/storage/ids.ts';
import { makeAthlete, makeCalculatedActivity, makeKey } from '../support/builders.ts';
import { call, refusal } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { makePartner } from '../support/partners.ts';
import { LIVE_HOME, TEST_HOME } from '../support/shards.ts';

const CRON = '53 * * * *';
const DAY_S = 86_400;
const later = (seconds: number) => ({ ...env, CLOCK_OFFSET_S: String(seconds) });
const runAt = (seconds: number) => runSchedule(CRON, later(seconds));

async function rowsOf(database: D1Database, table: string): Promise<unknown> {
  return database.prepare(`SELECT count(*) AS n FROM ${table}`).first('n');
}

describe('the hourly cron', () => {
  test('retention removes idempotency answers after 24 hours, in every database, and leaves the others', async () => {
    const { testKey, liveKey } = await makePartner();
    for (const key of [testKey, liveKey]) {
      await makeAthlete(key, {}, { headers: { 'idempotency-key': 'old-athlete' } });
      await makeKey(key, {}, { headers: { 'idempotency-key': 'old-key' } });
    }
    const bindings = { CLOCK_OFFSET_S: String(DAY_S) };
    await makeAthlete(testKey, {}, { headers: { 'idempotency-key': 'young' }, bindings });
    await runAt(DAY_S + 60);
    expect(await rowsOf(env.REGISTRY, 'idempotency_keys')).toBe(0);
    expect(await rowsOf(LIVE_HOME, 'idempotency_keys')).toBe(0);
    expect(await rowsOf(TEST_HOME, 'idempotency_keys')).toBe(1);
    expect(await rowsOf(TEST_HOME, 'athletes')).toBe(2);
  });

  test('retention removes keys that ended 90 days ago, in KV too, and they stay invalid', async () => {
    const { testKey, testKeyId } = await makePartner();
    const { path, secret } = await makeKey(testKey);
    await call('DELETE', path, { key: testKey });
    const known = () => env.API_KEYS.get(`key:${hash}`);
    const hash = await sha256Hex(secret);
    await runAt(89 * DAY_S);
    expect(await known()).not.toBeNull();
    await runAt(90 * DAY_S + 60);
    expect(await known()).toBeNull();
    expect(refusal(await call('GET', path, { key: testKey })).code).toBe('key_not_found');
    expect(refusal(await call('GET', '/v1/athletes', { key: secret })).code).toBe('invalid_api_key');
    expect((await call('GET', `/v1/partner/api-keys/${testKeyId}`, { key: testKey })).status).toBe(200);
  });

  test('retention drops the inputs of prescriptions after 90 days, and at once those of an older engine, not of a newer one, and keeps their numbers', async () => {
    const { testKey: key } = await makePartner();
    const athlete = await makeAthlete(key, { body_mass_kg: 70 });
    const calculate = async (bindings: Partial<Cloudflare.Env> = {}) =>
      (await makeCalculatedActivity(key, athlete.id, {}, { bindings })).id;
    const stored = (id: string) =>
      TEST_HOME.prepare(
        'SELECT inputs IS NULL AS dropped, length(numbers) > 50 AS kept FROM prescriptions WHERE activity_id = ?',
      )
        .bind(id)
        .first();
    const old = await calculate();
    const young = await calculate({ CLOCK_OFFSET_S: String(DAY_S) });
    const others = [await calculate(), await calculate(), await calculate()];
    // As text, the second version sorts before the running one, and the third after it.
    for (const [index, version] of ['0.0.1', '10.0.0', '99.0.0'].entries()) {
      const update = TEST_HOME.prepare('UPDATE prescriptions SET engine_version = ? WHERE activity_id = ?');
      await update.bind(version, others[index]).run();
    }
    await runAt(60);
    const [dropped, present] = [
      { dropped: 1, kept: 1 },
      { dropped: 0, kept: 1 },
    ];
    const all = [old, young, ...others];
    expect(await Promise.all(all.map(stored))).toEqual([present, present, dropped, present, present]);
    await runAt(90 * DAY_S + 60);
    expect(await Promise.all(all.map(stored))).toEqual([dropped, present, dropped, dropped, dropped]);
  });

  test('retention removes product accesses after 400 days, of every partner in a database, and leaves the young', async () => {
    const seed = async () => {
      const { testKey, partnerId } = await makePartner();
      const athlete = await makeAthlete(testKey);
      const now = Date.now();
      const rows = [now, now + DAY_S * 1000].map((at) =>
        TEST_HOME.prepare(
          "INSERT INTO product_access_log (id, partner_id, athlete_id, query, at, result_count) VALUES (?, ?, ?, '', ?, 1)",
        ).bind(newId('acc', at), partnerId, athlete.id, at),
      );
      await TEST_HOME.batch([...rows]);
      return { testKey, young: now + DAY_S * 1000 };
    };
    const partners = [await seed(), await seed(), await seed()];
    await runAt(400 * DAY_S + 60);
    for (const { testKey, young } of partners) {
      const { json } = await call('GET', '/v1/partner/access-log', { key: testKey });
      expect(json.data).toMatchObject([{ at: new Date(young).toISOString() }]);
    }
  });
});
