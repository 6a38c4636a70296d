import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { DATE_GEL, KITCHEN_MIX, makeAthlete, makeOwnProduct } from '../support/builders.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { connect, discover, makeClient, newEmail, toWorker } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';

/** A recipe of these grams, without water. */
function mixOf(...parts: readonly (readonly [component: string, grams: number])[]) {
  return { ...KITCHEN_MIX, recipe: { parts: parts.map(([component, grams]) => ({ component, grams })) } };
}

/** Creates an athlete who can create own products. */
async function setUp(fields: object = {}) {
  const { testKey: key } = await makePartner();
  const { id, path } = await makeAthlete(key, { ...fields });
  const list = `${path}/products`;
  const create = (body: object, headers = {}) => call('POST', list, { key, body, headers });
  return { key, id, path, list, create };
}

const codesOf = (reply: Awaited<ReturnType<typeof call>>) =>
  (reply.json.error.errors ?? []).map(({ code, pointer }: { code: string; pointer: string }) => [
    code,
    pointer,
  ]);

describe('an own product', () => {
  test('answers 201 with its figures, at a Location that reads the same with an ETag', async () => {
    const { key, create, id, list } = await setUp();
    const made = await create({
      ...DATE_GEL,
      brand: 'Home',
      gtin: '4012345678901',
      glucose_fructose_ratio: '2:1',
    });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      ...DATE_GEL,
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
    const malformed = await call('GET', `${list}/nothing`, { key });
    expect(malformed.json.error.message).toMatch(/begins with cpr_/);
  });

  test('with a recipe has the figures of its ingredients', async () => {
    const { create } = await setUp();
    const made = await create(KITCHEN_MIX);
    expect(made.json).toMatchObject({
      serving_g: 57.2,
      carb_g: 54.4,
      sodium_mg: 472,
      caffeine_mg: 0,
      fluid_ml: 750,
      glucose_fructose_ratio: '1:0.79',
      recipe: KITCHEN_MIX.recipe,
    });
    const salts = await create({ ...mixOf(['table_salt', 1], ['sodium_citrate', 1]), confirmed: true });
    expect(salts.json).toMatchObject({ sodium_mg: 393 + 234, carb_g: 0, purpose: 'salt', fluid_ml: null });
  });

  test('has the name that was sent, letter by letter, and a short one of at most 18 characters', async () => {
    const { create } = await setUp();
    for (const name of [
      '<script>alert("x")</script>',
      "'; DROP TABLE own_products; --",
      ']]> & \\n %0D%0A\\, ; BEGIN:VALARM',
      'W'.repeat(60),
      '\u05de\u05e9\u05e7\u05d4 \u05d1\u05d9\u05ea\u05d9',
      '\u624b\u4f5c\u308a\u306e\u304a\u306b\u304e\u308a\uff1a\u6885\u5e72\u3057\u5165\u308a\u3001\u5869\u5206\u591a\u3081',
      '(gel)',
    ]) {
      for (const body of [
        { ...KITCHEN_MIX, name, brand: name },
        { ...DATE_GEL, format: 'real_food', name },
      ]) {
        const { json } = await create(body);
        expect(json.name).toBe(name);
        expect(json.short_name).not.toBe('');
        expect([...json.short_name].length, json.short_name).toBeLessThanOrEqual(18);
      }
    }
  });

  test('of an athlete in teaser tier is shown with its figures', async () => {
    const { key, create, list } = await setUp({ tier: 'teaser' });
    const made = await create(DATE_GEL);
    expect(made.json).toMatchObject({ carb_g: 28, facts: { basis: 'athlete' } });
    expect(made.headers.get('X-Service-Data-Attribution')).toBe('required');
    expect((await call('GET', list, { key })).json.data).toEqual([made.json]);
  });

  test('is listed newest first, page by page, and by its external_id', async () => {
    const { key, create, list } = await setUp();
    const made: string[] = [];
    for (const number of [1, 2, 3])
      made.unshift((await create({ ...DATE_GEL, external_id: `p${number}` })).json.id);
    const first = (await call('GET', `${list}?limit=2`, { key })).json;
    const second = (await call('GET', `${list}?limit=2&cursor=${first.next_cursor}`, { key })).json;
    const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
    expect([new Set(ids), second.has_more]).toEqual([new Set(made), false]);
    expect([...ids].sort().reverse()).toEqual(ids);
    const named = (await call('GET', `${list}?external_id=p2`, { key })).json.data;
    expect(named.map(({ external_id }: { external_id: string }) => external_id)).toEqual(['p2']);
  });

  test('has its barcode (GTIN) as it was sent, and is found by any spelling of its 14 digits', async () => {
    const { key, create, list } = await setUp();
    // A GTIN-8, a UPC-A, an EAN-13 and a GTIN-14 of a case.
    const sent = ['96385074', '036000291452', '4006381333931', '10012345678902'];
    for (const gtin of sent) expect((await create({ ...DATE_GEL, gtin })).json.gtin).toBe(gtin);
    await create(DATE_GEL);
    const found = async (gtin: string) =>
      (await call('GET', `${list}?gtin=${gtin}`, { key })).json.data.map(
        (each: { gtin: string }) => each.gtin,
      );
    for (const gtin of sent) expect(await found(gtin.padStart(14, '0'))).toEqual([gtin]);
    expect(await found('0036000291452')).toEqual(['036000291452']);
    expect(await found('4012345678901')).toEqual([]);
    expect(refusal(await call('GET', `${list}?gtin=4012345678902`, { key })).status).toBe(422);
  });
});

const { sodium_mg: _sodium, ...UNSALTED_GEL } = DATE_GEL;

describe('the plausibility of an own product (422)', () => {
  let create: Awaited<ReturnType<typeof setUp>>['create'];
  beforeAll(async () => {
    ({ create } = await setUp());
  });

  test.each<[what: string, body: object, ...pointers: string[]]>([
    ['neither figures nor a recipe', { name: 'A', format: 'gel' }, '/serving_g', '/carb_g'],
    ['no serving', { name: 'A', format: 'gel', carb_g: 20 }, '/serving_g'],
    ['no amount', { name: 'A', format: 'gel', serving_g: 20 }, '/carb_g'],
    ['figures and a recipe', { ...KITCHEN_MIX, carb_g: 50 }, '/carb_g'],
    ['a ratio and a recipe', { ...KITCHEN_MIX, glucose_fructose_ratio: '1:1' }, '/glucose_fructose_ratio'],
    ['an empty recipe', { ...KITCHEN_MIX, recipe: { parts: [] } }, '/recipe/parts'],
    ['an ingredient twice', mixOf(['sucrose', 1], ['sucrose', 2]), '/recipe/parts/1/component'],
    ['an unknown ingredient', mixOf(['honey', 9]), '/recipe/parts/0/component'],
    ['carbohydrate above the weight', { ...DATE_GEL, carb_g: 46 }, '/carb_g'],
    [
      'carbohydrate above the weight of a volume',
      { ...DATE_GEL, serving_g: null, serving_ml: 20, carb_g: 28.5 },
      '/carb_g',
    ],
    ['carbohydrate above 200 g', { ...DATE_GEL, serving_g: 400, carb_g: 201 }, '/carb_g'],
    ['carbohydrate of a recipe above 200 g', mixOf(['sucrose', 201]), '/recipe'],
    [
      'sodium above 40% of the weight',
      { ...DATE_GEL, serving_g: 1, carb_g: 0, sodium_mg: 401, confirmed: true },
      '/sodium_mg',
    ],
    [
      'sodium above 2,500 mg',
      { ...DATE_GEL, serving_g: 900, sodium_mg: 2501, confirmed: true },
      '/sodium_mg',
    ],
    ['sodium of a recipe above 2,500 mg', { ...mixOf(['table_salt', 6.4]), confirmed: true }, '/recipe'],
    ['caffeine above 200 mg', { ...DATE_GEL, caffeine_mg: 201 }, '/caffeine_mg'],
    ['a name of 61 characters', { ...DATE_GEL, name: 'a'.repeat(61) }, '/name'],
    ['a blank name', { ...DATE_GEL, name: '   ' }, '/name'],
    ['a name with a line break', { ...DATE_GEL, name: 'a\nb' }, '/name'],
    ['a name with bidirectional control', { ...DATE_GEL, name: 'a\u202eb' }, '/name'],
    ['a brand with a control character', { ...DATE_GEL, brand: 'a\u0007' }, '/brand'],
    ['a barcode of 7 digits', { ...DATE_GEL, gtin: '1234567' }, '/gtin'],
    ...['12345678', '036000291453', '4006381333932', '10012345678903', '00000096385075'].map(
      (gtin) =>
        [`the barcode ${gtin} with a wrong check digit`, { ...DATE_GEL, gtin }, '/gtin'] as [
          string,
          object,
          string,
        ],
    ),
    ['salt beside sodium', { ...DATE_GEL, sodium_mg: 60, salt_g: 0.15 }, '/salt_g'],
    ['salt beside a recipe', { ...KITCHEN_MIX, salt_g: 0.15 }, '/salt_g'],
    ['salt above 2,500 mg of sodium', { ...UNSALTED_GEL, serving_g: 900, salt_g: 6.3 }, '/salt_g'],
    ['salt above 40% of the weight', { ...UNSALTED_GEL, serving_g: 2, carb_g: 0, salt_g: 2.1 }, '/salt_g'],
    ['a ratio of nothing', { ...DATE_GEL, glucose_fructose_ratio: '0:0' }, '/glucose_fructose_ratio'],
    ['an unknown field', { ...DATE_GEL, carbs: 3 }, '/carbs'],
  ])('%s is rejected', async (_what, body, ...pointers) => {
    expect(refusal(await create(body))).toEqual({ status: 422, code: 'validation_failed', pointers });
  });

  test.each([
    ['more than 1,500 mg a serving', { ...DATE_GEL, serving_g: 500, sodium_mg: 1501 }, '/sodium_mg'],
    ['more than 3 g per 100 g', { ...DATE_GEL, serving_g: 10, carb_g: 5, sodium_mg: 301 }, '/sodium_mg'],
    ['a recipe of salt', mixOf(['table_salt', 1]), '/recipe'],
    ['salt of more than 1,500 mg', { ...UNSALTED_GEL, serving_g: 500, salt_g: 3.8 }, '/salt_g'],
    ['600 mg in a gel of 60 g', { ...DATE_GEL, serving_g: 60, sodium_mg: 600 }, '/sodium_mg'],
    ['600 mg in 40 ml', { ...DATE_GEL, serving_g: null, serving_ml: 40, sodium_mg: 600 }, '/sodium_mg'],
    ['850 mg in a bar', { ...DATE_GEL, format: 'bar', serving_g: 55, sodium_mg: 850 }, '/sodium_mg'],
    ['1.6 g of salt in pretzels', { ...UNSALTED_GEL, format: 'real_food', salt_g: 1.6 }, '/salt_g'],
  ])('%s of sodium needs a confirmation (confirm_sodium)', async (_what, body, pointer) => {
    expect(codesOf(await create(body))).toEqual([['confirm_sodium', pointer]]);
    expect(codesOf(await create({ ...body, confirmed: false }))).toEqual([['confirm_sodium', pointer]]);
    expect(codesOf(await create({ ...body, confirm: ['units'] }))).toEqual([['confirm_sodium', pointer]]);
    expect((await create({ ...body, confirmed: true })).status).toBe(201);
    expect((await create({ ...body, confirm: ['sodium'] })).status).toBe(201);
  });

  test.each([
    ['0.1 mg of caffeine in a gel', { ...DATE_GEL, caffeine_mg: 0.1 }, ['/caffeine_mg']],
    ['0.08 mg of caffeine in a drink', { ...DATE_GEL, format: 'drink', caffeine_mg: 0.08 }, ['/caffeine_mg']],
    ['0.2 mg of sodium in a bar', { ...DATE_GEL, format: 'bar', sodium_mg: 0.2 }, ['/sodium_mg']],
    [
      'both in a capsule',
      { name: 'Pill', format: 'capsule', serving_g: 1, sodium_mg: 0.3, caffeine_mg: 0.1 },
      ['/caffeine_mg', '/sodium_mg'],
    ],
  ])('%s may be grams and needs a confirmation (confirm_units)', async (_what, body, pointers) => {
    const asked = pointers.map((pointer) => ['confirm_units', pointer]);
    expect(codesOf(await create(body))).toEqual(asked);
    expect(codesOf(await create({ ...body, confirmed: true }))).toEqual(asked);
    expect((await create({ ...body, confirm: ['units'] })).status).toBe(201);
  });

  test.each([
    [0.5, 200],
    [0.15, 60],
    [0.37, 148],
    [0, 0],
    [1.25, 500],
  ])('%s g of salt is %s mg of sodium, also in a change', async (salt_g, sodium_mg) => {
    const { key, create: createHere, list } = await setUp();
    const { json } = await createHere({ ...UNSALTED_GEL, salt_g });
    expect([json.sodium_mg, json.salt_g]).toEqual([sodium_mg, undefined]);
    const change = (body: object) => call('PATCH', `${list}/${json.id}`, { key, body });
    expect((await change({ salt_g: null })).json.sodium_mg).toBeNull();
    expect((await change({ salt_g })).json.sodium_mg).toBe(sodium_mg);
  });

  test.each([
    ['1,500 mg a serving', { ...DATE_GEL, serving_g: 500, sodium_mg: 1500 }],
    ['3 g per 100 g', { ...DATE_GEL, serving_g: 10, carb_g: 5, sodium_mg: 300 }],
    ['a capsule of pure salt', { name: 'Capsule', format: 'capsule', serving_g: 1, sodium_mg: 393 }],
    ['as much carbohydrate as it weighs', { ...DATE_GEL, serving_g: 28 }],
    ['200 mg of caffeine', { ...DATE_GEL, caffeine_mg: 200 }],
    ['1 mg of caffeine and of sodium', { ...DATE_GEL, caffeine_mg: 1, sodium_mg: 1 }],
    ['a drink mix of 620 mg in 54 g', { ...DATE_GEL, format: 'drink', serving_g: 54, sodium_mg: 620 }],
    ['a bowl of soup with 900 mg', { ...DATE_GEL, format: 'real_food', serving_g: 300, sodium_mg: 900 }],
    ['0.002 g of salt, which is stated in grams', { ...UNSALTED_GEL, salt_g: 0.002 }],
    ['a bar of 599 mg', { ...DATE_GEL, format: 'bar', sodium_mg: 599 }],
  ])('%s needs none', async (_what, body) => {
    expect((await create(body)).status).toBe(201);
  });

  test('a change keeps a confirmed sodium, and needs a new confirmation to raise it', async () => {
    const { key, create, list } = await setUp();
    const { json } = await create({ ...DATE_GEL, serving_g: 500, sodium_mg: 1600, confirmed: true });
    const change = (body: object) => call('PATCH', `${list}/${json.id}`, { key, body });
    expect((await change({ name: 'Salty' })).status).toBe(200);
    expect(codesOf(await change({ sodium_mg: 1700 }))).toEqual([['confirm_sodium', '/sodium_mg']]);
    expect((await change({ sodium_mg: 1700, confirmed: true })).json.sodium_mg).toBe(1700);
  });
});

describe('changing an own product', () => {
  test('keeps absent members, clears with null, and honours If-Match', async () => {
    const { key, create, list } = await setUp();
    const { json } = await create({ ...DATE_GEL, brand: 'Home', vegan: true });
    const path = `${list}/${json.id}`;
    const etag = (await call('GET', path, { key })).headers.get('ETag') ?? '';
    const body = { brand: null, carb_g: 30 };
    const changed = await call('PATCH', path, { key, body, headers: { 'if-match': etag } });
    expect(changed.json).toMatchObject({ ...DATE_GEL, brand: null, vegan: true, carb_g: 30 });
    const late = await call('PATCH', path, { key, body, headers: { 'if-match': etag } });
    expect(refusal(late)).toMatchObject({ status: 412, code: 'precondition_failed' });
    const deletion = await call('DELETE', path, { key, headers: { 'if-match': etag } });
    expect(refusal(deletion)).toMatchObject({ status: 412, code: 'precondition_failed' });
    expect((await call('PATCH', path, { key, body: { name: null } })).status).toBe(422);
  });

  test('from figures to a recipe and back replaces all figures', async () => {
    const { key, create, list } = await setUp();
    const { json } = await create({
      ...DATE_GEL,
      format: 'drink',
      fluid_ml: 300,
      glucose_fructose_ratio: '1:1',
    });
    const change = (body: object) => call('PATCH', `${list}/${json.id}`, { key, body });
    expect((await change({ recipe: KITCHEN_MIX.recipe })).json).toMatchObject({
      carb_g: 54.4,
      fluid_ml: 750,
    });
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
    const { json } = await create(DATE_GEL);
    const path = `${list}/${json.id}`;
    const fields = ['brand', 'gtin', 'vegan', 'gluten_free', 'fluid_ml'] as const;
    const values = { brand: 'Home', gtin: '12345670', vegan: true, gluten_free: false, fluid_ml: 12 };
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
    const { json } = await create(DATE_GEL);
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
        Array.from({ length: 14 }, (_, index) => create({ ...DATE_GEL, name: `Gel ${from + index}` })),
      );
    }
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        create(
          { ...DATE_GEL, name: `Late ${index}` },
          index % 2 ? { 'idempotency-key': `late-${index}` } : {},
        ),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = replies.filter(({ status }) => status !== 201);
    expect(new Set(refused.map((reply) => refusal(reply).code))).toEqual(new Set(['product_limit_reached']));
    expect(refused[0]?.status).toBe(409);
    const { data } = (await call('GET', `${list}?limit=100`, { key })).json;
    expect(data).toHaveLength(100);
    expect((await call('DELETE', `${list}/${data[0].id}`, { key })).status).toBe(204);
    expect((await create(DATE_GEL)).status).toBe(201);
    await makeOwnProduct(key, (await makeAthlete(key)).id, DATE_GEL);
  }, 120_000);

  test('external_id is unique per athlete (409 with the holder), also at once', async () => {
    const { key, create, list } = await setUp();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => create({ ...DATE_GEL, external_id: 'same' })),
    );
    const made = replies.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      expect(refusal(reply)).toMatchObject({ status: 409, code: 'external_id_taken' });
      expect(reply.json.error.resource_id).toBe(made[0]?.json.id);
    }
    const other = await create(DATE_GEL);
    const taken = await call('PATCH', `${list}/${other.json.id}`, { key, body: { external_id: 'same' } });
    expect(taken.json.error).toMatchObject({ code: 'external_id_taken', resource_id: made[0]?.json.id });
    await makeOwnProduct(key, (await makeAthlete(key)).id, { ...DATE_GEL, external_id: 'same' });
  });

  test('one Idempotency-Key makes one product, and a limit leaves the key free', async () => {
    const { key, create, list } = await setUp();
    const headers = { 'idempotency-key': 'bottle' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => create(DATE_GEL, headers)));
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1);
    expect((await create({ ...DATE_GEL, carb_g: 20 }, headers)).json.error.code).toBe(
      'idempotency_key_reused',
    );
    expect((await call('GET', list, { key })).json.data).toHaveLength(1);
  });
});

describe('own products and tokens of athletes', () => {
  test('a token of profile:write alone sees identifiers and dates, also in a replay, and may not send external_id', async () => {
    const email = newEmail();
    const { key, id, list } = await setUp({ email });
    const as = await discover();
    const { accessToken: token } = await connect(as, await makeClient(key), {
      email,
      scope: 'profile:write',
    });
    const headers = { 'idempotency-key': 'once' };
    const made = await call('POST', list, { key: token, body: DATE_GEL, headers });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ athlete_id: id, name: null, carb_g: null, facts: null });
    const replay = await call('POST', list, { key: token, body: DATE_GEL, headers });
    expect(replay.json).toEqual(made.json);
    const path = `${list}/${made.json.id}`;
    expect((await call('PATCH', path, { key: token, body: { carb_g: 20 } })).json.carb_g).toBeNull();
    expect(refusal(await call('GET', path, { key: token }))).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
    });
    const named = await call('PATCH', path, { key: token, body: { external_id: 'x' } });
    expect(refusal(named)).toMatchObject({ status: 403, code: 'insufficient_scope' });
    expect((await call('GET', path, { key })).json).toMatchObject({ name: DATE_GEL.name, carb_g: 20 });
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
        body: DATE_GEL,
        headers: { 'idempotency-key': 'once' },
      });
    const made = await create(narrow);
    expect([made.status, made.json.name]).toEqual([201, null]);
    const replay = await create(wide.accessToken);
    expect(replay.headers.get('Idempotent-Replayed')).toBe('true');
    expect(replay.json).toMatchObject({ ...DATE_GEL, id: made.json.id });
  });
});
