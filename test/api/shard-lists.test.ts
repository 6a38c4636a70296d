import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { shardName } from '#platform/regions.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { parseAthleteId, ulidFrom, ulidOfAthlete } from '#platform/storage/ids.ts';
import { noteLate } from '#platform/storage/partner-shards.ts';
import { watchedObjects } from '../support/bindings.ts';
import { makeAthlete } from '../support/builders.ts';
import { call, type Reply, refusal } from '../support/client.ts';
import { away } from '../support/faulty-databases.ts';
import { connect, discover, makeClient, newEmail } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { type Recording, type RemoteCall, RemoteCallRecorder, roundsOf } from '../support/remote-calls.ts';
import { insteadOf, TEST_HOME } from '../support/shards.ts';

const ATHLETES = '/v1/athletes';
const shardOf = (id: string) => parseAthleteId(id)?.shard;

const create = async (key: string, fields: Readonly<Record<string, unknown>> = {}) =>
  (await makeAthlete(key, fields)).id;

/** Makes athletes in all three shards of the sandbox, in turn. */
async function acrossShards(key: string, count = 9): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    ids.push(await create(key, { region: index % 3 === 2 ? 'enam' : 'weur' }));
  }
  return ids;
}

async function pagesOf(key: string, path: string, between: () => Promise<unknown> = async () => null) {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? '' : `&cursor=${cursor}`;
    const { json } = await call('GET', `${path}${path.includes('?') ? '&' : '?'}limit=2${next}`, { key });
    seen.push(...json.data.map((row: { id: string }) => row.id));
    cursor = json.next_cursor;
    await between();
  } while (cursor !== null);
  return seen;
}

describe('lists across shards', () => {
  test('athletes come newest first with one cursor, none skipped or repeated while others are added', async () => {
    const { testKey: key } = await makePartner();
    const ids = await acrossShards(key);
    expect(new Set(ids.map(shardOf))).toEqual(new Set(['c000', 'c001', 'b000']));
    const seen = await pagesOf(key, ATHLETES, () => create(key, { region: 'enam' }));
    expect(seen).toEqual([...ids].reverse());
  });

  test("connections of all shards are listed in one order, found, ended, and narrowed with their client's scopes", async () => {
    const { testKey: key } = await makePartner();
    const client = await makeClient(key);
    const issuer = await discover();
    const tokens: string[] = [];
    for (let index = 0; index < 6; index++) {
      const email = newEmail();
      // Three are known in another region before they connect.
      if (index % 2 === 0) await create(key, { email, region: 'enam' });
      tokens.push((await connect(issuer, client, { email })).accessToken);
    }
    const { json: all } = await call('GET', '/v1/connections?limit=100', { key });
    const athletes: string[] = all.data.map((row: { athlete_id: string }) => row.athlete_id);
    expect(new Set(athletes.map(shardOf))).toEqual(new Set(['c000', 'b000']));
    const ids: string[] = all.data.map((row: { id: string }) => row.id);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(await pagesOf(key, '/v1/connections')).toEqual(ids);
    const elsewhere = all.data.find((row: { athlete_id: string }) => shardOf(row.athlete_id) === 'b000');
    const path = `/v1/connections/${elsewhere.id}`;
    expect((await call('GET', path, { key })).json.id).toBe(elsewhere.id);
    expect(
      (await call('GET', `/v1/connections?athlete_id=${elsewhere.athlete_id}`, { key })).json.data,
    ).toHaveLength(1);
    expect((await call('DELETE', path, { key })).status).toBe(204);
    expect((await call('GET', path, { key })).json.status).toBe('revoked');
    const of = `/v1/oauth/clients/${all.data[0].client_id}`;
    expect((await call('PATCH', of, { key, body: { allowed_scopes: ['profile:read'] } })).status).toBe(200);
    const narrowed = await call('GET', '/v1/connections?status=active', { key });
    for (const row of narrowed.json.data) expect(row.scopes).toEqual(['profile:read']);
    expect((await call('DELETE', of, { key })).status).toBe(204);
    for (const token of tokens) expect((await call('GET', '/v1/me', { key: token })).status).toBe(401);
  });

  test('a shard that is away makes lists 503, while athletes of other shards are served', async () => {
    const { testKey: key } = await makePartner();
    const [here = '', there = ''] = [await create(key), await create(key, { region: 'enam' })];
    const bindings = insteadOf(there, away);
    expect(refusal(await call('GET', ATHLETES, { key, bindings }))).toMatchObject({
      status: 503,
      code: 'temporarily_unavailable',
    });
    expect((await call('GET', `${ATHLETES}/${here}`, { key, bindings })).status).toBe(200);
    expect((await call('POST', ATHLETES, { key, body: {}, bindings })).status).toBe(201);
    expect((await call('GET', `${ATHLETES}/${there}`, { key, bindings })).status).toBe(503);
  });
});

describe('a partner with many shards', () => {
  const SHARDS = 167;
  const ATHLETES_EACH = 25;
  const EVENTS_EACH = 3;
  const T0 = Date.parse('2026-01-05T00:00:00Z');
  const shardNames = Array.from({ length: SHARDS }, (_, ordinal) => shardName('weur', ordinal));
  const ulidAt = (index: number, salt = '') =>
    `${ulidFrom(T0 + index * 1000)}${salt}${String(index).padStart(16 - salt.length, '0')}`;

  /** The rows of one partner in one of many databases, which share a file: its identifier stands for the partner there. */
  function standIn(partnerId: string, shard: string): D1Database {
    const own = (value: unknown) => (value === partnerId ? `${partnerId}#${shard}` : value);
    return new Proxy(TEST_HOME, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name !== 'prepare') return member.bind(target);
        return (query: string) => {
          const statement = target.prepare(query);
          return { bind: (...values: unknown[]) => statement.bind(...values.map(own)) };
        };
      },
    });
  }

  /** Makes a partner that has filled 166 shards, one after the other, and takes athletes in the last. */
  async function makeLarge() {
    const { partnerId, testKey: key } = await makePartner({ regions: ['weur'] });
    const salt = partnerId.slice(-8);
    const at = (index: number) => ulidAt(index, salt);
    const stores = shardNames
      .slice(1)
      .map((shard, index) => [`ATHLETES_TEST_WEUR_${index + 1}`, standIn(partnerId, shard)] as const);
    const recorder = new RemoteCallRecorder({ ...env, ...Object.fromEntries(stores) });
    const ownerIn = (shard: string) => (shard === 'c000' ? partnerId : `${partnerId}#${shard}`);
    const rows = shardNames.flatMap((shard, number) =>
      Array.from({ length: ATHLETES_EACH }, (_, index) => ({
        id: `ath_t${shard}${at(number * ATHLETES_EACH + index)}`,
        owner: ownerIn(shard),
      })),
    );
    const windows = shardNames.slice(0, -1).map((shard, number) => ({
      shard,
      first: at(number * ATHLETES_EACH),
      last: at((number + 1) * ATHLETES_EACH - 1),
    }));
    const reported = shardNames.flatMap((shard, ordinal) =>
      Array.from({ length: EVENTS_EACH }, (_, index) => ({
        owner: ownerIn(shard),
        number: ordinal * EVENTS_EACH + index,
        athlete: `ath_t${shard}${at(ordinal * ATHLETES_EACH)}`,
      })),
    );
    await env.REGISTRY.prepare('UPDATE partners SET test_shards = ? WHERE id = ?')
      .bind(JSON.stringify(shardNames), partnerId)
      .run();
    await TEST_HOME.batch([
      TEST_HOME.prepare(
        `INSERT INTO athletes (id, partner_id, tier, created_at, updated_at)
         SELECT value ->> 'id', value ->> 'owner', 'full', 1, 1 FROM json_each(?)`,
      ).bind(JSON.stringify(rows)),
      TEST_HOME.prepare(
        `INSERT INTO partner_shards (partner_id, shard, state, first_ulid, last_ulid, epoch)
         SELECT ?, value ->> 'shard', 'measured', value ->> 'first', value ->> 'last', (SELECT epoch FROM event_store)
         FROM json_each(?)`,
      ).bind(partnerId, JSON.stringify(windows)),
      TEST_HOME.prepare(
        `INSERT INTO partner_shards (partner_id, shard, first_ulid, epoch) SELECT ?, 'c04m', ?, epoch FROM event_store`,
      ).bind(partnerId, at((SHARDS - 1) * ATHLETES_EACH)),
      TEST_HOME.prepare("UPDATE sqlite_sequence SET seq = seq + 50000000 WHERE name = 'events'"),
      TEST_HOME.prepare(
        `INSERT INTO events (partner_id, environment, type, athlete_id, data, created_at)
         SELECT value ->> 'owner', 'test', 'athlete.updated', value ->> 'athlete',
           json_object('externalId', NULL, 'changed', json_array(CAST(value ->> 'number' AS TEXT))), ?
         FROM json_each(?)`,
      ).bind(Date.now() - 1000, JSON.stringify(reported)),
    ]);
    // The first request of a key reads its record.
    await call('GET', '/v1/athletes?limit=1', { key, bindings: recorder.bindings });
    const get = (path: string) =>
      recorder.record((onAnswer) => call('GET', path, { key, bindings: recorder.bindings, onAnswer }));
    return {
      key,
      partnerId,
      recorder,
      get,
      ids: rows.map(({ id }) => id),
      events: reported.map(({ number }) => String(number)),
    };
  }

  const shardRounds = ({ calls }: { calls: readonly RemoteCall[] }) =>
    roundsOf(calls).filter((round) => round !== 'guard').length;

  test('167 shards: a page of athletes takes two rounds and at most three shards, and all pages are all athletes', async () => {
    const { get, ids } = await makeLarge();
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Recording<Reply> = await get(`${ATHLETES}?limit=100${cursor && `&cursor=${cursor}`}`);
      const { json, status, text } = page.answer;
      expect(status, text).toBe(200);
      seen.push(...json.data.map(({ id }: { id: string }) => id));
      cursor = json.next_cursor;
      expect(cursor?.length ?? 0).toBeLessThan(200);
      // A shard of these has 25 athletes; four thousand fill forty pages.
      expect(page.calls.filter(({ role }) => role === 'shard').length).toBeLessThanOrEqual(8);
    }
    expect(seen).toEqual([...ids].reverse());
    const { answer, calls } = await get(`${ATHLETES}?limit=20`);
    expect(answer.json.data).toHaveLength(20);
    expect(shardRounds({ calls })).toBeLessThanOrEqual(2);
    const next = await get(`${ATHLETES}?limit=20&cursor=${answer.json.next_cursor}`);
    expect(shardRounds(next)).toBeLessThanOrEqual(2);
  });

  test('167 shards: an external_id is looked up in two rounds once the directory is built, and in all shards until then', async () => {
    const { key, partnerId, get, ids, recorder } = await makeLarge();
    const last = ids.at(-1) ?? '';
    const { bindings } = recorder;
    const named = await call('PATCH', `${ATHLETES}/${last}`, {
      key,
      body: { external_id: 'wanted' },
      bindings,
    });
    expect(named.status).toBe(200);
    const find = (externalId: string) => get(`${ATHLETES}?external_id=${externalId}`);
    const inAll = await find('wanted');
    expect(inAll.answer.json.data).toMatchObject([{ id: last }]);
    expect(shardRounds(inAll)).toBeGreaterThan(30);
    const rebuild = `/operator/v1/partners/${partnerId}/directory/rebuild`;
    let built = '';
    for (let requests = 0; built !== 'done' && requests < 6; requests++) {
      built = (
        await call('POST', rebuild, { key: env.OPERATOR_TOKEN, body: { environment: 'test' }, bindings })
      ).json.status;
    }
    expect(built).toBe('done');
    const { answer, calls } = await find('wanted');
    expect(answer.json.data).toMatchObject([{ id: last }]);
    expect(shardRounds({ calls })).toBeLessThanOrEqual(2);
    expect(calls.filter(({ role }) => role === 'shard').length).toBe(1);
    expect((await find('unknown')).answer.json.data).toEqual([]);
    const run = { type: 'run', duration_min: 60 };
    const activities = [
      { athlete_external_id: 'wanted', external_id: 'by-external-id', ...run },
      { athlete_id: ids[0], external_id: 'by-id', ...run },
      { athlete_external_id: 'unknown', external_id: 'of-nobody', ...run },
      { athlete_id: 'ath_tzzzz', external_id: 'of-no-shard', ...run },
    ];
    const send = () =>
      recorder.record((onAnswer) =>
        call('POST', '/v1/activities/batch', { key, body: { activities }, bindings, onAnswer }),
      );
    // The first also writes to both, and notes change hints in the home shard.
    for (const [status, shardCalls] of [
      ['created', 5],
      ['unchanged', 2],
    ] as const) {
      const sent = await send();
      expect(sent.answer.json.results, sent.answer.text).toMatchObject([
        { status, activity: { athlete_id: last } },
        { status, activity: { athlete_id: ids[0] } },
        { error: { code: 'athlete_not_found' } },
        { error: { code: 'athlete_not_found' } },
      ]);
      expect(sent.calls.filter(({ role }) => role === 'shard').length).toBe(shardCalls);
      expect(shardRounds(sent)).toBeLessThanOrEqual(3);
    }
    // Without a directory that answers, nobody is left out.
    const DIRECTORY = watchedObjects(env.DIRECTORY, () => {
      throw new Error('the directory is down');
    });
    const withoutDirectory = await call('GET', `${ATHLETES}?external_id=wanted`, {
      key,
      bindings: { ...bindings, DIRECTORY },
    });
    expect(withoutDirectory.json.data).toMatchObject([{ id: last }]);
  });

  test('167 shards: a page of events takes three rounds and a cursor of 1 KB, no event is left out or repeated, and a change in an old shard is next', async () => {
    const { key, recorder, get, ids, events } = await makeLarge();
    const seen: string[] = [];
    let cursor = '';
    const read = async () => {
      for (let hasMore = true; hasMore; ) {
        const page: Recording<Reply> = await get(`/v1/events?limit=40${cursor && `&cursor=${cursor}`}`);
        const { json, status, text } = page.answer;
        expect(status, text).toBe(200);
        expect(shardRounds(page)).toBeLessThanOrEqual(3);
        seen.push(...json.data.map(({ data }: { data: { changed: string[] } }) => data.changed[0]));
        cursor = json.next_cursor;
        expect(cursor.length).toBeLessThanOrEqual(1024);
        hasMore = json.has_more;
      }
    };
    await read();
    expect(new Set(seen).size).toBe(seen.length);
    expect([...seen].sort()).toEqual([...events].sort());
    expect(cursor.length).toBeGreaterThan(700);
    // The second round asks all once more, since no change hints were noted before the first.
    await read();
    const quiet = await get(`/v1/events?limit=40&cursor=${cursor}`);
    expect([quiet.answer.json.data, quiet.answer.json.has_more]).toEqual([[], false]);
    expect(shardRounds(quiet)).toBeLessThanOrEqual(2);
    const old = ids[60 * ATHLETES_EACH] ?? '';
    const patched = await call('PATCH', `${ATHLETES}/${old}`, {
      key,
      body: { name: 'Ada' },
      bindings: recorder.bindings,
    });
    expect(patched.status, patched.text).toBe(200);
    const before = seen.length;
    await read();
    expect(seen.slice(before)).toHaveLength(1);
    await read();
    expect(seen.slice(before)).toHaveLength(1);
  });

  test('what is known of a shard is measured when the partner leaves it, and widened by an athlete who comes late', async () => {
    const { partnerId, testKey: key } = await makePartner({ regions: ['weur'] });
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.push(await create(key));
    const rowOf = (shard: string) =>
      TEST_HOME.prepare('SELECT * FROM partner_shards WHERE partner_id = ? AND shard = ?')
        .bind(partnerId, shard)
        .first();
    const ulids = ids.map((id) => ulidOfAthlete(id));
    expect(await rowOf('c000')).toMatchObject({
      state: 'measured',
      first_ulid: ulids[0],
      last_ulid: ulids[3],
    });
    expect(await rowOf('c001')).toMatchObject({ state: 'open' });
    const home = openDatabase(TEST_HOME);
    const late = `7${ulids[4]?.slice(1)}`;
    await home.batch([noteLate(home, partnerId, 'c000', late), noteLate(home, partnerId, 'c001', late)]);
    expect(await rowOf('c000')).toMatchObject({
      state: 'measured',
      first_ulid: ulids[0],
      last_ulid: late,
      late: 1,
    });
    expect(await rowOf('c001')).toMatchObject({ state: 'open', late: 0 });
  });
});
