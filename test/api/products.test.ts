import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/storage/ids.ts';
import { makeAthlete } from '../support/builders.ts';
import {
  CATALOGUE,
  loadTestCatalogue,
  makeProductReader,
  type ProductReader,
  productNamed,
} from '../support/catalogue.ts';
import { BASE, call, type Reply, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

const UNKNOWN_ATHLETE = 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz';
const UNLIMITED = { PRODUCT_SANDBOX_PER_MIN: '100000', PRODUCT_SANDBOX_RECORDS_PER_DAY: '100000' };

/** For tests of what is found, an athlete whom no limit stops. */
let reader: ProductReader;
const get = (query: string) => reader.get(query, UNLIMITED);

beforeAll(async () => {
  await loadTestCatalogue();
  reader = await makeProductReader();
});

const namesOf = (reply: Reply): string[] =>
  reply.json.data.map((row: { brand: string; name: string }) => `${row.brand} ${row.name}`);

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
    expect((await get('')).json.data).toHaveLength(10);
    expect((await get('&limit=25')).json.data).toHaveLength(25);
    for (const limit of ['26', '100', '0', '-1', '1e9', '']) {
      expect(refusal(await get(`&limit=${limit}`)).pointers).toEqual(['?limit']);
    }
    expect((await get('&q=energy%20gel%20bar%20drink&limit=25')).json.data.length).toBeLessThanOrEqual(25);
  });

  test('pages through the whole catalogue once each, in a fixed order', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const { json } = await get(`&limit=25${cursor}`);
      seen.push(...json.data.map((row: { id: string }) => row.id));
      cursor = json.next_cursor === null ? '' : `&cursor=${json.next_cursor}`;
    } while (cursor !== '');
    expect(new Set(seen)).toEqual(new Set(CATALOGUE.map(({ id }) => id)));
    expect(seen).toHaveLength(CATALOGUE.length);
  });

  test('pages through a search without a repeat or a gap', async () => {
    const whole = namesOf(await get('&q=caffeine%20gel&limit=25'));
    const first = await get('&q=caffeine%20gel&limit=10');
    const second = await get(`&q=caffeine%20gel&limit=15&cursor=${first.json.next_cursor}`);
    expect([...namesOf(first), ...namesOf(second)]).toEqual(whole);
  });

  test('a cursor from other filters or another athlete is an invalid cursor', async () => {
    const { json } = await get('&limit=5');
    expect(refusal(await get(`&category=gel&cursor=${json.next_cursor}`)).pointers).toEqual(['?cursor']);
    const other = await makeAthlete(reader.key);
    const path = `/v1/products?athlete_id=${other.id}&cursor=${json.next_cursor}`;
    const reply = await call('GET', path, { key: reader.key });
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
    expect(namesOf(await get(`&q=${encodeURIComponent(q)}`))[0]).toMatch(expected);
  });

  test.each(['', ' '])('the emptied search box %j lists everything', async (q) => {
    expect(namesOf(await get(`&q=${encodeURIComponent(q)}`))).toEqual(namesOf(await get('')));
  });

  test.each(['%', "'; DROP TABLE products; --", '\\', '*', '(((', '🍌', 'zzzzqqqq', ' '])(
    'the hostile or empty query %j finds nothing or something, and does no harm',
    async (q) => {
      expect((await get(`&q=${encodeURIComponent(q)}`)).status).toBe(200);
      expect((await get('')).json.data).toHaveLength(10);
    },
  );

  test('filters distinguish unknown from no', async () => {
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
    const { get } = await makeProductReader({ tier: 'teaser' });
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
    const theirs = await makeProductReader();
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
    const { read, log } = await makeProductReader();
    const { id } = productNamed('Maurten', 'Gel 100');
    const found = await read(id);
    expect(found.json).toMatchObject({ id, brand: 'Maurten', name: 'Gel 100', carb_g: 25, tier: 'full' });
    const unknown = await read(newId('prd', 1));
    expect(refusal(unknown)).toMatchObject({ status: 404, code: 'product_not_found' });
    expect((await log()).map(({ result_count }) => result_count).sort()).toEqual([0, 1]);
  });

  test('lists categories with the number of their products', async () => {
    const path = `/v1/products/categories?athlete_id=${reader.athleteId}`;
    const { json } = await call('GET', path, { key: reader.key });
    const total = json.data.reduce(
      (sum: number, row: { product_count: number }) => sum + row.product_count,
      0,
    );
    expect(total).toBe(CATALOGUE.length);
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
