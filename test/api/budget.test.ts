import { describe, expect, test } from 'vitest';
import { type Counts, countingBindings } from '../support/bindings.ts';
import { makeActivity, makeAthlete, makePrescription } from '../support/builders.ts';
import { type CallOptions, call } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

/**
 * The storage calls of one request: 1 guard call, or none with a lease, 1 batch to read and 1 to write or 1
 * for both, nothing else. Measured on a key that is in use: once a minute its isolate also reads KV, and once an hour and after the answer it
 * writes `last_used_at`.
 */

type Stored = Omit<Counts, 'guardCalls'>;
const READ: Stored = { kvReads: 0, kvWrites: 0, directoryCalls: 0, registryBatches: 0, athleteBatches: 1 };
const WRITE: Stored = { ...READ, athleteBatches: 2 };
const NOTHING_STORED: Stored = { ...READ, athleteBatches: 0 };

async function workplace() {
  // One region, so that a list has one shard to ask; and none of its shards is full, which a creation would look into.
  const { testKey } = await makePartner({ regions: ['weur'] });
  const { id: athleteId, path } = await makeAthlete(testKey, { body_mass_kg: 70 });
  const run = { type: 'run', duration_min: 90 };
  const { path: activityPath } = await makeActivity(testKey, athleteId, run);
  await makePrescription(testKey, activityPath);
  const { bindings: counting, counts, reset } = countingBindings();
  const bindings = { ...counting, ATHLETES_PER_SHARD: '999999999' };
  await call('GET', '/v1/athletes', { key: testKey, bindings });
  const count = async (method: string, at: string, options: CallOptions = {}) => {
    reset();
    const reply = await call(method, at, { key: testKey, bindings, ...options });
    const { guardCalls, ...stored } = counts;
    expect(guardCalls, `${method} ${at}`).toBeLessThanOrEqual(1);
    return { status: reply.status, counts: stored };
  };
  return { testKey, athleteId, path, activityPath, run, count };
}

describe('storage calls of one request', () => {
  test('the first request of a key in an isolate reads KV once, and so does one a minute', async () => {
    const { testKey: key } = await makePartner();
    await call('GET', '/v1/athletes', { key });
    const { bindings, counts } = countingBindings();
    const at = async (seconds: number) => {
      const reply = await call('GET', '/v1/athletes', {
        key,
        bindings: { ...bindings, CLOCK_OFFSET_S: String(seconds) },
      });
      return [reply.status, counts.kvReads, counts.registryBatches, counts.kvWrites];
    };
    expect([await at(0), await at(0), await at(58)]).toEqual(Array(3).fill([200, 1, 0, 0]));
    expect([await at(61), await at(61)]).toEqual(Array(2).fill([200, 2, 0, 0]));
  });

  test('reads: at most 1 guard call, 1 batch', async () => {
    const { path, activityPath, count } = await workplace();
    for (const at of [
      path,
      '/v1/athletes',
      `${path}/activities`,
      activityPath,
      `${activityPath}/prescription`,
      `${activityPath}/prescription?include=explanation`,
    ]) {
      expect(await count('GET', at), at).toEqual({ status: 200, counts: READ });
    }
    expect(await count('GET', '/v1/activity-types')).toEqual({ status: 200, counts: NOTHING_STORED });
  });

  test('creations and stored calculations: at most 2 batches, idempotency included', async () => {
    const { path, activityPath, run, count } = await workplace();
    expect(await count('POST', '/v1/athletes', { body: {} })).toEqual({ status: 201, counts: READ });
    for (const [at, body] of [
      ['/v1/athletes', {}],
      [`${path}/activities`, run],
    ] as const) {
      const headers = { 'idempotency-key': at };
      expect(await count('POST', at, { body, headers }), at).toEqual({ status: 201, counts: WRITE });
      expect(await count('POST', at, { body, headers }), at).toEqual({ status: 201, counts: READ });
    }
    expect(await count('POST', `${path}/activities`, { body: run })).toEqual({ status: 201, counts: READ });
    expect(await count('POST', `${activityPath}/prescription`)).toEqual({ status: 200, counts: WRITE });
  });

  test('an external_id costs a creation 1 directory call and no batch, and a change of it 2; leaving it alone costs nothing', async () => {
    const { testKey: key, path, count } = await workplace();
    // The first claim also builds the directory.
    await call('POST', '/v1/athletes', { key, body: { external_id: 'first' } });
    const named = { ...READ, directoryCalls: 1 };
    const create = (externalId: string, headers = {}) =>
      count('POST', '/v1/athletes', { body: { external_id: externalId }, headers });
    expect(await create('second')).toEqual({ status: 201, counts: named });
    const keyed = await create('third', { 'idempotency-key': 'third' });
    expect(keyed).toEqual({ status: 201, counts: { ...named, athleteBatches: 2 } });
    expect(await create('second')).toEqual({ status: 409, counts: { ...named, athleteBatches: 2 } });
    const change = (body: object) => count('PATCH', path, { body });
    expect(await change({ name: 'New' })).toEqual({ status: 200, counts: WRITE });
    expect(await change({ external_id: 'fourth' })).toEqual({
      status: 200,
      counts: { ...WRITE, directoryCalls: 1 },
    });
    expect(await change({ external_id: 'fourth', name: 'Same' })).toEqual({ status: 200, counts: WRITE });
    // The old one is looked up along with the claim, and let go after the answer.
    expect(await change({ external_id: 'fifth' })).toEqual({
      status: 200,
      counts: { ...WRITE, directoryCalls: 3 },
    });
  });

  test('feedback and sweat tests: 1 batch to read and 1 to write, however much was learned; what is learned costs reads nothing', async () => {
    const { path, activityPath, athleteId, run, count } = await workplace();
    const weighed = {
      type: 'run',
      duration_min: 60,
      body_mass_before_kg: 70,
      body_mass_after_kg: 69,
      fluid_ml: 0,
    };
    for (const [at, body, status] of [
      [`${activityPath}/feedback`, { hydration_feel: 'dehydrated' }, 201],
      [`${activityPath}/feedback`, { hydration_feel: 'well_hydrated' }, 200],
      [`${path}/sweat-tests`, weighed, 201],
    ] as const) {
      const headers = { 'idempotency-key': at };
      expect(await count('POST', at, { body, headers }), at).toEqual({ status, counts: WRITE });
    }
    const again = { body: { hydration_feel: 'well_hydrated' } };
    expect(await count('POST', `${activityPath}/feedback`, again)).toEqual({ status: 200, counts: READ });
    for (const at of [
      path,
      '/v1/athletes',
      activityPath,
      `${path}/activities`,
      `${activityPath}/prescription`,
      `${activityPath}/feedback`,
      `${path}/sweat-tests`,
      `${path}/learned`,
    ]) {
      expect(await count('GET', at), at).toEqual({ status: 200, counts: READ });
    }
    const scenario = { body: { athlete_id: athleteId, activity: run } };
    expect(await count('POST', '/v1/nutrition/calculate', scenario)).toEqual({ status: 200, counts: READ });
    expect(await count('POST', `${activityPath}/prescription`)).toEqual({ status: 200, counts: WRITE });
    expect(await count('DELETE', `${activityPath}/feedback`)).toEqual({ status: 204, counts: WRITE });
  });

  test('calculations that store nothing: 1 batch for a stored athlete, none without', async () => {
    const { athleteId, run, count } = await workplace();
    const path = '/v1/nutrition/calculate';
    const withAthlete = { athlete_id: athleteId, activity: run };
    expect(await count('POST', path, { body: withAthlete })).toEqual({ status: 200, counts: READ });
    expect(await count('POST', path, { body: { activity: run } })).toEqual({
      status: 200,
      counts: NOTHING_STORED,
    });
    const scenarios = Array.from({ length: 50 }, () => withAthlete);
    expect(await count('POST', `${path}/batch`, { body: { scenarios } })).toEqual({
      status: 200,
      counts: READ,
    });
  });

  test('a read that is rate limited while it runs shows nothing of the athlete', async () => {
    const { testKey: key } = await makePartner();
    const bindings = { STANDARD_SANDBOX_PER_MIN: '2' } as object;
    const { path } = await makeAthlete(key, { body_mass_kg: 70 }, { bindings });
    const read = await call('GET', path, { key, bindings });
    expect([read.status, read.headers.has('ETag')]).toEqual([200, true]);
    const refused = await call('GET', path, { key, bindings });
    expect([refused.status, refused.headers.get('Cache-Control')]).toEqual([429, 'no-store']);
    expect(refused.headers.has('ETag')).toBe(false);
    expect(refused.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  });

  test('a rate-limited key costs no database query and no guard call until its Retry-After', async () => {
    const { testKey } = await makePartner({ regions: ['weur'] });
    const vars = { STANDARD_SANDBOX_PER_MIN: '2' };
    const { bindings, counts, reset } = countingBindings();
    const get = (seconds = 0) =>
      call('GET', '/v1/athletes', {
        key: testKey,
        bindings: { ...bindings, ...vars, CLOCK_OFFSET_S: String(seconds) },
      });
    const statuses = [(await get()).status, (await get()).status, (await get()).status];
    expect(statuses).toEqual([200, 200, 429]);
    reset();
    const replies = await Promise.all(Array.from({ length: 10 }, () => get()));
    for (const reply of replies) {
      expect(reply.status).toBe(429);
      expect(reply.headers.get('X-Service-Data-Attribution')).toBe('optional');
      expect(reply.headers.get('RateLimit')).toMatch(/^"standard";r=0;t=\d+$/);
      expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(25);
    }
    expect(counts).toEqual({
      kvReads: 0,
      kvWrites: 0,
      guardCalls: 0,
      directoryCalls: 0,
      registryBatches: 0,
      athleteBatches: 0,
    });
    // After it the guard is asked again. It lives outside this clock, so it refuses still.
    await get(31);
    expect(counts.guardCalls).toBe(1);
  });

  test('a refused key costs nothing beyond KV and what its guard is told: malformed, or wrong environment', async () => {
    const { testKey, liveKey } = await makePartner();
    for (const key of [testKey, liveKey]) await call('GET', '/v1/athletes', { key });
    const { bindings, counts, reset } = countingBindings();
    await call('GET', '/v1/athletes', { key: `${testKey}x`, bindings });
    expect(counts.kvReads + counts.registryBatches + counts.guardCalls).toBe(0);
    const path = '/v1/athletes/ath_lc00001jcc9q0x8v5n3m1t7k2b6h4dz';
    expect((await call('GET', path, { key: testKey, bindings })).status).toBe(401);
    // The second call reports the failure to the console, after the answer.
    expect(counts).toEqual({ ...NOTHING_STORED, guardCalls: 2, kvReads: 1 });
    reset();
    await call('GET', path, { key: liveKey, bindings });
    expect(counts).toEqual({ ...READ, guardCalls: 2, kvReads: 1 });
  });

  test('creating a key: 2 registry batches, and 1 KV write by its guard that no answer waits for', async () => {
    const { count } = await workplace();
    const keyed = { ...NOTHING_STORED, registryBatches: 2, kvWrites: 1 };
    expect(await count('POST', '/v1/partner/api-keys', { body: { name: 'x' } })).toEqual({
      status: 201,
      counts: keyed,
    });
  });
});
