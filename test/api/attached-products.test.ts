import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#platform/storage/ids.ts';
import { CATALOGUE, loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { limiterOf } from '../support/guards.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';
import { NOON_MS, stopClock } from '../support/stopped-clock.ts';

beforeAll(() => loadTestCatalogue());

const RIDE = { type: 'bike', duration_min: 240, intensity_level: 5, thermal_stress_level: 6 };

async function setUp(fields: object = {}, activity: object = RIDE) {
  const partner = await makePartner();
  const key = partner.testKey;
  const { json: athlete } = await call('POST', '/v1/athletes', {
    key,
    body: { body_mass_kg: 70, sex: 'male', birth_year: 1990, ...fields },
  });
  const { json: created } = await call('POST', `/v1/athletes/${athlete.id}/activities`, {
    key,
    body: activity,
  });
  const path = `/v1/athletes/${athlete.id}/activities/${created.id}`;
  const attach = (...products: readonly (readonly [{ readonly id: string }, number])[]) =>
    call('POST', `${path}/products`, {
      key,
      body: { products: products.map(([{ id }, servings]) => ({ product_id: id, servings })) },
    });
  const calculate = () => call('POST', `${path}/prescription`, { key });
  const codes = (coverage: { warnings: { code: string }[] }) => coverage.warnings.map(({ code }) => code);
  return { partner, key, athlete, path, attach, calculate, codes };
}

const gel = productNamed('Maurten', 'Gel 100');
const drink = productNamed('Styrkr', 'MIX60');
const capsule = productNamed('SaltStick', 'Caps');

describe('attaching products', () => {
  test('answers all that is attached by name, and the activity shows the same', async () => {
    const { key, path, attach, calculate } = await setUp();
    await calculate();
    const first = await attach([gel, 6], [drink, 2]);
    expect(first.status).toBe(201);
    expect(first.headers.get('Location')).toBe(BASE + path);
    expect(first.json.data.map((row: { product_id: string }) => row.product_id)).toEqual([gel.id, drink.id]);
    expect(first.json.coverage.carb_g).toMatchObject({ planned: 270, unknown_product_ids: [] });
    expect(first.json.coverage.fluid_ml.planned).toBe(1000);
    const second = await attach([capsule, 3], [gel, 2]);
    expect(
      second.json.data.map((row: { product_id: string; servings: number }) => [row.product_id, row.servings]),
    ).toEqual([
      [gel.id, 2],
      [drink.id, 2],
      [capsule.id, 3],
    ]);
    const read = await call('GET', path, { key });
    expect(read.json.products).toEqual(second.json.data);
    expect(read.json.coverage).toEqual(second.json.coverage);
    expect(read.json.coverage.carb_g.prescribed).toBe(read.json.prescription.total_carb_g);
    expect(read.json.coverage.carb_g.percent).toBe(
      Math.round((170 / read.json.prescription.total_carb_g) * 100),
    );
    expect(read.json.products[0]).toEqual({
      product_id: gel.id,
      id: gel.id,
      short_name: 'Maurten Gel 100',
      brand: 'Maurten',
      name: 'Gel 100',
      category: 'gel',
      servings: 2,
    });
    const list = await call('GET', path.replace(/\/act_\w+$/, ''), { key });
    expect(list.json.data[0].products).toEqual(read.json.products);
    const patched = await call('PATCH', path, { key, body: { name: 'Long ride' } });
    expect(patched.json.products).toEqual(read.json.products);
    // No fact of the catalogue appears outside the coverage.
    const coverage = JSON.stringify(read.json.coverage);
    for (const { text } of [first, second, read, list, patched]) {
      expect(text.replaceAll(coverage, '')).not.toMatch(/"(serving|facts|sugar_g|glucose_fructose_ratio)"/);
    }
  });

  test('before a calculation nothing is prescribed, and the planned amounts are shown all the same', async () => {
    const { attach } = await setUp();
    const { json } = await attach([gel, 4]);
    expect(json.coverage.carb_g).toEqual({
      planned: 100,
      prescribed: null,
      percent: null,
      unknown_product_ids: [],
    });
  });

  test('names the products whose amount is not known instead of counting 0', async () => {
    const { attach } = await setUp();
    const unknown = productNamed('226ERS', 'High Energy Gel');
    const { json } = await attach([unknown, 1], [gel, 1]);
    expect(json.coverage.sodium_mg).toMatchObject({ planned: 20, unknown_product_ids: [unknown.id] });
  });

  test('is all or nothing, with the place of each unknown product', async () => {
    const { key, path, attach } = await setUp();
    const reply = await attach([gel, 1], [{ id: newId('prd', 1) }, 1], [{ id: 'x' }, 1]);
    expect(refusal(reply)).toEqual({
      status: 422,
      code: 'validation_failed',
      pointers: ['/products/1/product_id', '/products/2/product_id'],
    });
    expect((await call('GET', path, { key })).json.products).toEqual([]);
  });

  test.each([
    ['too few servings', [[gel, 0.001]], '/products/0/servings'],
    ['too many servings', [[gel, 50.5]], '/products/0/servings'],
    [
      'a product twice',
      [
        [gel, 1],
        [gel, 2],
      ],
      '/products/1/product_id',
    ],
    ['nothing', [], '/products'],
    ['31 products', Array.from({ length: 31 }, (_, index) => [CATALOGUE[index] ?? gel, 1]), '/products'],
  ] as const)('refuses %s', async (_what, products, pointer) => {
    const { attach } = await setUp();
    const reply = await attach(...(products as unknown as readonly (readonly [{ id: string }, number])[]));
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [pointer] });
  });

  test('rejects a duplicate product by the code that other lists have for a duplicate item', async () => {
    const { attach } = await setUp();
    expect((await attach([gel, 1], [gel, 2])).json.error.errors).toEqual([
      { pointer: '/products/1/product_id', code: 'duplicate_item', message: 'is in this request twice' },
    ]);
  });

  test("another partner's activity, another athlete's activity and an unknown one are 404", async () => {
    const mine = await setUp();
    const theirs = await setUp();
    const body = { products: [{ product_id: gel.id, servings: 1 }] };
    expect((await call('POST', `${theirs.path}/products`, { key: mine.key, body })).status).toBe(404);
    const crossed = mine.path.replace(/act_\w+/, theirs.path.split('/').at(-1) ?? '');
    expect(refusal(await call('POST', `${crossed}/products`, { key: mine.key, body })).code).toBe(
      'activity_not_found',
    );
  });

  test('changes the ETag of the activity, also when detached, and If-Match notices', async () => {
    const { key, path, attach } = await setUp();
    const tag = async () => (await call('GET', path, { key })).headers.get('ETag') ?? '';
    const bare = await tag();
    await attach([gel, 1]);
    const withGel = await tag();
    await attach([gel, 2]);
    const withTwo = await tag();
    expect((await call('DELETE', `${path}/products/${gel.id}`, { key })).status).toBe(204);
    const again = await tag();
    expect(new Set([bare, withGel, withTwo, again]).size).toBe(4);
    const late = await call('PATCH', path, { key, body: { name: 'x' }, headers: { 'if-match': withTwo } });
    expect(late.status).toBe(412);
    expect(refusal(await call('DELETE', `${path}/products/${gel.id}`, { key }))).toMatchObject({
      status: 404,
      code: 'product_not_found',
    });
  });

  test('twenty attachments at once all take effect', async () => {
    const { key, path, attach } = await setUp();
    const products = CATALOGUE.slice(0, 20);
    const replies = await Promise.all(products.map((product) => attach([product, 1])));
    expect(replies.map(({ status }) => status)).toEqual(products.map(() => 201));
    expect((await call('GET', path, { key })).json.products).toHaveLength(20);
  });

  test('in teaser tier names the products without facts and coverage', async () => {
    const { key, path, attach, calculate } = await setUp({ tier: 'teaser' });
    await calculate();
    const { json } = await attach([gel, 4]);
    expect(json.coverage).toBeNull();
    expect(Object.keys(json.data[0]).sort()).toEqual([
      'brand',
      'category',
      'id',
      'name',
      'product_id',
      'servings',
      'short_name',
    ]);
    expect(json.subscribe_url).toContain('/subscribe?athlete=');
    const read = await call('GET', path, { key });
    expect(read.json.coverage).toBeNull();
    expect(read.text).not.toMatch(/carb_g"|recalled_fields|caffeine_mg/);
  });
});

describe('the budgets and the access log', () => {
  beforeEach(() => stopClock());

  const budget = (perMin: number, perDay: number) => ({
    PRODUCT_SANDBOX_PER_MIN: String(perMin),
    PRODUCT_SANDBOX_RECORDS_PER_DAY: String(perDay),
  });
  const logOf = async (key: string): Promise<{ query: string; result_count: number }[]> =>
    (await call('GET', '/v1/partner/access-log?limit=100', { key })).json.data;
  const attach = (
    { key, path }: { readonly key: string; readonly path: string },
    products: readonly { readonly id: string }[],
    bindings: Partial<Cloudflare.Env> = {},
  ) =>
    call('POST', `${path}/products`, {
      key,
      bindings,
      body: { products: products.map(({ id }) => ({ product_id: id, servings: 1 })) },
    });
  const attachedTo = async ({ key, path }: { readonly key: string; readonly path: string }) =>
    (await call('GET', path, { key })).json.products.length;
  /** The products that an athlete may still be shown today, of so many. */
  const recordsLeft = async ({ key, athlete }: { key: string; athlete: { id: string } }, perDay: number) => {
    const path = `/v1/products/categories?athlete_id=${athlete.id}`;
    const { headers } = await call('GET', path, { key, bindings: budget(1_000, perDay) });
    return Number(/"athlete-records";r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1]);
  };

  test('a product is charged to the daily limit and logged once, when it is attached first', async () => {
    const world = await setUp();
    const { key, path, partner, athlete } = world;
    const limits = budget(100, 3);
    expect((await attach(world, [gel, drink], limits)).status).toBe(201);
    vi.setSystemTime(NOON_MS + 1000);
    // A retry, other servings, and one more with them: one new product.
    expect((await attach(world, [gel, drink], limits)).status).toBe(201);
    expect((await attach(world, [gel, capsule], limits)).status).toBe(201);
    const refused = await attach(world, [gel, CATALOGUE[0] ?? gel], limits);
    expect(refusal(refused)).toMatchObject({ status: 429, code: 'athlete_daily_limit_reached' });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    expect(await attachedTo(world)).toBe(3);
    // Products that are attached already cost nothing, so servings can change even after the daily limit is spent.
    expect((await attach(world, [capsule, gel], limits)).status).toBe(201);

    const rows = await logOf(key);
    expect(rows.map(({ result_count }) => result_count)).toEqual([1, 2]);
    expect(rows[1]).toMatchObject({
      partner_id: partner.partnerId,
      athlete_id: athlete.id,
      query: `${path.replace(/^.*\/activities/, '/activities')}/products?product_ids=${gel.id}+${drink.id}`,
    });
  });

  test('a live key that has spent the daily limit reads no further product through activities', async () => {
    const partner = await makePartner();
    const key = partner.liveKey;
    const { json: athlete } = await call('POST', '/v1/athletes', { key, body: { body_mass_kg: 70 } });
    const { json: made } = await call('POST', `/v1/athletes/${athlete.id}/activities`, { key, body: RIDE });
    const world = { key, path: `/v1/athletes/${athlete.id}/activities/${made.id}` };
    const statuses: number[] = [];
    for (let from = 0; from < 60; from += 10) {
      statuses.push(
        (await attach(world, CATALOGUE.slice(from, from + 10), { PRODUCT_LIVE_RECORDS_PER_DAY: '30' }))
          .status,
      );
    }
    expect(statuses).toEqual([201, 201, 201, 429, 429, 429]);
    expect(await attachedTo(world)).toBe(30);
  });

  test('attaching after detaching costs nothing of the daily limit on the same UTC day', async () => {
    const world = await setUp();
    await attach(world, [gel], budget(100, 1));
    await call('DELETE', `${world.path}/products/${gel.id}`, { key: world.key });
    expect((await attach(world, [gel], budget(100, 1))).status).toBe(201);
    expect((await attach(world, [drink], budget(100, 1))).status).toBe(429);
  });

  test('a hundred at once against the daily limit: exactly what it allows is attached and logged', async () => {
    const world = await setUp();
    const replies = await Promise.all(
      CATALOGUE.slice(0, 100).map((product) => attach(world, [product], budget(1_000, 37))),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(37);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(63);
    expect(await attachedTo(world)).toBe(37);
    const rows = await logOf(world.key);
    expect(rows.map(({ result_count }) => result_count)).toEqual(Array(37).fill(1));
  });

  test('forty at once against the rate limit of a minute: exactly thirty', async () => {
    const world = await setUp();
    const replies = await Promise.all(
      CATALOGUE.slice(0, 40).map((product) => attach(world, [product], budget(30, 1_000))),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.map((reply) => refusal(reply).code)).toEqual(Array(10).fill('athlete_rate_limited'));
    expect(await attachedTo(world)).toBe(30);
  });

  test('the same product attached a hundred times at once is charged and logged once', async () => {
    const world = await setUp();
    const limits = budget(1_000, 200);
    const replies = await Promise.all(Array.from({ length: 100 }, () => attach(world, [gel, drink], limits)));
    expect(replies.map(({ status }) => status)).toEqual(Array(100).fill(201));
    expect((await logOf(world.key)).map(({ result_count }) => result_count)).toEqual([2]);
    expect(await recordsLeft(world, 3)).toBe(1);
  });

  test('conflict: an attachment that another one overtakes refunds its rate limit charge', async () => {
    const world = await setUp();
    const overtaken = beforeBatch(TEST_HOME, 2, () => attach(world, [gel], budget(3, 100)));
    const reply = await attach(world, [gel], { ...budget(3, 100), [TEST_HOME_BINDING]: overtaken });
    expect(reply.status).toBe(201);
    // One of the three requests was the winner's.
    expect((await attach(world, [drink], budget(3, 100))).status).toBe(201);
    expect((await attach(world, [capsule], budget(3, 100))).status).toBe(201);
    expect(refusal(await attach(world, [CATALOGUE[0] ?? gel], budget(3, 100))).code).toBe(
      'athlete_rate_limited',
    );
  });

  test('an attachment that fails its validation is not charged', async () => {
    const world = await setUp();
    for (const products of [
      [gel, { id: newId('prd', 1) }],
      [gel, gel],
    ]) {
      expect((await attach(world, products, budget(1, 1))).status).toBe(422);
    }
    expect(await logOf(world.key)).toEqual([]);
    expect((await attach(world, [gel], budget(1, 1))).status).toBe(201);
  });

  test('an activity never holds more than a hundred products, however many come at once', async () => {
    const world = await setUp();
    const groups = Array.from({ length: 7 }, (_, index) => CATALOGUE.slice(index * 30, index * 30 + 30));
    const replies = await Promise.all(
      groups.map((products) => attach(world, products, budget(1_000, 1_000))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422, 422]);
    expect(await attachedTo(world)).toBe(90);
    // Refused and given back: ninety products are counted.
    expect(await recordsLeft(world, 91)).toBe(1);
  });

  test('an activity that is deleted meanwhile is a 404 and gives the charge back', async () => {
    const world = await setUp();
    const deleting = beforeBatch(TEST_HOME, 2, () => call('DELETE', world.path, { key: world.key }));
    const reply = await attach(world, [gel], { ...budget(10, 1), [TEST_HOME_BINDING]: deleting });
    expect(refusal(reply)).toMatchObject({ status: 404, code: 'activity_not_found' });
    expect(await logOf(world.key)).toEqual([]);
    expect(await recordsLeft(world, 1)).toBe(1);
  });

  test('erasure meanwhile: a 404, and no limiter is left', async () => {
    const world = await setUp();
    const erasing = beforeBatch(TEST_HOME, 2, () =>
      TEST_HOME.prepare("UPDATE athletes SET status = 'erasing' WHERE id = ?").bind(world.athlete.id).run(),
    );
    const reply = await attach(world, [gel], { [TEST_HOME_BINDING]: erasing });
    expect(refusal(reply)).toMatchObject({ status: 404, code: 'athlete_not_found' });
    const limiter = limiterOf({ partnerId: world.partner.partnerId, athleteId: world.athlete.id });
    const kept = await runInDurableObject(limiter, (_instance, state) => [...state.storage.kv.list()]);
    expect(kept).toEqual([]);
  });

  test.each([
    [
      'limiter',
      {
        PRODUCT_LIMITER: new Proxy(env.PRODUCT_LIMITER, {
          get(target, name) {
            if (name === 'get') return () => ({ take: () => Promise.reject(new Error('unreachable')) });
            const member = Reflect.get(target, name);
            return typeof member === 'function' ? member.bind(target) : member;
          },
        }),
      },
    ],
    [
      'access log',
      {
        [TEST_HOME_BINDING]: beforeBatch(TEST_HOME, 2, () =>
          Promise.reject(new Error('D1_ERROR: the database is gone')),
        ),
      },
    ],
  ] as const)('where the %s is unavailable nothing is attached and nothing shown', async (_store, broken) => {
    const world = await setUp();
    const reply = await attach(world, [gel], broken);
    expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    expect(reply.text).not.toContain('Maurten');
    expect(await attachedTo(world)).toBe(0);
    expect(await logOf(world.key)).toEqual([]);
  });

  test('a teaser-tier athlete is charged and logged alike', async () => {
    const world = await setUp({ tier: 'teaser' });
    expect((await attach(world, [gel], budget(10, 1))).status).toBe(201);
    expect((await attach(world, [drink], budget(10, 1))).status).toBe(429);
    expect(await logOf(world.key)).toHaveLength(1);
  });
});

describe('what coverage warns of', () => {
  test('more fluid than is safe for this person is a danger', async () => {
    const { attach, calculate, codes } = await setUp();
    await calculate();
    const water = productNamed('Generic', 'Water');
    const { json } = await attach([water, 50]);
    expect(json.coverage.warnings[0]).toMatchObject({ code: 'EAH_PLAN_EXCEEDS_SAFE', severity: 'danger' });
    expect(codes((await attach([water, 5])).json.coverage)).not.toContain('EAH_PLAN_EXCEEDS_SAFE');
  });

  test('caffeine above 3 mg per kg, above 200 mg at once, and any for the young', async () => {
    stopClock();
    const strong = productNamed('Maurten', 'Gel 100 CAF 100');
    const adult = await setUp();
    expect(adult.codes((await adult.attach([strong, 2])).json.coverage)).not.toContain('CAFFEINE_DOSE');
    expect(adult.codes((await adult.attach([strong, 3])).json.coverage)).toContain('CAFFEINE_DOSE');
    const light = await setUp({ body_mass_kg: 45 });
    expect(light.codes((await light.attach([strong, 2])).json.coverage)).toContain('CAFFEINE_DOSE');
    const young = await setUp({ birth_year: 2010 });
    expect(young.codes((await young.attach([strong, 1])).json.coverage)).toContain('CAFFEINE_YOUTH');
  });

  test('a bottle above 80 g of carbohydrate a litre', async () => {
    const { attach, codes } = await setUp();
    expect(codes((await attach([drink, 2])).json.coverage)).toContain('CARB_CONCENTRATED');
    const water = productNamed('Generic', 'Water');
    expect(codes((await attach([drink, 2], [water, 10])).json.coverage)).not.toContain('CARB_CONCENTRATED');
  });

  test('one carbohydrate source above 60 g an hour, and an unknown one', async () => {
    const short = { type: 'bike', duration_min: 120 };
    const single = await setUp({}, short);
    const glucoseOnly = productNamed('Science in Sport', 'GO Isotonic Energy Gel');
    expect(single.codes((await single.attach([glucoseOnly, 5])).json.coverage)).not.toContain(
      'CARB_SINGLE_SOURCE',
    );
    expect(single.codes((await single.attach([glucoseOnly, 6])).json.coverage)).toContain(
      'CARB_SINGLE_SOURCE',
    );
    const mixed = await setUp({}, short);
    expect(mixed.codes((await mixed.attach([gel, 6])).json.coverage)).not.toContain('CARB_SINGLE_SOURCE');
    const unknown = await setUp({}, short);
    const shot = productNamed('Clif', 'Shot Energy Gel (caffeine-free)');
    expect(unknown.codes((await unknown.attach([shot, 6])).json.coverage)).toContain('CARB_SOURCE_UNKNOWN');
  });

  test('more carbohydrate than was practised, and much without practice', async () => {
    const trained = await setUp({ carb_tolerance_g_per_hr: 60 });
    expect(trained.codes((await trained.attach([gel, 11])).json.coverage)).toContain('CARB_ABOVE_TOLERANCE');
    const untrained = await setUp();
    expect(untrained.codes((await untrained.attach([gel, 15])).json.coverage)).toContain(
      'CARB_HIGH_UNTRAINED',
    );
  });

  test('products that break the diet, and those of which that is not known', async () => {
    const { attach, codes } = await setUp({ diet: { vegan: true } });
    const honey = productNamed('Generic', 'Honey');
    const { json } = await attach([honey, 1], [gel, 1], [drink, 1]);
    expect(codes(json.coverage)).toEqual(expect.arrayContaining(['DIET_NOT_MET', 'DIET_UNKNOWN']));
    const told = json.coverage.warnings.map(({ message }: { message: string }) => message).join(' ');
    expect(told).toContain('Not vegan: honey.');
    expect(told).not.toContain('Styrkr');
  });
});

test('an isolate’s first page of activities with products reads the catalogue once, not once for each of them', async () => {
  const { key, athlete, attach } = await setUp();
  await attach([gel, 1]);
  for (let count = 0; count < 3; count++) {
    const { json } = await call('POST', `/v1/athletes/${athlete.id}/activities`, { key, body: RIDE });
    const products = [{ product_id: gel.id, servings: 1 }];
    const body = { products };
    await call('POST', `/v1/athletes/${athlete.id}/activities/${json.id}/products`, { key, body });
  }
  let reads = 0;
  // A binding that no request has used yet stands for a new isolate.
  const REGISTRY = new Proxy(env.REGISTRY, {
    get: (target, member) => {
      // The catalogue is all that this request wants of the registry: its key is known from KV.
      if (member === 'batch') reads += 1;
      const value = Reflect.get(target, member);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const page = await call('GET', `/v1/athletes/${athlete.id}/activities`, { key, bindings: { REGISTRY } });
  expect(page.json.data.map((item: { products: unknown[] }) => item.products.length)).toEqual([1, 1, 1, 1]);
  expect(reads).toBe(1);
});

/** Lets something happen just before the n-th batch. */
function beforeBatch(database: D1Database, nth: number, act: () => Promise<unknown>): D1Database {
  let batches = 0;
  return new Proxy(database, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name !== 'batch') return member.bind(target);
      return async (statements: D1PreparedStatement[]) => {
        batches += 1;
        if (batches === nth) await act();
        return target.batch(statements);
      };
    },
  });
}
