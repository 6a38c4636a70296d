import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { encodeCursor } from '#platform/storage/cursor.ts';
import { newId } from '#platform/storage/ids.ts';
import { CATALOGUE, loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { BASE, call, type Reply, refusal } from '../support/client.ts';
import { inLimiter, limiterOf } from '../support/guards.ts';
import { hiccupingBindings } from '../support/killing.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';
import { TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';
import { NOON_MS, stopClock } from '../support/stopped-clock.ts';

const HALF_A_DAY_MS = 43_200_000;
const UNKNOWN_ATHLETE = 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz';

beforeAll(() => loadTestCatalogue());

async function makeAthlete(partner: TestPartner, fields: object = {}): Promise<string> {
  return (await call('POST', '/v1/athletes', { key: partner.testKey, body: fields })).json.id;
}

async function setUp(fields: object = {}) {
  const partner = await makePartner();
  const athleteId = await makeAthlete(partner, fields);
  const get = (query: string, bindings: Partial<Cloudflare.Env> = {}) =>
    call('GET', `/v1/products?athlete_id=${athleteId}${query}`, { key: partner.testKey, bindings });
  return { partner, athleteId, get };
}

/** Limiters that do not answer. */
const NO_LIMITER = new Proxy(env.PRODUCT_LIMITER, {
  get(target, name) {
    if (name === 'get') return () => ({ take: () => Promise.reject(new Error('unreachable')) });
    const member = Reflect.get(target, name);
    return typeof member === 'function' ? member.bind(target) : member;
  },
});

const namesOf = (reply: Reply): string[] =>
  reply.json.data.map((row: { brand: string; name: string }) => `${row.brand} ${row.name}`);

const stateOfLimiter = ({ partnerId }: TestPartner, athleteId: string): Promise<readonly unknown[]> =>
  inLimiter(limiterOf({ partnerId, athleteId }), (_limiter, state) => [...state.storage.kv.list()]);

async function logOf(partner: TestPartner, query = '') {
  return (await call('GET', `/v1/partner/access-log?limit=100${query}`, { key: partner.testKey })).json.data;
}

describe('listing products', () => {
  test('without an athlete nothing is listed for any query', async () => {
    const { testKey } = await makePartner();
    for (const query of [
      '',
      '?q=gel',
      '?limit=25',
      '?brand=Maurten',
      '?athlete_id=',
      '?category=gel&vegan=true',
    ]) {
      const reply = await call('GET', `/v1/products${query}`, { key: testKey });
      expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: ['?athlete_id'] });
    }
    expect(refusal(await call('GET', '/v1/products/categories', { key: testKey })).pointers).toEqual([
      '?athlete_id',
    ]);
    const { id } = productNamed('Maurten', 'Gel 100');
    expect(refusal(await call('GET', `/v1/products/${id}`, { key: testKey })).pointers).toEqual([
      '?athlete_id',
    ]);
  });

  test('no request gets more than 25 products', async () => {
    const { get } = await setUp();
    expect((await get('')).json.data).toHaveLength(10);
    expect((await get('&limit=25')).json.data).toHaveLength(25);
    for (const limit of ['26', '100', '0', '-1', '1e9', '']) {
      expect(refusal(await get(`&limit=${limit}`)).pointers).toEqual(['?limit']);
    }
    expect((await get('&q=energy%20gel%20bar%20drink&limit=25')).json.data.length).toBeLessThanOrEqual(25);
  });

  test('pages through the whole catalogue once each, in a fixed order', async () => {
    const { get } = await setUp();
    const seen: string[] = [];
    let cursor = '';
    do {
      const { json } = await get(`&limit=25${cursor}`, { PRODUCT_SANDBOX_RECORDS_PER_DAY: '1000' });
      seen.push(...json.data.map((row: { id: string }) => row.id));
      cursor = json.next_cursor === null ? '' : `&cursor=${json.next_cursor}`;
    } while (cursor !== '');
    expect(new Set(seen)).toEqual(new Set(CATALOGUE.map(({ id }) => id)));
    expect(seen).toHaveLength(CATALOGUE.length);
  });

  test('pages through a search without a repeat or a gap', async () => {
    const { get } = await setUp();
    const whole = namesOf(await get('&q=caffeine%20gel&limit=25'));
    const first = await get('&q=caffeine%20gel&limit=10');
    const second = await get(`&q=caffeine%20gel&limit=15&cursor=${first.json.next_cursor}`);
    expect([...namesOf(first), ...namesOf(second)]).toEqual(whole);
  });

  test('a cursor from other filters or another athlete is an invalid cursor', async () => {
    const { partner, get } = await setUp();
    const { json } = await get('&limit=5');
    expect(refusal(await get(`&category=gel&cursor=${json.next_cursor}`)).pointers).toEqual(['?cursor']);
    const other = await makeAthlete(partner);
    const reply = await call('GET', `/v1/products?athlete_id=${other}&cursor=${json.next_cursor}`, {
      key: partner.testKey,
    });
    expect(refusal(reply).pointers).toEqual(['?cursor']);
  });

  test.each([
    ['maurtn', /^Maurten/],
    ['MAURTEN gel', /^Maurten Gel/],
    ['sis beta', /^Science in Sport Beta Fuel/],
    ['clif blok', /^Clif Bloks/],
    ['maurten gel 100', /^Maurten Gel 100$/],
    ['pf30 gel', /^Precision Fuel & Hydration PF 30 Gel/],
    ['styrkr gel 30', /^Styrkr GEL30/],
    ['pf&h', /^Precision Fuel & Hydration/],
    ['pfh chew', /^Precision Fuel & Hydration PF 30 Chew/],
    ['naak waffle', /^Näak Ultra Energy Waffle/],
    ['huma', /^Hüma/],
    ['precison hydraton', /^Precision Fuel & Hydration/],
    ['tailwnd', /^Tailwind/],
    ['gel 160', /^Maurten Gel 160/],
    ['honey stinger wafle', /^Honey Stinger Organic Waffle/],
    ['salt stick', /^SaltStick/],
    ['banana', /^Generic Banana/],
  ])('finds what "%s" means first', async (q, expected) => {
    const { get } = await setUp();
    expect(namesOf(await get(`&q=${encodeURIComponent(q)}`))[0]).toMatch(expected);
  });

  test.each(['', ' '])('the emptied search box %j lists everything', async (q) => {
    const { get } = await setUp();
    expect(namesOf(await get(`&q=${encodeURIComponent(q)}`))).toEqual(namesOf(await get('')));
  });

  test.each(['%', "'; DROP TABLE products; --", '\\', '*', '(((', '🍌', 'zzzzqqqq', ' '])(
    'the hostile or empty query %j finds nothing or something, and does no harm',
    async (q) => {
      const { get } = await setUp();
      expect((await get(`&q=${encodeURIComponent(q)}`)).status).toBe(200);
      expect((await get('')).json.data).toHaveLength(10);
    },
  );

  test('filters distinguish unknown from no', async () => {
    const { get } = await setUp();
    const all = async (filter: string) => (await get(`${filter}&limit=25`)).json.data;
    for (const row of await all('&caffeine=none')) expect(row.caffeine_mg).toBe(0);
    for (const row of await all('&caffeine=any')) expect(row.caffeine_mg).toBeGreaterThan(0);
    for (const row of await all('&vegan=true&gluten_free=true'))
      expect([row.vegan, row.gluten_free]).toEqual([true, true]);
    for (const row of await all('&min_carb_g=40')) expect(row.carb_g).toBeGreaterThanOrEqual(40);
    for (const row of await all('&category=isotonic_gel')) expect(row.category).toBe('isotonic_gel');
    for (const row of await all('&brand=sis')) expect(row.brand).toBe('Science in Sport');
    expect((await all('&brand=nobody')).length).toBe(0);
  });

  test('shows every figure with its basis, and null if unknown', async () => {
    const { get } = await setUp();
    const { json } = await get('&q=styrkr%20mix90%20caffeine');
    expect(json.data[0]).toMatchObject({
      serving: { mass_g: 95, mix_water_ml: 500, volume_ml: null },
      caffeine_mg: 150,
      gluten_free: null,
      facts: { basis: 'label-seen', confidence: 'high' },
    });
    expect(json.data[0].facts).not.toHaveProperty('source');
  });

  test('in teaser tier names products and reveals no facts, not even through a filter', async () => {
    const { get } = await setUp({ tier: 'teaser' });
    const { json, headers } = await get('&q=maurten');
    for (const row of json.data)
      expect(Object.keys(row)).toEqual(['id', 'brand', 'name', 'short_name', 'category']);
    expect(json.tier).toBe('teaser');
    expect(json.subscribe_url).toContain(`${BASE}/subscribe?athlete=`);
    expect(headers.get('X-Service-Data-Attribution')).toBe('required');
    expect(refusal(await get('&min_carb_g=40'))).toMatchObject({ status: 422, pointers: ['?min_carb_g'] });
  });

  test("another partner's athlete, an unknown one and an erased-looking id are the same 404", async () => {
    const mine = await makePartner();
    const theirs = await setUp();
    for (const id of [theirs.athleteId, UNKNOWN_ATHLETE, 'nonsense']) {
      for (const path of [`/v1/products?athlete_id=${id}`, `/v1/products/categories?athlete_id=${id}`]) {
        expect(refusal(await call('GET', path, { key: mine.testKey }))).toMatchObject({
          status: 404,
          code: 'athlete_not_found',
        });
      }
    }
    const live = await call('GET', `/v1/products?athlete_id=${theirs.athleteId}`, { key: mine.liveKey });
    expect(refusal(live)).toMatchObject({ status: 401, code: 'environment_mismatch' });
  });
});

describe('reading a product', () => {
  test('returns the product, 404 for an unknown one, and counts both', async () => {
    const { partner, athleteId } = await setUp();
    const { id } = productNamed('Maurten', 'Gel 100');
    const found = await call('GET', `/v1/products/${id}?athlete_id=${athleteId}`, { key: partner.testKey });
    expect(found.json).toMatchObject({ id, brand: 'Maurten', name: 'Gel 100', carb_g: 25, tier: 'full' });
    const unknown = await call('GET', `/v1/products/${newId('prd', 1)}?athlete_id=${athleteId}`, {
      key: partner.testKey,
    });
    expect(refusal(unknown)).toMatchObject({ status: 404, code: 'product_not_found' });
    expect((await logOf(partner)).map((row: { result_count: number }) => row.result_count).sort()).toEqual([
      0, 1,
    ]);
  });

  test('lists categories with the number of their products', async () => {
    const { partner, athleteId } = await setUp();
    const { json } = await call('GET', `/v1/products/categories?athlete_id=${athleteId}`, {
      key: partner.testKey,
    });
    const total = json.data.reduce(
      (sum: number, row: { product_count: number }) => sum + row.product_count,
      0,
    );
    expect(total).toBe(CATALOGUE.length);
  });
});

describe("an athlete's budgets", () => {
  beforeEach(() => stopClock());

  const budget = (perMin: string, perDay = '100000') => ({
    PRODUCT_SANDBOX_PER_MIN: perMin,
    PRODUCT_SANDBOX_RECORDS_PER_DAY: perDay,
  });

  test('rate limit: of 40 concurrent requests with a budget of 30 exactly 10 are refused, and another athlete is not affected', async () => {
    const { partner, get } = await setUp();
    const replies = await Promise.all(Array.from({ length: 40 }, () => get('&limit=1', budget('30'))));
    const refused = replies.filter((reply) => reply.status === 429);
    expect(refused).toHaveLength(10);
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(30);
    for (const reply of refused) {
      expect(refusal(reply).code).toBe('athlete_rate_limited');
      expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    }
    expect(await logOf(partner)).toHaveLength(30);
    const other = await makeAthlete(partner);
    const reply = await call('GET', `/v1/products?athlete_id=${other}`, {
      key: partner.testKey,
      bindings: budget('30'),
    });
    expect(reply.status).toBe(200);
  });

  test("daily limit: the day's records stop a slow crawler until midnight UTC", async () => {
    const { get } = await setUp();
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
    const { partner, athleteId, get } = await setUp();
    const limits = budget('1000', '10');
    const first = await get('&limit=10', limits);
    const ids: string[] = first.json.data.map(({ id }: { id: string }) => id);
    const read = (id: string) =>
      call('GET', `/v1/products/${id}?athlete_id=${athleteId}`, { key: partner.testKey, bindings: limits });
    for (let times = 0; times < 20; times++) {
      const replies = await Promise.all([
        get('&limit=10', limits),
        get('&limit=4', limits),
        ...ids.slice(0, 8).map(read),
      ]);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      expect(replies[0]?.headers.get('RateLimit')).toContain('"athlete-records";r=0;');
    }
    const unseen = CATALOGUE.find(({ id }) => !ids.includes(id));
    expect(refusal(await read(unseen?.id ?? '')).code).toBe('athlete_daily_limit_reached');
  });

  test('the daily limit counts distinct products over lists, searches, reads, plans and attached products', async () => {
    const { partner, athleteId, get } = await setUp({ body_mass_kg: 70 });
    const limits = budget('1000', '200');
    const key = partner.testKey;
    const path = `/v1/athletes/${athleteId}/activities`;
    const body = { type: 'run', duration_min: 120 };
    const { json: activity } = await call('POST', `${path}?calculate=true`, { key, body });
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
    expectCounted(
      await call('GET', `/v1/products/${gel.id}?athlete_id=${athleteId}`, { key, bindings: limits }),
      [gel.id],
    );
    const attached = CATALOGUE.slice(60, 64).map(({ id }) => id);
    const products = attached.map((product_id) => ({ product_id, servings: 1 }));
    const attaching = { key, body: { products }, bindings: limits };
    expectCounted(await call('POST', `${path}/${activity.id}/products`, attaching), attached);
    const plan = await call('GET', `${path}/${activity.id}/fuel-plan?suggest=true`, {
      key,
      bindings: limits,
    });
    expectCounted(
      plan,
      plan.json.products.map(({ product_id }: { product_id: string }) => product_id),
    );
    expect(await logOf(partner)).toHaveLength(5);
  });

  test('the daily limit is exact under concurrency: two hundred overlapping concurrent pages give sixty distinct products', async () => {
    const { get } = await setUp();
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
    const { get } = await setUp();
    expect((await get('&limit=25', budget('1000', '25'))).status).toBe(200);
    vi.setSystemTime(NOON_MS + HALF_A_DAY_MS - 1000);
    const late = await get('&q=maurten&limit=1', budget('1000', '25'));
    expect([late.status, late.headers.get('Retry-After')]).toEqual([429, '1']);
    vi.setSystemTime(NOON_MS + HALF_A_DAY_MS);
    expect((await get('&limit=25', budget('1000', '25'))).status).toBe(200);
  });

  test("yesterday's products are not refunded to today's daily limit", async () => {
    const { partner, athleteId } = await setUp();
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
    const { partner, athleteId } = await setUp();
    const limiter = limiterOf({ partnerId: partner.partnerId, athleteId });
    const rates = { requestsPerMin: 1000, recordsPerDay: 25 };
    const taken = await limiter.take(rates, ['a']);
    await limiter.forget();
    if (taken.outcome === 'admitted') await limiter.giveBack(rates, taken.charge);
    expect(taken.outcome).toBe('admitted');
    expect(await stateOfLimiter(partner, athleteId)).toEqual([]);
  });

  test('rate limits survive an eviction of the Durable Object', async () => {
    const { partner, athleteId, get } = await setUp();
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
    const reply = await call('GET', path, {
      key: partner.testKey,
      bindings: { PRODUCT_LIMITER: NO_LIMITER },
    });
    expect(reply.status).toBe(404);
    expect(reply.headers.get('RateLimit-Policy')).toMatch(/^"standard";q=\d+;w=60$/);
  });

  test("another partner's ten loops over a foreign athlete use none of its rate limit and daily limit, which stay with its own partner", async () => {
    const { athleteId, get } = await setUp();
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
    const { partner, athleteId } = await setUp();
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
    const { partner, get } = await setUp({ tier: 'teaser' });
    expect((await get('&min_carb_g=40', budget('2'))).status).toBe(422);
    expect((await get('&min_carb_g=40', budget('2'))).status).toBe(422);
    expect(await logOf(partner)).toEqual([]);
    expect([(await get('', budget('2'))).status, (await get('', budget('2'))).status]).toEqual([200, 200]);
  });

  test('RateLimit and RateLimit-Policy of product answers list all policies, refused or not', async () => {
    const { get } = await setUp();
    const standard = /^"standard";q=\d+;w=60/.exec(
      (await get('')).headers.get('RateLimit-Policy') ?? '',
    )?.[0];
    const limits = budget('2', '30');
    const other = await setUp();
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
    const { get } = await setUp();
    expect(refusal(await get('', { PRODUCT_LIMITER: NO_LIMITER }))).toMatchObject({
      status: 503,
      code: 'temporarily_unavailable',
    });
  });
});

describe('the access log', () => {
  test('has a row for every answered request, and shows each partner only its own', async () => {
    const { partner, athleteId, get } = await setUp();
    await get('&q=maurten&limit=3');
    await get('&category=bar&vegan=true');
    const rows = await logOf(partner, `&athlete_id=${athleteId}`);
    expect(rows).toHaveLength(2);
    expect(rows.find((row: { query: string }) => row.query.includes('maurten'))).toMatchObject({
      partner_id: partner.partnerId,
      athlete_id: athleteId,
      query: '/v1/products?q=maurten&limit=3',
      result_count: 3,
    });
    expect(await logOf(await makePartner())).toEqual([]);
    expect(await logOf(partner, `&athlete_id=${UNKNOWN_ATHLETE}`)).toEqual([]);
  });

  test('pages newest first and filters by UTC day', async () => {
    stopClock();
    const { partner, get } = await setUp();
    for (let index = 0; index < 5; index++) await get(`&limit=${index + 1}`);
    const first = await call('GET', '/v1/partner/access-log?limit=3', { key: partner.testKey });
    const second = await call('GET', `/v1/partner/access-log?limit=3&cursor=${first.json.next_cursor}`, {
      key: partner.testKey,
    });
    const ids = [...first.json.data, ...second.json.data].map((row: { id: string }) => row.id);
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(5);
    expect(await logOf(partner, '&from=2036-06-15&to=2036-06-15')).toHaveLength(5);
    expect(await logOf(partner, '&to=2036-06-14')).toEqual([]);
    expect(await logOf(partner, '&from=2036-06-16')).toEqual([]);
    const reversed = await call('GET', '/v1/partner/access-log?from=2026-02-01&to=2026-01-01', {
      key: partner.testKey,
    });
    expect(refusal(reversed).pointers).toEqual(['?from']);
  });

  test('a day before 1970 or in the far future is a day like any other', async () => {
    const { partner, get } = await setUp();
    await get('');
    expect(await logOf(partner, '&from=0001-01-01&to=9999-12-31')).toHaveLength(1);
    expect(await logOf(partner, '&from=0001-01-01&to=1969-12-31')).toEqual([]);
    expect(await logOf(partner, '&from=9999-12-31')).toEqual([]);
  });

  test('a cursor with time and identifier, as issued before, continues from its position', async () => {
    const { partner, get } = await setUp();
    for (let index = 0; index < 3; index++) await get('');
    const path = '/v1/partner/access-log';
    const [newest, ...older] = await logOf(partner);
    const cursor = await encodeCursor(
      { secret: env.SIGNING_SECRET, partnerId: partner.partnerId, environment: 'test', path, filters: {} },
      [Date.parse(newest.at), newest.id],
    );
    const { json } = await call('GET', `${path}?cursor=${cursor}`, { key: partner.testKey });
    expect(json).toEqual({ data: older, has_more: false, next_cursor: null });
  });

  test('is written before the answer is sent: a failed write is a 503 without data', async () => {
    const { partner, get } = await setUp();
    const reply = await get('&q=maurten', { [TEST_HOME_BINDING]: failingOnWrite(TEST_HOME) });
    expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    expect(reply.text).not.toContain('Maurten');
    expect(await logOf(partner)).toEqual([]);
  });

  test('erasure just before the log row: nothing is shown, and no rate limit is left', async () => {
    const { partner, athleteId, get } = await setUp();
    const erasing = beforeBatch(TEST_HOME, 1, () =>
      TEST_HOME.prepare("UPDATE athletes SET status = 'erasing' WHERE id = ?").bind(athleteId).run(),
    );
    expect(refusal(await get('', { [TEST_HOME_BINDING]: erasing }))).toMatchObject({
      status: 404,
      code: 'athlete_not_found',
    });
    expect(await stateOfLimiter(partner, athleteId)).toEqual([]);
  });

  test.each([1, 2, 3, 4, 5, 6])(
    'also if storage call %i fails: not found or "try again", never an internal error',
    async (failingCall) => {
      const { athleteId, get } = await setUp();
      const erasing = beforeBatch(TEST_HOME, 1, () =>
        TEST_HOME.prepare("UPDATE athletes SET status = 'erasing' WHERE id = ?").bind(athleteId).run(),
      );
      const { bindings } = hiccupingBindings(failingCall, 'before');
      const { status } = await get('', { ...bindings, [TEST_HOME_BINDING]: erasing });
      expect([404, 503]).toContain(status);
    },
  );

  test('a listing uses indexes, reads no more rows as the log grows, and writes two', async () => {
    const { partner, athleteId, get } = await setUp();
    const rows = Array.from({ length: 300 }, (_, index) => [newId('acc', index + 1), index] as const);
    await TEST_HOME.batch(
      rows.map(([id, at]) =>
        TEST_HOME.prepare(
          'INSERT INTO product_access_log (id, partner_id, athlete_id, query, at, result_count) VALUES (?, ?, ?, ?, ?, 1)',
        ).bind(id, partner.partnerId, athleteId, 'q', at),
      ),
    );
    let rowsRead = 0;
    let rowsWritten = 0;
    let batches = 0;
    const counting = observing(TEST_HOME, (results) => {
      batches += 1;
      for (const { meta } of results) {
        rowsRead += meta.rows_read;
        rowsWritten += meta.rows_written;
      }
    });
    // Marks the products as shown to the partner's athletes, so that a later listing that day need not.
    await get('&q=gel');
    await get('&q=gel', { [TEST_HOME_BINDING]: counting });
    expect(batches).toBe(1);
    expect(rowsRead).toBeLessThanOrEqual(7);
    expect(rowsWritten).toBe(2);
    const page = await call('GET', `/v1/partner/access-log?limit=5&athlete_id=${athleteId}`, {
      key: partner.testKey,
      bindings: {
        [TEST_HOME_BINDING]: observing(TEST_HOME, (results) => {
          rowsRead = results[0]?.meta.rows_read ?? 0;
        }),
      },
    });
    expect(page.json.data).toHaveLength(5);
    expect(rowsRead).toBeLessThanOrEqual(12);
  });
});

describe('a changed catalogue', () => {
  test('loading it again changes nothing, a changed fact is updated, and a removed product is hidden but kept', async () => {
    const count = async (where: string) =>
      (await env.REGISTRY.prepare(`SELECT count(*) AS n FROM products WHERE ${where}`).first<{ n: number }>())
        ?.n;
    const gel = productNamed('Maurten', 'Gel 100');
    await loadTestCatalogue();
    expect(await count('hidden_at IS NULL')).toBe(CATALOGUE.length);
    const changed = CATALOGUE.filter(({ id }) => id !== gel.id).map((entry) => ({
      ...entry,
      note: 'changed',
    }));
    await loadTestCatalogue(changed, 'changed');
    expect(await count('hidden_at IS NOT NULL')).toBe(1);
    expect(await count("note = 'changed'")).toBe(CATALOGUE.length - 1);
    await loadTestCatalogue();
    expect(await count('hidden_at IS NULL')).toBe(CATALOGUE.length);
    expect(await count("note = 'changed'")).toBe(0);
  });
});

type Results = readonly D1Result<unknown>[];

function observing(db: D1Database, observe: (results: Results) => void): D1Database {
  return wrapped(db, async (statements) => {
    const results = await db.batch(statements);
    observe(results);
    return results;
  });
}

function failingOnWrite(db: D1Database): D1Database {
  return wrapped(db, () => Promise.reject(new Error('D1_ERROR: the database is gone')));
}

/** A database in which something happens just before one of its batches. */
function beforeBatch(db: D1Database, which: number, act: () => Promise<unknown>): D1Database {
  let batches = 0;
  return wrapped(db, async (statements) => {
    batches += 1;
    if (batches === which) await act();
    return db.batch(statements);
  });
}

function wrapped(
  db: D1Database,
  batch: (statements: D1PreparedStatement[]) => Promise<D1Result<unknown>[]>,
): D1Database {
  return {
    prepare: (query) => db.prepare(query),
    batch: batch as D1Database['batch'],
    exec: (query) => db.exec(query),
    dump: () => db.dump(),
    withSession: (constraint) => db.withSession(constraint),
  };
}
