import { evictDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { failingBindings } from '../support/bindings.ts';
import { call, refusal } from '../support/client.ts';
import { guardOf, inGuard } from '../support/guards.ts';
import { makePartner } from '../support/partners.ts';

const BUDGET = 20;
/** One token in an hour or more: no refill can blur an exact count. */
const bindings = { STANDARD_SANDBOX_PER_MIN: String(BUDGET) };
let keys = 0;
const freshKeyId = () => `key_test${++keys}`;

async function admitAtOnce(keyId: string, requests: number): Promise<number> {
  const guard = guardOf(keyId);
  const admissions = await Promise.all(Array.from({ length: requests }, () => guard.admit(BUDGET)));
  return admissions.filter((admission) => admission.outcome === 'admitted').length;
}

describe('the budget of a key', () => {
  test('of 50 simultaneous requests against a budget of 20 exactly 30 are refused', async () => {
    expect(await admitAtOnce(freshKeyId(), 50)).toBe(BUDGET);
  });

  test('also when the object is evicted in between: it keeps what it counted', async () => {
    const keyId = freshKeyId();
    const before = await admitAtOnce(keyId, 12);
    await evictDurableObject(guardOf(keyId));
    const after = await admitAtOnce(keyId, 38);
    expect([before, after]).toEqual([12, 8]);
    await evictDurableObject(guardOf(keyId));
    expect(await admitAtOnce(keyId, 5)).toBe(0);
  });

  test('exactly one of N + 1 is refused, for any budget', async () => {
    for (const budget of [1, 3, 7, 60, 599]) {
      const guard = guardOf(freshKeyId());
      const admissions = await Promise.all(Array.from({ length: budget + 1 }, () => guard.admit(budget)));
      const refused = admissions.filter((admission) => admission.outcome === 'limited');
      // A budget of 599 a minute refills one in a tenth of a second, which the calls themselves may take.
      if (budget < 100) expect(refused, `budget ${budget}`).toHaveLength(1);
      else expect(refused.length, `budget ${budget}`).toBeLessThanOrEqual(1);
    }
  });

  test('holds through the whole Worker: 50 requests at once, 30 of them 429 with Retry-After', async () => {
    const { testKey } = await makePartner();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => call('GET', '/v1/athletes', { key: testKey, bindings })),
    );
    const refused = replies.filter((reply) => reply.status === 429);
    expect(refused).toHaveLength(30);
    for (const reply of refused) {
      expect(refusal(reply).code).toBe('rate_limited');
      expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
      expect(Number(reply.headers.get('Retry-After'))).toBeLessThanOrEqual(3);
      expect(reply.headers.get('RateLimit-Policy')).toBe('"standard";q=20;w=60');
      expect(reply.headers.get('RateLimit')).toMatch(/^"standard";r=0;t=(5[0-9]|60)$/);
    }
  });

  test('a refused request costs nothing: the client is let in when Retry-After says', async () => {
    const { testKey } = await makePartner();
    const at = (seconds: number) =>
      call('GET', '/v1/athletes', {
        key: testKey,
        bindings: { ...bindings, CLOCK_OFFSET_S: String(seconds) },
      });
    for (let request = 0; request < 20; request++) expect((await at(0)).status).toBe(200);
    const refused = await at(0);
    expect(refused.status).toBe(429);
    // The isolate refuses by itself until then, whatever the guard would say.
    expect((await at(0)).status).toBe(429);
  });

  test('every authenticated answer tells the budget, whatever else it says', async () => {
    const { testKey } = await makePartner();
    const { json } = await call('POST', '/v1/athletes', { key: testKey, body: {} });
    const etag = (await call('GET', `/v1/athletes/${json.id}`, { key: testKey })).headers.get('ETag') ?? '';
    const answers = [
      await call('GET', `/v1/athletes/${json.id}`, { key: testKey }),
      await call('GET', `/v1/athletes/${json.id}`, { key: testKey, headers: { 'if-none-match': etag } }),
      await call('GET', '/v1/athletes/unknown', { key: testKey }),
      await call('GET', '/v1/athletes/ath_l001jcc9q0x8v5n3m1t7k2b6h4dz', { key: testKey }),
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

  test('the limits are vars: live and sandbox each have their own', async () => {
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

  test('remembers its death and its partner’s end through eviction', async () => {
    const [revoked, expiring, ended] = [freshKeyId(), freshKeyId(), freshKeyId()];
    const past = Date.now() - 1000;
    await guardOf(revoked).revoke(revoked);
    await guardOf(expiring).expireAt(expiring, past);
    await guardOf(ended).endPartner(past);
    for (const keyId of [revoked, expiring, ended]) await evictDurableObject(guardOf(keyId));
    expect(await guardOf(revoked).admit(BUDGET)).toEqual({ outcome: 'revoked' });
    expect(await guardOf(expiring).admit(BUDGET)).toEqual({ outcome: 'expired', expiresAtMs: past });
    expect(await guardOf(ended).admit(BUDGET)).toMatchObject({ partnerTerminatedAtMs: past });
  });

  test('a partner’s end 30 days ago is the end of its keys', async () => {
    const keyId = freshKeyId();
    await guardOf(keyId).endPartner(Date.now() - 30 * 86_400_000);
    expect(await guardOf(keyId).admit(BUDGET)).toEqual({ outcome: 'revoked' });
  });

  test('what it is told while it settles is not lost', async () => {
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
  test('100 a minute from one address are told apart from noise; then the address waits, others do not', async () => {
    const { testKey } = await makePartner();
    const address = '203.0.113.7';
    const attempt = () => call('GET', '/v1/athletes', { key: `${testKey}x`, address });
    const statuses: number[] = [];
    for (let time = 0; time < 105; time++) statuses.push((await attempt()).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses.slice(100)).toEqual([429, 429, 429, 429, 429]);
    const limited = await attempt();
    expect(refusal(limited).code).toBe('rate_limited');
    expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await call('GET', '/v1/athletes', { key: `${testKey}x` })).status).toBe(401);
    // The shield is against guessing: a good key that KV knows is not asked where it comes from.
    await call('GET', '/v1/athletes', { key: testKey });
    expect((await call('GET', '/v1/athletes', { key: testKey, address })).status).toBe(200);
  });

  test('on a KV miss the shield is asked before the registry is', async () => {
    const { testKey } = await makePartner();
    const address = '203.0.113.8';
    for (let time = 0; time < 100; time++) {
      await call('GET', '/v1/athletes', { key: 'sk_test_guess', address });
    }
    const reply = await call('GET', '/v1/athletes', {
      key: testKey,
      address,
      bindings: failingBindings('registryBatches'),
    });
    expect(refusal(reply)).toMatchObject({ status: 429, code: 'rate_limited' });
  });

  test('the operator’s door has the same shield', async () => {
    const address = '203.0.113.9';
    const statuses: number[] = [];
    for (let time = 0; time < 101; time++) {
      const reply = await call('GET', '/operator/v1/partners', { key: 'a'.repeat(32), address });
      statuses.push(reply.status);
    }
    expect([statuses[0], statuses[99], statuses[100]]).toEqual([401, 401, 429]);
  });
});
