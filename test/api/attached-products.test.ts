import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/storage/ids.ts';
import { CATALOGUE, loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

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
  test('answers all that is attached with facts, and the activity shows the same', async () => {
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
    expect(read.json.products[0]).toMatchObject({
      carb_g: 25,
      brand: 'Maurten',
      facts: { confidence: 'high' },
    });
    const list = await call('GET', path.replace(/\/act_\w+$/, ''), { key });
    expect(list.json.data[0].products).toEqual(read.json.products);
  });

  test('before a calculation nothing is prescribed, and what is planned is told all the same', async () => {
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
    ['too few servings', [[gel, 0.24]], '/products/0/servings'],
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

  test('in teaser tier names the products and tells no facts and no coverage', async () => {
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
    ]);
    expect(json.subscribe_url).toContain('/subscribe?athlete=');
    const read = await call('GET', path, { key });
    expect(read.json.coverage).toBeNull();
    expect(read.text).not.toMatch(/carb_g"|recalled_fields|caffeine_mg/);
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
    const strong = productNamed('Maurten', 'Gel 100 CAF 100');
    const adult = await setUp();
    expect(adult.codes((await adult.attach([strong, 2])).json.coverage)).not.toContain('CAFFEINE_DOSE');
    expect(adult.codes((await adult.attach([strong, 3])).json.coverage)).toContain('CAFFEINE_DOSE');
    const light = await setUp({ body_mass_kg: 45 });
    expect(light.codes((await light.attach([strong, 2])).json.coverage)).toContain('CAFFEINE_DOSE');
    const young = await setUp({ birth_year: new Date().getUTCFullYear() - 16 });
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
    expect(told).toContain('Not vegan: Honey.');
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
