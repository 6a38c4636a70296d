import { env } from 'cloudflare:workers';
import { RandomSource } from '@musette/basics/random-source';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { call, refusal } from '../support/client.ts';
import { skipWaitForLeases } from '../support/guards.ts';
import { bound, newIsolate } from '../support/isolates.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';
import { TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';

/**
 * Linearisation: isolates that hold leases, with a permanently stale KV, while a region of a partner is removed. Once
 * the removal is answered no request creates an athlete there; if one came before, the removal is refused.
 */

const REMOVED = 'enam';

const setRegions = (
  { partnerId }: TestPartner,
  regions: readonly string[],
  bindings: Partial<Cloudflare.Env> = {},
) => {
  const path = `/operator/v1/partners/${partnerId}/regions`;
  return call('PUT', path, { key: env.OPERATOR_TOKEN, body: { regions }, bindings });
};

const createThere = ({ testKey: key }: TestPartner, bindings: Partial<Cloudflare.Env>) =>
  call('POST', '/v1/athletes', { key, body: { region: REMOVED }, bindings });

/** Uses a key in an isolate until it holds a lease. */
async function takeLease({ testKey: key }: TestPartner, bindings: Partial<Cloudflare.Env>): Promise<void> {
  for (let request = 0; request < 4; request++) await call('GET', '/v1/activity-types', { key, bindings });
}

async function athletesThere({ partnerId }: TestPartner): Promise<number> {
  const found = await env.ATHLETES_TEST_ENAM_0.prepare(
    'SELECT count(*) AS n FROM athletes WHERE partner_id = ?',
  )
    .bind(partnerId)
    .first<{ n: number }>();
  return found?.n ?? 0;
}

interface Removal {
  readonly isRemoved: boolean;
  readonly createdBefore: number;
  readonly createdAfter: number;
  readonly refusedAfter: number;
  readonly athletes: number;
}

/** Removes a region while four isolates create an athlete there at a random moment each, and once more after the answer. */
async function removeUnderFire(random: RandomSource, firstMs: number): Promise<Removal> {
  const partner = await makePartner();
  const isolates = Array.from({ length: 4 }, newIsolate);
  await Promise.all(isolates.map((isolate) => takeLease(partner, isolate)));
  const removal = setRegions(partner, ['weur']);
  const before = await Promise.all(
    isolates.map(async (isolate) => {
      await scheduler.wait(firstMs + random.uniform() * 500);
      return createThere(partner, isolate);
    }),
  );
  const { status } = await removal;
  const after = await Promise.all(isolates.map((isolate) => createThere(partner, isolate)));
  const created = (replies: readonly { readonly status: number }[]) =>
    replies.filter((reply) => reply.status === 201).length;
  expect([200, 409]).toContain(status);
  return {
    isRemoved: status === 200,
    createdBefore: created(before),
    createdAfter: created(after),
    refusedAfter: after.filter((reply) => reply.status === 422).length,
    athletes: await athletesThere(partner),
  };
}

describe('the removal of a region under fire', () => {
  test('of 24 removals each is refused or leaves no athlete, and nothing is created after its answer', async () => {
    const seed = Date.now();
    const random = new RandomSource(seed);
    // From the moment of the removal to well after the longest wait for leases.
    const moments = [0, 0, 300, 800, 2000, 3500];
    const removals = await Promise.all(
      [...moments, ...moments, ...moments, ...moments].map((ms) => removeUnderFire(random, ms)),
    );
    for (const removal of removals) {
      const expected = removal.isRemoved
        ? { athletes: 0, createdBefore: 0, createdAfter: 0, refusedAfter: 4 }
        : { athletes: removal.createdBefore + 4, createdAfter: 4, refusedAfter: 0 };
      expect(removal, `seed ${seed}`).toMatchObject(expected);
    }
    expect(removals.filter(({ isRemoved }) => isRemoved).length).toBeGreaterThan(0);
  });

  test('an athlete who comes between the two looks keeps the region for the partner', async () => {
    const partner = await makePartner();
    const isolate = newIsolate();
    await takeLease(partner, isolate);
    let batches = 0;
    const REGISTRY = new Proxy(env.REGISTRY, {
      get(target, name) {
        if (name !== 'batch') return bound(target, name);
        return async (statements: D1PreparedStatement[]) => {
          batches += 1;
          // The second one writes, after the first look.
          if (batches === 2) expect((await createThere(partner, isolate)).status).toBe(201);
          return target.batch(statements);
        };
      },
    });
    const removal = await setRegions(partner, ['weur'], { REGISTRY });
    expect(refusal(removal)).toMatchObject({ status: 409, code: 'region_in_use' });
    expect((await createThere(partner, isolate)).status).toBe(201);
    expect((await createThere(partner, newIsolate())).status).toBe(201);
    expect(await athletesThere(partner)).toBe(3);
  });

  test('without the wait for leases an isolate creates athletes in a removed region', async () => {
    const partner = await makePartner();
    const isolate = newIsolate();
    await takeLease(partner, isolate);
    await skipWaitForLeases(partner.testKeyId);
    expect((await setRegions(partner, ['weur'])).status).toBe(200);
    expect((await createThere(partner, isolate)).status).toBe(201);
    expect(await athletesThere(partner)).toBe(1);
    // The next call finds the athlete, and gives the region back.
    expect(refusal(await setRegions(partner, ['weur']))).toMatchObject({
      status: 409,
      code: 'region_in_use',
    });
    expect((await createThere(partner, newIsolate())).status).toBe(201);
  });

  test('a creation that was admitted before and writes after the answer is refused, and nothing is stored', async () => {
    const partner = await makePartner();
    const isolate = newIsolate();
    await takeLease(partner, isolate);
    const reserved = Promise.withResolvers<void>();
    const removed = Promise.withResolvers<void>();
    const slow = new Proxy(TEST_HOME, {
      get(target, name) {
        if (name !== 'batch') return bound(target, name);
        return async (statements: D1PreparedStatement[]) => {
          const results = await target.batch(statements);
          reserved.resolve();
          await removed.promise;
          return results;
        };
      },
    });
    const late = call('POST', '/v1/athletes', {
      key: partner.testKey,
      body: { region: REMOVED },
      headers: { 'idempotency-key': await sha256Hex(partner.partnerId) },
      bindings: { ...isolate, [TEST_HOME_BINDING]: slow },
    });
    await reserved.promise;
    expect((await setRegions(partner, ['weur'])).status).toBe(200);
    removed.resolve();
    expect(refusal(await late)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    expect(await athletesThere(partner)).toBe(0);
  });
});

describe('a region that is added', () => {
  test('takes athletes as soon as that is answered, whatever KV and an isolate remember', async () => {
    const partner = await makePartner({ regions: ['weur'] });
    const isolates = Array.from({ length: 4 }, newIsolate);
    await Promise.all(isolates.map((isolate) => takeLease(partner, isolate)));
    expect((await createThere(partner, newIsolate())).status).toBe(422);
    expect((await setRegions(partner, ['weur', REMOVED])).status).toBe(200);
    const created = await Promise.all(isolates.map((isolate) => createThere(partner, isolate)));
    expect(created.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  });
});
