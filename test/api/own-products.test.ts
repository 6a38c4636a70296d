import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { readFeed } from '../support/event-feed.ts';
import { connect, discover, makeClient, newEmail, toWorker } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';

beforeAll(() => loadTestCatalogue());

const GEL = { name: 'Date gel', format: 'gel', serving_g: 45, carb_g: 28, sodium_mg: 60, caffeine_mg: 0 };
const MIX = {
  name: 'Kitchen mix',
  format: 'drink',
  recipe: {
    water_ml: 750,
    parts: [
      { component: 'maltodextrin', grams: 32 },
      { component: 'fructose', grams: 24 },
      { component: 'table_salt', grams: 1.2 },
    ],
  },
};
const RIDE = { type: 'bike', duration_min: 240, intensity_level: 5, thermal_stress_level: 6 };

async function newAthlete(key: string, fields: object = {}) {
  const body = { body_mass_kg: 70, sex: 'male', birth_year: 1990, ...fields };
  const { json } = await call('POST', '/v1/athletes', { key, body });
  return { id: json.id as string, path: `/v1/athletes/${json.id}`, list: `/v1/athletes/${json.id}/products` };
}

async function setUp(fields: object = {}) {
  const { testKey: key, partnerId } = await makePartner();
  const athlete = await newAthlete(key, fields);
  const create = (body: object, headers = {}) => call('POST', athlete.list, { key, body, headers });
  return { key, partnerId, create, ...athlete };
}

async function withRide(fields: object = {}) {
  const made = await setUp(fields);
  const { key, path } = made;
  const { json } = await call('POST', `${path}/activities`, { key, body: RIDE });
  const ride = `${path}/activities/${json.id}`;
  await call('POST', `${ride}/prescription`, { key });
  const attach = (...products: readonly (readonly [string, number])[]) =>
    call('POST', `${ride}/products`, {
      key,
      body: { products: products.map(([product_id, servings]) => ({ product_id, servings })) },
    });
  const plan = async (query = '') => (await call('GET', `${ride}/fuel-plan${query}`, { key })).json;
  return { ...made, ride, attach, plan };
}

const codesOf = (reply: Awaited<ReturnType<typeof call>>) =>
  (reply.json.error.errors ?? []).map(({ code, pointer }: { code: string; pointer: string }) => [
    code,
    pointer,
  ]);

describe('an own product', () => {
  test('answers 201 with its figures, at a Location that reads the same with an ETag', async () => {
    const { key, create, id } = await setUp();
    const made = await create({
      ...GEL,
      brand: 'Home',
      gtin: '4012345678901',
      glucose_fructose_ratio: '2:1',
    });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      ...GEL,
      id: expect.stringMatching(/^cpr_[0-7][0-9a-z]{25}$/),
      athlete_id: id,
      brand: 'Home',
      gtin: '4012345678901',
      glucose_fructose_ratio: '2:1',
      serving_ml: null,
      fluid_ml: null,
      vegan: null,
      gluten_free: null,
      recipe: null,
      purpose: 'fuel',
      facts: { basis: 'athlete' },
    });
    const location = made.headers.get('Location')?.replace(BASE, '') ?? '';
    const read = await call('GET', location, { key });
    expect(read.json).toEqual(made.json);
    const etag = read.headers.get('ETag') ?? '';
    const again = await call('GET', location, { key, headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  test('with a recipe has the figures of its ingredients', async () => {
    const { create } = await setUp();
    const made = await create(MIX);
    expect(made.json).toMatchObject({
      serving_g: 57.2,
      carb_g: 54.4,
      sodium_mg: 472,
      caffeine_mg: 0,
      fluid_ml: 750,
      glucose_fructose_ratio: '1:0.79',
      recipe: MIX.recipe,
    });
    const salts = await create({
      name: 'Salts',
      format: 'drink',
      confirmed: true,
      recipe: {
        parts: [
          { component: 'table_salt', grams: 1 },
          { component: 'sodium_citrate', grams: 1 },
        ],
      },
    });
    expect(salts.json).toMatchObject({ sodium_mg: 393 + 234, carb_g: 0, purpose: 'salt', fluid_ml: null });
  });

  test('of an athlete in teaser tier is shown with its figures', async () => {
    const { key, create, list } = await setUp({ tier: 'teaser' });
    const made = await create(GEL);
    expect(made.json).toMatchObject({ carb_g: 28, facts: { basis: 'athlete' } });
    expect(made.headers.get('X-Service-Data-Attribution')).toBe('required');
    expect((await call('GET', list, { key })).json.data).toEqual([made.json]);
  });

  test('is listed newest first, page by page, and by its external_id', async () => {
    const { key, create, list } = await setUp();
    const made: string[] = [];
    for (const number of [1, 2, 3])
      made.unshift((await create({ ...GEL, external_id: `p${number}` })).json.id);
    const first = (await call('GET', `${list}?limit=2`, { key })).json;
    const second = (await call('GET', `${list}?limit=2&cursor=${first.next_cursor}`, { key })).json;
    const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
    expect([new Set(ids), second.has_more]).toEqual([new Set(made), false]);
    expect([...ids].sort().reverse()).toEqual(ids);
    const named = (await call('GET', `${list}?external_id=p2`, { key })).json.data;
    expect(named.map(({ external_id }: { external_id: string }) => external_id)).toEqual(['p2']);
  });

  test('is not in the catalogue, and neither budget nor access log know of it', async () => {
    const { key, create, id, attach, ride } = await withRide();
    const { json: mix } = await create(MIX);
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
});

describe('the plausibility of an own product (422)', () => {
  const reject = async (body: object) => {
    const { create } = await setUp();
    return create(body);
  };

  test('neither figures nor a recipe is rejected', async () => {
    const reply = await reject({ name: 'A', format: 'gel' });
    expect(refusal(reply)).toMatchObject({ status: 422, pointers: ['/serving_g', '/carb_g'] });
  });

  test.each([
    ['no serving', { name: 'A', format: 'gel', carb_g: 20 }, '/serving_g'],
    ['no amount', { name: 'A', format: 'gel', serving_g: 20 }, '/carb_g'],
    ['figures and a recipe', { ...MIX, carb_g: 50 }, '/carb_g'],
    ['a ratio and a recipe', { ...MIX, glucose_fructose_ratio: '1:1' }, '/glucose_fructose_ratio'],
    ['an empty recipe', { ...MIX, recipe: { parts: [] } }, '/recipe/parts'],
    [
      'an ingredient twice',
      {
        ...MIX,
        recipe: {
          parts: [
            { component: 'sucrose', grams: 1 },
            { component: 'sucrose', grams: 2 },
          ],
        },
      },
      '/recipe/parts/1/component',
    ],
    [
      'an unknown ingredient',
      { ...MIX, recipe: { parts: [{ component: 'honey', grams: 9 }] } },
      '/recipe/parts/0/component',
    ],
    ['carbohydrate above the weight', { ...GEL, carb_g: 46 }, '/carb_g'],
    [
      'carbohydrate above the weight of a volume',
      { ...GEL, serving_g: null, serving_ml: 20, carb_g: 28.5 },
      '/carb_g',
    ],
    ['carbohydrate above 200 g', { ...GEL, serving_g: 400, carb_g: 201 }, '/carb_g'],
    [
      'carbohydrate of a recipe above 200 g',
      { ...MIX, recipe: { parts: [{ component: 'sucrose', grams: 201 }] } },
      '/recipe',
    ],
    [
      'sodium above 40% of the weight',
      { ...GEL, serving_g: 1, carb_g: 0, sodium_mg: 401, confirmed: true },
      '/sodium_mg',
    ],
    ['sodium above 2,500 mg', { ...GEL, serving_g: 900, sodium_mg: 2501, confirmed: true }, '/sodium_mg'],
    [
      'sodium of a recipe above 2,500 mg',
      { ...MIX, confirmed: true, recipe: { parts: [{ component: 'table_salt', grams: 6.4 }] } },
      '/recipe',
    ],
    ['caffeine above 200 mg', { ...GEL, caffeine_mg: 201 }, '/caffeine_mg'],
    ['a name of 61 characters', { ...GEL, name: 'a'.repeat(61) }, '/name'],
    ['a blank name', { ...GEL, name: '   ' }, '/name'],
    ['a name with a line break', { ...GEL, name: 'a\nb' }, '/name'],
    ['a name with bidirectional control', { ...GEL, name: 'a\u202eb' }, '/name'],
    ['a brand with a control character', { ...GEL, brand: 'a\u0007' }, '/brand'],
    ['a barcode of 7 digits', { ...GEL, gtin: '1234567' }, '/gtin'],
    ['a ratio of nothing', { ...GEL, glucose_fructose_ratio: '0:0' }, '/glucose_fructose_ratio'],
    ['an unknown field', { ...GEL, carbs: 3 }, '/carbs'],
  ])('%s is rejected', async (_what, body, pointer) => {
    const reply = await reject(body);
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [pointer] });
  });

  test.each([
    ['more than 1,500 mg a serving', { ...GEL, serving_g: 500, sodium_mg: 1501 }, '/sodium_mg'],
    ['more than 3 g per 100 g', { ...GEL, serving_g: 10, carb_g: 5, sodium_mg: 301 }, '/sodium_mg'],
    [
      'a recipe of salt',
      { ...MIX, recipe: { water_ml: 500, parts: [{ component: 'table_salt', grams: 1 }] } },
      '/recipe',
    ],
  ])('%s of sodium needs a confirmation (confirm_sodium)', async (_what, body, pointer) => {
    const { create } = await setUp();
    expect(codesOf(await create(body))).toEqual([['confirm_sodium', pointer]]);
    expect(codesOf(await create({ ...body, confirmed: false }))).toEqual([['confirm_sodium', pointer]]);
    expect((await create({ ...body, confirmed: true })).status).toBe(201);
  });

  test.each([
    ['1,500 mg a serving', { ...GEL, serving_g: 500, sodium_mg: 1500 }],
    ['3 g per 100 g', { ...GEL, serving_g: 10, carb_g: 5, sodium_mg: 300 }],
    ['a capsule of pure salt', { name: 'Capsule', format: 'capsule', serving_g: 1, sodium_mg: 393 }],
    ['as much carbohydrate as it weighs', { ...GEL, serving_g: 28 }],
    ['200 mg of caffeine', { ...GEL, caffeine_mg: 200 }],
  ])('%s needs none', async (_what, body) => {
    const { create } = await setUp();
    expect((await create(body)).status).toBe(201);
  });

  test('a change keeps a confirmed sodium, and needs a new confirmation to raise it', async () => {
    const { key, create, list } = await setUp();
    const { json } = await create({ ...GEL, serving_g: 500, sodium_mg: 1600, confirmed: true });
    const change = (body: object) => call('PATCH', `${list}/${json.id}`, { key, body });
    expect((await change({ name: 'Salty' })).status).toBe(200);
    expect(codesOf(await change({ sodium_mg: 1700 }))).toEqual([['confirm_sodium', '/sodium_mg']]);
    expect((await change({ sodium_mg: 1700, confirmed: true })).json.sodium_mg).toBe(1700);
  });
});

describe('changing an own product', () => {
  test('keeps absent members, clears with null, and honours If-Match', async () => {
    const { key, create, list } = await setUp();
    const { json } = await create({ ...GEL, brand: 'Home', vegan: true });
    const path = `${list}/${json.id}`;
    const etag = (await call('GET', path, { key })).headers.get('ETag') ?? '';
    const body = { brand: null, carb_g: 30 };
    const changed = await call('PATCH', path, { key, body, headers: { 'if-match': etag } });
    expect(changed.json).toMatchObject({ ...GEL, brand: null, vegan: true, carb_g: 30 });
    const late = await call('PATCH', path, { key, body, headers: { 'if-match': etag } });
    expect(refusal(late)).toMatchObject({ status: 412, code: 'precondition_failed' });
    const deletion = await call('DELETE', path, { key, headers: { 'if-match': etag } });
    expect(refusal(deletion)).toMatchObject({ status: 412, code: 'precondition_failed' });
    expect((await call('PATCH', path, { key, body: { name: null } })).status).toBe(422);
  });

  test('from figures to a recipe and back replaces all figures', async () => {
    const { key, create, list } = await setUp();
    const { json } = await create({ ...GEL, format: 'drink', fluid_ml: 300, glucose_fructose_ratio: '1:1' });
    const change = (body: object) => call('PATCH', `${list}/${json.id}`, { key, body });
    expect((await change({ recipe: MIX.recipe })).json).toMatchObject({ carb_g: 54.4, fluid_ml: 750 });
    expect(refusal(await change({ carb_g: 20 }))).toMatchObject({ status: 422, pointers: ['/carb_g'] });
    expect(refusal(await change({ recipe: null }))).toMatchObject({ status: 422 });
    const back = await change({ recipe: null, serving_g: 30, carb_g: 20 });
    expect(back.json).toMatchObject({
      recipe: null,
      carb_g: 20,
      sodium_mg: null,
      glucose_fructose_ratio: null,
    });
  });

  test('by 50 requests at once makes every change, field by field', async () => {
    const { key, create, list } = await setUp();
    const { json } = await create(GEL);
    const path = `${list}/${json.id}`;
    const fields = ['brand', 'gtin', 'vegan', 'gluten_free', 'fluid_ml'] as const;
    const values = { brand: 'Home', gtin: '12345678', vegan: true, gluten_free: false, fluid_ml: 12 };
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const field = fields[index % fields.length] ?? 'brand';
        return call('PATCH', path, { key, body: { [field]: values[field] } });
      }),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await call('GET', path, { key })).json).toMatchObject(values);
  }, 60_000);

  test('and deleting it by 50 requests at once leaves one 204, and 404 or success for the others', async () => {
    const { key, create, list } = await setUp();
    const { json } = await create(GEL);
    const path = `${list}/${json.id}`;
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0
          ? call('DELETE', path, { key })
          : call('PATCH', path, { key, body: { name: `Gel ${index}` } }),
      ),
    );
    const deletions = replies.filter((_, index) => index % 2 === 0).map(({ status }) => status);
    expect(deletions.filter((status) => status === 204)).toHaveLength(1);
    for (const { status } of replies) expect([200, 204, 404]).toContain(status);
    expect((await call('GET', path, { key })).status).toBe(404);
  }, 60_000);
});

describe('the limits of own products', () => {
  test('100 are stored and the next is 409, also if the last two come with 50 others at once', async () => {
    const { key, create, list } = await setUp();
    for (let from = 0; from < 98; from += 14) {
      await Promise.all(
        Array.from({ length: 14 }, (_, index) => create({ ...GEL, name: `Gel ${from + index}` })),
      );
    }
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        create({ ...GEL, name: `Late ${index}` }, index % 2 ? { 'idempotency-key': `late-${index}` } : {}),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = replies.filter(({ status }) => status !== 201);
    expect(new Set(refused.map((reply) => refusal(reply).code))).toEqual(new Set(['product_limit_reached']));
    expect(refused[0]?.status).toBe(409);
    const { data } = (await call('GET', `${list}?limit=100`, { key })).json;
    expect(data).toHaveLength(100);
    expect((await call('DELETE', `${list}/${data[0].id}`, { key })).status).toBe(204);
    expect((await create(GEL)).status).toBe(201);
    const { list: another } = await newAthlete(key);
    expect((await call('POST', another, { key, body: GEL })).status).toBe(201);
  }, 120_000);

  test('external_id is unique per athlete (409 with the holder), also at once', async () => {
    const { key, create, list } = await setUp();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => create({ ...GEL, external_id: 'same' })),
    );
    const made = replies.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      expect(refusal(reply)).toMatchObject({ status: 409, code: 'external_id_taken' });
      expect(reply.json.error.resource_id).toBe(made[0]?.json.id);
    }
    const other = await create(GEL);
    const taken = await call('PATCH', `${list}/${other.json.id}`, { key, body: { external_id: 'same' } });
    expect(taken.json.error).toMatchObject({ code: 'external_id_taken', resource_id: made[0]?.json.id });
    const { list: another } = await newAthlete(key);
    const body = { ...GEL, external_id: 'same' };
    expect((await call('POST', another, { key, body })).status).toBe(201);
  });

  test('one Idempotency-Key makes one product, and a limit leaves the key free', async () => {
    const { key, create, list } = await setUp();
    const headers = { 'idempotency-key': 'bottle' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => create(GEL, headers)));
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1);
    expect((await create({ ...GEL, carb_g: 20 }, headers)).json.error.code).toBe('idempotency_key_reused');
    expect((await call('GET', list, { key })).json.data).toHaveLength(1);
  });
});

describe('isolation of own products', () => {
  test('another athlete, another partner and another environment find nothing', async () => {
    const { key, create, list } = await setUp();
    const { json } = await create(GEL);
    const other = await newAthlete(key);
    const { testKey: stranger, liveKey } = await makePartner();
    for (const [path, reader, status] of [
      [`${other.list}/${json.id}`, key, 404],
      [`${list}/${json.id}`, stranger, 404],
      [list, stranger, 404],
      [`${list}/${json.id}`, liveKey, 401],
    ] as const) {
      expect((await call('GET', path, { key: reader })).status).toBe(status);
    }
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: { name: 'Mine' } } : {};
      expect((await call(method, `${other.list}/${json.id}`, { key, ...body })).status).toBe(404);
      expect((await call(method, `${list}/${json.id}`, { key: stranger, ...body })).status).toBe(404);
    }
    expect((await call('GET', `${list}/${json.id}`, { key })).json).toEqual(json);
    const malformed = await call('GET', `${list}/nothing`, { key });
    expect(malformed.json.error.message).toMatch(/begins with cpr_/);
  });

  test('a token of profile:write alone sees identifiers and dates, also in a replay, and may not send external_id', async () => {
    const { key } = await setUp();
    const email = newEmail();
    const athlete = await newAthlete(key, { email });
    const as = await discover();
    const { accessToken: token } = await connect(as, await makeClient(key), {
      email,
      scope: 'profile:write',
    });
    const headers = { 'idempotency-key': 'once' };
    const made = await call('POST', athlete.list, { key: token, body: GEL, headers });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ athlete_id: athlete.id, name: null, carb_g: null, facts: null });
    const replay = await call('POST', athlete.list, { key: token, body: GEL, headers });
    expect(replay.json).toEqual(made.json);
    const path = `${athlete.list}/${made.json.id}`;
    expect((await call('PATCH', path, { key: token, body: { carb_g: 20 } })).json.carb_g).toBeNull();
    expect(refusal(await call('GET', path, { key: token }))).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
    });
    const named = await call('PATCH', path, { key: token, body: { external_id: 'x' } });
    expect(refusal(named)).toMatchObject({ status: 403, code: 'insufficient_scope' });
    expect((await call('GET', path, { key })).json).toMatchObject({ name: GEL.name, carb_g: 20 });
    expect((await call('DELETE', path, { key: token })).status).toBe(204);
  });

  test('made by a narrow token is whole in the replay of a token of the same connection with profile:read', async () => {
    const { testKey: key } = await makePartner();
    const as = await discover();
    const client = await makeClient(key);
    const wide = await connect(as, client, { scope: 'profile:read profile:write' });
    const response = await oauth.refreshTokenGrantRequest(as, client.client, client.auth, wide.refreshToken, {
      ...toWorker,
      additionalParameters: { scope: 'profile:write' },
    });
    const { access_token: narrow } = await oauth.processRefreshTokenResponse(as, client.client, response);
    const { json: me } = await call('GET', '/v1/me', { key: wide.accessToken });
    const create = (token: string) =>
      call('POST', `/v1/athletes/${me.id}/products`, {
        key: token,
        body: GEL,
        headers: { 'idempotency-key': 'once' },
      });
    const made = await create(narrow);
    expect([made.status, made.json.name]).toEqual([201, null]);
    const replay = await create(wide.accessToken);
    expect(replay.headers.get('Idempotent-Replayed')).toBe('true');
    expect(replay.json).toMatchObject({ ...GEL, id: made.json.id });
  });

  test('of an erased athlete are gone, and no request brings one back', async () => {
    const { key, create, list, path, id } = await setUp();
    const { json } = await create(GEL);
    const receipt = await call('DELETE', path, { key });
    expect(receipt.json.records.own_products).toBe(1);
    expect((await call('GET', list, { key })).status).toBe(404);
    expect((await create(GEL)).status).toBe(404);
    expect((await call('PATCH', `${list}/${json.id}`, { key, body: { carb_g: 1 } })).status).toBe(404);
    const { events } = await readFeed(key, { athlete_id: id });
    expect(events.map(({ type }) => type)).toEqual(['athlete.erased']);
  });
});

describe('plans with own products', () => {
  test('attach, plan, coverage and replan use it like one of the catalogue', async () => {
    const { key, create, attach, plan, ride } = await withRide();
    const { json: mix } = await create(MIX);
    const { json: gel } = await create(GEL);
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

  test('an unknown ratio of glucose to fructose counts as glucose only', async () => {
    const { create, attach } = await withRide({ carb_tolerance_g_per_hr: 120 });
    const codesOfCoverage = async (more: object) => {
      const { json } = await create({ ...GEL, ...more });
      const { coverage } = (await attach([json.id, 12])).json;
      return coverage.warnings.map(({ code }: { code: string }) => code);
    };
    expect(await codesOfCoverage({})).toContain('CARB_SINGLE_SOURCE');
    expect(await codesOfCoverage({ glucose_fructose_ratio: '1:0.8' })).not.toContain('CARB_SOURCE_UNKNOWN');
  });

  test('a suggestion uses the owned ones, and never those that are avoided', async () => {
    const { key, create, plan, path } = await withRide();
    const { json: mix } = await create({ ...MIX, recipe: { ...MIX.recipe } });
    const { json: gel } = await create(GEL);
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
    const { key, path, attach, ride } = await withRide();
    const other = await newAthlete(key);
    const { json: foreign } = await call('POST', other.list, { key, body: GEL });
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
    const { key } = await setUp();
    const body = { athletes: [{ external_id: 'a' }, { external_id: 'b' }] };
    const { results } = (await call('POST', '/v1/athletes/batch', { key, body })).json;
    const [a, b] = results.map(({ athlete }: { athlete: { id: string } }) => athlete.id);
    const { json: mix } = await call('POST', `/v1/athletes/${a}/products`, { key, body: MIX });
    expect(b).not.toBe(a);
    const prefer = { fuel_preferences: { owns: [mix.id] } };
    const again = {
      athletes: [
        { external_id: 'a', ...prefer },
        { external_id: 'b', ...prefer },
      ],
    };
    const second = (await call('POST', '/v1/athletes/batch', { key, body: again })).json.results;
    expect(second[0].athlete.fuel_preferences.owns).toEqual([mix.id]);
    expect(second[1].error.errors[0]).toMatchObject({ code: 'unknown_product' });
  });

  test('a change shows in the next plan and the ETag of the activity, not in the prescription', async () => {
    const { key, create, attach, plan, ride, list, id } = await withRide();
    const { json: gel } = await create(GEL);
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
    const { key, create, attach, plan, ride, list, path, id } = await withRide({ external_id: 'rider-1' });
    const { json: mix } = await create(MIX);
    const { json: gel } = await create(GEL);
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
    const { key, create, attach, plan, list } = await withRide();
    const { json: gel } = await create(GEL);
    await attach([gel.id, 2]);
    const reached = (await plan('?suggest=true')).suggestion.within_target;
    await call('DELETE', `${list}/${gel.id}`, { key });
    expect((await plan('?suggest=true')).suggestion.within_target).toBe(reached);
    expect(reached).toBe(true);
  });

  test('attaching and deleting at once never leaves an attachment without its product', async () => {
    const { key, create, attach, ride, list } = await withRide();
    for (let round = 0; round < 5; round++) {
      const { json: gel } = await create(GEL);
      const [attached] = await Promise.all([
        attach([gel.id, 2]),
        call('DELETE', `${list}/${gel.id}`, { key }),
      ]);
      expect([201, 422]).toContain(attached.status);
      expect((await call('GET', ride, { key })).json.products).toEqual([]);
    }
  });

  test('the export has every own product, and attachments by name', async () => {
    const { key, create, attach, path } = await withRide();
    const { json: mix } = await create(MIX);
    await attach([mix.id, 2]);
    const exported = (await call('POST', `${path}/export`, { key })).json;
    expect(exported.products).toEqual([mix]);
    expect(exported.activities[0].products).toMatchObject([
      { product_id: mix.id, brand: null, name: 'Kitchen mix', servings: 2 },
    ]);
  });
});

/** Names that people may give: text for them, and markup, line ends or commands to something that reads a plan. */
const HOSTILE = [
  '<script>alert("x")</script>',
  '"><img src=x onerror=alert(1)>',
  "'; DROP TABLE own_products; --",
  '</style><link rel=x href=//x.example>',
  ']]> & \\n %0D%0A\\, ; BEGIN:VALARM',
  '{{name}} %s $1 $& ${',
  'W'.repeat(60),
  '\u05de\u05e9\u05e7\u05d4 \u05d1\u05d9\u05ea\u05d9',
  '\u624b\u4f5c\u308a\u306e\u304a\u306b\u304e\u308a\uff1a\u6885\u5e72\u3057\u5165\u308a\u3001\u5869\u5206\u591a\u3081',
  '(gel)',
  'Generic',
] as const;

describe('hostile names', () => {
  test.each(HOSTILE)('%j is data in every form of a plan', async (name) => {
    const { key, create, attach, ride } = await withRide({ diet: { vegan: true } });
    const { json: drink } = await create({ ...MIX, name, brand: name.slice(0, 60) });
    const { json: food } = await create({ ...GEL, format: 'real_food', name, carb_g: 20 });
    expect([drink.name, food.name]).toEqual([name, name]);
    for (const { short_name } of [drink, food]) {
      expect(short_name).not.toBe('');
      expect([...short_name].length).toBeLessThanOrEqual(18);
    }
    expect((await attach([drink.id, 9], [food.id, 9])).json.data[0].name).toBe(name);
    const planAs = async (accept: string) =>
      (await call('GET', `${ride}/fuel-plan`, { key, headers: { accept } })).text;
    for (const type of ['text/html', 'image/svg+xml']) {
      const text = await planAs(type);
      expect(text).not.toMatch(/<script|<img|<link|onerror=alert\(1\)>(?!&)/i);
      expect(text.match(/<\/style>/g)).toHaveLength(1);
      expect(text).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
    }
    await call('PATCH', ride, { key, body: { scheduled_at: '2026-12-06T08:00:00Z' } });
    const lines = (await planAs('text/calendar')).split('\r\n');
    expect(lines.filter((line) => line === 'BEGIN:VALARM').length).toBe(
      lines.filter((line) => line === 'END:VALARM').length,
    );
    for (const line of lines) expect(line).toMatch(/^( |[A-Z-]+[:;]|$)/);
    expect((await planAs('text/plain')).replaceAll('\n', '')).not.toMatch(/\p{Cc}|[\u202a-\u202e]/u);
  });
});
