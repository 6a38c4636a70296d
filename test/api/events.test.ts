import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { announceEngine } from '#partner/events/announce-engine.ts';
import { selectEvents, selectReach } from '#partner/events/repository.ts';
import { announceRotations } from '#partner/keys/announce-rotations.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { eventIdAt, locationOfEvent } from '#platform/storage/event-id.ts';
import { loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { insertEvent, readFeed, readPage, typesOf } from '../support/event-feed.ts';
import { away } from '../support/faulty-databases.ts';
import { connect, discover, makeClient, newEmail } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { databaseOf, insteadOf, TEST_HOME } from '../support/shards.ts';

const DAY_S = 86_400;
const NIGHTLY_CRON = '23 3 * * *';
const PURGING_CRON = '53 * * * *';
const RUN = { type: 'run', duration_min: 120, intensity_level: 6 };
const later = (seconds: number) => ({ CLOCK_OFFSET_S: String(seconds) });

async function send(key: string, method: string, path: string, body?: unknown) {
  const reply = await call(method, path, { key, ...(body === undefined ? {} : { body }) });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.json;
}

async function makeAthlete(key: string, body: object = {}): Promise<string> {
  return (await send(key, 'POST', '/v1/athletes', body)).id;
}

beforeAll(() => loadTestCatalogue());

describe('recorded events', () => {
  test('each change of an athlete and its activities is one event that names it and what changed', async () => {
    const { testKey: key } = await makePartner();
    const id = await makeAthlete(key, { external_id: 'rider', body_mass_kg: 70 });
    const path = `/v1/athletes/${id}`;
    await send(key, 'PATCH', path, { name: 'A Rider', body_mass_kg: 71 });
    const scheduled_at = new Date(Date.now() + DAY_S * 1000).toISOString();
    const activity = await send(key, 'POST', `${path}/activities`, {
      ...RUN,
      external_id: 'ride',
      scheduled_at,
    });
    const activityPath = `${path}/activities/${activity.id}`;
    await send(key, 'PATCH', activityPath, { duration_min: 130 });
    await send(key, 'POST', `${activityPath}/prescription`);
    await send(key, 'PATCH', path, { body_mass_kg: 72 });
    await send(key, 'PATCH', path, { body_mass_kg: 73, tier: 'teaser' });
    const product_id = productNamed('Maurten', 'Gel 100').id;
    await send(key, 'POST', `${activityPath}/products`, { products: [{ product_id, servings: 2 }] });
    await send(key, 'DELETE', `${activityPath}/products/${product_id}`);
    const actual_intake = { carbs_grams: 80, fluid_ml: 600 };
    await send(key, 'POST', `${activityPath}/feedback`, { hydration_feel: 'dehydrated', actual_intake });
    await send(key, 'DELETE', `${activityPath}/feedback`);
    await send(key, 'DELETE', activityPath);
    const { events } = await readFeed(key);
    const ofActivity = { activity_id: activity.id, activity_external_id: 'ride' };
    expect(events.map(({ type, data: { athlete_id: _id, ...data } }) => [type, data])).toEqual([
      ['athlete.created', { external_id: 'rider' }],
      ['athlete.updated', { external_id: 'rider', changed: ['name', 'body_mass_kg'] }],
      ['activity.created', { external_id: 'rider', ...ofActivity }],
      ['activity.updated', { external_id: 'rider', ...ofActivity, changed: ['duration_min'] }],
      ['prescription.calculated', { external_id: 'rider', ...ofActivity }],
      ['athlete.updated', { external_id: 'rider', changed: ['body_mass_kg'] }],
      ['prescription.stale', { external_id: 'rider', reason: 'profile' }],
      ['athlete.updated', { external_id: 'rider', changed: ['body_mass_kg'] }],
      ['athlete.tier_changed', { external_id: 'rider' }],
      ['prescription.stale', { external_id: 'rider', reason: 'tier' }],
      ['activity.updated', { external_id: 'rider', ...ofActivity, changed: ['products'] }],
      ['activity.updated', { external_id: 'rider', ...ofActivity, changed: ['products'] }],
      ['feedback.received', { external_id: 'rider', ...ofActivity }],
      ['athlete.learned', { external_id: 'rider' }],
      ['prescription.stale', { external_id: 'rider', reason: 'learned' }],
      ['feedback.deleted', { external_id: 'rider', ...ofActivity }],
      ['athlete.learned', { external_id: 'rider' }],
      ['activity.deleted', { external_id: 'rider', ...ofActivity }],
    ]);
    expect(new Set(events.map(({ data }) => data.athlete_id))).toEqual(new Set([id]));
  });

  test('a request that changes nothing, and a replay, record nothing', async () => {
    const { testKey: key } = await makePartner();
    const headers = { 'idempotency-key': 'one' };
    const body = { body_mass_kg: 70, diet: { vegan: true } };
    const { json } = await call('POST', '/v1/athletes', { key, headers, body });
    const { cursor } = await readFeed(key);
    const path = `/v1/athletes/${json.id}`;
    expect((await call('POST', '/v1/athletes', { key, headers, body })).status).toBe(201);
    await send(key, 'PATCH', path, { body_mass_kg: 70, diet: { vegan: true } });
    expect((await call('DELETE', `${path}/activities/act_x`, { key })).status).toBe(404);
    expect((await readFeed(key, { cursor })).events).toEqual([]);
  });

  test('a stale prescription is reported again only after one was calculated', async () => {
    const { testKey: key } = await makePartner();
    const id = await makeAthlete(key, { body_mass_kg: 60 });
    const path = `/v1/athletes/${id}`;
    const past = await send(key, 'POST', `${path}/activities`, {
      ...RUN,
      scheduled_at: '2026-01-02T08:00:00Z',
    });
    await send(key, 'POST', `${path}/activities/${past.id}/prescription`);
    await send(key, 'PATCH', path, { body_mass_kg: 61 });
    const stale = { types: 'prescription.stale' };
    expect(typesOf(await readFeed(key, stale))).toEqual([]);
    const coming = await send(key, 'POST', `${path}/activities`, RUN);
    for (const mass of [62, 64]) {
      await send(key, 'POST', `${path}/activities/${coming.id}/prescription`);
      await send(key, 'PATCH', path, { body_mass_kg: mass });
      await send(key, 'PATCH', path, { body_mass_kg: mass + 1 });
    }
    expect(typesOf(await readFeed(key, stale))).toHaveLength(2);
  });

  test('a key’s life, and the connection of an athlete', async () => {
    const { testKey: key } = await makePartner();
    const { id } = await send(key, 'POST', '/v1/partner/api-keys', { name: 'second' });
    const next = await send(key, 'POST', `/v1/partner/api-keys/${id}/rotate`);
    for (const _twice of [1, 2]) await send(key, 'DELETE', `/v1/partner/api-keys/${next.id}`);
    const keys = await readFeed(key, { types: 'key.*' });
    expect(keys.events.map(({ type, data }) => [type, data])).toEqual([
      ['key.created', { key_id: id }],
      ['key.rotated', { key_id: id }],
      ['key.revoked', { key_id: next.id }],
    ]);
    const { accessToken } = await connect(await discover(), await makeClient(key), { email: newEmail() });
    const me = (await call('GET', '/v1/me', { key: accessToken })).json;
    const [connection] = (await send(key, 'GET', `/v1/connections?athlete_id=${me.id}`)).data;
    for (const _twice of [1, 2]) await send(key, 'DELETE', `/v1/connections/${connection.id}`);
    expect(typesOf(await readFeed(key, { athlete_id: me.id }))).toEqual([
      'athlete.created',
      'athlete.connected',
      'athlete.disconnected',
    ]);
    const refused = await call('GET', '/v1/events', { key: accessToken });
    expect([401, 403]).toContain(refused.status);
  });

  test('an erasure leaves only its own event, and a sandbox reset is one event', async () => {
    const { testKey: key } = await makePartner();
    const id = await makeAthlete(key, { external_id: 'gone' });
    await send(key, 'POST', `/v1/athletes/${id}/activities`, RUN);
    await send(key, 'DELETE', `/v1/athletes/${id}`);
    const { events, cursor } = await readFeed(key);
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['athlete.erased', { athlete_id: id, external_id: null }],
    ]);
    await makeAthlete(key);
    await send(key, 'POST', '/v1/sandbox/reset');
    expect(typesOf(await readFeed(key, { cursor }))).toEqual(['sandbox.reset']);
  });
});

describe('the feed', () => {
  test('skips and repeats nothing while athletes of three shards are written', async () => {
    const { testKey: key } = await makePartner();
    const writers = Array.from({ length: 12 }, async (_, index) => {
      const id = await makeAthlete(key, { region: index % 3 === 0 ? 'enam' : 'weur' });
      for (const mass of [60, 61]) await send(key, 'PATCH', `/v1/athletes/${id}`, { body_mass_kg: mass });
      return id;
    });
    let isWriting = true;
    const written = Promise.all(writers).finally(() => {
      isWriting = false;
    });
    const seen: string[] = [];
    let query: Record<string, string> = { limit: '2' };
    do {
      const page = await readPage(key, query);
      seen.push(...page.events.map(({ id }) => id));
      query = { ...query, cursor: page.cursor };
    } while (isWriting);
    await written;
    seen.push(...(await readFeed(key, query)).events.map(({ id }) => id));
    expect(seen.length).toBe(36);
    expect(new Set(seen)).toEqual(new Set((await readFeed(key)).events.map(({ id }) => id)));
  });

  test('filters by type, athlete and time, and shows no other partner and environment', async () => {
    const { testKey: key, liveKey } = await makePartner();
    const { testKey: foreign } = await makePartner();
    const [one, other] = [await makeAthlete(key), await makeAthlete(key, { region: 'enam' })];
    await send(key, 'PATCH', `/v1/athletes/${one}`, { name: 'x' });
    expect(typesOf(await readFeed(key, { athlete_id: one }))).toEqual(['athlete.created', 'athlete.updated']);
    expect(typesOf(await readFeed(key, { types: 'athlete.updated,key.*' }))).toEqual(['athlete.updated']);
    const created = await readFeed(key, { types: 'athlete.created', limit: '1' });
    expect(new Set(created.events.map(({ data }) => data.athlete_id))).toEqual(new Set([one, other]));
    expect((await readFeed(key, { from: '2026-01-01T00:00:00Z' })).events).toHaveLength(3);
    const tomorrow = new Date(Date.now() + DAY_S * 1000).toISOString();
    expect((await readFeed(key, { from: tomorrow })).events).toEqual([]);
    for (const stranger of [foreign, liveKey]) expect((await readFeed(stranger)).events).toEqual([]);
    expect((await readFeed(foreign, { athlete_id: one })).events).toEqual([]);
    const unknown = await call('GET', '/v1/events?types=athlete.invented', { key });
    expect(refusal(unknown)).toMatchObject({ status: 422, pointers: ['?types'] });
  });

  test("a cursor of the partner's other environment is a mismatch, another partner's is invalid_cursor", async () => {
    const { testKey, liveKey } = await makePartner();
    const { testKey: stranger } = await makePartner();
    for (const query of ['', '&types=athlete.*']) {
      const { json } = await call('GET', `/v1/events?limit=5${query}`, { key: testKey });
      const path = `/v1/events?cursor=${json.next_cursor}${query}`;
      expect(refusal(await call('GET', path, { key: liveKey }))).toMatchObject({
        status: 401,
        code: 'environment_mismatch',
      });
      const foreign = await call('GET', path, { key: stranger });
      expect(refusal(foreign)).toEqual({ status: 422, code: 'validation_failed', pointers: ['?cursor'] });
      expect(foreign.json.error.errors[0].code).toBe('invalid_cursor');
      expect((await call('GET', path, { key: testKey })).status).toBe(200);
    }
  });

  test.each(['/v1/events?limit=1', '/v1/athletes?limit=1'])(
    'a cursor of %s from before SIGNING_SECRET was rotated stays valid while the former secret is known',
    async (path) => {
      const { testKey: key } = await makePartner();
      for (let n = 0; n < 2; n++) await makeAthlete(key);
      const { json } = await call('GET', path, { key });
      const rotated = {
        SIGNING_SECRET: 'another signing secret of 32 characters',
        FORMER_SIGNING_SECRET: env.SIGNING_SECRET,
      };
      const next = `${path}&cursor=${json.next_cursor}`;
      const continued = await call('GET', next, { key, bindings: rotated });
      expect([continued.status, continued.json.data]).toEqual([
        200,
        (await call('GET', next, { key })).json.data,
      ]);
      const alone = await call('GET', next, { key, bindings: { SIGNING_SECRET: rotated.SIGNING_SECRET } });
      expect(refusal(alone)).toMatchObject({ status: 422, pointers: ['?cursor'] });
      // A new cursor is signed with the new secret.
      const after = `${path}&cursor=${continued.json.next_cursor}`;
      if (continued.json.next_cursor !== null)
        expect(
          (await call('GET', after, { key, bindings: { SIGNING_SECRET: rotated.SIGNING_SECRET } })).status,
        ).toBe(200);
    },
  );

  test('with `from` skips none of the first events, although their times are not in commit order', async () => {
    const { testKey: key, partnerId } = await makePartner();
    const nowMs = Date.now();
    const times = [nowMs + 20, nowMs, nowMs + 10];
    for (const createdAt of times) await insertEvent(TEST_HOME, { partnerId, createdAt });
    const { events } = await readFeed(key, { from: new Date(nowMs - 10).toISOString() });
    const read = events.filter(({ type }) => type === 'athlete.updated');
    expect(read.map(({ created_at }) => Date.parse(created_at))).toEqual(times);
  });

  test('the identifier of an event says where it is stored, and is that of no other event', async () => {
    const { testKey: key, partnerId } = await makePartner();
    const createdAt = Date.now();
    const sequence = await insertEvent(TEST_HOME, { partnerId, createdAt });
    await send(key, 'POST', '/v1/partner/api-keys', { name: 'x' });
    const { events } = await readFeed(key);
    const locations = events.map(({ id }) => locationOfEvent(id));
    expect(locations).toContainEqual({ store: 'c000', sequence, createdAt });
    expect(locations.map((location) => location?.store)).toContain('registry');
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    for (const { id } of events) expect(id).toMatch(/^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    for (const store of ['a000', 'gzzz', 'cilu', 'registry']) {
      const location = { store, sequence: Number.MAX_SAFE_INTEGER, createdAt };
      expect(locationOfEvent(eventIdAt(location))).toEqual(location);
    }
    for (const id of [
      'evt_',
      'key_01k',
      `evt_01kajz8w3t${'z'.repeat(16)}`,
      `evt_01kajz8w3tzzzy${'0'.repeat(12)}`,
    ])
      expect(locationOfEvent(id)).toBeNull();
  });

  test('with `from` reads no row of earlier events', async () => {
    const { partnerId } = await makePartner();
    const nowMs = Date.now();
    const weekAgo = nowMs - 7 * DAY_S * 1000;
    const times = [...Array.from({ length: 400 }, (_, index) => weekAgo + index), nowMs];
    for (const createdAt of times) {
      await insertEvent(TEST_HOME, { partnerId, createdAt });
    }
    const meter = { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 };
    const db = openDatabase(TEST_HOME, meter);
    const owner = { partnerId, environment: 'test' } as const;
    const filter = { ...owner, types: null, athleteId: undefined, fromMs: nowMs - DAY_S * 1000, limit: 10 };
    const [[reach], found] = await db.batch([
      selectReach(db, 'c000', filter, 0),
      selectEvents(db, filter, 0),
    ]);
    expect([reach?.examined, found.length]).toEqual([1, 1]);
    // Each query finds the place by binary search, in about forty steps.
    expect(meter.d1RowsRead).toBeLessThan(200);
  });

  test('rejects a cursor that is unknown, has other filters, is too old or belongs to another store', async () => {
    const { testKey: key } = await makePartner();
    const id = await makeAthlete(key);
    const { cursor } = await readFeed(key);
    const expired = { status: 410, code: 'cursor_expired', pointers: [] };
    const read = (query: string, bindings: Partial<Cloudflare.Env> = {}) =>
      call('GET', `/v1/events?${query}`, { key, bindings });
    for (const query of [
      'cursor=nonsense',
      'cursor=',
      `cursor=${cursor}x`,
      `cursor=${cursor}&types=key.*`,
      `cursor=${cursor}&athlete_id=${id}`,
      `cursor=${cursor}&from=2026-01-01T00:00:00Z`,
    ]) {
      const reply = await read(query);
      expect(refusal(reply), query).toMatchObject({ status: 422, pointers: ['?cursor'] });
      expect(reply.json.error.errors[0].code, query).toBe('invalid_cursor');
      // It stays so, however old it is.
      expect((await read(query, later(31 * DAY_S))).status, query).toBe(422);
    }
    expect((await read(`cursor=${cursor}`, later(29 * DAY_S))).status).toBe(200);
    expect(refusal(await read(`cursor=${cursor}`, later(31 * DAY_S)))).toEqual(expired);
    const store = databaseOf(id);
    const { results } = await store.prepare('SELECT epoch FROM event_store').all<{ epoch: string }>();
    await store.prepare("UPDATE event_store SET epoch = 'rebuilt'").run();
    expect(refusal(await read(`cursor=${cursor}`))).toEqual(expired);
    await store
      .prepare('UPDATE event_store SET epoch = ?')
      .bind(results[0]?.epoch ?? '')
      .run();
    expect((await read(`cursor=${cursor}`)).status).toBe(200);
  });

  test('rejects a cursor that is ahead of a restored store, instead of skipping events', async () => {
    const { testKey: key } = await makePartner();
    const id = await makeAthlete(key);
    const { cursor: atBackup } = await readFeed(key);
    const store = databaseOf(id);
    const counted = await store.prepare('SELECT max(sequence) AS counted FROM events').first('counted');
    const change = (name: string) => send(key, 'PATCH', `/v1/athletes/${id}`, { name });
    for (const name of ['a', 'b', 'c']) await change(name);
    const { cursor: ahead } = await readFeed(key);
    await store.batch([
      store.prepare('DELETE FROM events WHERE sequence > ?').bind(counted),
      store.prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'events'").bind(counted),
    ]);
    await change('d');
    const reply = await call('GET', `/v1/events?cursor=${ahead}`, { key });
    expect(refusal(reply)).toEqual({ status: 410, code: 'cursor_expired', pointers: [] });
    expect(typesOf(await readFeed(key, { cursor: atBackup }))).toEqual(['athlete.updated']);
  });

  test('is 503 while a store is unavailable, so no event is skipped', async () => {
    const { testKey: key } = await makePartner();
    const id = await makeAthlete(key, { region: 'enam' });
    for (const bindings of [{ REGISTRY: away(env.REGISTRY) }, insteadOf(id, away)]) {
      const reply = await call('GET', '/v1/events', { key, bindings });
      expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    }
  });
});

describe('the nightly jobs', () => {
  const tonight = async (days: number) => {
    for (const cron of [NIGHTLY_CRON, PURGING_CRON])
      await runSchedule(cron, { ...env, ...later(days * DAY_S) });
  };

  test('report once, 14 days before and on the day, that a key should be rotated', async () => {
    const { testKey: key, testKeyId } = await makePartner();
    for (const days of [75, 76.5, 77, 90.5, 91]) await tonight(days);
    const { results } = await env.REGISTRY.prepare(
      "SELECT created_at FROM events WHERE type = 'key.rotation_due' AND data ->> '$.keyId' = ?",
    )
      .bind(testKeyId)
      .all<{ created_at: number }>();
    const days = results.map(({ created_at }) => Math.floor((created_at - Date.now()) / (DAY_S * 1000)));
    expect(days).toEqual([76, 90]);
    expect(key).toBeTruthy();
  });

  test('report each key separately for rotation, but no revoked or old key', async () => {
    const { testKey: key, testKeyId } = await makePartner();
    const made = async (days: number) =>
      (
        await call('POST', '/v1/partner/api-keys', {
          key,
          body: { name: 'x' },
          bindings: later(days * DAY_S),
        })
      ).json.id;
    // A day younger than the first, so that its turn comes while the first one's event is recent.
    const [second, revoked] = [await made(1), await made(1)];
    await call('DELETE', `/v1/partner/api-keys/${revoked}`, { key });
    const told = async (days: number) => {
      const registry = openDatabase(env.REGISTRY, { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 });
      await announceRotations(registry, Date.now() + days * DAY_S * 1000);
      const { results } = await env.REGISTRY.prepare(
        "SELECT data ->> '$.keyId' AS id FROM events WHERE type = 'key.rotation_due' AND data ->> '$.keyId' IN (?, ?, ?)",
      )
        .bind(testKeyId, second, revoked)
        .all<{ id: string }>();
      return results.map(({ id }) => id).sort();
    };
    expect(await told(76.5)).toEqual([testKeyId]);
    expect(await told(77.5)).toEqual([testKeyId, second].sort());
    // Between the two notices, and after the last one, nothing is repeated.
    for (const days of [86, 87, 130]) expect(await told(days)).toEqual([testKeyId, second].sort());
  });

  test('remove events after 30 days', async () => {
    const { testKey: key } = await makePartner();
    const id = await makeAthlete(key);
    const count = () =>
      TEST_HOME.prepare('SELECT count(*) AS rows FROM events WHERE athlete_id = ?').bind(id).first('rows');
    await tonight(29);
    expect(await count()).toBe(1);
    await tonight(31);
    expect(await count()).toBe(0);
  });

  test('notify each partner once of a new engine, and nobody in an installation’s first night', async () => {
    const { testKey: key } = await makePartner();
    const registry = openDatabase(env.REGISTRY, { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 });
    await env.REGISTRY.prepare('DELETE FROM announced_engine').run();
    for (const version of ['1.0.0', '1.0.0', '2.0.0', '2.0.0']) {
      await announceEngine(registry, version, Date.now());
    }
    const { events } = await readFeed(key, { types: 'engine.updated' });
    expect(events.map(({ data }) => data)).toEqual([{}]);
  });
});
