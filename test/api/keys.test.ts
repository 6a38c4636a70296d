import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { type Counts, failingBindings } from '../support/bindings.ts';
import { makeKey } from '../support/builders.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { evictGuard, guardOf, inGuard, rewireGuard } from '../support/guards.ts';
import { makePartner } from '../support/partners.ts';
import { later, stopClock } from '../support/stopped-clock.ts';

const PATH = '/v1/partner/api-keys';
const HOUR_MS = 3_600_000;
const probe = (key: string) => call('GET', '/v1/athletes', { key });

async function kvRecord(secret: string): Promise<unknown> {
  return env.API_KEYS.get(`key:${await sha256Hex(secret)}`, 'json');
}

async function putKvRecordBack(secret: string, record: unknown): Promise<void> {
  await env.API_KEYS.put(`key:${await sha256Hex(secret)}`, JSON.stringify(record));
}

async function registryStatus(keyId: string): Promise<unknown> {
  return env.REGISTRY.prepare('SELECT status FROM api_keys WHERE id = ?').bind(keyId).first('status');
}

afterEach(() => {
  vi.useRealTimers();
});

describe('creating a key', () => {
  test('creating a key shows the secret once, its Location answers a GET, and the key works immediately', async () => {
    const { testKey } = await makePartner();
    const made = await call('POST', PATH, { key: testKey, body: { name: 'Worker' } });
    expect(made.status).toBe(201);
    expect(made.headers.get('Location')).toBe(`${BASE}${PATH}/${made.json.id}`);
    expect(made.json).toMatchObject({ name: 'Worker', environment: 'test', status: 'active' });
    expect(made.json.secret).toMatch(/^sk_test_[0-9A-Za-z]{38}$/);
    expect(made.json.secret.startsWith(made.json.prefix)).toBe(true);
    expect(made.json.secret.endsWith(made.json.last4)).toBe(true);
    expect(Date.parse(made.json.rotate_by) - Date.parse(made.json.created_at)).toBe(90 * 24 * HOUR_MS);
    expect(await kvRecord(made.json.secret)).toMatchObject({ keyId: made.json.id, status: 'active' });
    expect((await probe(made.json.secret)).status).toBe(200);
    const read = await call('GET', `${PATH}/${made.json.id}`, { key: testKey });
    const { secret: _secret, ...record } = made.json;
    expect({ ...read.json, last_used_at: null }).toEqual(record);
    expect(read.text).not.toContain('secret');
  });

  test("a key has its guard's region, by default the home region, even without athletes there, and rotation keeps it", async () => {
    const { testKey } = await makePartner({ regions: ['enam', 'eu'] });
    const create = (region?: string) =>
      call('POST', PATH, { key: testKey, body: { name: 'x', ...(region && { region }) } });
    expect((await create()).json.region).toBe('enam');
    const inEu = await create('eu');
    expect(inEu.json.region).toBe('eu');
    expect(await kvRecord(inEu.json.secret)).toMatchObject({ region: 'eu' });
    for (const away of ['oc', 'sam', 'afr', 'me']) {
      const { json } = await create(away);
      expect(json.region).toBe(away);
      expect((await call('GET', PATH, { key: json.secret })).status).toBe(200);
    }
    expect(refusal(await create('mars'))).toMatchObject({ status: 422, pointers: ['/region'] });
    expect((await call('GET', PATH, { key: inEu.json.secret })).status).toBe(200);
    const rotated = await call('POST', `${PATH}/${inEu.json.id}/rotate`, { key: testKey });
    expect(rotated.json.region).toBe('eu');
    // Its guard is inside the jurisdiction, so none of this name is outside.
    expect((await call('DELETE', `${PATH}/${inEu.json.id}`, { key: testKey })).status).toBe(204);
    const after = await call('GET', PATH, { key: inEu.json.secret });
    expect(refusal(after).code).toBe('invalid_api_key');
    expect(await guardOf(inEu.json.id).status()).toMatchObject({ outcome: 'alive' });
    expect(await guardOf(`eu:${inEu.json.id}`).status()).toEqual({ outcome: 'revoked' });
  });

  test('a key authenticates while its KV record is missing', async () => {
    const { testKey } = await makePartner();
    const bindings = failingBindings('kvWrites');
    const made = await call('POST', PATH, { key: testKey, body: { name: 'Worker' }, bindings });
    expect(made.status).toBe(201);
    expect(await kvRecord(made.json.secret)).toBeNull();
    expect((await probe(made.json.secret)).status).toBe(200);
  });

  test("a new key belongs to its caller's environment; naming the other one is environment_mismatch", async () => {
    const { testKey, liveKey } = await makePartner();
    for (const [key, environment, words] of [
      [testKey, 'test', ['test', 'sandbox']],
      [liveKey, 'live', ['live', 'production']],
    ] as const) {
      for (const word of words) {
        const made = await call('POST', PATH, { key, body: { name: 'x', environment: word } });
        expect(made.json).toMatchObject({
          environment,
          secret: expect.stringContaining(`sk_${environment}_`),
        });
      }
    }
    for (const [key, environment] of [
      [testKey, 'live'],
      [testKey, 'production'],
      [liveKey, 'test'],
      [liveKey, 'sandbox'],
    ] as const) {
      const reply = await call('POST', PATH, { key, body: { name: 'x', environment } });
      expect(refusal(reply)).toMatchObject({ status: 401, code: 'environment_mismatch' });
    }
  });

  test.each([
    [{}, '/name', 'required'],
    [{ name: '' }, '/name', 'too_small'],
    [{ name: 'x'.repeat(101) }, '/name', 'too_big'],
    [{ name: 'x', environment: 'staging' }, '/environment', 'invalid_value'],
    [{ name: 'x', scopes: [] }, '/scopes', 'unknown_field'],
  ])('refuses %j', async (body, pointer, code) => {
    const { testKey } = await makePartner();
    const reply = await call('POST', PATH, { key: testKey, body });
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [pointer] });
    expect(reply.json.error.errors[0].code).toBe(code);
  });

  test('names a field with two problems once in the message', async () => {
    const { testKey } = await makePartner();
    const { json } = await call('POST', PATH, { key: testKey, body: { name: '\ud800' } });
    expect(json.error.errors).toHaveLength(2);
    expect(json.error.message).toBe('Invalid fields: /name');
  });

  test('key limit: of 30 simultaneous requests exactly 24 create a key, 25 usable ones with the first', async () => {
    const { testKey, liveKey } = await makePartner();
    const create = () => call('POST', PATH, { key: testKey, body: { name: 'x' } });
    const replies = await Promise.all(Array.from({ length: 30 }, create));
    const statuses = replies.map((reply) => reply.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(24);
    const refused = replies.filter((reply) => reply.status !== 201).map((reply) => refusal(reply).code);
    expect(refused).toEqual(Array.from({ length: 6 }, () => 'key_limit_reached'));
    // Rotation would create a 26th usable key. Deleting one allows it.
    const [one, other] = replies.filter((reply) => reply.status === 201).map((reply) => reply.json.id);
    const rotate = () => call('POST', `${PATH}/${one}/rotate`, { key: testKey });
    expect(refusal(await rotate())).toMatchObject({ status: 409, code: 'key_limit_reached' });
    expect((await call('DELETE', `${PATH}/${other}`, { key: testKey })).status).toBe(204);
    expect((await rotate()).status).toBe(201);
    expect((await call('POST', PATH, { key: liveKey, body: { name: 'x' } })).status).toBe(201);
  });
});

describe('reading keys', () => {
  test("the list shows its environment's keys, newest first, including ended ones, and never a secret or hash", async () => {
    const { testKey, testKeyId } = await makePartner();
    const ids = [testKeyId];
    for (let time = 0; time < 2; time++) ids.push((await makeKey(testKey)).id);
    await call('DELETE', `${PATH}/${ids[1]}`, { key: testKey });
    const first = await call('GET', `${PATH}?limit=2`, { key: testKey });
    const second = await call('GET', `${PATH}?limit=2&cursor=${first.json.next_cursor}`, { key: testKey });
    const rows = [...first.json.data, ...second.json.data];
    expect(rows.map((row) => row.id)).toEqual([...ids].sort().reverse());
    expect(rows.find((row) => row.id === ids[1]).status).toBe('revoked');
    expect(first.text + second.text).not.toMatch(/secret|hash/);
  });

  test('last_used_at appears with the first use, and is written at most once an hour', async () => {
    const { testKey, testKeyId } = await makePartner();
    await probe(testKey);
    const { json } = await call('GET', `${PATH}/${testKeyId}`, { key: testKey });
    expect(Math.abs(Date.parse(json.last_used_at) - Date.now())).toBeLessThan(60_000);
    const at = async (seconds: number) => {
      const bindings = later(seconds);
      await call('GET', '/v1/athletes', { key: testKey, bindings });
      const reply = await call('GET', `${PATH}/${testKeyId}`, { key: testKey, bindings });
      return reply.json.last_used_at;
    };
    expect(await at(3000)).toBe(json.last_used_at);
    expect(Date.parse(await at(4000)) - Date.parse(json.last_used_at)).toBeGreaterThan(3_900_000);
  });
});

describe('rotating a key', () => {
  async function rotated() {
    const partner = await makePartner();
    const reply = await call('POST', `${PATH}/${partner.testKeyId}/rotate`, { key: partner.testKey });
    expect(reply.status).toBe(201);
    return { ...partner, successor: reply.json, location: reply.headers.get('Location') };
  }

  test('rotation by the key itself: both work, and the old one shows its expiry and its successor', async () => {
    const { testKey, testKeyId, successor, location } = await rotated();
    expect(location).toBe(`${BASE}${PATH}/${successor.id}`);
    expect(successor).toMatchObject({ status: 'active', expires_at: null, name: 'test' });
    expect((await probe(testKey)).status).toBe(200);
    expect((await probe(successor.secret)).status).toBe(200);
    const { json: old } = await call('GET', `${PATH}/${testKeyId}`, { key: successor.secret });
    expect(old).toMatchObject({ status: 'rotated', rotated_to: successor.id });
    expect(Date.parse(old.expires_at) - Date.parse(successor.created_at)).toBe(72 * HOUR_MS);
    expect(await kvRecord(testKey)).toMatchObject({ status: 'rotated', expiresAt: expect.any(Number) });
  });

  test('rotation: after 72 hours to the second the old key is expired, after 90 days more unknown, and the new one works', async () => {
    // The guard's clock stands still, so it admits the old key all the time.
    stopClock();
    const { testKey, testKeyId, successor } = await rotated();
    const at = async (seconds: number, key: string) =>
      refusal(await call('GET', '/v1/athletes', { key, bindings: later(seconds) })).code;
    expect(await at(72 * 3600 - 1, testKey)).toBeUndefined();
    expect(await at(72 * 3600, testKey)).toBe('expired_api_key');
    expect(await at(72 * 3600 + 90 * 86_400 + 1, testKey)).toBe('invalid_api_key');
    expect(await at(72 * 3600 + 1, successor.secret)).toBeUndefined();
    const shown = await call('GET', `${PATH}/${testKeyId}`, {
      key: successor.secret,
      bindings: later(72 * 3600 + 1),
    });
    expect(shown.json.status).toBe('expired');
  });

  test('a second rotation is rejected and names the successor, even for two simultaneous ones', async () => {
    const { testKey, testKeyId, successor } = await rotated();
    const again = await call('POST', `${PATH}/${testKeyId}/rotate`, { key: testKey });
    expect(refusal(again)).toMatchObject({ status: 409, code: 'key_already_rotated' });
    expect(again.json.error.resource_id).toBe(successor.id);
    const both = await Promise.all(
      [1, 2, 3].map(() => call('POST', `${PATH}/${successor.id}/rotate`, { key: testKey })),
    );
    expect(both.map((reply) => reply.status).sort()).toEqual([201, 409, 409]);
  });

  test('rotation: the guard rejects the old key even if KV has a stale record, put back by hand or from an old replica', async () => {
    const partner = await makePartner();
    await probe(partner.testKey);
    const before = await kvRecord(partner.testKey);
    await call('POST', `${PATH}/${partner.testKeyId}/rotate`, { key: partner.testKey });
    await putKvRecordBack(partner.testKey, before);
    await inGuard(partner.testKeyId, (guard) => guard.expireAt(partner.testKeyId, Date.now() - 1000));
    expect(refusal(await probe(partner.testKey))).toMatchObject({ status: 401, code: 'expired_api_key' });
  });

  test.each([
    ['the guard is told', 'guardCalls', 2],
    ['the registry is written', 'registryBatches', 2],
  ] as const)(
    'cut before %s, nothing has changed and rotating again works',
    async (_when, kind, fromCall) => {
      const { testKey, testKeyId } = await makePartner();
      await probe(testKey);
      const bindings = failingBindings(kind, fromCall);
      const cut = await call('POST', `${PATH}/${testKeyId}/rotate`, { key: testKey, bindings });
      expect(refusal(cut)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
      // The guard takes it back once it finds the key unrotated in the registry.
      await runDurableObjectAlarm(guardOf(testKeyId));
      // The guard's clock also passes the grace period that never began.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 80 * HOUR_MS });
      expect((await probe(testKey)).status).toBe(200);
      expect((await call('POST', `${PATH}/${testKeyId}/rotate`, { key: testKey })).status).toBe(201);
    },
  );

  test('a rotation interrupted before KV is written stands, and the guard writes KV', async () => {
    const { testKey, testKeyId } = await makePartner();
    await probe(testKey);
    const bindings = failingBindings('kvWrites');
    const reply = await call('POST', `${PATH}/${testKeyId}/rotate`, { key: testKey, bindings });
    expect(reply.status).toBe(201);
    expect((await probe(reply.json.secret)).status).toBe(200);
    expect(await kvRecord(testKey)).toMatchObject({ status: 'active' });
    await runDurableObjectAlarm(guardOf(testKeyId));
    expect(await kvRecord(testKey)).toMatchObject({ status: 'rotated' });
  });
});

describe('revoking a key', () => {
  test('revocation takes effect immediately, even with the old KV record put back by hand', async () => {
    const { testKey } = await makePartner();
    const victim = await makeKey(testKey);
    expect((await probe(victim.secret)).status).toBe(200);
    const before = await kvRecord(victim.secret);
    const reply = await call('DELETE', `${PATH}/${victim.id}`, { key: testKey });
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(await kvRecord(victim.secret)).toMatchObject({ status: 'revoked' });
    expect(refusal(await probe(victim.secret))).toMatchObject({ status: 401, code: 'invalid_api_key' });
    await putKvRecordBack(victim.secret, before);
    const after = await probe(victim.secret);
    expect(refusal(after)).toMatchObject({ status: 401, code: 'invalid_api_key' });
    expect(after.headers.get('RateLimit')).toBeNull();
    // The partner's tier is full, and only a caller with a live key may learn it.
    expect(after.headers.get('X-Service-Data-Attribution')).toBe('required');
    await evictGuard(victim.id);
    expect((await probe(victim.secret)).status).toBe(401);
  });

  test('revocation is idempotent: 204 for a key that has already ended', async () => {
    const { testKey } = await makePartner();
    const victim = await makeKey(testKey);
    for (let time = 0; time < 3; time++) {
      expect((await call('DELETE', `${PATH}/${victim.id}`, { key: testKey })).status).toBe(204);
    }
    const rotate = await call('POST', `${PATH}/${victim.id}/rotate`, { key: testKey });
    expect(refusal(rotate)).toMatchObject({ status: 404, code: 'key_not_found' });
  });

  test('revocation by the key itself', async () => {
    const { testKey, testKeyId } = await makePartner();
    expect((await call('DELETE', `${PATH}/${testKeyId}`, { key: testKey })).status).toBe(204);
    expect(refusal(await probe(testKey))).toMatchObject({ status: 401, code: 'invalid_api_key' });
  });

  test('a request that began before the revocation and reads at the same time is rejected too', async () => {
    const { testKey, testKeyId } = await makePartner();
    await probe(testKey);
    await guardOf(testKeyId).revoke(testKeyId);
    const reply = await probe(testKey);
    expect(refusal(reply)).toMatchObject({ status: 401, code: 'invalid_api_key' });
    expect(reply.headers.get('X-Service-Data-Attribution')).toBe('required');
  });

  const cuts: readonly (readonly [string, keyof Counts])[] = [
    ['the registry', 'registryBatches'],
    ['KV', 'kvWrites'],
  ];
  test.each(cuts)(
    'cut before %s is written, the key is dead and its guard finishes the rest',
    async (_step, kind) => {
      const { testKey, testKeyId } = await makePartner();
      const victim = await makeKey(testKey);
      await probe(victim.secret);
      await probe(testKey);
      expect(await kvRecord(testKey)).toMatchObject({ keyId: testKeyId });
      const repair = await rewireGuard(victim.id, failingBindings(kind));
      const cut = await call('DELETE', `${PATH}/${victim.id}`, { key: testKey });
      expect(refusal(cut)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
      expect(await kvRecord(victim.secret)).toMatchObject({ status: 'active' });
      expect(refusal(await probe(victim.secret))).toMatchObject({ status: 401, code: 'invalid_api_key' });
      await repair();
      expect(await runDurableObjectAlarm(guardOf(victim.id))).toBe(true);
      expect(await registryStatus(victim.id)).toBe('revoked');
      expect(await kvRecord(victim.secret)).toMatchObject({ status: 'revoked' });
      // Nothing remains to reconcile.
      expect(await inGuard(victim.id, (_guard, state) => state.storage.kv.get('pending'))).toBeUndefined();
    },
  );

  test('a guard that cannot finish a revocation retries, doubling the delay up to a quarter of an hour, until it can', async () => {
    const now = Date.now();
    stopClock(now);
    const { testKey } = await makePartner();
    const victim = await makeKey(testKey);
    const guard = guardOf(victim.id);
    const waits: number[] = [];
    const repair = await rewireGuard(victim.id, failingBindings('registryBatches'));
    await inGuard(victim.id, async (instance, state) => {
      await instance.revoke(victim.id);
      for (let time = 0; time < 10; time++) {
        await instance.alarm();
        waits.push(((await state.storage.getAlarm()) ?? 0) - now);
      }
    });
    await repair();
    expect(waits.map((wait) => wait / 1000)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
    expect(await registryStatus(victim.id)).toBe('active');
    expect(await runDurableObjectAlarm(guard)).toBe(true);
    expect(await registryStatus(victim.id)).toBe('revoked');
  });
});
