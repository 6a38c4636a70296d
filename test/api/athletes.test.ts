import { describe, expect, test } from 'vitest';
import { makeAthlete } from '../support/builders.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { stopClock } from '../support/stopped-clock.ts';

const UNKNOWN_ATHLETE = 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz';

describe('creating an athlete', () => {
  test('answers 201 with every field, its Location, and null for unknown fields', async () => {
    const { testKey } = await makePartner();
    const sent = {
      external_id: 'rider-1',
      name: 'Ada',
      email: 'ada@example.test',
      locale: 'pt-BR',
      vessels: [
        { kind: 'bottle', volume_ml: 750, count: 2 },
        { kind: 'bladder', volume_ml: 1500, count: 1 },
      ],
      sex: 'female',
      birth_year: 1991,
      body_mass_kg: 58.5,
      height_cm: 168,
      fitness_level: 6,
      vo2max_ml_per_kg_min: 52.5,
      ftp_w: 235,
      sweat_level: 6,
      saltiness_level: 4,
      sweat_rate_ml_per_hr: 900,
      sweat_sodium_mg_per_l: 800,
      carb_tolerance_g_per_hr: 75,
      usual_carb_g_per_hr: 50,
      heat_acclimatized: false,
      gi_history: true,
      caffeine: { wanted: true, usual_mg_per_day: 150, avoid: false },
    };
    const reply = await call('POST', '/v1/athletes', {
      key: testKey,
      body: { ...sent, diet: { vegan: true } },
    });
    expect(reply.status).toBe(201);
    expect(reply.json).toMatchObject({ ...sent, environment: 'test', tier: 'full', health: null });
    expect([reply.json.profile_completeness, reply.json.missing_fields]).toEqual([1, []]);
    expect(reply.json.diet).toEqual({ vegan: true, gluten_free: null, caffeine_free: null });
    expect(reply.json.id).toMatch(/^ath_tc000[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    expect(reply.headers.get('Location')).toBe(`${BASE}/v1/athletes/${reply.json.id}`);
    const read = await call('GET', `/v1/athletes/${reply.json.id}`, { key: testKey });
    expect(read.json).toEqual(reply.json);
  });

  test('an empty body creates an athlete with missing_fields, most valuable first', async () => {
    const { testKey } = await makePartner();
    const { json } = await call('POST', '/v1/athletes', { key: testKey, body: {} });
    expect(json.missing_fields).toContain('body_mass_kg');
    expect(json.missing_fields).toContain('birth_year');
    expect(json.profile_completeness).toBeLessThan(0.2);
  });

  test.each([
    ['unknown field', { bodymass: 60 }, '/bodymass', 'unknown_field'],
    ['wrong type', { body_mass_kg: '60' }, '/body_mass_kg', 'invalid_type'],
    ['below its range', { body_mass_kg: 24.9 }, '/body_mass_kg', 'too_small'],
    ['above its range', { sweat_rate_ml_per_hr: 4001 }, '/sweat_rate_ml_per_hr', 'too_big'],
    ['a level that is no integer', { fitness_level: 4.5 }, '/fitness_level', 'invalid_type'],
    [
      'a bottle the size of a thimble',
      { vessels: [{ kind: 'flask', volume_ml: 99, count: 1 }] },
      '/vessels/0/volume_ml',
      'too_small',
    ],
    [
      'more caffeine than anyone takes',
      { caffeine: { usual_mg_per_day: 2001 } },
      '/caffeine/usual_mg_per_day',
      'too_big',
    ],
    ['avoid as a word', { caffeine: { avoid: 'heart' } }, '/caffeine/avoid', 'invalid_type'],
    ['a locale that is none', { locale: 'not a tag' }, '/locale', 'invalid_format'],
    ['no email address', { email: 'ada' }, '/email', 'invalid_format'],
    ['an unknown enum value', { sex: 'f' }, '/sex', 'invalid_value'],
    ['a name too long', { name: 'x'.repeat(201) }, '/name', 'too_big'],
    ['an unknown nested flag', { health: { asthma: true } }, '/health/asthma', 'unknown_field'],
    ['a lone surrogate', { name: '\ud800' }, '/name', 'invalid_format'],
    ['a NUL', { name: 'a\u0000b' }, '/name', 'invalid_format'],
  ])('refuses %s with 422 and the field', async (_what, body, pointer, code) => {
    const { testKey } = await makePartner();
    const reply = await call('POST', '/v1/athletes', { key: testKey, body });
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [pointer] });
    expect(reply.json.error.errors[0].code).toBe(code);
  });

  test('takes the birth year of a five-year-old and refuses a later one, by the UTC year', async () => {
    const { testKey } = await makePartner();
    const create = (birth_year: number, CLOCK_OFFSET_S: string) =>
      call('POST', '/v1/athletes', { key: testKey, body: { birth_year }, bindings: { CLOCK_OFFSET_S } });
    stopClock(Date.UTC(2026, 11, 31, 23, 59, 59));
    expect((await create(2021, '0')).status).toBe(201);
    const reply = await create(2022, '0');
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: ['/birth_year'] });
    expect(reply.json.error.errors[0].code).toBe('too_big');
    expect((await create(2022, '1')).status).toBe(201);
  });

  test('an impossible birth year is 422 before the athlete is looked up', async () => {
    const { testKey: key } = await makePartner();
    const path = '/v1/athletes/ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz';
    const body = { birth_year: new Date().getUTCFullYear() };
    const reply = await call('PATCH', path, { key, body });
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: ['/birth_year'] });
  });

  test("a new sandbox athlete is full tier, a production one has the partner's default tier", async () => {
    const { testKey, liveKey } = await makePartner({ defaultTier: 'teaser' });
    for (const [key, tier, attribution] of [
      [testKey, 'full', 'optional'],
      [liveKey, 'teaser', 'required'],
    ] as const) {
      const made = await call('POST', '/v1/athletes', { key, body: { external_id: 'one' } });
      expect(made.json.tier).toBe(tier);
      expect(made.headers.get('X-Service-Data-Attribution')).toBe(attribution);
      const body = { athletes: [{ external_id: 'two' }] };
      const { json: batch } = await call('POST', '/v1/athletes/batch', { key, body });
      expect(batch.results[0].athlete.tier).toBe(tier);
      const account = await call('GET', '/v1/partner', { key });
      expect(account.json.default_tier).toBe(tier);
      expect(account.headers.get('X-Service-Data-Attribution')).toBe(attribution);
      const asked = { key, body: { activity: { type: 'run', duration_min: 60 } } };
      expect((await call('POST', '/v1/nutrition/calculate', asked)).json.tier).toBe(tier);
    }
  });

  test('a test key may set the tier, a live key may not', async () => {
    const { testKey, liveKey } = await makePartner();
    const teaser = await call('POST', '/v1/athletes', { key: testKey, body: { tier: 'teaser' } });
    expect(teaser.json.tier).toBe('teaser');
    expect(teaser.headers.get('X-Service-Data-Attribution')).toBe('required');
    const live = await call('POST', '/v1/athletes', { key: liveKey, body: { tier: 'full' } });
    expect(refusal(live)).toMatchObject({ status: 403, code: 'operator_only' });
  });
});

describe('reading athletes', () => {
  test("another partner's athlete is 404, as if it had never existed: tenant isolation", async () => {
    const [mine, theirs] = [await makePartner(), await makePartner()];
    const { path } = await makeAthlete(theirs.testKey);
    const foreign = await call('GET', path, { key: mine.testKey });
    const unknown = await call('GET', `/v1/athletes/${UNKNOWN_ATHLETE}`, { key: mine.testKey });
    const unparsable = await call('GET', '/v1/athletes/nonsense', { key: mine.testKey });
    const shape = (reply: typeof foreign) => ({
      status: reply.status,
      headers: [...reply.headers].filter(([name]) => !/^(x-request-id|ratelimit|server-timing)$/.test(name)),
      error: { ...reply.json.error, request_id: null },
    });
    expect(shape(foreign)).toEqual(shape(unknown));
    expect(foreign.status).toBe(404);
    // Malformed text says nothing about an athlete, so its 404 may explain the format of an identifier.
    const { message, ...rest } = unparsable.json.error;
    expect({ ...rest, request_id: null }).toEqual({ ...shape(unknown).error, message: undefined });
    expect(message).toContain('looks like ath_');
  });

  test('If-None-Match answers 304 with the ETag and without a body, also for a weak ETag', async () => {
    const { testKey } = await makePartner();
    const { path } = await makeAthlete(testKey);
    const etag = (await call('GET', path, { key: testKey })).headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await call('GET', path, { key: testKey, headers: { 'if-none-match': header } });
      expect([again.status, again.headers.get('ETag')]).toEqual([304, etag]);
      expect(again.headers.get('Cache-Control')).toBe('private, no-cache');
    }
    expect((await call('GET', path, { key: testKey, headers: { 'if-none-match': '"other"' } })).status).toBe(
      200,
    );
  });

  test('HEAD is GET without a body', async () => {
    const { testKey } = await makePartner();
    const { path } = await makeAthlete(testKey);
    const head = await call('HEAD', path, { key: testKey });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('ETag')).not.toBeNull();
  });

  test('lists newest first, with cursor pagination that is stable while athletes are added', async () => {
    const { testKey } = await makePartner();
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.push((await makeAthlete(testKey)).id);
    const expected = [...ids].sort().reverse();
    const first = await call('GET', '/v1/athletes?limit=2', { key: testKey });
    await makeAthlete(testKey);
    const second = await call('GET', `/v1/athletes?limit=2&cursor=${first.json.next_cursor}`, {
      key: testKey,
    });
    const third = await call('GET', `/v1/athletes?limit=2&cursor=${second.json.next_cursor}`, {
      key: testKey,
    });
    const seen = [first, second, third].flatMap((page) =>
      page.json.data.map((row: { id: string }) => row.id),
    );
    expect(seen).toEqual(expected);
    expect([first, second, third].map((page) => page.json.has_more)).toEqual([true, true, false]);
    expect(third.json.next_cursor).toBeNull();
  });

  test.each([
    ['limit=0', '?limit', 'too_small'],
    ['limit=101', '?limit', 'too_big'],
    ['limit=', '?limit', 'invalid_format'],
    ['limit=1e1', '?limit', 'invalid_format'],
    ['limit=2&limit=3', '?limit', 'duplicate_parameter'],
    ['cursor=bm90LW91cnM', '?cursor', 'invalid_cursor'],
    ['cursor=%00', '?cursor', 'invalid_cursor'],
    ['limits=2', '?limits', 'unknown_field'],
  ])('refuses the query %s with 422 and the parameter', async (query, pointer, code) => {
    const { testKey } = await makePartner();
    const reply = await call('GET', `/v1/athletes?${query}`, { key: testKey });
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [pointer] });
    expect(reply.json.error.errors[0].code).toBe(code);
  });

  test('rejects a cursor of another partner, environment or filter', async () => {
    const [mine, theirs] = [await makePartner(), await makePartner()];
    for (let count = 0; count < 2; count++) await makeAthlete(mine.testKey);
    const { json } = await call('GET', '/v1/athletes?limit=1', { key: mine.testKey });
    const path = `/v1/athletes?cursor=${json.next_cursor}`;
    expect((await call('GET', path, { key: mine.testKey })).status).toBe(200);
    for (const [key, more] of [
      [theirs.testKey, ''],
      [mine.liveKey, ''],
      [mine.testKey, '&external_id=x'],
    ] as const) {
      expect(refusal(await call('GET', path + more, { key })).pointers).toEqual(['?cursor']);
    }
  });
});

describe('changing an athlete', () => {
  async function athlete(fields: Parameters<typeof makeAthlete>[1]) {
    const { testKey } = await makePartner();
    return { testKey, path: (await makeAthlete(testKey, fields)).path };
  }

  test('a PATCH leaves absent fields, clears null ones, and merges diet and health member by member', async () => {
    const { testKey, path } = await athlete({
      name: 'Ada',
      body_mass_kg: 60,
      health: { heart_failure: true },
    });
    const body = { body_mass_kg: null, health: { pregnant: true }, diet: { vegan: true } };
    const { json } = await call('PATCH', path, { key: testKey, body });
    expect(json).toMatchObject({ name: 'Ada', body_mass_kg: null, diet: { vegan: true, gluten_free: null } });
    expect(json.health).toMatchObject({ heart_failure: true, pregnant: true });
    const cleared = await call('PATCH', path, { key: testKey, body: { health: null } });
    expect(cleared.json.health).toBeNull();
  });

  test('If-Match accepts one of two concurrent writers and rejects the other with 412', async () => {
    const { testKey, path } = await athlete({});
    const etag = (await call('GET', path, { key: testKey })).headers.get('ETag') ?? '';
    const change = (name: string, tag: string) =>
      call('PATCH', path, { key: testKey, body: { name }, headers: { 'if-match': tag } });
    const first = await change('first', `W/${etag}`);
    expect(first.status).toBe(200);
    expect(refusal(await change('second', etag))).toMatchObject({ status: 412, code: 'precondition_failed' });
    expect((await change('third', first.headers.get('ETag') ?? '')).status).toBe(200);
    expect((await call('GET', path, { key: testKey })).json.name).toBe('third');
  });

  test('four concurrent patches of one field each all take effect', async () => {
    const { testKey, path } = await athlete({});
    const fields = { body_mass_kg: 60, height_cm: 170, fitness_level: 5, ftp_w: 200 };
    const replies = await Promise.all(
      Object.entries(fields).map(([name, value]) =>
        call('PATCH', path, { key: testKey, body: { [name]: value } }),
      ),
    );
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
    expect((await call('GET', path, { key: testKey })).json).toMatchObject(fields);
  });
});
