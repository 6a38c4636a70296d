import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { makeAthlete } from '../support/builders.ts';
import { call, refusal } from '../support/client.ts';
import { withBatches } from '../support/faulty-databases.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';
import { later } from '../support/stopped-clock.ts';

const ATHLETES = '/v1/athletes';
const KEYS = '/v1/partner/api-keys';
const RUN = { type: 'run', duration_min: 60 };
const DAY_S = 86_400;
const once = (key: string) => ({ 'idempotency-key': key });

const MAKERS = {
  'an athlete': { path: ATHLETES, body: { name: 'Ada' } },
  'an API key': { path: KEYS, body: { name: 'Worker' } },
  'an OAuth client': {
    path: '/v1/oauth/clients',
    body: { name: 'App', redirect_uris: ['https://app.example/cb'], allowed_scopes: ['profile:read'] },
  },
} as const;

describe('Idempotency-Key', () => {
  test.each([
    ['athlete', async () => ATHLETES, { name: 'Ada' }],
    ['activity', async (key: string) => `${(await makeAthlete(key)).path}/activities`, RUN],
  ])(
    '20 simultaneous requests with one key make one %s and give 20 equal answers',
    async (_what, listOf, body) => {
      const { testKey: key } = await makePartner();
      const path = await listOf(key);
      const send = () => call('POST', path, { key, body, headers: once('a-retry') });
      const replies = await Promise.all(Array.from({ length: 20 }, send));
      expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(replies[0]?.status).toBe(201);
      expect(new Set(replies.map(({ headers }) => headers.get('Location'))).size).toBe(1);
      const replayed = replies.filter(({ headers }) => headers.get('Idempotent-Replayed') === 'true');
      expect(replayed).toHaveLength(19);
      expect((await call('GET', path, { key })).json.data).toHaveLength(1);
    },
  );

  test('a replay has the first answer as it was, attribution included, whatever happened since', async () => {
    const { testKey } = await makePartner();
    const send = (body: object) => call('POST', ATHLETES, { key: testKey, body, headers: once('k') });
    const first = await send({ tier: 'teaser', name: 'Ada', diet: { vegan: true } });
    expect(first.headers.get('Idempotent-Replayed')).toBeNull();
    await call('PATCH', `${ATHLETES}/${first.json.id}`, { key: testKey, body: { name: 'Changed' } });
    // Neither the order of members nor white space makes another request of it.
    const again = await send({ diet: { vegan: true }, name: 'Ada', tier: 'teaser' });
    expect([again.status, again.text]).toEqual([201, first.text]);
    for (const name of ['Location', 'X-Service-Data-Attribution', 'Cache-Control', 'Content-Type']) {
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
    }
    expect(again.headers.get('X-Request-Id')).not.toBe(first.headers.get('X-Request-Id'));
  });

  test('a replay of an activity after a downgrade shows teaser numbers, with their ceilings', async () => {
    const { testKey: key } = await makePartner({ defaultTier: 'full' });
    const athlete = await makeAthlete(key, { body_mass_kg: 70 });
    const path = `${ATHLETES}/${athlete.id}/activities`;
    const send = () =>
      call('POST', `${path}?calculate=true`, {
        key,
        body: { type: 'bike', duration_min: 180, intensity_level: 6 },
        headers: once('k'),
      });
    const first = await send();
    expect(first.json.prescription.fluid_ml_per_hr).toBeGreaterThan(0);
    await call('PATCH', `${ATHLETES}/${athlete.id}`, { key, body: { tier: 'teaser' } });
    const [replay, read] = [await send(), await call('GET', `${path}/${first.json.id}`, { key })];
    expect([replay.status, replay.headers.get('Idempotent-Replayed')]).toEqual([201, 'true']);
    expect(replay.json).toMatchObject({ tier: 'teaser', safety: first.json.safety, coverage: null });
    expect(replay.json.prescription).toEqual(read.json.prescription);
    expect(Object.keys(replay.json).sort()).toEqual(Object.keys(read.json).sort());
    expect(replay.text).not.toMatch(/"(carb_g|sodium_mg|fluid_ml)_per_hr":\d|"total_/);
    expect(replay.headers.get('X-Service-Data-Attribution')).toBe('required');
    await call('PATCH', `${ATHLETES}/${athlete.id}`, { key, body: { tier: 'full' } });
    expect((await send()).json).toEqual(first.json);
  });

  test('a replay of a sweat test after a downgrade shows nothing of what was learned', async () => {
    const { testKey: key } = await makePartner({ defaultTier: 'full' });
    const athlete = await makeAthlete(key, { body_mass_kg: 70 });
    const path = `${ATHLETES}/${athlete.id}/sweat-tests`;
    const body = {
      type: 'run',
      duration_min: 60,
      body_mass_before_kg: 70,
      body_mass_after_kg: 68.8,
      fluid_ml: 200,
    };
    const send = () => call('POST', path, { key, body, headers: once('k') });
    const first = await send();
    expect(first.json.learned).not.toEqual([]);
    await call('PATCH', `${ATHLETES}/${athlete.id}`, { key, body: { tier: 'teaser' } });
    const [replay, read] = [await send(), await call('GET', `${path}/${first.json.id}`, { key })];
    expect(replay.json).toMatchObject({ tier: 'teaser', learned: null, remarks: null });
    const { subscribe_url: _link, ...shown } = replay.json;
    expect(read.json).toMatchObject(shown);
  });

  test.each([
    ['another body', ATHLETES, { name: 'Bea' }],
    ['the same body on another path', KEYS.replace('partner/api-keys', 'athletes/{id}/activities'), null],
  ])('with %s it is refused', async (_what, path, body) => {
    const { testKey } = await makePartner();
    const first = await call('POST', ATHLETES, { key: testKey, body: { name: 'Ada' }, headers: once('k') });
    const reply = await call('POST', path.replace('{id}', first.json.id), {
      key: testKey,
      body: body ?? RUN,
      headers: once('k'),
    });
    expect(refusal(reply)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  test('a refused request leaves the key free', async () => {
    const { testKey } = await makePartner();
    await call('POST', ATHLETES, { key: testKey, body: { external_id: 'taken' } });
    const send = (body: object) => call('POST', ATHLETES, { key: testKey, body, headers: once('k') });
    expect(refusal(await send({ external_id: 'taken' })).code).toBe('external_id_taken');
    expect(refusal(await send({ body_mass_kg: 1 })).code).toBe('validation_failed');
    expect((await send({ external_id: 'free' })).status).toBe(201);
  });

  test('the key expires after 24 hours and can be reused', async () => {
    const { testKey } = await makePartner();
    const send = (seconds: number, body: object) =>
      call('POST', ATHLETES, { key: testKey, body, headers: once('k'), bindings: later(seconds) });
    const first = await send(0, { name: 'Ada' });
    expect((await send(DAY_S - 60, { name: 'Ada' })).json.id).toBe(first.json.id);
    const next = await send(DAY_S + 1, { name: 'Bea' });
    expect(next.status).toBe(201);
    expect(next.json.id).not.toBe(first.json.id);
    expect((await send(DAY_S + 2, { name: 'Bea' })).json.id).toBe(next.json.id);
  });

  test.each(['', ' ', 'with space', 'ü', 'x'.repeat(256)])(
    'refuses the malformed key %j, pointing at the whole request',
    async (key) => {
      const { testKey } = await makePartner();
      const reply = await call('POST', ATHLETES, { key: testKey, body: {}, headers: once(key) });
      expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [''] });
      expect(reply.json.error.errors[0].code).toBe('invalid_idempotency_key');
    },
  );

  test('takes 255 characters', async () => {
    const { testKey } = await makePartner();
    const headers = once('~'.repeat(255));
    expect((await call('POST', ATHLETES, { key: testKey, body: {}, headers })).status).toBe(201);
  });

  test('is ignored on routes that create nothing, malformed or not', async () => {
    const { testKey } = await makePartner();
    const { json } = await call('POST', ATHLETES, { key: testKey, body: {}, headers: once('k') });
    const path = `${ATHLETES}/${json.id}`;
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { name: 'Bea' }],
      ['PATCH', { name: 'Cleo' }],
    ] as const) {
      const headers = once(method === 'GET' ? 'not valid' : 'k');
      const reply = await call(method, path, { key: testKey, body, headers });
      expect([reply.status, reply.headers.get('Idempotent-Replayed')]).toEqual([200, null]);
    }
  });

  test.each([
    ['an API key', 'id'],
    ['an OAuth client', 'client_id'],
  ] as const)(
    'a replayed creation of %s shows no secret, names what was made, and made only one',
    async (what, id) => {
      const { testKey } = await makePartner();
      const { path, body } = MAKERS[what];
      const send = (name: string) =>
        call('POST', path, { key: testKey, body: { ...body, name }, headers: once('new-key') });
      const before = (await call('GET', path, { key: testKey })).json.data.length;
      const replies = await Promise.all(Array.from({ length: 5 }, () => send('Worker')));
      const [made, ...more] = replies.filter((reply) => reply.status === 201);
      expect(more).toEqual([]);
      for (const reply of replies.filter((other) => other !== made)) {
        expect(refusal(reply)).toMatchObject({ status: 409, code: 'secret_already_shown' });
        expect(reply.json.error.resource_id).toBe(made?.json[id]);
        expect(reply.text).not.toMatch(/sk_test_|ocs_test_/);
      }
      expect(refusal(await send('Another'))).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
      expect((await call('GET', path, { key: testKey })).json.data).toHaveLength(before + 1);
      const rows = await env.REGISTRY.prepare('SELECT * FROM idempotency_keys').all();
      expect(JSON.stringify(rows.results)).not.toMatch(/sk_(test|live)_|ocs_|new-key/);
    },
  );

  test('a key creation refused for the key limit leaves the idempotency key free, for a retry and anything else', async () => {
    const { testKey } = await makePartner();
    const create = (headers: Record<string, string> = {}) =>
      call('POST', KEYS, { key: testKey, body: { name: 'x' }, headers });
    const made = await Promise.all(Array.from({ length: 24 }, () => create()));
    for (const key of ['k', 'other']) {
      expect(refusal(await create(once(key))).code).toBe('key_limit_reached');
    }
    await makeAthlete(testKey, {}, { headers: once('other') });
    await call('DELETE', `${KEYS}/${made[0]?.json.id}`, { key: testKey });
    expect((await create(once('k'))).status).toBe(201);
  });

  test.each([
    ['an athlete', 'an API key'],
    ['an API key', 'an athlete'],
    ['an athlete', 'an OAuth client'],
    ['an OAuth client', 'an athlete'],
    ['an API key', 'an OAuth client'],
  ] as const)('that made %s makes not %s as well, and after 24 hours it may', async (first, second) => {
    const { testKey } = await makePartner();
    const send = (what: keyof typeof MAKERS, seconds: number) =>
      call('POST', MAKERS[what].path, {
        key: testKey,
        body: MAKERS[what].body,
        headers: once('k'),
        bindings: later(seconds),
      });
    expect((await send(first, 0)).status).toBe(201);
    expect(refusal(await send(second, 1))).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    // The first request is still its own repetition.
    expect((await send(first, 2)).status).toBe(first === 'an athlete' ? 201 : 409);
    expect((await send(second, DAY_S + 1)).status).toBe(201);
  });

  test('of an athlete and an API key at the same time one is made', async () => {
    const { testKey } = await makePartner();
    for (let round = 0; round < 5; round++) {
      const headers = once(`round-${round}`);
      const replies = await Promise.all(
        [MAKERS['an athlete'], MAKERS['an API key'], MAKERS['an athlete'], MAKERS['an OAuth client']].map(
          ({ path, body }) => call('POST', path, { key: testKey, body, headers }),
        ),
      );
      const made = new Set(
        replies.filter(({ status }) => status === 201).map(({ json }) => json.id ?? json.client_id),
      );
      expect(made.size, JSON.stringify(replies.map(({ status }) => status))).toBe(1);
    }
  });

  test('of a key creation asks both databases at once, without a further round trip', async () => {
    const { testKey } = await makePartner();
    await call('GET', ATHLETES, { key: testKey });
    const events: string[] = [];
    const told = (name: string, database: D1Database) =>
      withBatches(database, async (send) => {
        events.push(`${name} asked`);
        const results = await send();
        events.push(`${name} answered`);
        return results;
      });
    const bindings = {
      REGISTRY: told('registry', env.REGISTRY),
      [TEST_HOME_BINDING]: told('athletes', TEST_HOME),
    };
    // An isolate that knows the key: else the registry is asked about it first.
    await call('GET', ATHLETES, { key: testKey, bindings });
    events.length = 0;
    const options = { key: testKey, body: { name: 'x' }, headers: once('k'), bindings };
    expect((await call('POST', KEYS, options)).status).toBe(201);
    const own = events.slice(0, 4);
    expect(own.slice(0, 2).sort()).toEqual(['athletes asked', 'registry asked']);
    expect(own.slice(2).sort()).toEqual(['athletes answered', 'registry answered']);
    expect(events.slice(4)).toEqual(['registry asked', 'registry answered']);
  });

  test('stored answers end with the erasure of their athlete, and are not replayed after it', async () => {
    const { testKey } = await makePartner();
    const send = () => call('POST', ATHLETES, { key: testKey, body: { name: 'Ada' }, headers: once('k') });
    const { json: athlete } = await send();
    const path = `${ATHLETES}/${athlete.id}/activities`;
    const activity = { key: testKey, body: RUN, headers: once('a') };
    await call('POST', path, activity);
    const kept = () =>
      TEST_HOME.prepare('SELECT count(*) AS n FROM idempotency_keys WHERE athlete_id = ?')
        .bind(athlete.id)
        .first('n');
    expect(await kept()).toBe(2);
    await TEST_HOME.prepare("UPDATE athletes SET status = 'erasing' WHERE id = ?").bind(athlete.id).run();
    expect(refusal(await call('POST', path, activity)).code).toBe('athlete_not_found');
    await TEST_HOME.prepare('DELETE FROM athletes WHERE id = ?').bind(athlete.id).run();
    expect(await kept()).toBe(0);
    const next = await send();
    expect(next.status).toBe(201);
    expect(next.json.id).not.toBe(athlete.id);
  });
});
