import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { runSchedule } from '../../src/retention/schedule.ts';
import { sha256Hex } from '../../src/storage/digest.ts';
import { newId } from '../../src/storage/ids.ts';
import { call, refusal } from '../support/client.ts';
import { insertEvent } from '../support/event-feed.ts';
import { makePartner } from '../support/partners.ts';
import { LIVE_HOME, TEST_HOME } from '../support/shards.ts';

const CRON = '23 3 * * *';
const DAY_S = 86_400;
const later = (seconds: number) => ({ ...env, CLOCK_OFFSET_S: String(seconds) });
const runAt = (seconds: number) =>
  runSchedule(createScheduledController({ cron: CRON }).cron, later(seconds));

async function rowsOf(database: D1Database, table: string): Promise<unknown> {
  return database.prepare(`SELECT count(*) AS n FROM ${table}`).first('n');
}

describe('the nightly cron', () => {
  test('retention removes idempotency answers after 24 hours, in every database, and leaves the others', async () => {
    const { testKey, liveKey } = await makePartner();
    for (const key of [testKey, liveKey]) {
      await call('POST', '/v1/athletes', { key, body: {}, headers: { 'idempotency-key': 'old' } });
      const body = { name: 'x' };
      await call('POST', '/v1/partner/api-keys', { key, body, headers: { 'idempotency-key': 'old' } });
    }
    const late = { CLOCK_OFFSET_S: String(DAY_S) };
    await call('POST', '/v1/athletes', {
      key: testKey,
      body: {},
      headers: { 'idempotency-key': 'young' },
      bindings: late,
    });
    await runAt(DAY_S + 60);
    expect(await rowsOf(env.REGISTRY, 'idempotency_keys')).toBe(0);
    expect(await rowsOf(LIVE_HOME, 'idempotency_keys')).toBe(0);
    expect(await rowsOf(TEST_HOME, 'idempotency_keys')).toBe(1);
    expect(await rowsOf(TEST_HOME, 'athletes')).toBe(2);
  });

  test('retention removes keys that ended 90 days ago, in KV too, and they stay invalid', async () => {
    const { testKey, testKeyId } = await makePartner();
    const { json: victim } = await call('POST', '/v1/partner/api-keys', {
      key: testKey,
      body: { name: 'x' },
    });
    await call('DELETE', `/v1/partner/api-keys/${victim.id}`, { key: testKey });
    const known = () => env.API_KEYS.get(`key:${hash}`);
    const hash = await sha256Hex(victim.secret);
    await runAt(89 * DAY_S);
    expect(await known()).not.toBeNull();
    await runAt(90 * DAY_S + 60);
    expect(await known()).toBeNull();
    const path = `/v1/partner/api-keys/${victim.id}`;
    expect(refusal(await call('GET', path, { key: testKey })).code).toBe('key_not_found');
    expect(refusal(await call('GET', '/v1/athletes', { key: victim.secret })).code).toBe('invalid_api_key');
    expect((await call('GET', `/v1/partner/api-keys/${testKeyId}`, { key: testKey })).status).toBe(200);
  });

  test('retention removes product accesses after 400 days, of every partner in a database, and leaves the young', async () => {
    const seed = async () => {
      const { testKey, partnerId } = await makePartner();
      const { json: athlete } = await call('POST', '/v1/athletes', { key: testKey, body: {} });
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

describe('the hourly cron', () => {
  const hourly = () => runSchedule('53 * * * *', env);
  const lastEnded = async () =>
    (
      await env.REGISTRY.prepare(
        "SELECT outcome FROM job_runs WHERE job = 'purge-old-rows' ORDER BY started_at DESC LIMIT 1",
      ).first<{ outcome: string }>()
    )?.outcome;
  const leaveOldEvent = async () => {
    const createdAt = Date.now() - 31 * DAY_S * 1000;
    const sequence = await insertEvent(TEST_HOME, { partnerId: 'prt_old', createdAt });
    return () =>
      TEST_HOME.prepare('SELECT count(*) AS n FROM events WHERE sequence = ?').bind(sequence).first('n');
  };

  test('retention goes on where a night left work or failed, and does nothing once a run left none', async () => {
    await env.REGISTRY.prepare('DELETE FROM job_runs').run();
    await runSchedule(CRON, env);
    const left = await leaveOldEvent();
    // Consents are settled every hour, whatever the night left.
    const runs = () =>
      env.REGISTRY.prepare("SELECT count(*) AS n FROM job_runs WHERE job NOT LIKE '%-consents'").first('n');
    const runsOfNight = await runs();
    await hourly();
    expect([await runs(), await left()]).toEqual([runsOfNight, 1]);
    for (const outcome of ['more', 'failed']) {
      await env.REGISTRY.prepare("UPDATE job_runs SET outcome = ? WHERE job = 'purge-old-rows'")
        .bind(outcome)
        .run();
      const old = await leaveOldEvent();
      await hourly();
      expect([await lastEnded(), await old()]).toEqual(['done', 0]);
    }
  });
});
