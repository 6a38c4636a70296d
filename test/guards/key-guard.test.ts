import { evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newKeySecret } from '#platform/access/credentials.ts';
import { failingBindings } from '../support/bindings.ts';
import { call, refusal } from '../support/client.ts';
import { guardOf, inGuard } from '../support/guards.ts';
import { makePartner } from '../support/partners.ts';
import { NOON_MS, stopClock } from '../support/stopped-clock.ts';

const BUDGET = 20;
const bindings = { STANDARD_SANDBOX_PER_MIN: String(BUDGET) };
let keys = 0;
const freshKeyId = () => `key_test${++keys}`;

async function admitAtOnce(keyId: string, requests: number): Promise<number> {
  const guard = guardOf(keyId);
  const admissions = await Promise.all(Array.from({ length: requests }, () => guard.admit(BUDGET)));
  return admissions.filter((admission) => admission.outcome === 'admitted').length;
}

describe('the budget of a key', () => {
  // The clock stands still, so that no refill during a slow run blurs an exact count.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('of 50 simultaneous requests against a budget of 20 exactly 30 are refused', async () => {
    expect(await admitAtOnce(freshKeyId(), 50)).toBe(BUDGET);
  });

  test('the rate limit survives eviction of the guard: it keeps its count', async () => {
    const keyId = freshKeyId();
    const before = await admitAtOnce(keyId, 12);
    await evictDurableObject(guardOf(keyId));
    const after = await admitAtOnce(keyId, 38);
    expect([before, after]).toEqual([12, 8]);
    await evictDurableObject(guardOf(keyId));
    expect(await admitAtOnce(keyId, 5)).toBe(0);
  });

  test.each([1, 3, 7, 60])('exactly one of N + 1 is refused for a budget of %i', async (budget) => {
    const guard = guardOf(freshKeyId());
    const admissions = await Promise.all(Array.from({ length: budget + 1 }, () => guard.admit(budget)));
    expect(admissions.filter((admission) => admission.outcome === 'limited')).toHaveLength(1);
  });

  test('the rate limit holds through the whole Worker: of 50 simultaneous requests 30 are 429 with Retry-After', async () => {
    const { testKey } = await makePartner();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => call('GET', '/v1/athletes', { key: testKey, bindings })),
    );
    const refused = replies.filter((reply) => reply.status === 429);
    expect(refused).toHaveLength(30);
    for (const reply of refused) {
      expect(refusal(reply).code).toBe('rate_limited');
      expect(reply.headers.get('Retry-After')).toBe('3');
      expect(reply.headers.get('RateLimit-Policy')).toBe('"standard";q=20;w=60');
      expect(reply.headers.get('RateLimit')).toBe('"standard";r=0;t=60');
    }
  });

  test('a rate-limited request costs nothing: however often the client retries, it is admitted after Retry-After', async () => {
    const { testKey } = await makePartner();
    const get = async () => (await call('GET', '/v1/athletes', { key: testKey, bindings })).status;
    for (let request = 0; request < BUDGET; request++) expect(await get()).toBe(200);
    const start = Date.now();
    for (const afterMs of [0, 500, 1500, 2999]) {
      vi.setSystemTime(start + afterMs);
      expect(await get(), `${afterMs} ms later`).toBe(429);
    }
    vi.setSystemTime(start + 3000);
    expect([await get(), await get()]).toEqual([200, 429]);
    vi.setSystemTime(start + 63_000);
    const statuses = await Promise.all(Array.from({ length: BUDGET + 5 }, get));
    expect(statuses.filter((status) => status === 200)).toHaveLength(BUDGET);
  });

  test('every authenticated answer has the RateLimit headers, failures included', async () => {
    const { testKey } = await makePartner();
    const { json } = await call('POST', '/v1/athletes', { key: testKey, body: {} });
    const etag = (await call('GET', `/v1/athletes/${json.id}`, { key: testKey })).headers.get('ETag') ?? '';
    const answers = [
      await call('GET', `/v1/athletes/${json.id}`, { key: testKey }),
      await call('GET', `/v1/athletes/${json.id}`, { key: testKey, headers: { 'if-none-match': etag } }),
      await call('GET', '/v1/athletes/unknown', { key: testKey }),
      await call('GET', '/v1/athletes/ath_lc00001jcc9q0x8v5n3m1t7k2b6h4dz', { key: testKey }),
      await call('POST', '/v1/athletes', { key: testKey, body: { sex: 1 } }),
      await call('POST', '/v1/athletes', {
        key: testKey,
        rawBody: '{',
        headers: { 'content-type': 'application/json' },
      }),
      await call('POST', '/v1/athletes', {
        key: testKey,
        body: {},
        bindings: failingBindings('athleteBatches'),
      }),
      await call('GET', '/v1/athletes', { key: testKey, bindings: failingBindings('athleteBatches') }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 304, 404, 401, 422, 400, 503, 503]);
    for (const answer of answers) {
      expect(answer.headers.get('RateLimit-Policy')).toBe('"standard";q=6000;w=60');
      expect(answer.headers.get('RateLimit')).toMatch(/^"standard";r=59\d\d;t=1$/);
    }
  });

  test('the rate limits are vars: live and sandbox each have their own', async () => {
    const { testKey, liveKey } = await makePartner();
    const vars = { STANDARD_SANDBOX_PER_MIN: '7', STANDARD_LIVE_PER_MIN: '3' };
    const policy = async (key: string) =>
      (await call('GET', '/v1/athletes', { key, bindings: vars })).headers.get('RateLimit-Policy');
    expect(await policy(testKey)).toBe('"standard";q=7;w=60');
    expect(await policy(liveKey)).toBe('"standard";q=3;w=60');
  });
});

describe("a key's guard", () => {
  test.each([
    ['GET', '/v1/athletes'],
    ['POST', '/v1/athletes'],
  ])('when it fails, %s is 503 with Retry-After and nothing is shown or done', async (method, path) => {
    const { testKey } = await makePartner();
    await call('POST', '/v1/athletes', { key: testKey, body: { name: 'Ada' } });
    const reply = await call(method, path, {
      key: testKey,
      ...(method === 'POST' ? { body: { name: 'Bea' } } : {}),
      bindings: failingBindings('guardCalls'),
    });
    expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    expect(reply.text).not.toContain('Ada');
    expect(reply.text).not.toContain('guard');
    expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await call('GET', '/v1/athletes', { key: testKey })).json.data).toHaveLength(1);
  });

  test('remembers revocation, expiry and termination through eviction', async () => {
    const [revoked, expiring, ended] = [freshKeyId(), freshKeyId(), freshKeyId()];
    const past = Date.now() - 1000;
    await guardOf(revoked).revoke(revoked);
    await guardOf(expiring).expireAt(expiring, past);
    await guardOf(ended).endPartner(ended, past);
    for (const keyId of [revoked, expiring, ended]) await evictDurableObject(guardOf(keyId));
    expect(await guardOf(revoked).admit(BUDGET)).toEqual({ outcome: 'revoked' });
    expect(await guardOf(expiring).admit(BUDGET)).toEqual({ outcome: 'expired', expiresAtMs: past });
    expect(await guardOf(ended).admit(BUDGET)).toMatchObject({ partnerTerminatedAtMs: past });
  });

  test('a partner’s termination 30 days ago revokes its keys', async () => {
    const keyId = freshKeyId();
    await guardOf(keyId).endPartner(keyId, Date.now() - 30 * 86_400_000);
    expect(await guardOf(keyId).admit(BUDGET)).toEqual({ outcome: 'revoked' });
  });

  test('ends a key at its expiry, and 30 days after its partner’s end, to the millisecond', async () => {
    stopClock();
    const [expiring, ended] = [freshKeyId(), freshKeyId()];
    const endMs = NOON_MS + 1000;
    await guardOf(expiring).expireAt(expiring, endMs);
    await guardOf(ended).endPartner(ended, endMs - 30 * 86_400_000);
    vi.setSystemTime(endMs - 1);
    for (const keyId of [expiring, ended]) {
      expect(await guardOf(keyId).admit(BUDGET)).toMatchObject({ outcome: 'admitted' });
    }
    vi.setSystemTime(endMs);
    expect(await guardOf(expiring).admit(BUDGET)).toEqual({ outcome: 'expired', expiresAtMs: endMs });
    expect(await guardOf(ended).admit(BUDGET)).toEqual({ outcome: 'revoked' });
  });

  test('ends a revoked key once: no later expiry and no second termination changes its end', async () => {
    const [revoked, ended] = [freshKeyId(), freshKeyId()];
    const endedAtMs = Date.now() - 5000;
    await guardOf(revoked).revoke(revoked);
    expect(await guardOf(revoked).expireAt(revoked, Date.now() + 3_600_000)).toBe(false);
    expect(await guardOf(revoked).admit(BUDGET)).toEqual({ outcome: 'revoked' });
    await guardOf(ended).endPartner(ended, endedAtMs);
    await guardOf(ended).endPartner(ended, endedAtMs + 1000);
    expect(await guardOf(ended).admit(BUDGET)).toMatchObject({ partnerTerminatedAtMs: endedAtMs });
  });

  test('an expiry and a termination that it is told while it settles outlast what the registry says', async () => {
    const { testKeyId: expiring, liveKeyId: ended } = await makePartner();
    const past = Date.now() - 1000;
    await inGuard(expiring, async (guard) => {
      await guard.expireAt(expiring, past + 3_600_000);
      const settling = guard.alarm();
      await guard.expireAt(expiring, past);
      await settling;
    });
    expect(await guardOf(expiring).admit(BUDGET)).toEqual({ outcome: 'expired', expiresAtMs: past });
    await inGuard(ended, async (guard) => {
      await guard.expireAt(ended, past);
      const settling = guard.alarm();
      await guard.endPartner(ended, past);
      await settling;
    });
    expect(await guardOf(ended).admit(BUDGET)).toMatchObject({ partnerTerminatedAtMs: past });
  });

  test('a revocation that arrives while an earlier change is settled is not lost', async () => {
    const keyId = freshKeyId();
    const until = Date.now() + 3_600_000;
    await inGuard(keyId, async (guard) => {
      await guard.expireAt(keyId, until);
      const settling = guard.alarm();
      await guard.revoke(keyId);
      await settling;
    });
    expect(await guardOf(keyId).admit(BUDGET)).toEqual({ outcome: 'revoked' });
  });
});

describe('failed authentications', () => {
  /** The native binding counts by the real minute; this one never starts a new one in the middle of a test. */
  function shield(limit: number) {
    const tries = new Map<string, number>();
    const FAILED_AUTHENTICATIONS: RateLimit = {
      limit: async ({ key }) => {
        tries.set(key, (tries.get(key) ?? 0) + 1);
        return { success: (tries.get(key) ?? 0) <= limit };
      },
    };
    return { FAILED_AUTHENTICATIONS };
  }

  test('too many from one address are rate limited, and no other address; a valid key is admitted from any address', async () => {
    const { testKey } = await makePartner();
    const [address, bindings] = ['203.0.113.7', shield(3)];
    await call('GET', '/v1/athletes', { key: testKey });
    const attempt = (key: string, from = address) =>
      call('GET', '/v1/athletes', { key, address: from, bindings });
    const statuses: number[] = [];
    for (let time = 0; time < 5; time++) statuses.push((await attempt(`${testKey}x`)).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const limited = await attempt(`${testKey}x`);
    expect(refusal(limited).code).toBe('rate_limited');
    expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await attempt(`${testKey}x`, '203.0.113.8')).status).toBe(401);
    expect((await attempt(testKey)).status).toBe(200);
  });

  test('if the address limiter does not answer, a failed authentication is 503 and a valid key is admitted', async () => {
    const { testKey } = await makePartner();
    await call('GET', '/v1/athletes', { key: testKey });
    const FAILED_AUTHENTICATIONS: RateLimit = { limit: () => Promise.reject(new Error('no limiter')) };
    const attempt = (key: string) =>
      call('GET', '/v1/athletes', { key, bindings: { FAILED_AUTHENTICATIONS } });
    expect(refusal(await attempt(`${testKey}x`))).toMatchObject({
      status: 503,
      code: 'temporarily_unavailable',
    });
    expect((await attempt(testKey)).status).toBe(200);
  });

  test('on a KV miss the address limiter is asked before the registry, once the address has failed', async () => {
    const [address, limited] = ['203.0.113.10', shield(1)];
    const attempt = (bindings: object) =>
      call('GET', '/v1/athletes', { key: newKeySecret('test'), address, bindings });
    expect((await attempt(limited)).status).toBe(401);
    const reply = await attempt({ ...failingBindings('registryBatches'), ...limited });
    expect(refusal(reply)).toMatchObject({ status: 429, code: 'rate_limited' });
  });

  test('the operator API has the same address rate limit, and the valid token passes it', async () => {
    const bindings = shield(2);
    const attempt = async (key: string) =>
      (await call('GET', '/operator/v1/partners', { key, address: '203.0.113.9', bindings })).status;
    const wrong = 'a'.repeat(32);
    expect([await attempt(wrong), await attempt(wrong), await attempt(wrong)]).toEqual([401, 401, 429]);
    expect(await attempt(env.OPERATOR_TOKEN)).toBe(200);
  });
});
