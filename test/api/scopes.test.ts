import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '#platform/http/route.ts';
import {
  attachProducts,
  makeActivity,
  makeAthlete,
  makeFeedback,
  makePrescription,
} from '../support/builders.ts';
import { loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { connect, discover, makeClient, newEmail, toWorker } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';

const NOTES = 'Notes for nobody else.';
const gel = productNamed('Maurten', 'Gel 100');
const drink = productNamed('Styrkr', 'MIX60');

beforeAll(() => loadTestCatalogue());

/** An athlete with one activity and all its related records, and tokens with any scopes for them. */
async function setUp(tier: 'full' | 'teaser' = 'full') {
  const { testKey: key } = await makePartner();
  const email = newEmail();
  const profile = { email, external_id: 'rider-1', name: 'Ada', body_mass_kg: 61, sweat_level: 6, tier };
  const { path: athletePath, ...athlete } = await makeAthlete(key, profile);
  const { path, ...activity } = await makeActivity(key, athlete.id, { duration_min: 120, name: 'Long run' });
  await makePrescription(key, path);
  await attachProducts(key, path, { [gel.id]: 3 });
  const intake = { hydration_feel: 'dehydrated', actual_intake: { fluid_ml: 400 } };
  await makeFeedback(key, path, { notes: NOTES, ...intake });
  const as = await discover();
  const tokenFor = async (...scopes: readonly Scope[]) =>
    (await connect(as, await makeClient(key), { email, scope: scopes.join(' ') })).accessToken;
  return { key, athlete, athletePath, activity, path, tokenFor };
}

const NO_NUMBERS = {
  prescription: null,
  safety: null,
  prescription_stale: null,
};

/** The members that are not null, but for those that everyone sees. */
function shownOf(body: object, ...always: readonly string[]): string[] {
  const known = ['id', 'athlete_id', 'tier', 'created_at', 'updated_at', ...always];
  return Object.entries(body)
    .filter(([name, value]) => value !== null && !known.includes(name))
    .map(([name]) => name)
    .sort();
}

describe('what scopes open in an activity', () => {
  test('activities:read alone shows no prescription, no safety numbers, no product facts and no feedback notes, in read and list', async () => {
    const { athletePath, path, tokenFor } = await setUp();
    const key = await tokenFor('activities:read');
    const read = await call('GET', path, { key });
    expect(read.json).toMatchObject({ type: 'run', duration_min: 120, name: 'Long run', ...NO_NUMBERS });
    expect(read.json).toMatchObject({ products: null, coverage: null, feedback: null });
    const list = await call('GET', `${athletePath}/activities`, { key });
    expect(list.json.data).toEqual([read.json]);
    for (const hidden of ['carb_g', 'max_safe', 'warnings', NOTES, gel.id]) {
      expect(read.text + list.text).not.toContain(hidden);
    }
  });

  test.each([
    [['prescriptions:read'], ['prescription', 'prescription_stale', 'safety']],
    [['products:read'], ['products']],
    [['profile:read'], ['feedback']],
    [
      ['prescriptions:read', 'products:read'],
      ['coverage', 'prescription', 'prescription_stale', 'products', 'safety'],
    ],
  ] as const)(
    'activities:read with %j shows %j besides, the same as an API key sees',
    async (scopes, members) => {
      const { key, path, tokenFor } = await setUp();
      const whole = (await call('GET', path, { key })).json;
      const seen = (await call('GET', path, { key: await tokenFor('activities:read', ...scopes) })).json;
      const beside = ['prescription', 'safety', 'prescription_stale', 'products', 'coverage', 'feedback'];
      expect(beside.filter((name) => seen[name] !== null).sort()).toEqual([...members]);
      for (const name of members) expect(seen[name], name).toEqual(whole[name]);
    },
  );

  test('a token of every read scope sees what an API key sees', async () => {
    const { key, path, tokenFor } = await setUp();
    const all = await tokenFor('activities:read', 'profile:read', 'prescriptions:read', 'products:read');
    const [seen, whole] = [await call('GET', path, { key: all }), await call('GET', path, { key })];
    expect(seen.json).toEqual(whole.json);
  });

  test('activities:write alone shows identifiers, dates and tier in the answers of writes, and PATCH {} no more', async () => {
    const { athletePath, path, tokenFor } = await setUp();
    const key = await tokenFor('activities:write');
    const patched = await call('PATCH', path, { key, body: {} });
    expect([patched.status, shownOf(patched.json)]).toEqual([200, []]);
    const made = await call('POST', `${athletePath}/activities`, {
      key,
      body: { type: 'swim', duration_min: 40 },
    });
    expect([made.status, shownOf(made.json)]).toEqual([201, []]);
    const attached = await call('POST', `${path}/products`, {
      key,
      body: { products: [{ product_id: drink.id, servings: 1 }] },
    });
    expect([attached.status, attached.json]).toMatchObject([201, { data: null, coverage: null }]);
  });

  test('attaching shows product facts with activities:read and products:read, and coverage with prescriptions:read too', async () => {
    const { path, tokenFor } = await setUp();
    const body = { products: [{ product_id: drink.id, servings: 1 }] };
    const attach = async (...scopes: readonly Scope[]) =>
      (await call('POST', `${path}/products`, { key: await tokenFor('activities:write', ...scopes), body }))
        .json;
    expect(await attach('products:read', 'prescriptions:read')).toMatchObject({ data: null, coverage: null });
    const some = await attach('activities:read', 'products:read');
    expect([some.data.length, some.coverage]).toEqual([2, null]);
    const whole = await attach('activities:read', 'products:read', 'prescriptions:read');
    expect(whole.coverage).toMatchObject({ carb_g: { unknown_product_ids: [] } });
  });

  test('the ETag differs between tokens that see different members, and If-Match takes the own one', async () => {
    const { path, tokenFor } = await setUp();
    const narrow = await tokenFor('activities:read', 'activities:write');
    const wide = await tokenFor('activities:read', 'prescriptions:read');
    const read = await call('GET', path, { key: narrow });
    const etag = read.headers.get('ETag') ?? '';
    expect((await call('GET', path, { key: narrow, headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await call('GET', path, { key: wide, headers: { 'if-none-match': etag } })).status).toBe(200);
    const patch = { key: narrow, headers: { 'if-match': etag }, body: { name: 'Longer run' } };
    expect((await call('PATCH', path, patch)).status).toBe(200);
  });
});

describe('what scopes open elsewhere', () => {
  test('prescriptions:create alone calculates and shows no number, in both tiers', async () => {
    for (const tier of ['full', 'teaser'] as const) {
      const { key, path, tokenFor } = await setUp(tier);
      const made = await call('POST', `${path}/prescription`, {
        key: await tokenFor('prescriptions:create'),
      });
      expect(made.status).toBe(200);
      expect(shownOf(made.json, 'calculated_at', 'subscribe_url')).toEqual([]);
      expect(made.json.calculated_at).toMatch(/Z$/);
      const whole = await call('POST', `${path}/prescription`, { key });
      expect(Object.keys(made.json)).toEqual(Object.keys(whole.json));
      const both = await tokenFor('prescriptions:create', 'prescriptions:read');
      const seen = await call('POST', `${path}/prescription`, { key: both });
      expect(shownOf(seen.json, 'calculated_at')).toEqual(shownOf(whole.json, 'calculated_at'));
    }
  });

  test('feedback:write alone gives feedback and shows none of it; activities:read and profile:read together do', async () => {
    const { key, path, tokenFor } = await setUp();
    const body = { notes: 'Warm.', hydration_feel: 'dehydrated', actual_intake: { fluid_ml: 800 } };
    const given = await call('POST', `${path}/feedback`, { key: await tokenFor('feedback:write'), body });
    expect(given.status).toBe(200);
    expect(shownOf(given.json, 'activity_id')).toEqual([]);
    const read = (...scopes: readonly Scope[]) =>
      tokenFor(...scopes).then((token) => call('GET', `${path}/feedback`, { key: token }));
    expect(shownOf((await read('activities:read')).json, 'activity_id')).toEqual([]);
    const whole = await call('GET', `${path}/feedback`, { key });
    expect((await read('activities:read', 'profile:read')).json).toEqual(whole.json);
    expect(whole.json.notes).toBe('Warm.');
  });

  test('profile:write alone changes the athlete and shows no profile; PATCH {} is no read', async () => {
    const { key, athlete, athletePath, tokenFor } = await setUp();
    const token = await tokenFor('profile:write');
    for (const body of [{}, { body_mass_kg: 62 }]) {
      const reply = await call('PATCH', athletePath, { key: token, body });
      expect(reply.status).toBe(200);
      expect(reply.json).toMatchObject({ id: athlete.id, environment: 'test', missing_fields: null });
      expect(shownOf(reply.json, 'environment', 'region')).toEqual([]);
    }
    expect((await call('GET', athletePath, { key })).json.body_mass_kg).toBe(62);
    const both = await tokenFor('profile:write', 'profile:read');
    expect((await call('PATCH', athletePath, { key: both, body: {} })).json.body_mass_kg).toBe(62);
  });

  test('profile:write alone adds a sweat test and shows none of it', async () => {
    const { athletePath, tokenFor } = await setUp();
    const body = {
      type: 'run',
      duration_min: 60,
      body_mass_before_kg: 61,
      body_mass_after_kg: 60.2,
      fluid_ml: 200,
    };
    const made = await call('POST', `${athletePath}/sweat-tests`, {
      key: await tokenFor('profile:write'),
      body,
    });
    expect(made.status).toBe(201);
    expect(shownOf(made.json)).toEqual([]);
    const both = await tokenFor('profile:write', 'profile:read');
    const seen = await call('GET', `${athletePath}/sweat-tests/${made.json.id}`, { key: both });
    expect(seen.json).toMatchObject({ duration_min: 60, fluid_ml: 200 });
  });

  test.each([
    { email: 'other@example.test' },
    { email: null },
    { external_id: 'rider-2' },
    { external_id: null },
    { email: 'other@example.test', body_mass_kg: 90 },
  ])(
    'no token changes the email or the external_id: %j is 403 insufficient_scope and changes nothing',
    async (body) => {
      const { key, athletePath, tokenFor } = await setUp();
      const before = await call('GET', athletePath, { key });
      const token = await tokenFor('profile:write', 'profile:read');
      const reply = await call('PATCH', athletePath, { key: token, body });
      expect(refusal(reply)).toMatchObject({ status: 403, code: 'insufficient_scope' });
      expect(reply.headers.get('WWW-Authenticate')).toContain('Bearer error="insufficient_scope"');
      expect((await call('GET', athletePath, { key })).json).toEqual(before.json);
      expect((await call('PATCH', athletePath, { key, body })).status).toBe(200);
    },
  );

  test('no token sets the external_id of an activity: 403 insufficient_scope, and nothing is created or changed', async () => {
    const { key, athletePath, path, tokenFor } = await setUp();
    const token = await tokenFor('activities:write', 'activities:read');
    const activity = { type: 'run', duration_min: 60 };
    for (const external_id of ['workout-1', null]) {
      for (const reply of [
        await call('POST', `${athletePath}/activities`, { key: token, body: { ...activity, external_id } }),
        await call('PATCH', path, { key: token, body: { name: 'Renamed', external_id } }),
      ]) {
        expect(refusal(reply)).toMatchObject({ status: 403, code: 'insufficient_scope' });
        expect(reply.headers.get('WWW-Authenticate')).toContain('Bearer error="insufficient_scope"');
      }
    }
    const { json } = await call('GET', `${athletePath}/activities`, { key });
    expect(json.data.map(({ name }: { name: string }) => name)).toEqual(['Long run']);
    expect((await call('POST', `${athletePath}/activities`, { key: token, body: activity })).status).toBe(
      201,
    );
  });

  test.each([{ region: 'weur' }, { region: null }, { email: 5 }, { external_id: [], sweat_level: 77 }])(
    'no token sends a region, nor a misshapen identity: %j is 403 insufficient_scope before its shape matters',
    async (body) => {
      const { key, athletePath, tokenFor } = await setUp();
      const reply = await call('PATCH', athletePath, { key: await tokenFor('profile:write'), body });
      expect(refusal(reply)).toMatchObject({ status: 403, code: 'insufficient_scope' });
      expect((await call('PATCH', athletePath, { key, body })).status).toBe(422);
    },
  );

  test('a fuel plan needs prescriptions:read and products:read', async () => {
    const { path, tokenFor } = await setUp();
    const refused = await call('GET', `${path}/fuel-plan`, { key: await tokenFor('products:read') });
    expect(refusal(refused)).toMatchObject({ status: 403, code: 'insufficient_scope' });
    expect(refused.headers.get('WWW-Authenticate')).toContain('scope="products:read prescriptions:read"');
    const token = await tokenFor('products:read', 'prescriptions:read');
    expect((await call('GET', `${path}/fuel-plan`, { key: token })).status).toBe(200);
  });
});

test("a token's Idempotency-Key belongs to its connection: neither the partner nor another application meets it", async () => {
  const { key, athletePath, tokenFor } = await setUp();
  const send = (by: string, minutes: number) =>
    call('POST', `${athletePath}/activities`, {
      key: by,
      headers: { 'idempotency-key': 'one-run' },
      body: { type: 'run', duration_min: minutes },
    });
  const callers = [key, await tokenFor('activities:write'), await tokenFor('activities:write')];
  const made: string[] = [];
  for (const [index, by] of callers.entries()) {
    const first = await send(by, 30 + index);
    expect(first.status).toBe(201);
    const again = await send(by, 30 + index);
    expect([again.headers.get('Idempotent-Replayed'), again.json]).toEqual(['true', first.json]);
    expect(refusal(await send(by, 90))).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    made.push(first.json.id);
  }
  expect(new Set(made).size).toBe(3);
});

test.each([
  ['activities', { type: 'run', duration_min: 30 }],
  [
    'sweat-tests',
    { type: 'run', duration_min: 60, body_mass_before_kg: 70, body_mass_after_kg: 69, fluid_ml: 200 },
  ],
])("an idempotency replay of %s is masked by today's scopes of the token", async (resource, body) => {
  const as = await discover();
  const { testKey } = await makePartner();
  const client = await makeClient(testKey);
  const needed = 'activities:write profile:write prescriptions:create';
  const wide = await connect(as, client, {
    scope: `${needed} activities:read prescriptions:read products:read profile:read`,
  });
  const { json: me } = await call('GET', '/v1/me', { key: wide.accessToken });
  const path = `/v1/athletes/${me.id}/${resource}${resource === 'activities' ? '?calculate=true' : ''}`;
  const send = (key: string, headers: Record<string, string> = { 'idempotency-key': 'once' }) =>
    call('POST', path, { key, headers, body });
  const first = await send(wide.accessToken);
  expect(first.status).toBe(201);
  for (const extra of ['activities:read', 'prescriptions:read activities:read', 'profile:read', '']) {
    const scope = `${needed} ${extra}`.trim();
    const response = await oauth.refreshTokenGrantRequest(as, client.client, client.auth, wide.refreshToken, {
      ...toWorker,
      additionalParameters: { scope },
    });
    const { access_token } = await oauth.processRefreshTokenResponse(as, client.client, response);
    const replay = await send(access_token);
    expect(replay.headers.get('Idempotent-Replayed')).toBe('true');
    expect(replay.json.id).toBe(first.json.id);
    // The fields of a creation that the token would see today.
    const direct = await send(access_token, {});
    for (const [name, value] of Object.entries(direct.json)) {
      const expected = value === null ? null : first.json[name];
      expect(replay.json[name], `${name} with ${scope}`).toEqual(expected);
    }
  }
  // And the wide token, whose connection may still see everything.
  expect((await send(wide.accessToken)).json).toEqual(first.json);
});
