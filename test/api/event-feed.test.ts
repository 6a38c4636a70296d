import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { selectEvents, selectReach } from '#partner/events/repository.ts';
import { newMeter, openDatabase } from '#platform/storage/database.ts';
import { eventIdAt, locationOfEvent } from '#platform/storage/event-id.ts';
import { makeAthlete, makeKey, succeed } from '../support/builders.ts';
import { call, refusal } from '../support/client.ts';
import { insertEvent, readFeed, readPage, typesOf } from '../support/event-feed.ts';
import { away } from '../support/faulty-databases.ts';
import { makePartner } from '../support/partners.ts';
import { databaseOf, insteadOf, TEST_HOME } from '../support/shards.ts';
import { later } from '../support/stopped-clock.ts';

const DAY_S = 86_400;

describe('the feed', () => {
  test('skips and repeats nothing while athletes of three shards are written', async () => {
    const { testKey: key } = await makePartner();
    const writers = Array.from({ length: 12 }, async (_, index) => {
      const { id, path } = await makeAthlete(key, { region: index % 3 === 0 ? 'enam' : 'weur' });
      for (const body_mass_kg of [60, 61]) await succeed('PATCH', path, { key, body: { body_mass_kg } });
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
    const [{ id: one }, { id: other }] = [await makeAthlete(key), await makeAthlete(key, { region: 'enam' })];
    await call('PATCH', `/v1/athletes/${one}`, { key, body: { name: 'x' } });
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
    await makeKey(key);
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
    const meter = newMeter();
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
    const { id } = await makeAthlete(key);
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
    const { id } = await makeAthlete(key);
    const { cursor: atBackup } = await readFeed(key);
    const store = databaseOf(id);
    const counted = await store.prepare('SELECT max(sequence) AS counted FROM events').first('counted');
    const change = (name: string) => call('PATCH', `/v1/athletes/${id}`, { key, body: { name } });
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
    const { id } = await makeAthlete(key, { region: 'enam' });
    for (const bindings of [{ REGISTRY: away(env.REGISTRY) }, insteadOf(id, away)]) {
      const reply = await call('GET', '/v1/events', { key, bindings });
      expect(refusal(reply)).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    }
  });
});
