import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { shardName } from '#platform/regions.ts';
import { noteSize, openDatabase, takeSizes } from '#platform/storage/database.ts';
import { parseAthleteId, ulidFrom, ulidOfAthlete } from '#platform/storage/ids.ts';
import { noteLate } from '#platform/storage/partner-shards.ts';
import { countingBindings, failingBindings, watchedBindings, watchedObjects } from '../support/bindings.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { type CallOptions, call, type Reply, refusal } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { away, full, silent } from '../support/faulty-databases.ts';
import { guardOf, rewireGuard } from '../support/guards.ts';
import { connect, discover, makeClient, newEmail } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { type Recording, type RemoteCall, RemoteCallRecorder, roundsOf } from '../support/remote-calls.ts';
import { databaseOf, insteadOf, TEST_HOME } from '../support/shards.ts';

const ATHLETES = '/v1/athletes';
const once = (key: string) => ({ 'idempotency-key': key });
const shardOf = (id: string) => parseAthleteId(id)?.shard;
const operator = (method: string, path: string, options: CallOptions = {}) =>
  call(method, path, { key: env.OPERATOR_TOKEN, ...options });

async function create(key: string, body: object = {}, headers: Record<string, string> = {}): Promise<string> {
  const reply = await call('POST', ATHLETES, { key, body, headers });
  expect(reply.status, reply.text).toBe(201);
  return reply.json.id;
}

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

describe('placement of athletes', () => {
  test("an athlete's region is permanent: the answer shows it, the default is the first, PATCH cannot change it", async () => {
    const { testKey: key } = await makePartner();
    const home = await call('POST', ATHLETES, { key, body: {} });
    const away = await call('POST', ATHLETES, { key, body: { region: 'enam' } });
    expect([home.json.region, shardOf(home.json.id)]).toEqual(['weur', 'c000']);
    expect([away.json.region, shardOf(away.json.id)]).toEqual(['enam', 'b000']);
    const path = `${ATHLETES}/${away.json.id}`;
    expect((await call('GET', path, { key })).json.region).toBe('enam');
    const moved = await call('PATCH', path, { key, body: { region: 'weur' } });
    expect(refusal(moved)).toEqual({ status: 422, code: 'validation_failed', pointers: ['/region'] });
  });

  test.each(['apac', 'eu', 'mars'])(
    "the region %s, which is not the partner's, is rejected",
    async (region) => {
      const { testKey: key } = await makePartner();
      const reply = await call('POST', ATHLETES, { key, body: { region } });
      expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: ['/region'] });
    },
  );

  test('a partner moves on to the next shard of a region when it has as many athletes as it should in one', async () => {
    const { testKey: key } = await makePartner();
    const shards: (string | undefined)[] = [];
    for (let index = 0; index < 10; index++) shards.push(shardOf(await create(key)));
    // The second shard is the last of the region: there the partner stays.
    expect(shards).toEqual(['c000', 'c000', 'c000', 'c000', 'c001', 'c001', 'c001', 'c001', 'c001', 'c001']);
    expect(shardOf(await create(key, { region: 'enam' }))).toBe('b000');
  });

  test('many simultaneous creations lose no athlete and leave the list of shards without repetition', async () => {
    const { testKey: key, partnerId } = await makePartner();
    const ids = await Promise.all(Array.from({ length: 20 }, () => create(key)));
    const listed = await call('GET', `${ATHLETES}?limit=100`, { key });
    expect(listed.json.data.map((row: { id: string }) => row.id).sort()).toEqual([...ids].sort());
    const shards = await env.REGISTRY.prepare('SELECT test_shards FROM partners WHERE id = ?')
      .bind(partnerId)
      .first('test_shards');
    expect(shards).toBe('["c000","b000","c001"]');
  });

  test('an isolate with an old record of the partner still lists the athletes of a new shard', async () => {
    const { testKey: key, partnerId } = await makePartner();
    const ids = await acrossShards(key, 3);
    // Another isolate has moved the partner on and created there: this one has heard of neither.
    await TEST_HOME.prepare("INSERT INTO partner_shards (partner_id, shard) VALUES (?, 'c001')")
      .bind(partnerId)
      .run();
    const elsewhere = 'ath_tc00101m800r487qj5e3sq63ewwdzg7';
    await databaseOf(elsewhere)
      .prepare(
        "INSERT INTO athletes (id, partner_id, tier, created_at, updated_at) VALUES (?, ?, 'full', 1, 1)",
      )
      .bind(elsewhere, partnerId)
      .run();
    const { json } = await call('GET', `${ATHLETES}?limit=100`, { key });
    expect(json.data.map((row: { id: string }) => row.id).sort()).toEqual([...ids, elsewhere].sort());
  });

  test('a database that was bound without its tables is never chosen, and the operator sees that it is not open', async () => {
    const { testKey: key } = await makePartner();
    const ATHLETES_TEST_WEUR_2 = new Proxy(TEST_HOME, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name !== 'batch') return member.bind(target);
        return () => Promise.reject(new Error('D1_ERROR: no such table: athletes: SQLITE_ERROR'));
      },
    });
    const bindings = { ...env, ATHLETES_TEST_WEUR_2 };
    for (let index = 0; index < 8; index++) {
      const reply = await call('POST', ATHLETES, { key, body: {}, bindings });
      expect(reply.status, reply.text).toBe(201);
      expect(['c000', 'c001']).toContain(shardOf(reply.json.id));
    }
    const { json } = await operator('GET', '/operator/v1/shards', { bindings });
    expect(json.data).toContainEqual({
      shard: 'c002',
      environment: 'test',
      region: 'weur',
      size_bytes: null,
      measured_at: null,
      athletes: null,
      schema: null,
      verified_region: null,
      full_at: null,
      restored_at: null,
      open: false,
    });
  });

  test('a new shard takes athletes once half an hour has passed since the deployment that binds it, and no earlier', async () => {
    const { testKey: key } = await makePartner();
    await operator('GET', '/operator/v1/shards');
    await env.REGISTRY.prepare("DELETE FROM shards WHERE environment = 'test' AND shard = 'c001'").run();
    const deployedAt = (minutesAgo: number) => ({
      ...env,
      ENVIRONMENT: 'production',
      CF_VERSION_METADATA: {
        id: 'new',
        tag: '',
        timestamp: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
      },
    });
    const isOpen = async () =>
      (await env.REGISTRY.prepare(
        "SELECT size_bytes FROM shards WHERE environment = 'test' AND shard = 'c001'",
      ).first('size_bytes')) != null;
    const young = deployedAt(29);
    for (const cron of ['*/10 * * * *', '23 3 * * *']) await runSchedule(cron, young);
    for (let index = 0; index < 6; index++) {
      const bindings = { ...young, ENVIRONMENT: 'production' } as Partial<Cloudflare.Env>;
      expect(shardOf((await call('POST', ATHLETES, { key, body: {}, bindings })).json.id)).toBe('c000');
    }
    expect(await isOpen()).toBe(false);
    await runSchedule('*/10 * * * *', deployedAt(31));
    expect(await isOpen()).toBe(true);
  });

  test('a failure to move on is no failure of the creation, and a later creation moves on', async () => {
    const { testKey: key } = await makePartner();
    for (let index = 0; index < 3; index++) await create(key);
    const fourth = await call('POST', ATHLETES, {
      key,
      body: {},
      bindings: failingBindings('registryBatches'),
    });
    expect(fourth.status).toBe(201);
    expect(shardOf(await create(key))).toBe('c000');
    expect(shardOf(await create(key))).toBe('c001');
  });
});

describe('lists across shards', () => {
  test('athletes come newest first with one cursor, none skipped or repeated while others are added', async () => {
    const { testKey: key } = await makePartner();
    const ids = await acrossShards(key);
    expect(new Set(ids.map(shardOf))).toEqual(new Set(['c000', 'c001', 'b000']));
    const seen = await pagesOf(key, ATHLETES, () => create(key, { region: 'enam' }));
    expect(seen).toEqual([...ids].reverse());
  });

  test('an external_id is found in whichever shard it is', async () => {
    const { testKey: key } = await makePartner();
    await acrossShards(key, 6);
    const id = await create(key, { external_id: 'wanted', region: 'enam' });
    const { json } = await call('GET', `${ATHLETES}?external_id=wanted`, { key });
    expect(json.data.map((row: { id: string }) => row.id)).toEqual([id]);
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
    const reported = shardNames.flatMap((shard, number) =>
      Array.from({ length: EVENTS_EACH }, (_, index) => ({
        owner: ownerIn(shard),
        place: number * EVENTS_EACH + index,
        athlete: `ath_t${shard}${at(number * ATHLETES_EACH)}`,
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
           json_object('externalId', NULL, 'changed', json_array(CAST(value ->> 'place' AS TEXT))), ?
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
      events: reported.map(({ place }) => String(place)),
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
    const given = await call('PATCH', `${ATHLETES}/${last}`, {
      key,
      body: { external_id: 'wanted' },
      bindings,
    });
    expect(given.status).toBe(200);
    const find = (externalId: string) => get(`${ATHLETES}?external_id=${externalId}`);
    expect((await find('wanted')).answer.json.data).toMatchObject([{ id: last }]);
    expect(shardRounds(await find('wanted'))).toBeGreaterThan(30);
    const rebuild = `/operator/v1/partners/${partnerId}/directory/rebuild`;
    let built = '';
    for (let requests = 0; built !== 'done' && requests < 6; requests++) {
      built = (await operator('POST', rebuild, { body: { environment: 'test' }, bindings })).json.status;
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
    const home = openDatabase(TEST_HOME, { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 });
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

describe('among healthy databases', () => {
  test('one that is full and one that does not answer change nothing for athletes elsewhere, and the operator and readiness name them', async () => {
    const { testKey: key } = await makePartner();
    const ids: string[] = [];
    for (let index = 0; index < 4; index++) ids.push(await create(key));
    const [inFull, inSlow] = [await create(key), await create(key, { region: 'enam' })];
    expect([shardOf(inFull), shardOf(inSlow)]).toEqual(['c001', 'b000']);
    const bindings = { ...insteadOf(inFull, full), ...insteadOf(inSlow, silent) };
    const run = { type: 'run', duration_min: 60 };
    const add = (id: string) => call('POST', `${ATHLETES}/${id}/activities`, { key, body: run, bindings });
    for (const id of ids) {
      expect((await add(id)).status).toBe(201);
      expect((await call('GET', `${ATHLETES}/${id}/activities`, { key, bindings })).status).toBe(200);
    }
    expect(refusal(await add(inFull)).code).toBe('storage_full');
    expect((await call('GET', `${ATHLETES}/${inFull}`, { key, bindings })).status).toBe(200);
    expect(refusal(await add(inSlow)).code).toBe('temporarily_unavailable');
    const { json } = await operator('GET', '/operator/v1/shards', { bindings });
    const state = (shard: string) =>
      json.data.find(
        (row: { environment: string; shard: string }) => row.environment === 'test' && row.shard === shard,
      );
    expect([state('c000').open, state('c001').open]).toEqual([true, false]);
    const ready = await call('GET', '/health/ready', { bindings: { ...bindings, CLOCK_OFFSET_S: '60' } });
    expect([ready.status, ready.json.degraded]).toEqual([
      200,
      ['the test shard b000', 'the test shard c001 (full)'],
    ]);
    const deep = await call('GET', '/health/ready?deep', { bindings: { ...bindings, CLOCK_OFFSET_S: '60' } });
    expect([deep.status, deep.json.error.message]).toEqual([
      503,
      expect.stringContaining('the test shard b000, the test shard c001 (full)'),
    ]);
    await runSchedule('23 3 * * *', env);
  });

  test('500 bound databases cost a request nothing, and readiness stays within the queries of an invocation', async () => {
    const { testKey: key } = await makePartner();
    const id = await create(key);
    let batches = 0;
    const counted = (database: D1Database): D1Database =>
      new Proxy(database, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name, target);
          if (typeof member !== 'function') return member;
          if (name === 'batch' || name === 'prepare') batches += 1;
          return member.bind(target);
        },
      });
    const many = Array.from({ length: 494 }, (_, index) => [
      `ATHLETES_${index % 2 === 0 ? 'TEST' : 'LIVE'}_OC_${Math.floor(index / 2)}`,
      counted(TEST_HOME),
    ]);
    const bindings = { ...env, ...Object.fromEntries(many), CLOCK_OFFSET_S: '120' };
    const run = { type: 'run', duration_min: 60 };
    for (const [method, path, body] of [
      ['GET', `${ATHLETES}/${id}`],
      ['GET', ATHLETES],
      ['GET', '/v1/events'],
      ['POST', `${ATHLETES}/${id}/activities`, run],
      ['POST', ATHLETES, {}],
    ] as const) {
      const reply = await call(method, path, { key, bindings, ...(body && { body }) });
      expect(reply.status, reply.text).toBeLessThan(300);
    }
    expect(batches).toBe(0);
    expect((await call('GET', '/health/ready', { bindings })).status).toBe(200);
    expect(batches).toBeGreaterThan(0);
    expect(batches).toBeLessThan(1000);
  });
});

describe('Idempotency-Key across shards', () => {
  test('a retry finds its athlete after the partner moved on to another shard', async () => {
    const { testKey: key } = await makePartner();
    const first = await create(key, { name: 'Ada' }, once('k'));
    for (let index = 0; index < 5; index++) await create(key);
    expect(shardOf(await create(key))).toBe('c001');
    const again = await call('POST', ATHLETES, { key, body: { name: 'Ada' }, headers: once('k') });
    expect([again.status, again.json.id]).toEqual([201, first]);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  });

  test.each([['weur'], ['enam']])(
    '20 simultaneous requests make one athlete of %s while it moves on',
    async (region) => {
      const { testKey: key } = await makePartner();
      for (let index = 0; index < 3; index++) await create(key, { region });
      const send = () => call('POST', ATHLETES, { key, body: { region, name: 'Ada' }, headers: once('k') });
      const replies = await Promise.all([
        ...Array.from({ length: 10 }, send),
        ...Array.from({ length: 4 }, () => call('POST', ATHLETES, { key, body: { region } })),
        ...Array.from({ length: 10 }, send),
      ]);
      const named = replies.filter(({ json }) => json.name === 'Ada');
      expect(new Set(named.map(({ text }) => text)).size).toBe(1);
      expect(replies.every(({ status }) => status === 201)).toBe(true);
      const { json } = await call('GET', `${ATHLETES}?limit=100`, { key });
      expect(json.data).toHaveLength(8);
    },
  );

  test('a request interrupted between reservation and creation is finished by its retry, and once', async () => {
    const { testKey: key } = await makePartner();
    const there = await create(key, { region: 'enam' });
    const options = { key, body: { region: 'enam', name: 'Ada' }, headers: once('k') };
    expect((await call('POST', ATHLETES, { ...options, bindings: insteadOf(there, away) })).status).toBe(503);
    const first = await call('POST', ATHLETES, options);
    expect(first.status).toBe(201);
    expect((await call('POST', ATHLETES, options)).text).toBe(first.text);
    expect((await call('GET', ATHLETES, { key })).json.data).toHaveLength(2);
  });

  test('after the erasure of its athlete in another shard the key makes a new one, with another identifier', async () => {
    const { testKey: key } = await makePartner();
    const options = { key, body: { region: 'enam' }, headers: once('k') };
    const first = await call('POST', ATHLETES, options);
    expect((await call('DELETE', `${ATHLETES}/${first.json.id}`, { key })).status).toBe(200);
    const next = await call('POST', ATHLETES, options);
    expect(next.status).toBe(201);
    expect(next.json.id).not.toBe(first.json.id);
    expect((await call('GET', `${ATHLETES}/${next.json.id}`, { key })).status).toBe(200);
  });

  test('an external_id that is taken leaves the key free', async () => {
    const { testKey: key } = await makePartner();
    await create(key, { external_id: 'taken', region: 'enam' });
    const send = (external_id: string) =>
      call('POST', ATHLETES, { key, body: { external_id, region: 'enam' }, headers: once('k') });
    expect(refusal(await send('taken'))).toMatchObject({ status: 409, code: 'external_id_taken' });
    expect((await send('free')).status).toBe(201);
  });

  test('a key that made an athlete of another region makes no API key', async () => {
    const { testKey: key } = await makePartner();
    await create(key, { region: 'enam' }, once('k'));
    const reply = await call('POST', '/v1/partner/api-keys', {
      key,
      body: { name: 'x' },
      headers: once('k'),
    });
    expect(refusal(reply)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });
});

describe("a partner's regions", () => {
  beforeAll(() => loadTestCatalogue());

  const PARTNERS = '/operator/v1/partners';
  const application = { name: 'A platform', use_case: 'testing', contact_email: 'api@platform.example' };

  async function partnerIn(regions?: readonly string[]) {
    const { json } = await operator('POST', PARTNERS, {
      body: { ...application, ...(regions && { regions }) },
    });
    return {
      path: `${PARTNERS}/${json.partner.id}/regions`,
      partner: json.partner,
      key: json.sandbox_key.secret,
      keyId: json.sandbox_key.id,
    };
  }

  test('the first is the home region, weur if none is named', async () => {
    expect((await partnerIn()).partner.regions).toEqual(['weur']);
    const { key, partner } = await partnerIn(['enam', 'weur']);
    expect(partner.regions).toEqual(['enam', 'weur']);
    expect(shardOf(await create(key))).toBe('b000');
  });

  test.each([[['apac']], [['weur', 'oc']], [['weur', 'weur']], [[]], [['moon']]])(
    'the regions %j are refused: without a database, twice, or unknown',
    async (regions) => {
      const reply = await operator('POST', PARTNERS, { body: { ...application, regions } });
      expect(refusal(reply)).toMatchObject({ status: 422, code: 'validation_failed' });
    },
  );

  test('one that is added is in the KV record of every key at once', async () => {
    const { path, key } = await partnerIn(['weur']);
    expect(refusal(await call('POST', ATHLETES, { key, body: { region: 'enam' } })).status).toBe(422);
    const set = await operator('PUT', path, { body: { regions: ['weur', 'enam'] } });
    expect([set.status, set.json.regions]).toEqual([200, ['weur', 'enam']]);
    expect(shardOf(await create(key, { region: 'enam' }))).toBe('b000');
    expect((await operator('PUT', path, { body: { regions: ['weur', 'enam'] } })).status).toBe(200);
  });

  test('one where athletes live cannot be removed (409); without athletes it can', async () => {
    const { path, key } = await partnerIn(['weur', 'enam']);
    const { json: samples } = await call('GET', ATHLETES, { key });
    for (const { id } of samples.data) await call('DELETE', `${ATHLETES}/${id}`, { key });
    const id = await create(key, { region: 'enam' });
    const removal = () => operator('PUT', path, { body: { regions: ['weur'] } });
    expect(refusal(await removal())).toMatchObject({ status: 409, code: 'region_in_use' });
    await call('DELETE', `${ATHLETES}/${id}`, { key });
    expect((await removal()).json.regions).toEqual(['weur']);
    expect(refusal(await call('POST', ATHLETES, { key, body: { region: 'enam' } })).status).toBe(422);
  });

  test('the home region never changes', async () => {
    const { path } = await partnerIn(['weur', 'enam']);
    const reply = await operator('PUT', path, { body: { regions: ['enam', 'weur'] } });
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: ['/regions/0'] });
    expect(
      refusal(await operator('PUT', `${PARTNERS}/nonsense/regions`, { body: { regions: ['weur'] } })).status,
    ).toBe(404);
  });

  test('interrupted before KV it answers 503, and a retry brings the regions to every key', async () => {
    const { path, key, keyId } = await partnerIn(['weur']);
    await call('GET', ATHLETES, { key });
    const body = { regions: ['weur', 'enam'] };
    const repair = await rewireGuard(keyId, failingBindings('kvWrites'));
    expect((await operator('PUT', path, { body })).status).toBe(503);
    await repair();
    expect((await operator('PUT', path, { body })).status).toBe(200);
    await create(key, { region: 'enam' });
  });
});

describe('the sizes of shards', () => {
  /** A database that says it has this size. */
  const sized =
    (bytes: number) =>
    (database: D1Database): D1Database =>
      new Proxy(database, {
        get: (target, name) => {
          if (name !== 'batch') {
            const member: unknown = Reflect.get(target, name);
            return typeof member === 'function' ? member.bind(target) : member;
          }
          return async (statements: D1PreparedStatement[]) => {
            const results = await target.batch(statements);
            return results.map((result) => ({ ...result, meta: { ...result.meta, size_after: bytes } }));
          };
        },
      });

  const shardNow = async (shard: string, environment = 'test') =>
    (await operator('GET', '/operator/v1/shards')).json.data.find(
      (row: { shard: string; environment: string }) => row.shard === shard && row.environment === environment,
    );

  test('the nightly job measures every shard, and closes one of 6 GB to new athletes until it is smaller', async () => {
    const { testKey: key } = await makePartner();
    const home = await create(key);
    await create(key, { region: 'enam' });
    expect((await operator('GET', '/operator/v1/shards')).json.data).toHaveLength(6);
    await runSchedule('23 3 * * *', { ...env, ...insteadOf(home, sized(6e9)) });
    expect(await shardNow('c000')).toMatchObject({
      region: 'weur',
      size_bytes: 6e9,
      measured_at: expect.stringMatching(/^20\d\d-/),
      open: false,
    });
    const enam = await shardNow('b000');
    expect(enam.open).toBe(true);
    expect(enam.size_bytes).toBeGreaterThan(0);
    const { n } = (await TEST_HOME.prepare('SELECT count(*) AS n FROM athletes').first<{ n: number }>()) ?? {
      n: 0,
    };
    expect((await shardNow('c000')).athletes).toBe(n);

    // Within ten minutes the partner has moved on, with room left in the shard that closed.
    await runSchedule('*/10 * * * *', env);
    expect(shardOf(await create((await makePartnerAt(key)).key))).toBe('c001');
    await runSchedule('23 3 * * *', env);
    expect((await shardNow('c000')).open).toBe(true);
  });

  test('sizes reach the registry with the usage of a key, newer ones only, and one of 6 GB closes', async () => {
    const { testKey: key, testKeyId } = await makePartner();
    await create(key);
    await operator('GET', '/operator/v1/shards');
    const bytes = async () => (await shardNow('c000')).size_bytes;
    const report = async (sizeBytes: number, atMs: number) => {
      const sizes = [{ environment: 'test', shard: 'c000', sizeBytes, atMs }] as const;
      const counts = [{ hourMs: 0, operationId: 'getAthlete', statusClass: '2xx', requests: 1 }] as const;
      const owner = { partnerId: 'prt_sized', environment: 'test' } as const;
      await guardOf(testKeyId).admit(600, 0, { owner, counts, sizes });
      await runDurableObjectAlarm(guardOf(testKeyId));
      return bytes();
    };
    const before = await bytes();
    expect(await report(5e9, Date.now() + 60_000)).toBe(before);
    expect(await report(5e9, Date.now() + 400_000)).toBe(5e9);
    expect(await shardNow('c000')).toMatchObject({ open: true });
    expect(await report(6e9, Date.now() + 800_000)).toBe(6e9);
    expect(await shardNow('c000')).toMatchObject({ open: false });
    expect(await report(5e9, Date.now())).toBe(6e9);
    await runSchedule('23 3 * * *', env);
    expect(await shardNow('c000')).toMatchObject({ open: true });
  });

  test('the answers of databases say their sizes, once in ten minutes for an isolate', () => {
    const binding = Object.create(TEST_HOME);
    const stores = {
      athleteDatabases: { test: new Map([['c000', binding]]), live: new Map() },
      clockOffsetMs: 0,
    };
    takeSizes(stores);
    noteSize(binding, 4096);
    noteSize(binding, 8192);
    expect(takeSizes(stores)).toMatchObject([{ environment: 'test', shard: 'c000', sizeBytes: 4096 }]);
    expect(takeSizes(stores)).toEqual([]);
  });

  test.each(['Exceeded maximum DB size', 'database or disk is full: SQLITE_FULL'])(
    'a database that is full (%s) is 503 storage_full without Retry-After, closes at once, and new athletes go elsewhere',
    async (words) => {
      const { testKey: key } = await makePartner();
      const id = await create(key);
      const full = watchedBindings((call) => {
        if (call === 'athleteBatches') throw new Error(`D1_ERROR: ${words}`);
      });
      const activity = { type: 'run', duration_min: 60 };
      const path = `${ATHLETES}/${id}/activities`;
      const reply = await call('POST', path, { key, body: activity, bindings: full });
      expect(refusal(reply)).toMatchObject({ status: 503, code: 'storage_full' });
      expect(reply.headers.get('Retry-After')).toBeNull();
      expect(await shardNow('c000')).toMatchObject({ open: false });
      expect((await call('GET', path, { key })).json.data).toEqual([]);

      await runSchedule('*/10 * * * *', env);
      expect(shardOf(await create((await makePartnerAt(key)).key))).toBe('c001');
      await runSchedule('23 3 * * *', env);
      expect((await shardNow('c000')).open).toBe(true);
    },
  );

  test('an erasure that a full database refuses is 202, and takes place once there is space', async () => {
    const { testKey: key } = await makePartner();
    const id = await create(key);
    const path = `${ATHLETES}/${id}`;
    const reply = await call('DELETE', path, { key, bindings: insteadOf(id, full) });
    expect([reply.status, reply.json]).toMatchObject([202, { id, deleted: true, completed_at: null }]);
    expect(await shardNow('c000')).toMatchObject({ open: false, full_at: expect.any(String) });
    expect((await call('GET', path, { key, bindings: insteadOf(id, full) })).status).toBe(200);
    await runSchedule('*/10 * * * *', { ...env, CLOCK_OFFSET_S: '120' });
    expect((await call('GET', path, { key })).status).toBe(404);
    await runSchedule('23 3 * * *', env);
  });

  test('a full database leaves the service ready, and is probed every ten minutes until it takes rows', async () => {
    const { testKey: key } = await makePartner();
    const id = await create(key);
    const bindings = { ...env, ...insteadOf(id, full) };
    const refused = await call('PATCH', `${ATHLETES}/${id}`, { key, body: { name: 'A' }, bindings });
    expect(refusal(refused)).toMatchObject({ status: 503, code: 'storage_full' });
    const ready = await call('GET', '/health/ready', { bindings: { CLOCK_OFFSET_S: '1000' } });
    expect([ready.status, ready.json.degraded]).toEqual([200, ['the test shard c000 (full)']]);
    const deep = await call('GET', '/health/ready?deep', { bindings: { CLOCK_OFFSET_S: '1000' } });
    expect([deep.status, deep.json.error.message]).toEqual([503, expect.stringContaining('c000 (full)')]);

    await runSchedule('*/10 * * * *', bindings);
    expect((await shardNow('c000')).full_at).not.toBeNull();
    await runSchedule('*/10 * * * *', env);
    expect(await shardNow('c000')).toMatchObject({ full_at: null, open: false });
    const rows = await TEST_HOME.prepare(
      "SELECT count(*) AS n FROM idempotency_keys WHERE partner_id = ''",
    ).first('n');
    expect(rows).toBe(0);
    await runSchedule('23 3 * * *', env);
  });

  test('a full database is 503 storage_full also while the registry does not answer', async () => {
    const { testKey: key } = await makePartner();
    const id = await create(key);
    const full = watchedBindings((call) => {
      if (call === 'athleteBatches') throw new Error('D1_ERROR: Exceeded maximum account storage');
      if (call === 'registryBatches') throw new Error('the registry is down');
    });
    const reply = await call('PATCH', `${ATHLETES}/${id}`, { key, body: { name: 'A' }, bindings: full });
    expect(refusal(reply)).toMatchObject({ status: 503, code: 'storage_full' });
    expect((await shardNow('c000')).open).toBe(true);
  });

  /** The same key in an isolate that remembers nothing of it. */
  async function makePartnerAt(key: string) {
    const { json } = await call('POST', '/v1/partner/api-keys', { key, body: { name: 'fresh' } });
    return { key: json.secret };
  }

  test('a shard of 8 GB is reported as an error', async () => {
    const { testKey: key } = await makePartner();
    const id = await create(key, { region: 'enam' });
    const lines: string[] = [];
    const original = console.error;
    console.error = (line: string) => lines.push(line);
    try {
      await runSchedule('23 3 * * *', { ...env, ...insteadOf(id, sized(8e9)) });
    } finally {
      console.error = original;
    }
    expect(lines.map((line) => JSON.parse(line))).toContainEqual({
      event: 'shard',
      level: 'error',
      environment: 'test',
      shard: 'b000',
      size_bytes: 8e9,
      open: false,
    });
    // The only shard of its region stays in use: athletes are not refused, and no key's record is written anew.
    const { bindings, counts } = countingBindings();
    await runSchedule('*/10 * * * *', { ...env, ...bindings });
    expect(counts.kvWrites).toBe(0);
    expect(shardOf(await create(key, { region: 'enam' }))).toBe('b000');
    await runSchedule('23 3 * * *', env);
  });
});
