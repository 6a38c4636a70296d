import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { newKeySecret } from '#platform/access/credentials.ts';
import { isKnownKey, recallKey, rememberKey } from '#platform/access/find-key.ts';
import { parseEnv } from '#platform/env.ts';
import { isSuspect, noteFailure, noteLookup, noteLookupEnd } from '#platform/guards/address-limit.ts';
import { newRequestContext } from '#platform/http/context.ts';
import { countingBindings, countingLimiter, failingBindings, watchedBindings } from '../support/bindings.ts';
import { makeKey } from '../support/builders.ts';
import { call, refusal } from '../support/client.ts';
import { guardOf } from '../support/guards.ts';
import { makePartner } from '../support/partners.ts';

/**
 * Tests the sources of a key's record: this isolate's memory, KV, the registry. Memory belongs to a set of stores,
 * so fresh bindings act as an isolate that has just started. All isolates share the limiter's count.
 */

const PATH = '/v1/athletes';

/** An isolate where KV answers that it knows no key, whatever is written to it. */
function isolateWithColdKv() {
  const { bindings, counts } = countingBindings();
  const counting = bindings.API_KEYS ?? env.API_KEYS;
  const API_KEYS = new Proxy(counting, {
    get: (target, name) =>
      name === 'get'
        ? (key: string) => target.get(key).then(() => null)
        : name === 'put'
          ? (key: string) => target.put(`nowhere:${key}`, '')
          : Reflect.get(target, name),
  });
  return { bindings: { ...bindings, API_KEYS }, counts };
}

describe('a valid key that KV misses', () => {
  test('is never rate limited as a failed authentication: 210 requests from one address over 30 isolates cost nothing', async () => {
    const { testKey: key } = await makePartner();
    const { limiter: FAILED_AUTHENTICATIONS, calls: paid } = countingLimiter(20);
    const address = '192.0.2.101';
    const statuses = new Set<number>();
    for (let isolate = 0; isolate < 30; isolate++) {
      const { bindings, counts } = isolateWithColdKv();
      const ask = async () => {
        const reply = await call('GET', PATH, {
          key,
          address,
          bindings: { ...bindings, FAILED_AUTHENTICATIONS },
        });
        statuses.add(reply.status);
      };
      await ask();
      await Promise.all(Array.from({ length: 6 }, ask));
      expect([counts.kvReads, counts.kvWrites]).toEqual([1, 1]);
      expect(counts.registryBatches, 'one look-up, and last_used_at once').toBeLessThanOrEqual(2);
    }
    expect([...statuses]).toEqual([200]);
    expect(paid.size).toBe(0);
  });

  test('is written to KV once by an isolate that 100 requests reach at once, and then every five minutes', async () => {
    const { testKey: key } = await makePartner();
    const { limiter: FAILED_AUTHENTICATIONS, calls: paid } = countingLimiter(0);
    const { bindings, counts } = isolateWithColdKv();
    const at = (seconds: number) =>
      call('GET', PATH, {
        key,
        address: '192.0.2.102',
        bindings: { ...bindings, FAILED_AUTHENTICATIONS, CLOCK_OFFSET_S: String(seconds) },
      });
    const replies = await Promise.all(Array.from({ length: 100 }, () => at(0)));
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
    expect(counts.kvWrites).toBe(1);
    for (const seconds of [61, 122, 183, 244]) expect((await at(seconds)).status).toBe(200);
    expect([counts.kvReads, counts.kvWrites]).toEqual([104, 1]);
    expect((await at(310)).status).toBe(200);
    expect(counts.kvWrites).toBe(2);
    expect(paid.size).toBe(0);
  });

  test('is written to KV by the next request that misses it, if KV did not accept the first write', async () => {
    const { testKey: key } = await makePartner();
    let writes = 0;
    const bindings = watchedBindings((what) => {
      if (what !== 'kvWrites') return;
      writes += 1;
      if (writes === 1) throw new Error('down');
    });
    const at = (seconds: number) =>
      call('GET', PATH, { key, bindings: { ...bindings, CLOCK_OFFSET_S: String(seconds) } });
    expect((await at(0)).status).toBe(200);
    expect((await at(61)).status).toBe(200);
    expect(writes).toBe(2);
  });

  test('of a partner with 25 keys costs nothing when all of them are used at once', async () => {
    const { testKey } = await makePartner();
    const keys = [testKey];
    while (keys.length < 25) keys.push((await makeKey(testKey)).secret);
    const { limiter: FAILED_AUTHENTICATIONS, calls: paid } = countingLimiter(0);
    const { bindings } = isolateWithColdKv();
    const replies = await Promise.all(
      keys.map((key) =>
        call('GET', PATH, { key, address: '192.0.2.103', bindings: { ...bindings, FAILED_AUTHENTICATIONS } }),
      ),
    );
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
    expect(paid.size).toBe(0);
  });

  test('is not locked out by guesses from its own address, once its isolate knows it', async () => {
    const { testKey } = await makePartner();
    const { bindings } = isolateWithColdKv();
    const { limiter: FAILED_AUTHENTICATIONS } = countingLimiter(3);
    const attempt = async (key: string, seconds = 0) => {
      const vars = { FAILED_AUTHENTICATIONS, CLOCK_OFFSET_S: String(seconds) };
      return (await call('GET', PATH, { key, address: '192.0.2.104', bindings: { ...bindings, ...vars } }))
        .status;
    };
    expect(await attempt(testKey)).toBe(200);
    const statuses = [];
    for (let guess = 0; guess < 5; guess++) statuses.push(await attempt(newKeySecret('test'), 61));
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect(await attempt(testKey, 61)).toBe(200);
  });
});

describe('guessed keys with good checksums', () => {
  test('reach the registry 25 times at once and as often as the limiter allows, of 500 at once', async () => {
    const { limiter: FAILED_AUTHENTICATIONS, calls: paid } = countingLimiter(30);
    const { bindings, counts } = isolateWithColdKv();
    const address = '192.0.2.105';
    const attempt = () =>
      call('GET', PATH, {
        key: newKeySecret('live'),
        address,
        bindings: { ...bindings, FAILED_AUTHENTICATIONS },
      });
    const replies = await Promise.all(Array.from({ length: 500 }, attempt));
    expect(counts.registryBatches).toBeLessThanOrEqual(25 + 30);
    expect(replies.filter((reply) => reply.status === 401).length).toBeLessThanOrEqual(30);
    expect(paid.get(address)).toBe(500);
    const before = counts.registryBatches;
    expect(refusal(await attempt())).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(counts.registryBatches).toBe(before);
    expect(counts.kvWrites).toBe(0);
  });

  test.each([
    ['unknown', async () => newKeySecret('test')],
    [
      'revoked',
      async () => {
        const { testKey } = await makePartner();
        const { path, secret } = await makeKey(testKey);
        await call('DELETE', path, { key: testKey });
        return secret as string;
      },
    ],
  ])('each pay for one failed authentication: %s ones', async (what, makeKey) => {
    const { limiter: FAILED_AUTHENTICATIONS, calls: paid } = countingLimiter(100);
    const { bindings } = isolateWithColdKv();
    const address = what === 'unknown' ? '192.0.2.106' : '192.0.2.107';
    for (let attempts = 1; attempts <= 3; attempts++) {
      const key = await makeKey();
      const reply = await call('GET', PATH, {
        key,
        address,
        bindings: { ...bindings, FAILED_AUTHENTICATIONS },
      });
      expect(refusal(reply)).toMatchObject({ status: 401, code: 'invalid_api_key' });
      expect(paid.get(address)).toBe(attempts);
    }
  });
});

describe('a KV that does not answer', () => {
  test('is skipped: the registry is asked once a minute, and the fault is logged', async () => {
    const { testKey: key } = await makePartner();
    const down = countingBindings();
    const API_KEYS = failingBindings('kvReads').API_KEYS ?? env.API_KEYS;
    const { limiter: FAILED_AUTHENTICATIONS, calls: paid } = countingLimiter(0);
    const bindings = { ...down.bindings, API_KEYS, FAILED_AUTHENTICATIONS };
    const lines = vi.spyOn(console, 'log');
    const statuses = [];
    for (let time = 0; time < 5; time++) statuses.push((await call('GET', PATH, { key, bindings })).status);
    const [first, second] = lines.mock.calls.map((line) => JSON.parse(String(line[0])));
    lines.mockRestore();
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(first.fault).toMatch(/^StorageUnavailable: the key projection did not answer/);
    expect(second.fault).toBeUndefined();
    expect(down.counts.registryBatches).toBeLessThanOrEqual(2);
    expect(paid.size).toBe(0);
  });

  test('is skipped for an unknown key too, which is invalid and not unavailable', async () => {
    const bindings = failingBindings('kvReads');
    const reply = await call('GET', PATH, { key: newKeySecret('test'), bindings });
    expect(refusal(reply)).toMatchObject({ status: 401, code: 'invalid_api_key' });
  });

  test('and an unavailable registry: a key of the last minute is admitted, any other is 503', async () => {
    const { testKey, liveKey } = await makePartner();
    const { bindings } = countingBindings();
    const isDown = new Set<string>();
    const failing = <Store extends object>(store: Store, method: string): Store =>
      new Proxy(store, {
        get(target, name) {
          if (name === method && isDown.has(method)) return () => Promise.reject(new Error('down'));
          const member: unknown = Reflect.get(target, name);
          return typeof member === 'function' ? member.bind(target) : member;
        },
      });
    const broken = {
      ...bindings,
      API_KEYS: failing(env.API_KEYS, 'get'),
      REGISTRY: failing(env.REGISTRY, 'batch'),
    };
    expect((await call('GET', PATH, { key: testKey, bindings: broken })).status).toBe(200);
    isDown.add('get').add('batch');
    expect((await call('GET', PATH, { key: testKey, bindings: broken })).status).toBe(200);
    const other = await call('GET', PATH, { key: liveKey, bindings: broken });
    expect(refusal(other)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
  });
});

// At once: each test waits for the leases of its own key.
describe.concurrent('a key that an isolate remembers', () => {
  test.each([
    ['revoked', (keyId: string) => guardOf(keyId).revoke(keyId), 'invalid_api_key'],
    ['expired', (keyId: string) => guardOf(keyId).expireAt(keyId, Date.now() - 1), 'expired_api_key'],
  ] as const)(
    'is dead at once when another isolate has it %s, and is then forgotten',
    async (_how, end, code) => {
      const { testKey: key, testKeyId } = await makePartner();
      const { bindings, counts, reset } = countingBindings();
      expect((await call('GET', PATH, { key, bindings })).status).toBe(200);
      expect((await call('GET', PATH, { key, bindings })).status).toBe(200);
      expect(counts.kvReads).toBe(1);
      await end(testKeyId);
      reset();
      for (let time = 1; time <= 2; time++) {
        expect(refusal(await call('GET', PATH, { key, bindings }))).toMatchObject({ status: 401, code });
      }
      expect(counts.kvReads).toBe(1);
    },
  );

  test('is forgotten by the isolate that handles its revocation', async () => {
    const { testKey: key, testKeyId } = await makePartner();
    const { bindings, counts, reset } = countingBindings();
    await call('GET', PATH, { key, bindings });
    expect((await call('DELETE', `/v1/partner/api-keys/${testKeyId}`, { key, bindings })).status).toBe(204);
    reset();
    expect(refusal(await call('GET', PATH, { key, bindings })).code).toBe('invalid_api_key');
    expect([counts.kvReads, counts.guardCalls]).toEqual([1, 0]);
  });

  test('is one of 10,000 at most: the one that was read longest ago is dropped', () => {
    const store = new Proxy(env.API_KEYS, {});
    const ctx = newRequestContext(parseEnv({ ...env, API_KEYS: store }), () => undefined);
    const partner = {
      status: 'active',
      defaultTier: 'full',
      terminatedAt: null,
      regions: ['weur'],
      shards: ['c000'],
      budgets: {},
    } as const;
    const remember = (name: string) =>
      rememberKey(ctx, name, {
        keyId: `key of ${name}`,
        partnerId: 'prt',
        environment: 'test',
        region: 'weur',
        status: 'active',
        expiresAt: null,
        partner,
      });
    for (let index = 0; index < 10_000; index++) remember(`hash ${index}`);
    remember('hash 0');
    remember('hash new');
    expect(isKnownKey(ctx, 'hash 1')).toBe(false);
    expect(['hash 0', 'hash 2', 'hash 9999', 'hash new'].map((hash) => recallKey(ctx, hash)?.keyId)).toEqual([
      'key of hash 0',
      'key of hash 2',
      'key of hash 9999',
      'key of hash new',
    ]);
  });
});

describe('the suspicion of an address', () => {
  const nowMs = 1_800_000_000_000;

  test('ends a minute after the failed authentication, or when 2,000 other addresses came', () => {
    noteFailure('198.51.100.1', nowMs);
    expect(isSuspect('::ffff:198.51.100.1', 'a', nowMs + 59_999)).toBe(true);
    expect(isSuspect('198.51.100.1', 'a', nowMs + 60_000)).toBe(false);
    for (let index = 0; index < 2000; index++) noteFailure(`198.18.${index >> 8}.${index & 255}`, nowMs);
    expect(isSuspect('198.51.100.1', 'a', nowMs)).toBe(false);
    expect(isSuspect('198.18.7.207', 'a', nowMs)).toBe(true);
  });

  test('counts a look-up until it ends, and an interrupted one for a minute', () => {
    const address = '2001:db8:77::1';
    for (let index = 0; index < 25; index++) noteLookup(address, `hash ${index}`, nowMs);
    expect(isSuspect('2001:db8:77::2', 'new', nowMs)).toBe(true);
    expect(isSuspect(address, 'hash 3', nowMs)).toBe(false);
    noteLookupEnd(address, 'hash 3');
    expect(isSuspect(address, 'new', nowMs)).toBe(false);
    noteLookup(address, 'hash 3', nowMs);
    expect(isSuspect(address, 'new', nowMs + 59_999)).toBe(true);
    expect(isSuspect(address, 'new', nowMs + 60_000)).toBe(false);
  });
});
