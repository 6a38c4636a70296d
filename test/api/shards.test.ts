import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseAthleteId } from '../../src/storage/ids.ts';
import { countingBindings, failingBindings, watchedBindings } from '../support/bindings.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { type CallOptions, call, refusal } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { rewireGuard } from '../support/guards.ts';
import { connect, discover, makeClient, newEmail } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { away, databaseOf, insteadOf, TEST_HOME } from '../support/shards.ts';

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
  test('a region holds the athlete for ever: the answer shows it, the default is the first, PATCH cannot change it', async () => {
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
    "the region %s, which is not the partner's, is refused",
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

  test.each(['Exceeded maximum DB size', 'database or disk is full: SQLITE_FULL'])(
    'a database that is full (%s) is 503 storage_full with an hour to wait, closes at once, and new athletes go elsewhere',
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
      expect(reply.headers.get('Retry-After')).toBe('3600');
      expect(await shardNow('c000')).toMatchObject({ open: false });
      expect((await call('GET', path, { key })).json.data).toEqual([]);

      await runSchedule('*/10 * * * *', env);
      expect(shardOf(await create((await makePartnerAt(key)).key))).toBe('c001');
      await runSchedule('23 3 * * *', env);
      expect((await shardNow('c000')).open).toBe(true);
    },
  );

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
