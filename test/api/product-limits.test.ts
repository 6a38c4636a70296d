import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeAthlete, makeCalculatedActivity } from '../support/builders.ts';
import { CATALOGUE, loadTestCatalogue, makeProductReader, productNamed } from '../support/catalogue.ts';
import { call, type Reply, refusal } from '../support/client.ts';
import { inLimiter, limiterOf } from '../support/guards.ts';
import { makePartner } from '../support/partners.ts';
import { NOON_MS, stopClock } from '../support/stopped-clock.ts';

const HALF_A_DAY_MS = 43_200_000;
const UNKNOWN_ATHLETE = 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz';

beforeAll(() => loadTestCatalogue());

/** Limiters that do not answer. */
const NO_LIMITER = new Proxy(env.PRODUCT_LIMITER, {
  get(target, name) {
    if (name === 'get') return () => ({ take: () => Promise.reject(new Error('unreachable')) });
    const member = Reflect.get(target, name);
    return typeof member === 'function' ? member.bind(target) : member;
  },
});

describe("an athlete's budgets", () => {
  beforeEach(() => stopClock());

  const budget = (perMin: string, perDay = '100000') => ({
    PRODUCT_SANDBOX_PER_MIN: perMin,
    PRODUCT_SANDBOX_RECORDS_PER_DAY: perDay,
  });

  test('rate limit: of 40 concurrent requests with a budget of 30 exactly 10 are refused, and another athlete is not affected', async () => {
    const { key, get, log } = await makeProductReader();
    const replies = await Promise.all(Array.from({ length: 40 }, () => get('&limit=1', budget('30'))));
    const refused = replies.filter((reply) => reply.status === 429);
    expect(refused).toHaveLength(10);
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(30);
    for (const reply of refused) {
      expect(refusal(reply).code).toBe('athlete_rate_limited');
      expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    }
    expect(await log()).toHaveLength(30);
    const other = await makeAthlete(key);
    const path = `/v1/products?athlete_id=${other.id}`;
    const reply = await call('GET', path, { key, bindings: budget('30') });
    expect(reply.status).toBe(200);
  });

  test("daily limit: the day's records stop a slow crawler until midnight UTC", async () => {
    const { get } = await makeProductReader();
    let cursor = '';
    let records = 0;
    let last: Reply;
    do {
      last = await get(`&limit=25${cursor}`, budget('1000', '60'));
      if (last.status !== 200) break;
      records += last.json.data.length;
      cursor = `&cursor=${last.json.next_cursor}`;
    } while (records < CATALOGUE.length);
    expect(refusal(last)).toMatchObject({ status: 429, code: 'athlete_daily_limit_reached' });
    expect(records).toBe(50);
    expect(last.headers.get('Retry-After')).toBe(String(HALF_A_DAY_MS / 1000));
    // The part that fits is shown: a search counts its hits, not what its page could hold.
    expect((await get('&brand=coca-cola&limit=25', budget('1000', '60'))).json.data).toHaveLength(1);
    const rest = await get(`${cursor}&limit=9`, budget('1000', '60'));
    expect(rest.status).toBe(200);
    expect(rest.headers.get('RateLimit')).toMatch(/"athlete-records";r=[01];/);
  });

  test('seeing a product again does not count against the daily limit: two hundred searches, reads and pages of ten products', async () => {
    const { get, read } = await makeProductReader();
    const limits = budget('1000', '10');
    const first = await get('&limit=10', limits);
    const ids: string[] = first.json.data.map(({ id }: { id: string }) => id);
    for (let times = 0; times < 20; times++) {
      const replies = await Promise.all([
        get('&limit=10', limits),
        get('&limit=4', limits),
        ...ids.slice(0, 8).map((id) => read(id, limits)),
      ]);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      expect(replies[0]?.headers.get('RateLimit')).toContain('"athlete-records";r=0;');
    }
    const unseen = CATALOGUE.find(({ id }) => !ids.includes(id));
    expect(refusal(await read(unseen?.id ?? '', limits)).code).toBe('athlete_daily_limit_reached');
  });

  test('the daily limit counts distinct products over lists, searches, reads, plans and attached products', async () => {
    const { key, athleteId, get, read, log } = await makeProductReader({ body_mass_kg: 70 });
    const limits = budget('1000', '200');
    const { path } = await makeCalculatedActivity(key, athleteId, { duration_min: 120 });
    const seen = new Set<string>();
    const expectCounted = (reply: Reply, ids: readonly string[]) => {
      expect(reply.status).toBeLessThan(300);
      for (const id of ids) seen.add(id);
      expect(reply.headers.get('RateLimit')).toContain(`"athlete-records";r=${200 - seen.size};`);
    };
    const idsOf = ({ json }: Reply): string[] => json.data.map(({ id }: { id: string }) => id);
    const page = await get('&limit=25', limits);
    expectCounted(page, idsOf(page));
    const search = await get('&q=maurten&limit=25', limits);
    expectCounted(search, idsOf(search));
    const gel = productNamed('Maurten', 'Gel 160');
    expectCounted(await read(gel.id, limits), [gel.id]);
    const attached = CATALOGUE.slice(60, 64).map(({ id }) => id);
    const products = attached.map((product_id) => ({ product_id, servings: 1 }));
    const attaching = { key, body: { products }, bindings: limits };
    expectCounted(await call('POST', `${path}/products`, attaching), attached);
    const plan = await call('GET', `${path}/fuel-plan?suggest=true`, { key, bindings: limits });
    expectCounted(
      plan,
      plan.json.products.map(({ product_id }: { product_id: string }) => product_id),
    );
    expect(await log()).toHaveLength(5);
  });

  test('the daily limit is exact under concurrency: two hundred overlapping concurrent pages give sixty distinct products', async () => {
    const { get } = await makeProductReader();
    const limits = budget('1000', '60');
    const queries = ['gel', 'bar', 'drink', 'chew', 'maurten', 'clif', 'energy', 'sis', 'gu', 'tablet'];
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        get(`&q=${queries[index % queries.length]}&limit=${5 + (index % 20)}`, limits),
      ),
    );
    const shown = new Set(
      replies.flatMap(({ status, json }) =>
        status === 200 ? json.data.map(({ id }: { id: string }) => id) : [],
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect(shown.size).toBeLessThanOrEqual(60);
    const { headers } = await get('&brand=nobody', limits);
    expect(headers.get('RateLimit')).toContain(`"athlete-records";r=${60 - shown.size};`);
  });

  test('the daily limit resets at midnight UTC, and not a second earlier', async () => {
    const { get } = await makeProductReader();
    expect((await get('&limit=25', budget('1000', '25'))).status).toBe(200);
    vi.setSystemTime(NOON_MS + HALF_A_DAY_MS - 1000);
    const late = await get('&q=maurten&limit=1', budget('1000', '25'));
    expect([late.status, late.headers.get('Retry-After')]).toEqual([429, '1']);
    vi.setSystemTime(NOON_MS + HALF_A_DAY_MS);
    expect((await get('&limit=25', budget('1000', '25'))).status).toBe(200);
  });

  test("yesterday's products are not refunded to today's daily limit", async () => {
    const { partner, athleteId } = await makeProductReader();
    const limiter = limiterOf({ partnerId: partner.partnerId, athleteId });
    const rates = { requestsPerMin: 1000, recordsPerDay: 2 };
    const yesterday = await limiter.take(rates, ['a', 'b']);
    vi.setSystemTime(NOON_MS + HALF_A_DAY_MS);
    expect((await limiter.take(rates, ['a', 'b'])).outcome).toBe('admitted');
    if (yesterday.outcome === 'admitted') await limiter.giveBack(rates, yesterday.charge);
    expect(yesterday.outcome).toBe('admitted');
    expect((await limiter.take(rates, ['c'])).outcome).toBe('daily_limit_reached');
  });

  test('nothing is refunded to an athlete erased in the meantime: an erasure leaves no rate limit', async () => {
    const { partner, athleteId } = await makeProductReader();
    const limiter = limiterOf({ partnerId: partner.partnerId, athleteId });
    const rates = { requestsPerMin: 1000, recordsPerDay: 25 };
    const taken = await limiter.take(rates, ['a']);
    await limiter.forget();
    if (taken.outcome === 'admitted') await limiter.giveBack(rates, taken.charge);
    expect(taken.outcome).toBe('admitted');
    expect(await inLimiter(limiter, (_limiter, state) => [...state.storage.kv.list()])).toEqual([]);
  });

  test('rate limits survive an eviction of the Durable Object', async () => {
    const { partner, athleteId, get } = await makeProductReader();
    expect((await get('&limit=20', budget('3', '25'))).status).toBe(200);
    expect((await get('&limit=25', budget('3', '25'))).status).toBe(200);
    const stub = limiterOf({ partnerId: partner.partnerId, athleteId });
    await runInDurableObject(stub, (_instance, state) => state.abort('evicted')).catch(() => undefined);
    const unseen = '&q=caffeine&limit=25';
    expect(refusal(await get(unseen, budget('3', '25'))).code).toBe('athlete_daily_limit_reached');
    expect((await get('&limit=25', budget('3', '25'))).status).toBe(200);
    expect(refusal(await get('&limit=25', budget('3', '25'))).code).toBe('athlete_rate_limited');
  });

  test('an unknown athlete is a 404 that checks no rate limit', async () => {
    const partner = await makePartner();
    const path = `/v1/products?athlete_id=${UNKNOWN_ATHLETE}`;
    const bindings = { PRODUCT_LIMITER: NO_LIMITER };
    const reply = await call('GET', path, { key: partner.testKey, bindings });
    expect(reply.status).toBe(404);
    expect(reply.headers.get('RateLimit-Policy')).toMatch(/^"standard";q=\d+;w=60$/);
  });

  test("another partner's ten loops over a foreign athlete use none of its rate limit and daily limit, which stay with its own partner", async () => {
    const { athleteId, get } = await makeProductReader();
    const limits = budget('18', '150');
    const { testKey } = await makePartner();
    const path = `/v1/products?athlete_id=${athleteId}&limit=25`;
    let isOver = false;
    const statuses = new Set<number>();
    const loops = Array.from({ length: 10 }, async () => {
      while (!isOver) statuses.add((await call('GET', path, { key: testKey, bindings: limits })).status);
    });
    const own: number[] = [];
    for (let times = 0; times < 18; times++) own.push((await get('&limit=25', limits)).status);
    isOver = true;
    await Promise.all(loops);
    expect(own).toEqual(Array(18).fill(200));
    expect(statuses).toEqual(new Set([404]));
    // Once spent, it answers the stranger like an unknown athlete.
    expect((await get('&limit=25', limits)).status).toBe(429);
    const [foreign, unknown] = await Promise.all(
      [athleteId, UNKNOWN_ATHLETE].map((id) =>
        call('GET', `/v1/products?athlete_id=${id}`, {
          key: testKey,
          bindings: { ...limits, PRODUCT_LIMITER: NO_LIMITER },
        }),
      ),
    );
    const said = (reply: Reply | undefined) => [reply?.status, { ...reply?.json.error, request_id: '' }];
    expect(said(foreign)).toEqual(said(unknown));
    expect(foreign?.status).toBe(404);
  });

  test('one object per partner and athlete: the same identifier at another partner has its own rate limits', async () => {
    const { partner, athleteId } = await makeProductReader();
    const other = await makePartner();
    const rates = { requestsPerMin: 1, recordsPerDay: 1 };
    const outcomes = await Promise.all(
      [partner, other].map(
        async ({ partnerId }) => (await limiterOf({ partnerId, athleteId }).take(rates, ['a'])).outcome,
      ),
    );
    expect(outcomes).toEqual(['admitted', 'admitted']);
  });

  test('a filter not allowed in teaser tier uses none of the rate limit and is not logged', async () => {
    const { get, log } = await makeProductReader({ tier: 'teaser' });
    expect((await get('&min_carb_g=40', budget('2'))).status).toBe(422);
    expect((await get('&min_carb_g=40', budget('2'))).status).toBe(422);
    expect(await log()).toEqual([]);
    expect([(await get('', budget('2'))).status, (await get('', budget('2'))).status]).toEqual([200, 200]);
  });

  test('RateLimit and RateLimit-Policy of product answers list all policies, refused or not', async () => {
    const { get } = await makeProductReader();
    const standard = /^"standard";q=\d+;w=60/.exec(
      (await get('')).headers.get('RateLimit-Policy') ?? '',
    )?.[0];
    const limits = budget('2', '30');
    const other = await makeProductReader();
    const shown = await other.get('&limit=20', limits);
    expect(shown.headers.get('RateLimit-Policy')).toBe(
      `${standard}, "athlete-products";q=2;w=60, "athlete-records";q=30;w=86400`,
    );
    expect(shown.headers.get('RateLimit')).toMatch(
      /^"standard";r=\d+;t=\d+, "athlete-products";r=1;t=30, "athlete-records";r=10;t=43200$/,
    );
    const day = await other.get('&q=caffeine%20gel%20drink%20bar&limit=25', limits);
    expect([day.status, day.headers.get('Retry-After')]).toEqual([429, '43200']);
    expect(day.headers.get('RateLimit')).toMatch(
      /, "athlete-products";r=1;t=30, "athlete-records";r=10;t=43200$/,
    );
    await other.get('&limit=20', limits);
    const minute = await other.get('&limit=20', limits);
    expect([minute.status, minute.headers.get('Retry-After')]).toEqual([429, '30']);
    expect(minute.headers.get('RateLimit')).toMatch(
      /, "athlete-products";r=0;t=60, "athlete-records";r=10;t=43200$/,
    );
    expect(minute.headers.get('RateLimit-Policy')).toBe(shown.headers.get('RateLimit-Policy'));
  });

  test('a limiter that does not answer is a 503, never "probably fine"', async () => {
    const { get } = await makeProductReader();
    expect(refusal(await get('', { PRODUCT_LIMITER: NO_LIMITER }))).toMatchObject({
      status: 503,
      code: 'temporarily_unavailable',
    });
  });
});
