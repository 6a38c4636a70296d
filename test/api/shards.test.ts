import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { failingBindings } from '../support/bindings.ts';
import { makeAthlete } from '../support/builders.ts';
import { call, operator, refusal } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { away } from '../support/faulty-databases.ts';
import { makePartner } from '../support/partners.ts';
import { databaseOf, insteadOf, TEST_HOME } from '../support/shards.ts';

const ATHLETES = '/v1/athletes';
const once = (key: string) => ({ 'idempotency-key': key });
const shardOf = (id: string) => parseAthleteId(id)?.shard;

const create = async (key: string, fields: object = {}, headers: Record<string, string> = {}) =>
  (await makeAthlete(key, { ...fields }, { headers })).id;

describe('placement of athletes', () => {
  test("an athlete's region is permanent: the answer shows it, the default is the first, PATCH cannot change it", async () => {
    const { testKey: key } = await makePartner();
    const home = await call('POST', ATHLETES, { key, body: {} });
    const away = await call('POST', ATHLETES, { key, body: { region: 'enam' } });
    expect([home.json.region, shardOf(home.json.id)]).toEqual(['weur', 'c000']);
    expect([away.json.region, shardOf(away.json.id)]).toEqual(['enam', 'b000']);
    const path = `${ATHLETES}/${away.json.id}`;
    expect((await call('GET', path, { key })).json.region).toBe('enam');
    const moved = await call('PATCH', path, { key, body: { region: 'weur' } });
    expect(refusal(moved)).toEqual({ status: 422, code: 'validation_failed', pointers: ['/region'] });
  });

  test.each(['apac', 'eu', 'mars'])(
    "the region %s, which is not the partner's, is rejected",
    async (region) => {
      const { testKey: key } = await makePartner();
      const reply = await call('POST', ATHLETES, { key, body: { region } });
      expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: ['/region'] });
    },
  );

  test('a partner moves on to the next shard of a region when it has as many athletes as it should in one', async () => {
    const { testKey: key } = await makePartner();
    const shards: (string | undefined)[] = [];
    for (let index = 0; index < 10; index++) shards.push(shardOf(await create(key)));
    // The second shard is the last of the region: there the partner stays.
    expect(shards).toEqual(['c000', 'c000', 'c000', 'c000', 'c001', 'c001', 'c001', 'c001', 'c001', 'c001']);
    expect(shardOf(await create(key, { region: 'enam' }))).toBe('b000');
  });

  test('many simultaneous creations lose no athlete and leave the list of shards without repetition', async () => {
    const { testKey: key, partnerId } = await makePartner();
    const ids = await Promise.all(Array.from({ length: 20 }, () => create(key)));
    const listed = await call('GET', `${ATHLETES}?limit=100`, { key });
    expect(listed.json.data.map((row: { id: string }) => row.id).sort()).toEqual([...ids].sort());
    const shards = await env.REGISTRY.prepare('SELECT test_shards FROM partners WHERE id = ?')
      .bind(partnerId)
      .first('test_shards');
    expect(shards).toBe('["c000","b000","c001"]');
  });

  test('an isolate with an old record of the partner still lists the athletes of a new shard', async () => {
    const { testKey: key, partnerId } = await makePartner();
    const ids = [await create(key), await create(key), await create(key, { region: 'enam' })];
    // Another isolate has moved the partner on and created there: this one has heard of neither.
    await TEST_HOME.prepare("INSERT INTO partner_shards (partner_id, shard) VALUES (?, 'c001')")
      .bind(partnerId)
      .run();
    const elsewhere = 'ath_tc00101m800r487qj5e3sq63ewwdzg7';
    await databaseOf(elsewhere)
      .prepare(
        "INSERT INTO athletes (id, partner_id, tier, created_at, updated_at) VALUES (?, ?, 'full', 1, 1)",
      )
      .bind(elsewhere, partnerId)
      .run();
    const { json } = await call('GET', `${ATHLETES}?limit=100`, { key });
    expect(json.data.map((row: { id: string }) => row.id).sort()).toEqual([...ids, elsewhere].sort());
  });

  test('a database that was bound without its tables is never chosen, and the operator sees that it is not open', async () => {
    const { testKey: key } = await makePartner();
    const ATHLETES_TEST_WEUR_2 = new Proxy(TEST_HOME, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name !== 'batch') return member.bind(target);
        return () => Promise.reject(new Error('D1_ERROR: no such table: athletes: SQLITE_ERROR'));
      },
    });
    const bindings = { ...env, ATHLETES_TEST_WEUR_2 };
    for (let index = 0; index < 8; index++) {
      const reply = await call('POST', ATHLETES, { key, body: {}, bindings });
      expect(reply.status, reply.text).toBe(201);
      expect(['c000', 'c001']).toContain(shardOf(reply.json.id));
    }
    const { json } = await operator('GET', '/operator/v1/shards', { bindings });
    expect(json.data).toContainEqual({
      shard: 'c002',
      environment: 'test',
      region: 'weur',
      size_bytes: null,
      measured_at: null,
      athletes: null,
      schema: null,
      verified_region: null,
      full_at: null,
      restored_at: null,
      open: false,
    });
  });

  test('a new shard takes athletes once half an hour has passed since the deployment that binds it, and no earlier', async () => {
    const { testKey: key } = await makePartner();
    await operator('GET', '/operator/v1/shards');
    await env.REGISTRY.prepare("DELETE FROM shards WHERE environment = 'test' AND shard = 'c001'").run();
    const deployedAt = (minutesAgo: number) => ({
      ...env,
      ENVIRONMENT: 'production',
      CF_VERSION_METADATA: {
        id: 'new',
        tag: '',
        timestamp: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
      },
    });
    const isOpen = async () =>
      (await env.REGISTRY.prepare(
        "SELECT size_bytes FROM shards WHERE environment = 'test' AND shard = 'c001'",
      ).first('size_bytes')) != null;
    const young = deployedAt(29);
    for (const cron of ['*/10 * * * *', '23 3 * * *']) await runSchedule(cron, young);
    for (let index = 0; index < 6; index++) {
      const bindings = { ...young, ENVIRONMENT: 'production' } as Partial<Cloudflare.Env>;
      expect(shardOf((await call('POST', ATHLETES, { key, body: {}, bindings })).json.id)).toBe('c000');
    }
    expect(await isOpen()).toBe(false);
    await runSchedule('*/10 * * * *', deployedAt(31));
    expect(await isOpen()).toBe(true);
  });

  test('a failure to move on is no failure of the creation, and a later creation moves on', async () => {
    const { testKey: key } = await makePartner();
    for (let index = 0; index < 3; index++) await create(key);
    const fourth = await call('POST', ATHLETES, {
      key,
      body: {},
      bindings: failingBindings('registryBatches'),
    });
    expect(fourth.status).toBe(201);
    expect(shardOf(await create(key))).toBe('c000');
    expect(shardOf(await create(key))).toBe('c001');
  });

  test('500 bound databases cost a request nothing, and readiness stays within the queries of an invocation', async () => {
    const { testKey: key } = await makePartner();
    const id = await create(key);
    let batches = 0;
    const counted = (database: D1Database): D1Database =>
      new Proxy(database, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name, target);
          if (typeof member !== 'function') return member;
          if (name === 'batch' || name === 'prepare') batches += 1;
          return member.bind(target);
        },
      });
    const many = Array.from({ length: 494 }, (_, index) => [
      `ATHLETES_${index % 2 === 0 ? 'TEST' : 'LIVE'}_OC_${Math.floor(index / 2)}`,
      counted(TEST_HOME),
    ]);
    const bindings = { ...env, ...Object.fromEntries(many), CLOCK_OFFSET_S: '120' };
    const run = { type: 'run', duration_min: 60 };
    for (const [method, path, body] of [
      ['GET', `${ATHLETES}/${id}`],
      ['GET', ATHLETES],
      ['GET', '/v1/events'],
      ['POST', `${ATHLETES}/${id}/activities`, run],
      ['POST', ATHLETES, {}],
    ] as const) {
      const reply = await call(method, path, { key, bindings, ...(body && { body }) });
      expect(reply.status, reply.text).toBeLessThan(300);
    }
    expect(batches).toBe(0);
    expect((await call('GET', '/health/ready', { bindings })).status).toBe(200);
    expect(batches).toBeGreaterThan(0);
    expect(batches).toBeLessThan(1000);
  });
});

describe('Idempotency-Key across shards', () => {
  test('a retry finds its athlete after the partner moved on to another shard', async () => {
    const { testKey: key } = await makePartner();
    const first = await create(key, { name: 'Ada' }, once('k'));
    for (let index = 0; index < 5; index++) await create(key);
    expect(shardOf(await create(key))).toBe('c001');
    const again = await call('POST', ATHLETES, { key, body: { name: 'Ada' }, headers: once('k') });
    expect([again.status, again.json.id]).toEqual([201, first]);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  });

  test.each([['weur'], ['enam']])(
    '20 simultaneous requests make one athlete of %s while it moves on',
    async (region) => {
      const { testKey: key } = await makePartner();
      for (let index = 0; index < 3; index++) await create(key, { region });
      const send = () => call('POST', ATHLETES, { key, body: { region, name: 'Ada' }, headers: once('k') });
      const replies = await Promise.all([
        ...Array.from({ length: 10 }, send),
        ...Array.from({ length: 4 }, () => call('POST', ATHLETES, { key, body: { region } })),
        ...Array.from({ length: 10 }, send),
      ]);
      const named = replies.filter(({ json }) => json.name === 'Ada');
      expect(new Set(named.map(({ text }) => text)).size).toBe(1);
      expect(replies.every(({ status }) => status === 201)).toBe(true);
      const { json } = await call('GET', `${ATHLETES}?limit=100`, { key });
      expect(json.data).toHaveLength(8);
    },
  );

  test('a request interrupted between reservation and creation is finished by its retry, and once', async () => {
    const { testKey: key } = await makePartner();
    const there = await create(key, { region: 'enam' });
    const options = { key, body: { region: 'enam', name: 'Ada' }, headers: once('k') };
    expect((await call('POST', ATHLETES, { ...options, bindings: insteadOf(there, away) })).status).toBe(503);
    const first = await call('POST', ATHLETES, options);
    expect(first.status).toBe(201);
    expect((await call('POST', ATHLETES, options)).text).toBe(first.text);
    expect((await call('GET', ATHLETES, { key })).json.data).toHaveLength(2);
  });

  test('after the erasure of its athlete in another shard the key makes a new one, with another identifier', async () => {
    const { testKey: key } = await makePartner();
    const options = { key, body: { region: 'enam' }, headers: once('k') };
    const first = await call('POST', ATHLETES, options);
    expect((await call('DELETE', `${ATHLETES}/${first.json.id}`, { key })).status).toBe(200);
    const next = await call('POST', ATHLETES, options);
    expect(next.status).toBe(201);
    expect(next.json.id).not.toBe(first.json.id);
    expect((await call('GET', `${ATHLETES}/${next.json.id}`, { key })).status).toBe(200);
  });

  test('a key that made an athlete of another region makes no API key', async () => {
    const { testKey: key } = await makePartner();
    await create(key, { region: 'enam' }, once('k'));
    const reply = await call('POST', '/v1/partner/api-keys', {
      key,
      body: { name: 'x' },
      headers: once('k'),
    });
    expect(refusal(reply)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });
});
