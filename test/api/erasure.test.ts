import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '#partner/retention/run-jobs.ts';
import { databaseName } from '#platform/storage/athlete-databases.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { dyingBindings } from '../support/bindings.ts';
import { makeAthlete } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { messageFor, runSchedule } from '../support/crons.ts';
import { makeFullAthlete } from '../support/full-athlete.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';
import { copyDatabase, tracesOf } from '../support/stores.ts';

const FREQUENT_CRON = '*/10 * * * *';
const PURGING_CRON = '53 * * * *';
const DAY_S = 86_400;
/** Storage calls of an erasure: the batch that blanks the row, and the first that removes records. */
const BLANKING = 5;
const FIRST_REMOVAL = 11;

const runCron = (afterSeconds = 120, cron = FREQUENT_CRON) =>
  runSchedule(cron, { ...env, CLOCK_OFFSET_S: String(afterSeconds) });

const erase = (path: string, key: string, bindings: Partial<Cloudflare.Env> = {}) =>
  call('DELETE', path, { key, bindings });

beforeAll(() => loadTestCatalogue());

// The killed Worker of one test must leave nothing to the next.
beforeEach(async () => {
  await runCron();
});

describe('erasing an athlete', () => {
  test('leaves nothing of it in any table, in KV or in a Durable Object, and answers with a receipt', async () => {
    const { testKey } = await makePartner();
    const { id, path, texts } = await makeFullAthlete(testKey);
    expect((await tracesOf(...texts)).length).toBeGreaterThan(7);
    const receipt = await erase(path, testKey);
    expect(receipt.status).toBe(200);
    expect(receipt.json).toMatchObject({ id, deleted: true });
    expect(receipt.json.completed_at).toBe(receipt.json.deleted_at);
    for (const [name, count] of Object.entries(receipt.json.records)) {
      expect(count, `${name}: makeFullAthlete does not reach this table`).toBeGreaterThan(0);
    }
    expect(receipt.json.records).toMatchObject({
      activities: 2,
      prescriptions: 1,
      activity_products: 2,
      own_products: 1,
    });
    expect(await tracesOf(...texts)).toEqual([]);
  });

  test('makes every route answer 404 immediately, and frees the external_id', async () => {
    const { testKey: key } = await makePartner();
    const externalId = 'freed';
    const { id, path } = await makeAthlete(key, { external_id: externalId });
    await erase(path, key);
    for (const [method, at, body] of [
      ['GET', path],
      ['PATCH', path, { name: 'x' }],
      ['DELETE', path],
      ['GET', `${path}/activities`],
      ['POST', `${path}/activities`, { type: 'run', duration_min: 60 }],
      ['GET', `/v1/products?athlete_id=${id}`],
    ] as const) {
      const reply = await call(method, at, { key, ...(body ? { body } : {}) });
      expect(refusal(reply).code, `${method} ${at}`).toBe('athlete_not_found');
    }
    expect((await call('GET', '/v1/athletes', { key })).json.data).toEqual([]);
    const reused = await call('POST', '/v1/athletes', { key, body: { external_id: externalId } });
    expect(reused.status).toBe(201);
  });

  test('deletes the answer that an Idempotency-Key would replay in its first step, even if the request is interrupted right after', async () => {
    const { testKey: key } = await makePartner();
    const headers = { 'idempotency-key': 'once' };
    const { path } = await makeAthlete(key, {}, { headers });
    const { bindings } = dyingBindings(BLANKING, 'after');
    expect((await erase(path, key, bindings)).status).toBe(503);
    const again = await call('POST', '/v1/athletes', { key, headers, body: { name: 'another' } });
    expect(again.status).toBe(201);
    expect(again.json.name).toBe('another');
  });

  test('of ten concurrent requests one erases and the others are 404', async () => {
    const { testKey: key } = await makePartner();
    const { path } = await makeFullAthlete(key);
    const replies = await Promise.all(Array.from({ length: 10 }, () => erase(path, key)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
  });

  test('a flood of writes during the erasure leaves no row', async () => {
    const { testKey: key } = await makePartner();
    const { id, path, texts } = await makeFullAthlete(key);
    const flood = () =>
      Array.from({ length: 15 }, (_, index) => [
        call('POST', `${path}/activities`, {
          key,
          body: { type: 'run', duration_min: 60, name: texts[1] ?? '' },
        }),
        call('PATCH', path, { key, body: { name: `late ${index}` } }),
        call('GET', `/v1/products?athlete_id=${id}&limit=1`, { key }),
      ]).flat();
    const before = flood();
    const erasing = erase(path, key);
    const [receipt, ...replies] = await Promise.all([erasing, ...before, ...flood()]);
    expect(new Set(replies.map(({ status }) => status)).has(404)).toBe(true);
    expect(receipt.status).toBe(200);
    await runCron();
    expect(await tracesOf(...texts)).toEqual([]);
  });

  test('the erasure of a large athlete answers immediately and the crons complete it', async () => {
    const { testKey: key } = await makePartner();
    const { id, path, texts } = await makeFullAthlete(key);
    await addActivities(id, 2_500);
    // The request dies after its first step of removal.
    const { bindings } = dyingBindings(FIRST_REMOVAL, 'after');
    const receipt = await erase(path, key, bindings);
    expect(receipt.json).toMatchObject({ deleted: true, completed_at: null, records: { activities: 2_502 } });
    expect(refusal(await call('GET', path, { key })).code).toBe('athlete_not_found');
    expect((await tracesOf(id)).length).toBeGreaterThan(1_000);
    const row = await TEST_HOME.prepare('SELECT * FROM athletes WHERE id = ?').bind(id).first();
    const left = Object.entries(row ?? {}).filter(([, value]) => value !== null);
    // The blanked row names only the partner, to whom the erasure is reported, whatever columns it has.
    expect(Object.fromEntries(left)).toEqual({
      id,
      partner_id: expect.stringMatching(/^prt_/),
      status: 'erasing',
      tier: 'teaser',
      revision: 0,
      created_at: 0,
      updated_at: 0,
    });
    await runCron();
    expect(await tracesOf(...texts)).toEqual([]);
  });

  test('supports If-Match: an older ETag is 412 and erases nothing, the current one erases', async () => {
    const { testKey: key } = await makePartner();
    const { id, path } = await makeAthlete(key);
    const etag = async () => (await call('GET', path, { key })).headers.get('ETag') ?? '';
    const old = await etag();
    await call('PATCH', path, { key, body: { body_mass_kg: 81 } });
    const before = (await tracesOf(id)).sort();
    const late = await call('DELETE', path, { key, headers: { 'if-match': old } });
    expect(refusal(late)).toMatchObject({ status: 412, code: 'precondition_failed' });
    expect((await tracesOf(id)).sort()).toEqual(before);
    expect((await call('DELETE', path, { key, headers: { 'if-match': await etag() } })).status).toBe(200);
  });
});

describe('an interrupted erasure', () => {
  test.each(['before', 'after'] as const)(
    '%s any storage call is finished by the next cron, or has not begun, and harms nobody else',
    async (when) => {
      const { testKey: key } = await makePartner();
      const bystander = await makeFullAthlete(key);
      const kept = (await tracesOf(bystander.id)).sort();
      const erased: string[] = [];
      let fatalCall = 1;
      for (let isOver = false; !isOver; fatalCall++) {
        const victim = await makeFullAthlete(key);
        const { bindings, calls } = dyingBindings(fatalCall, when);
        const { status } = await erase(victim.path, key, bindings);
        isOver = calls() < fatalCall;
        await runCron();
        const isUntouched = (await call('GET', victim.path, { key })).status === 200;
        // After the answer "erased" the athlete is erased. After "try again" either may be true, but never
        // half.
        if (isUntouched) expect(status, `call ${fatalCall}`).toBe(503);
        else erased.push(...victim.texts);
      }
      // Checked once, at the end: what was left stays, and nothing restores what a run takes from others.
      expect(await tracesOf(...erased)).toEqual([]);
      expect((await tracesOf(bystander.id)).sort()).toEqual(kept);
      // Authentication, the read, the ledger, the blanking, limiter and removal: fewer would mean nothing was tried.
      expect(fatalCall).toBeGreaterThan(FIRST_REMOVAL);
    },
  );

  test.each(['before', 'after'] as const)(
    'a cron that is itself interrupted %s any storage call leaves the rest to the next',
    async (when) => {
      const { testKey: key } = await makePartner();
      const bystander = await makeFullAthlete(key);
      const kept = (await tracesOf(bystander.id)).sort();
      const erased: string[] = [];
      for (let fatalCall = 1; fatalCall < 24; fatalCall += 3) {
        const victim = await makeFullAthlete(key);
        const { json: receipt } = await erase(
          victim.path,
          key,
          dyingBindings(BLANKING + 1, 'before').bindings,
        );
        expect(receipt.completed_at).toBeNull();
        const dying = { ...env, ...dyingBindings(fatalCall, when).bindings, CLOCK_OFFSET_S: '120' };
        const home = parseAthleteId(victim.id);
        if (!home) throw new Error('the identifier of an athlete must name its shard');
        await runJobs(messageFor(FREQUENT_CRON, databaseName(home)), dying);
        await runCron();
        erased.push(...victim.texts);
      }
      expect(await tracesOf(...erased)).toEqual([]);
      expect((await tracesOf(bystander.id)).sort()).toEqual(kept);
    },
  );

  test('two concurrent crons complete it like one', async () => {
    const { testKey: key } = await makePartner();
    const victim = await makeFullAthlete(key);
    await addActivities(victim.id, 1_500);
    await erase(victim.path, key, dyingBindings(BLANKING + 1, 'before').bindings);
    await Promise.all([runCron(), runCron(), runCron()]);
    expect(await tracesOf(...victim.texts)).toEqual([]);
  });
});

describe('the ledger of erasures', () => {
  test('reapplies the erasures that the restore of a database undid, and erases no other athlete', async () => {
    const { testKey: key, liveKey } = await makePartner();
    const bystander = await makeFullAthlete(key);
    const victims = [await makeFullAthlete(key), await makeFullAthlete(key)];
    const live = await call('POST', '/v1/athletes', { key: liveKey, body: { name: 'Live' } });
    const restore = await copyDatabase(TEST_HOME_BINDING);
    for (const { path } of victims) await erase(path, key);
    await runCron();
    await restore();
    for (const { path } of victims) expect((await call('GET', path, { key })).status).toBe(200);
    const kept = (await tracesOf(bystander.id)).sort();
    await runCron();
    for (const { texts } of victims) expect(await tracesOf(...texts)).toEqual([]);
    expect((await tracesOf(bystander.id)).sort()).toEqual(kept);
    expect((await call('GET', `/v1/athletes/${live.json.id}`, { key: liveKey })).status).toBe(200);
  });

  test('stores only a hash, for 35 days', async () => {
    const { testKey: key } = await makePartner();
    const { id, path } = await makeAthlete(key);
    await erase(path, key);
    const hash = await sha256Hex(id);
    expect((await tracesOf(hash)).map((trace) => trace.split(':')[0]).sort()).toEqual([
      'ATHLETES_TEST_WEUR_0.applied_erasures',
      'REGISTRY.erasure_ledger',
    ]);
    await runCron(34 * DAY_S, PURGING_CRON);
    expect(await tracesOf(hash)).toHaveLength(2);
    await runCron(35 * DAY_S + 60, PURGING_CRON);
    expect((await tracesOf(hash)).map((trace) => trace.split(':')[0])).toEqual([
      'ATHLETES_TEST_WEUR_0.applied_erasures',
    ]);
    await runCron(43 * DAY_S, PURGING_CRON);
    expect(await tracesOf(hash)).toEqual([]);
  });

  test('leaves an erasure of the last minute to its own request, and takes over after that', async () => {
    const { testKey: key } = await makePartner();
    const { id, path } = await makeAthlete(key);
    expect((await erase(path, key, dyingBindings(BLANKING, 'before').bindings)).status).toBe(503);
    await runCron(30);
    expect((await call('GET', path, { key })).status).toBe(200);
    await runCron(120);
    expect(await tracesOf(id)).toEqual([]);
  });

  test('is compared a day back, behind whole pages of erasures that were applied', async () => {
    const { testKey: key } = await makePartner();
    const victim = await makeAthlete(key);
    const restore = await copyDatabase(TEST_HOME_BINDING);
    const erased = await erase(victim.path, key);
    await restore();
    const later = Date.parse(erased.json.deleted_at) + 1000;
    const hashes = JSON.stringify(Array.from({ length: 2_500 }, (_, index) => `applied${index}`));
    await env.REGISTRY.prepare(
      "INSERT INTO erasure_ledger (id_hash, environment, shard, erased_at) SELECT value, 'test', '0', ?1 FROM json_each(?2)",
    )
      .bind(later, hashes)
      .run();
    await TEST_HOME.prepare(
      'INSERT INTO applied_erasures (id_hash, applied_at) SELECT value, ?1 FROM json_each(?2)',
    )
      .bind(later, hashes)
      .run();
    await runCron();
    expect(await tracesOf(victim.id)).toEqual([]);
  });

  test('a search of several pages and runs continues at its last place', async () => {
    const { testKey: key, partnerId } = await makePartner();
    const victim = await makeAthlete(key);
    const restore = await copyDatabase(TEST_HOME_BINDING);
    await erase(victim.path, key);
    await restore();
    // All sort before the victim, and one step looks at 10,000.
    await addAthletes(partnerId, 10_500);
    // Dies in the middle of the search.
    const dying = { ...env, ...dyingBindings(14, 'after').bindings, CLOCK_OFFSET_S: '120' };
    await runJobs(messageFor(FREQUENT_CRON, 'test.c000'), dying);
    await runCron();
    expect(await tracesOf(victim.id)).toEqual([]);
    const { results } = await env.REGISTRY.prepare('SELECT searched_to FROM erasure_ledger').all();
    expect(new Set(results.map(({ searched_to }) => searched_to))).toEqual(new Set([null]));
  });
});

/** Activities straight into the table: more than requests could make in a test's time. */
async function addActivities(athleteId: string, count: number): Promise<void> {
  await TEST_HOME.prepare(
    `INSERT INTO activities (id, athlete_id, type, duration_min, effective_at, created_at, updated_at)
     SELECT 'act_' || ?1 || value, ?1, 'run', 60, value, value, value
     FROM json_each(?2)`,
  )
    .bind(athleteId, JSON.stringify(Array.from({ length: count }, (_, index) => index)))
    .run();
}

async function addAthletes(partnerId: string, count: number): Promise<void> {
  await TEST_HOME.prepare(
    `INSERT INTO athletes (id, partner_id, tier, created_at, updated_at)
     SELECT 'ath_tc000' || printf('%026d', value), ?1, 'full', 1, 1 FROM json_each(?2)`,
  )
    .bind(partnerId, JSON.stringify(Array.from({ length: count }, (_, index) => index)))
    .run();
}
