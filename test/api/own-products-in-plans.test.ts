import { beforeAll, describe, expect, test } from 'vitest';
import { DATE_GEL, KITCHEN_MIX, makeAthlete, makeOwnProduct } from '../support/builders.ts';
import { loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { readFeed } from '../support/event-feed.ts';
import { makePartner } from '../support/partners.ts';
import { planFor } from '../support/planned-ride.ts';

beforeAll(() => loadTestCatalogue());

const RIDE = { type: 'bike', duration_min: 240, intensity_level: 5, thermal_stress_level: 6 };

/** Creates an athlete with a calculated ride, to which own products can be attached. */
async function setUp(fields: object = {}) {
  const { key, athlete, path: ride, plan } = await planFor(RIDE, fields);
  const create = (product: Readonly<Record<string, unknown>>) => makeOwnProduct(key, athlete.id, product);
  const attach = (...products: readonly (readonly [string, number])[]) =>
    call('POST', `${ride}/products`, {
      key,
      body: { products: products.map(([product_id, servings]) => ({ product_id, servings })) },
    });
  return {
    key,
    id: athlete.id,
    path: athlete.path,
    list: `${athlete.path}/products`,
    ride,
    create,
    attach,
    plan: async (query = '') => (await plan(query)).json,
  };
}

describe('plans with own products', () => {
  test('attach, plan, coverage and replan use it like one of the catalogue', async () => {
    const { key, create, attach, plan, ride } = await setUp();
    const mix = await create(KITCHEN_MIX);
    const gel = await create(DATE_GEL);
    const attached = await attach([mix.id, 3], [gel.id, 4]);
    expect(attached.json.data).toMatchObject([
      { product_id: mix.id, brand: null, name: 'Kitchen mix', category: 'drink_mix', servings: 3 },
      { product_id: gel.id, brand: null, name: 'Date gel', category: 'gel', servings: 4 },
    ]);
    expect(attached.json.coverage.carb_g.planned).toBe(3 * 54.4 + 4 * 28);
    expect(attached.json.coverage.fluid_ml.planned).toBe(3 * 750);
    const planned = await plan();
    expect(planned.products.map((each: { product_id: string }) => each.product_id).sort()).toEqual(
      [mix.id, gel.id].sort(),
    );
    expect(planned.totals.carb_g).toBeGreaterThan(200);
    const replan = await call('POST', `${ride}/fuel-plan/replan`, {
      key,
      body: {
        at_min: 120,
        taken: { carb_g: 100, fluid_ml: 1000, sodium_mg: 700 },
        products_left: [{ product_id: gel.id, servings: 2 }],
      },
    });
    expect(replan.status).toBe(200);
    expect(JSON.stringify(replan.json.rows)).toContain(gel.id);
    expect((await call('DELETE', `${ride}/products/${gel.id}`, { key })).status).toBe(204);
  });

  test('forms name a mix without a brand by its name alone', async () => {
    const { create, attach, plan, key, ride } = await setUp();
    const mix = await create(KITCHEN_MIX);
    await attach([mix.id, 4]);
    expect((await plan()).recipes.map(({ name }: { name: string }) => name)).toEqual(['Kitchen mix']);
    const { text } = await call('GET', `${ride}/fuel-plan`, { key, headers: { accept: 'text/plain' } });
    expect(text).toMatch(/^Kitchen mix: \d+ bags of/m);
  });

  test.each([
    { format: 'capsule', serving_g: 1 },
    { format: 'tablet', serving_g: 1 },
    { format: 'tablet', serving_g: 4, fluid_ml: 100 },
    { format: 'drink', serving_ml: 60 },
    { format: 'drink', serving_g: 5 },
  ])('caffeine alone is taken at its dose, not as salt or in a bottle: %j', async (form) => {
    const { key, ride, create, attach, plan } = await setUp({
      birth_year: 1986,
      body_mass_kg: 70,
      caffeine: { wanted: true },
    });
    const own = await create({ name: 'Caffeine', caffeine_mg: 100, ...form });
    const gel = await create(DATE_GEL);
    await attach([own.id, 1], [gel.id, 4]);
    const { caffeine } = (await call('GET', `${ride}/prescription`, { key })).json;
    const { rows, notes } = await plan();
    const taken = rows.filter((row: { caffeine_mg: number }) => row.caffeine_mg > 0);
    expect(taken).toMatchObject([{ caffeine_mg: 100 }]);
    expect(Math.abs(taken[0].at_min - caffeine.doses[0].at_min)).toBeLessThanOrEqual(10);
    expect(notes.map(({ quantity }: { quantity: string }) => quantity)).toEqual(['carb']);
  });

  test('a large caffeine drink that the hour has no room for is left out for that reason', async () => {
    const { create, attach, plan } = await setUp({
      birth_year: 1986,
      body_mass_kg: 70,
      caffeine: { wanted: true },
    });
    const can = await create({ name: 'Can', format: 'drink', serving_ml: 250, caffeine_mg: 80 });
    const gel = await create(DATE_GEL);
    await attach([can.id, 1], [gel.id, 4]);
    const { notes } = await plan();
    expect(notes.find(({ quantity }: { quantity: string }) => quantity === 'product')).toMatchObject({
      binding: 'spacing',
      message: expect.stringMatching(/^Not in the plan: 1 × Can. There is no free moment for it/),
    });
  });

  test('an unknown ratio of glucose to fructose counts as glucose only', async () => {
    const { create, attach } = await setUp({ carb_tolerance_g_per_hr: 120 });
    const codesOfCoverage = async (more: object) => {
      const { id } = await create({ ...DATE_GEL, ...more });
      const { coverage } = (await attach([id, 12])).json;
      return coverage.warnings.map(({ code }: { code: string }) => code);
    };
    expect(await codesOfCoverage({})).toContain('CARB_SINGLE_SOURCE');
    expect(await codesOfCoverage({ glucose_fructose_ratio: '1:0.8' })).not.toContain('CARB_SOURCE_UNKNOWN');
  });

  test('a suggestion uses the owned ones, and never those that are avoided', async () => {
    const { key, create, plan, path } = await setUp();
    const mix = await create(KITCHEN_MIX);
    const gel = await create(DATE_GEL);
    const prefer = (fuel_preferences: object) => call('PATCH', path, { key, body: { fuel_preferences } });
    expect((await prefer({ owns: [mix.id, gel.id] })).status).toBe(200);
    const owned = (await plan('?suggest=true')).products.map(
      (each: { product_id: string }) => each.product_id,
    );
    expect(owned.sort()).toEqual([mix.id, gel.id].sort());
    expect((await prefer({ avoids: [gel.id] })).status).toBe(200);
    const without = (await plan('?suggest=true')).products.map(
      (each: { product_id: string }) => each.product_id,
    );
    expect(without).toEqual([mix.id]);
  });

  test('preferences and attachments reject the product of another athlete', async () => {
    const { key, path, attach, ride } = await setUp();
    const foreign = await makeOwnProduct(key, (await makeAthlete(key)).id, DATE_GEL);
    const preferred = await call('PATCH', path, { key, body: { fuel_preferences: { owns: [foreign.id] } } });
    expect(refusal(preferred)).toMatchObject({ status: 422, pointers: ['/fuel_preferences/owns/0'] });
    const batch = await call('POST', '/v1/athletes/batch', {
      key,
      body: { athletes: [{ external_id: 'new', fuel_preferences: { avoids: [foreign.id] } }] },
    });
    expect(batch.json.results[0].error.errors[0].pointer).toBe('/fuel_preferences/avoids/0');
    expect(refusal(await attach([foreign.id, 1]))).toMatchObject({
      status: 422,
      pointers: ['/products/0/product_id'],
    });
    const left = [{ product_id: foreign.id, servings: 1 }];
    const body = { at_min: 10, taken: { carb_g: 0, fluid_ml: 0, sodium_mg: 0 }, products_left: left };
    const replan = await call('POST', `${ride}/fuel-plan/replan`, { key, body });
    expect(refusal(replan)).toMatchObject({ status: 422, pointers: ['/products_left/0/product_id'] });
  });

  test('a batch of athletes takes the own products of each', async () => {
    const { testKey: key } = await makePartner();
    const [owner] = [
      await makeAthlete(key, { external_id: 'a' }),
      await makeAthlete(key, { external_id: 'b' }),
    ];
    const mix = await makeOwnProduct(key, owner.id, KITCHEN_MIX);
    const fuel_preferences = { owns: [mix.id] };
    const athletes = ['a', 'b'].map((external_id) => ({ external_id, fuel_preferences }));
    const [first, second] = (await call('POST', '/v1/athletes/batch', { key, body: { athletes } })).json
      .results;
    expect(first.athlete.fuel_preferences).toMatchObject(fuel_preferences);
    expect(second.error.errors[0]).toMatchObject({ code: 'unknown_product' });
  });

  test('a change shows in the next plan and the ETag of the activity, not in the prescription', async () => {
    const { key, create, attach, plan, ride, list, id } = await setUp();
    const gel = await create(DATE_GEL);
    await attach([gel.id, 4]);
    const tagOf = async (path: string) => (await call('GET', path, { key })).headers.get('ETag');
    const before = [await tagOf(ride), await tagOf(`${ride}/prescription`)];
    const { totals } = await plan();
    const { cursor } = await readFeed(key, { athlete_id: id });
    await call('PATCH', `${list}/${gel.id}`, { key, body: { carb_g: 14 } });
    const after = [await tagOf(ride), await tagOf(`${ride}/prescription`)];
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
    expect((await plan()).totals.carb_g).toBe(totals.carb_g / 2);
    const { json } = await call('GET', ride, { key });
    expect(json.coverage.carb_g.planned).toBe(56);
    expect(json.prescription_stale).toBe(false);
    const { events } = await readFeed(key, { athlete_id: id, cursor });
    expect(events.map(({ type, data }) => [type, data.changed])).toEqual([['athlete.updated', ['products']]]);
    // Another athlete's activity keeps its tag.
    const stale = await call('PATCH', ride, {
      key,
      body: { name: 'x' },
      headers: { 'if-match': before[0] ?? '' },
    });
    expect(stale.status).toBe(412);
  });

  test('a deletion detaches it everywhere, and plans say so once until the products change', async () => {
    const { key, create, attach, plan, ride, list, path, id } = await setUp({ external_id: 'rider-1' });
    const mix = await create(KITCHEN_MIX);
    const gel = await create(DATE_GEL);
    const bar = productNamed('Maurten', 'Gel 100');
    await attach([mix.id, 2], [gel.id, 4], [bar.id, 1]);
    await call('PATCH', path, {
      key,
      body: { fuel_preferences: { owns: [mix.id, bar.id], avoids: [gel.id] } },
    });
    const before = await call('GET', ride, { key });
    const prescribed = (await call('GET', `${ride}/prescription`, { key })).headers.get('ETag');
    const { cursor } = await readFeed(key, { athlete_id: id });
    for (const product of [mix, gel]) {
      expect((await call('DELETE', `${list}/${product.id}`, { key })).status).toBe(204);
    }
    const after = await call('GET', ride, { key });
    expect(after.headers.get('ETag')).not.toBe(before.headers.get('ETag'));
    expect((await call('GET', `${ride}/prescription`, { key })).headers.get('ETag')).toBe(prescribed);
    expect(after.json.products.map((each: { product_id: string }) => each.product_id)).toEqual([bar.id]);
    expect(after.json.coverage.carb_g.planned).toBe(25);
    const { fuel_preferences } = (await call('GET', path, { key })).json;
    expect(fuel_preferences).toMatchObject({ owns: [bar.id], avoids: [] });
    const { events } = await readFeed(key, { athlete_id: id, cursor });
    expect(events.map(({ type, data }) => [type, data.changed])).toEqual([
      ['activity.updated', ['products']],
      ['athlete.updated', ['fuel_preferences', 'products']],
      ['activity.updated', ['products']],
      ['athlete.updated', ['fuel_preferences', 'products']],
    ]);
    expect(events[0]?.data).toMatchObject({ activity_id: before.json.id, external_id: 'rider-1' });
    const removed = { quantity: null, percent_off: null, binding: 'product_removed' };
    const notesOf = async (query = '') =>
      (await plan(query)).notes.filter(({ binding }: { binding: string }) => binding === 'product_removed');
    expect(await notesOf()).toMatchObject([removed]);
    expect(await notesOf('?suggest=true')).toMatchObject([removed]);
    const body = { at_min: 60, taken: { carb_g: 0, fluid_ml: 300, sodium_mg: 0 } };
    const replan = (await call('POST', `${ride}/fuel-plan/replan`, { key, body })).json;
    expect(
      replan.notes.filter(({ binding }: { binding: string }) => binding === 'product_removed'),
    ).toHaveLength(1);
    const text = (await call('GET', `${ride}/fuel-plan`, { key, headers: { accept: 'text/plain' } })).text;
    expect(text.split('no longer exists')).toHaveLength(2);
    expect(refusal(await attach([mix.id, 1]))).toMatchObject({ status: 422 });
    expect(await notesOf()).toHaveLength(1);
    await attach([bar.id, 2]);
    expect(await notesOf()).toEqual([]);
  });

  test('a suggestion that reaches its targets is within target although a product was removed', async () => {
    const { key, create, attach, plan, list } = await setUp();
    const gel = await create(DATE_GEL);
    await attach([gel.id, 2]);
    const reached = (await plan('?suggest=true')).suggestion.within_target;
    await call('DELETE', `${list}/${gel.id}`, { key });
    expect((await plan('?suggest=true')).suggestion.within_target).toBe(reached);
    expect(reached).toBe(true);
  });

  test('attaching and deleting at once never leaves an attachment without its product', async () => {
    const { key, create, attach, ride, list } = await setUp();
    for (let round = 0; round < 5; round++) {
      const gel = await create(DATE_GEL);
      const [attached] = await Promise.all([
        attach([gel.id, 2]),
        call('DELETE', `${list}/${gel.id}`, { key }),
      ]);
      expect([201, 422]).toContain(attached.status);
      expect((await call('GET', ride, { key })).json.products).toEqual([]);
    }
  });

  test('an own product is not in the catalogue, and neither budget nor access log know of it', async () => {
    const { key, create, id, attach, ride } = await setUp();
    const mix = await create(KITCHEN_MIX);
    await attach([mix.id, 4]);
    const found = await call('GET', `/v1/products?athlete_id=${id}&q=Kitchen+mix`, { key });
    expect(found.text).not.toContain(mix.id);
    expect((await call('GET', `/v1/products/${mix.id}?athlete_id=${id}`, { key })).status).toBe(404);
    const left = () => /"athlete-records";r=(\d+)/.exec(String(limits.headers.get('RateLimit')))?.[1];
    let limits = await call('GET', `/v1/products/categories?athlete_id=${id}`, { key });
    const before = left();
    expect((await call('GET', `${ride}/fuel-plan`, { key })).status).toBe(200);
    limits = await call('GET', `/v1/products/categories?athlete_id=${id}`, { key });
    expect(left()).toBe(before);
    const { text } = await call('GET', `/v1/partner/access-log?athlete_id=${id}&limit=100`, { key });
    expect(text).not.toContain('/products"');
    expect(text.split(mix.id)).toHaveLength(2); // the read above, which asked for it by name
  });

  test('the export has every own product, and attachments by name', async () => {
    const { key, create, attach, path } = await setUp();
    const { path: _path, ...mix } = await create(KITCHEN_MIX);
    await attach([mix.id, 2]);
    const exported = (await call('POST', `${path}/export`, { key })).json;
    expect(exported.products).toEqual([mix]);
    expect(exported.activities[0].products).toMatchObject([
      { product_id: mix.id, brand: null, name: 'Kitchen mix', servings: 2 },
    ]);
  });
});
