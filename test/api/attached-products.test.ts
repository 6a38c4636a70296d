import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/storage/ids.ts';
import { attachProducts, makeActivity, makeAthlete, makePrescription } from '../support/builders.ts';
import { CATALOGUE, loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { stopClock } from '../support/stopped-clock.ts';

beforeAll(() => loadTestCatalogue());

const RIDE = { type: 'bike', duration_min: 240, intensity_level: 5, thermal_stress_level: 6 };
const gel = productNamed('Maurten', 'Gel 100');
const strongGel = productNamed('Maurten', 'Gel 100 CAF 100');
const glucoseGel = productNamed('Science in Sport', 'GO Isotonic Energy Gel');
const gelOfUnknownSugar = productNamed('Clif', 'Shot Energy Gel (caffeine-free)');
const drink = productNamed('Styrkr', 'MIX60');
const capsule = productNamed('SaltStick', 'Caps');
const water = productNamed('Generic', 'Water');

type Fields = Readonly<Record<string, unknown>>;
type Servings = readonly [product: { readonly id: string }, servings: number];

async function setUp(fields: Fields = {}, activity: Fields = RIDE) {
  const { testKey: key } = await makePartner();
  const profile = { body_mass_kg: 70, sex: 'male', birth_year: 1990, ...fields };
  const athlete = await makeAthlete(key, profile);
  const { path } = await makeActivity(key, athlete.id, activity);
  const attach = (...products: readonly Servings[]) =>
    call('POST', `${path}/products`, {
      key,
      body: { products: products.map(([{ id }, servings]) => ({ product_id: id, servings })) },
    });
  return { key, athlete, path, attach, calculate: () => makePrescription(key, path) };
}

const codesOf = ({ json }: { json: { coverage: { warnings: { code: string }[] } } }) =>
  json.coverage.warnings.map(({ code }) => code);

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

  const twice: readonly Servings[] = [
    [gel, 1],
    [gel, 2],
  ];
  const tooMany = CATALOGUE.slice(0, 31).map((product): Servings => [product, 1]);
  test.each<[what: string, products: readonly Servings[], pointer: string, code: string]>([
    ['too few servings', [[gel, 0.001]], '/products/0/servings', 'too_small'],
    ['too many servings', [[gel, 50.5]], '/products/0/servings', 'too_big'],
    ['a product twice', twice, '/products/1/product_id', 'duplicate_item'],
    ['nothing', [], '/products', 'too_small'],
    ['31 products', tooMany, '/products', 'too_big'],
  ])('refuses %s', async (_what, products, pointer, code) => {
    const { attach } = await setUp();
    const reply = await attach(...products);
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [pointer] });
    expect(reply.json.error.errors[0].code).toBe(code);
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

describe('what coverage warns of', () => {
  test('more fluid than is safe for this person is a danger', async () => {
    const { attach, calculate } = await setUp();
    await calculate();
    const { json } = await attach([water, 50]);
    expect(json.coverage.warnings[0]).toMatchObject({ code: 'EAH_PLAN_EXCEEDS_SAFE', severity: 'danger' });
    expect(codesOf(await attach([water, 5]))).not.toContain('EAH_PLAN_EXCEEDS_SAFE');
  });

  const SHORT = { type: 'bike', duration_min: 120 };
  test.each<[code: string, isWarned: boolean, what: string, Servings[], fields?: Fields, activity?: Fields]>([
    ['CAFFEINE_DOSE', false, '200 mg', [[strongGel, 2]]],
    ['CAFFEINE_DOSE', true, '300 mg', [[strongGel, 3]]],
    ['CAFFEINE_DOSE', true, '200 mg at 45 kg', [[strongGel, 2]], { body_mass_kg: 45 }],
    ['CAFFEINE_YOUTH', true, 'any for the young', [[strongGel, 1]], { birth_year: 2020 }],
    ['CARB_CONCENTRATED', true, 'a bottle of more than 80 g/l', [[drink, 2]]],
    [
      'CARB_CONCENTRATED',
      false,
      'the same with water',
      [
        [drink, 2],
        [water, 10],
      ],
    ],
    ['CARB_SINGLE_SOURCE', false, 'one source up to 60 g/h', [[glucoseGel, 5]], {}, SHORT],
    ['CARB_SINGLE_SOURCE', true, 'one source above 60 g/h', [[glucoseGel, 6]], {}, SHORT],
    ['CARB_SINGLE_SOURCE', false, 'two sources above 60 g/h', [[gel, 6]], {}, SHORT],
    ['CARB_SOURCE_UNKNOWN', true, 'an unknown source', [[gelOfUnknownSugar, 6]], {}, SHORT],
    ['CARB_ABOVE_TOLERANCE', true, 'more than practised', [[gel, 11]], { carb_tolerance_g_per_hr: 60 }],
    ['CARB_HIGH_UNTRAINED', true, 'much without practice', [[gel, 15]]],
  ])('%s is warned of: %s (%s)', async (code, isWarned, _what, products, fields, activity) => {
    stopClock();
    const { attach } = await setUp(fields, activity);
    expect(codesOf(await attach(...products)).includes(code)).toBe(isWarned);
  });

  test('products that break the diet, and those of which that is not known', async () => {
    const { attach } = await setUp({ diet: { vegan: true } });
    const honey = productNamed('Generic', 'Honey');
    const reply = await attach([honey, 1], [gel, 1], [drink, 1]);
    expect(codesOf(reply)).toEqual(expect.arrayContaining(['DIET_NOT_MET', 'DIET_UNKNOWN']));
    const told = reply.json.coverage.warnings.map(({ message }: { message: string }) => message).join(' ');
    expect(told).toContain('Not vegan: honey.');
    expect(told).not.toContain('Styrkr');
  });
});

test('an isolate’s first page of activities with products reads the catalogue once, not once for each of them', async () => {
  const { key, athlete, path } = await setUp();
  await attachProducts(key, path, { [gel.id]: 1 });
  for (let count = 0; count < 3; count++) {
    const next = await makeActivity(key, athlete.id);
    await attachProducts(key, next.path, { [gel.id]: 1 });
  }
  let reads = 0;
  // A binding that no request has used yet stands for a new isolate.
  const REGISTRY = new Proxy(env.REGISTRY, {
    get: (target, member) => {
      // This request reads only the catalogue from the registry: its key is known from KV.
      if (member === 'batch') reads += 1;
      const value = Reflect.get(target, member);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const page = await call('GET', `${athlete.path}/activities`, { key, bindings: { REGISTRY } });
  expect(page.json.data.map((item: { products: unknown[] }) => item.products.length)).toEqual([1, 1, 1, 1]);
  expect(reads).toBe(1);
});
