import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { dyingBindings } from '../support/bindings.ts';
import { makeAthlete, makeKey } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { makeFullAthlete } from '../support/full-athlete.ts';
import { guardOf, skipWaitForLeases } from '../support/guards.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';
import { TEST_HOME } from '../support/shards.ts';
import { later } from '../support/stopped-clock.ts';
import { tracesOf } from '../support/stores.ts';

const CRON = '*/10 * * * *';
const PURGING_JOBS = ['purge-athletes-of-partners', 'purge-terminated-partners'];
const DAY_S = 86_400;

const runAt = (seconds: number) => runSchedule(CRON, { ...env, ...later(seconds) });
const purgeWith = (bindings: Partial<Cloudflare.Env>) =>
  runSchedule(CRON, { ...env, ...bindings, ...later(31 * DAY_S) }, (job) => PURGING_JOBS.includes(job));

beforeAll(() => loadTestCatalogue());

/** A partner with athletes in both environments, clients, active and dead keys, and its last day. */
async function terminatedPartner(liveShard = 'c000') {
  const partner = await makePartner({ liveShard });
  const { partnerId, testKey, liveKey } = partner;
  const athletes = [await makeFullAthlete(testKey), await makeFullAthlete(liveKey)];
  const another = await makeKey(liveKey, {}, { headers: { 'idempotency-key': 'another' } });
  await call('DELETE', another.path, { key: liveKey });
  // Their usage is in the registry, for the purge to find.
  for (const keyId of [partner.testKeyId, partner.liveKeyId]) {
    expect(await runDurableObjectAlarm(guardOf(keyId))).toBe(true);
    await skipWaitForLeases(keyId);
  }
  await terminate(partnerId);
  const keyIds = [partner.testKeyId, partner.liveKeyId, another.id];
  return { ...partner, athletes, texts: [...athletes.flatMap(({ texts }) => texts), ...keyIds] };
}

async function terminate(partnerId: string): Promise<void> {
  const path = `/operator/v1/partners/${partnerId}/terminate`;
  const { status } = await call('POST', path, { key: env.OPERATOR_TOKEN });
  expect(status).toBe(200);
}

/** Places where a partner is still named. Its own row and the operator's audit rows are meant to stay. */
async function tracesOfPartner(partnerId: string): Promise<string[]> {
  const traces = await tracesOf(partnerId);
  return traces.map((trace) => trace.split(':')[0] ?? '').filter((place) => place !== 'REGISTRY.audit_log');
}

async function expectUntouched({ testKey, liveKey }: TestPartner, paths: readonly string[]): Promise<void> {
  for (const key of [testKey, liveKey]) {
    expect((await call('GET', '/v1/athletes', { key, bindings: later(31 * DAY_S) })).status).toBe(200);
  }
  for (const path of paths) {
    expect((await call('GET', path, { key: path.includes('ath_t') ? testKey : liveKey })).status).toBe(200);
  }
}

describe('30 days after the end of a partner', () => {
  test('the purge leaves only the record of the partner, and touches no other partner', async () => {
    const bystander = await makePartner();
    const others = [await makeFullAthlete(bystander.testKey), await makeFullAthlete(bystander.liveKey)];
    const kept = (await tracesOf(...others.flatMap(({ texts }) => texts))).sort();
    const { partnerId, testKey, liveKey, texts } = await terminatedPartner('c001');

    await runAt(30 * DAY_S - 60);
    const lastDay = later(30 * DAY_S - 60);
    expect((await call('GET', '/v1/athletes', { key: testKey, bindings: lastDay })).json.data).toHaveLength(
      1,
    );

    await runAt(30 * DAY_S + 60);
    expect(await tracesOf(...texts)).toEqual([]);
    expect(await tracesOfPartner(partnerId)).toEqual(['REGISTRY.partners']);
    for (const key of [testKey, liveKey]) {
      for (const bindings of [later(30 * DAY_S + 60), {}]) {
        expect(refusal(await call('GET', '/v1/athletes', { key, bindings })).code).toBe('invalid_api_key');
      }
    }
    const operator = { key: env.OPERATOR_TOKEN };
    const { json } = await call('GET', `/operator/v1/partners/${partnerId}`, operator);
    expect(json).toMatchObject({ id: partnerId, status: 'purged', name: 'A partner', contact_email: '' });
    expect(json.use_case).toBe('');
    expect(Date.parse(json.purged_at)).toBeGreaterThan(Date.parse(json.purge_after));
    expect((await tracesOf(...others.flatMap((athlete) => athlete.texts))).sort()).toEqual(kept);
    await expectUntouched(
      bystander,
      others.map(({ path }) => path),
    );
  });

  test.each(['before', 'after'] as const)(
    'a purge interrupted %s any storage call is finished by the next cron and deletes nothing of others',
    async (when) => {
      const bystander = await makePartner();
      const other = await makeFullAthlete(bystander.testKey);
      const kept = (await tracesOf(...other.texts)).sort();
      const { partnerId, texts } = await terminatedPartner();
      // Each run dies one call later than the previous one, so every call of a purge is once the last.
      let runs = 0;
      for (let fatalCall = 1; (await statusOf(partnerId)) !== 'purged'; fatalCall++) {
        runs += 1;
        expect(runs).toBeLessThan(120);
        await purgeWith(dyingBindings(fatalCall, when).bindings).catch(() => undefined);
      }
      // Checked once, at the end: nothing restores what a run takes from others.
      expect((await tracesOf(...other.texts)).sort()).toEqual(kept);
      expect(runs).toBeGreaterThan(10);
      expect(await tracesOf(...texts)).toEqual([]);
      expect(await tracesOfPartner(partnerId)).toEqual(['REGISTRY.partners']);
    },
  );

  test('two simultaneous purges have the effect of one', async () => {
    const { partnerId, texts } = await terminatedPartner();
    await Promise.all([runAt(31 * DAY_S), runAt(31 * DAY_S), runAt(31 * DAY_S)]);
    expect(await statusOf(partnerId)).toBe('purged');
    expect(await tracesOf(...texts)).toEqual([]);
  });

  test('athletes that a restored database brings back are erased again', async () => {
    const { partnerId, testKey, testKeyId } = await makePartner();
    const { id } = await makeAthlete(testKey);
    await skipWaitForLeases(testKeyId);
    await terminate(partnerId);
    await runAt(31 * DAY_S);
    await TEST_HOME.prepare(
      "INSERT INTO athletes (id, partner_id, tier, name, created_at, updated_at) VALUES (?, ?, 'full', 'Back', 1, 1)",
    )
      .bind(id, partnerId)
      .run();
    await runAt(40 * DAY_S);
    expect(await tracesOf(id)).toEqual([]);
  });

  test('a request with an invalid key during the purge does not restore its KV record', async () => {
    const { testKey, testKeyId, partnerId } = await makePartner();
    await terminate(partnerId);
    const [hash] = await env.REGISTRY.prepare('SELECT hash FROM api_keys WHERE id = ?')
      .bind(testKeyId)
      .raw<[string]>();
    await env.API_KEYS.delete(`key:${hash}`);
    const late = later(30 * DAY_S + 1);
    expect(refusal(await call('GET', '/v1/athletes', { key: testKey, bindings: late })).code).toBe(
      'invalid_api_key',
    );
    expect(await env.API_KEYS.get(`key:${hash}`)).toBeNull();
    await runAt(31 * DAY_S);
    expect(await statusOf(partnerId)).toBe('purged');
  });
});

async function statusOf(partnerId: string): Promise<unknown> {
  return env.REGISTRY.prepare('SELECT status FROM partners WHERE id = ?').bind(partnerId).first('status');
}
