import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { noteSize, takeSizes } from '#platform/storage/database.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { countingBindings, watchedBindings } from '../support/bindings.ts';
import { makeAthlete, makeKey } from '../support/builders.ts';
import { call, operator, refusal } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { full, withBatches } from '../support/faulty-databases.ts';
import { guardOf } from '../support/guards.ts';
import { makePartner } from '../support/partners.ts';
import { insteadOf, TEST_HOME } from '../support/shards.ts';

const ATHLETES = '/v1/athletes';
const shardOf = (id: string) => parseAthleteId(id)?.shard;

describe('the sizes of shards', () => {
  /** A database that says it has this size. */
  const sized = (bytes: number) => (database: D1Database) =>
    withBatches(database, async (send) =>
      (await send()).map((result) => ({ ...result, meta: { ...result.meta, size_after: bytes } })),
    );

  const shardNow = async (shard: string, environment = 'test') =>
    (await operator('GET', '/operator/v1/shards')).json.data.find(
      (row: { shard: string; environment: string }) => row.shard === shard && row.environment === environment,
    );

  test('the nightly job measures every shard, and closes one of 6 GB to new athletes until it is smaller', async () => {
    const { testKey: key } = await makePartner();
    const { id: home } = await makeAthlete(key);
    await makeAthlete(key, { region: 'enam' });
    expect((await operator('GET', '/operator/v1/shards')).json.data).toHaveLength(6);
    await runSchedule('23 3 * * *', { ...env, ...insteadOf(home, sized(6e9)) });
    expect(await shardNow('c000')).toMatchObject({
      region: 'weur',
      size_bytes: 6e9,
      measured_at: expect.stringMatching(/^20\d\d-/),
      open: false,
    });
    const enam = await shardNow('b000');
    expect(enam.open).toBe(true);
    expect(enam.size_bytes).toBeGreaterThan(0);
    const { n } = (await TEST_HOME.prepare('SELECT count(*) AS n FROM athletes').first<{ n: number }>()) ?? {
      n: 0,
    };
    expect((await shardNow('c000')).athletes).toBe(n);

    // Within ten minutes the partner has moved on, with room left in the shard that closed.
    await runSchedule('*/10 * * * *', env);
    expect(shardOf((await makeAthlete((await makeKey(key)).secret)).id)).toBe('c001');
    await runSchedule('23 3 * * *', env);
    expect((await shardNow('c000')).open).toBe(true);
  });

  test('sizes reach the registry with the usage of a key, newer ones only, and one of 6 GB closes', async () => {
    const { testKey: key, testKeyId } = await makePartner();
    await makeAthlete(key);
    await operator('GET', '/operator/v1/shards');
    const bytes = async () => (await shardNow('c000')).size_bytes;
    const report = async (sizeBytes: number, atMs: number) => {
      const sizes = [{ environment: 'test', shard: 'c000', sizeBytes, atMs }] as const;
      const counts = [{ hourMs: 0, operationId: 'getAthlete', statusClass: '2xx', requests: 1 }] as const;
      const owner = { partnerId: 'prt_sized', environment: 'test' } as const;
      await guardOf(testKeyId).admit(600, 0, { owner, counts, sizes });
      await runDurableObjectAlarm(guardOf(testKeyId));
      return bytes();
    };
    const before = await bytes();
    expect(await report(5e9, Date.now() + 60_000)).toBe(before);
    expect(await report(5e9, Date.now() + 400_000)).toBe(5e9);
    expect(await shardNow('c000')).toMatchObject({ open: true });
    expect(await report(6e9, Date.now() + 800_000)).toBe(6e9);
    expect(await shardNow('c000')).toMatchObject({ open: false });
    expect(await report(5e9, Date.now())).toBe(6e9);
    await runSchedule('23 3 * * *', env);
    expect(await shardNow('c000')).toMatchObject({ open: true });
  });

  test('the answers of databases say their sizes, once in ten minutes for an isolate', () => {
    const binding = Object.create(TEST_HOME);
    const stores = {
      athleteDatabases: { test: new Map([['c000', binding]]), live: new Map() },
      clockOffsetMs: 0,
    };
    takeSizes(stores);
    noteSize(binding, 4096);
    noteSize(binding, 8192);
    expect(takeSizes(stores)).toMatchObject([{ environment: 'test', shard: 'c000', sizeBytes: 4096 }]);
    expect(takeSizes(stores)).toEqual([]);
  });

  const fullWith = (words: string, isRegistryDown: boolean) =>
    watchedBindings((call) => {
      if (call === 'athleteBatches') throw new Error(`D1_ERROR: ${words}`);
      if (call === 'registryBatches' && isRegistryDown) throw new Error('the registry is down');
    });

  test.each([
    'Exceeded maximum DB size',
    'database or disk is full: SQLITE_FULL',
    'Exceeded maximum account storage',
  ])(
    'a database that is full (%s) is 503 storage_full without Retry-After, also while the registry does not answer',
    async (words) => {
      const { testKey: key } = await makePartner();
      const { path } = await makeAthlete(key);
      const reply = await call('PATCH', path, { key, body: { name: 'A' }, bindings: fullWith(words, true) });
      expect(refusal(reply)).toMatchObject({ status: 503, code: 'storage_full' });
      expect(reply.headers.get('Retry-After')).toBeNull();
      expect((await shardNow('c000')).open).toBe(true);
    },
  );

  test('a database that is full closes at once, and new athletes go elsewhere', async () => {
    const { testKey: key } = await makePartner();
    const { id } = await makeAthlete(key);
    const activity = { type: 'run', duration_min: 60 };
    const path = `${ATHLETES}/${id}/activities`;
    const bindings = fullWith('Exceeded maximum DB size', false);
    const reply = await call('POST', path, { key, body: activity, bindings });
    expect(refusal(reply)).toMatchObject({ status: 503, code: 'storage_full' });
    expect(await shardNow('c000')).toMatchObject({ open: false });
    expect((await call('GET', path, { key })).json.data).toEqual([]);

    await runSchedule('*/10 * * * *', env);
    const fresh = (await makeKey(key)).secret;
    expect(shardOf((await makeAthlete(fresh)).id)).toBe('c001');
    await runSchedule('23 3 * * *', env);
    expect((await shardNow('c000')).open).toBe(true);
  });

  test('an erasure that a full database refuses is 202, and takes place once there is space', async () => {
    const { testKey: key } = await makePartner();
    const { id } = await makeAthlete(key);
    const path = `${ATHLETES}/${id}`;
    const reply = await call('DELETE', path, { key, bindings: insteadOf(id, full) });
    expect([reply.status, reply.json]).toMatchObject([202, { id, deleted: true, completed_at: null }]);
    expect(await shardNow('c000')).toMatchObject({ open: false, full_at: expect.any(String) });
    expect((await call('GET', path, { key, bindings: insteadOf(id, full) })).status).toBe(200);
    await runSchedule('*/10 * * * *', { ...env, CLOCK_OFFSET_S: '120' });
    expect((await call('GET', path, { key })).status).toBe(404);
    await runSchedule('23 3 * * *', env);
  });

  test('a full database leaves the service ready, and is probed every ten minutes until it takes rows', async () => {
    const { testKey: key } = await makePartner();
    const { id } = await makeAthlete(key);
    const bindings = { ...env, ...insteadOf(id, full) };
    const refused = await call('PATCH', `${ATHLETES}/${id}`, { key, body: { name: 'A' }, bindings });
    expect(refusal(refused)).toMatchObject({ status: 503, code: 'storage_full' });
    const ready = await call('GET', '/health/ready', { bindings: { CLOCK_OFFSET_S: '1000' } });
    expect([ready.status, ready.json.degraded]).toEqual([200, ['the test shard c000 (full)']]);
    const deep = await call('GET', '/health/ready?deep', { bindings: { CLOCK_OFFSET_S: '1000' } });
    expect([deep.status, deep.json.error.message]).toEqual([503, expect.stringContaining('c000 (full)')]);

    await runSchedule('*/10 * * * *', bindings);
    expect((await shardNow('c000')).full_at).not.toBeNull();
    await runSchedule('*/10 * * * *', env);
    expect(await shardNow('c000')).toMatchObject({ full_at: null, open: false });
    const rows = await TEST_HOME.prepare(
      "SELECT count(*) AS n FROM idempotency_keys WHERE partner_id = ''",
    ).first('n');
    expect(rows).toBe(0);
    await runSchedule('23 3 * * *', env);
  });

  test('a shard of 8 GB is reported as an error', async () => {
    const { testKey: key } = await makePartner();
    const { id } = await makeAthlete(key, { region: 'enam' });
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => errors.mockRestore());
    await runSchedule('23 3 * * *', { ...env, ...insteadOf(id, sized(8e9)) });
    expect(errors.mock.calls.map(([line]) => JSON.parse(String(line)))).toContainEqual({
      event: 'shard',
      level: 'error',
      environment: 'test',
      shard: 'b000',
      size_bytes: 8e9,
      open: false,
    });
    // The only shard of its region stays in use: athletes are not refused, and no key's record is written anew.
    const { bindings, counts } = countingBindings();
    await runSchedule('*/10 * * * *', { ...env, ...bindings });
    expect(counts.kvWrites).toBe(0);
    expect(shardOf((await makeAthlete(key, { region: 'enam' })).id)).toBe('b000');
    await runSchedule('23 3 * * *', env);
  });
});
