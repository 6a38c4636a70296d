import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '#partner/retention/run-jobs.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, type Reply, refusal } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { readFeed } from '../support/event-feed.ts';
import { awayFor } from '../support/faulty-databases.ts';
import { makeFullAthlete } from '../support/full-athlete.ts';
import { dyingBindings } from '../support/killing.ts';
import { connect, discover, makeClient } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { copyDatabase } from '../support/restoring.ts';
import { beforeBatch, bindingOf, databaseOf, insteadOf, TEST_HOME } from '../support/shards.ts';

const operator = env.OPERATOR_TOKEN;
const ENAM = env.ATHLETES_TEST_ENAM_0;

function rehome(id: string, region = 'enam', bindings: Partial<Cloudflare.Env> = {}): Promise<Reply> {
  return call('POST', `/operator/v1/athletes/${id}/rehome`, { key: operator, body: { region }, bindings });
}

async function send(key: string, method: string, path: string, body?: unknown) {
  const reply = await call(method, path, { key, ...(body === undefined ? {} : { body }) });
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.json;
}

/** Makes an athlete with a short history. */
async function makeAthlete(key: string) {
  const external_id = `rider-${crypto.randomUUID()}`;
  const { id } = await send(key, 'POST', '/v1/athletes', { external_id, body_mass_kg: 70 });
  const path = `/v1/athletes/${id}`;
  const run = { type: 'run', duration_min: 120 };
  const activity = await send(key, 'POST', `${path}/activities?calculate=true`, run);
  await send(key, 'POST', `${path}/activities/${activity.id}/feedback`, {
    hydration_feel: 'dehydrated',
    actual_intake: { carbs_grams: 80, fluid_ml: 600 },
  });
  return { id, external_id, activityId: activity.id };
}

/** Reads what goes with an athlete to another region. */
async function historyOf(key: string, id: string) {
  const exported = await send(key, 'POST', `/v1/athletes/${id}/export`);
  const { activities, sweat_tests, learned, product_access_log, athlete } = exported;
  const profile = { ...athlete, region: null, updated_at: null };
  const history = { activities, sweat_tests, learned, product_access_log, profile };
  return JSON.parse(JSON.stringify(history).replaceAll(id, 'the athlete'));
}

async function hidden(): Promise<number | null> {
  return ENAM.prepare("SELECT count(*) AS n FROM athletes WHERE status <> 'live'").first<number>('n');
}

/** An identifier in the region that athletes are moved to. */
function inTarget(id: string): string {
  return id.replace(/^(ath_.).{4}/, '$1b000');
}

/** Runs the ten-minute cron of both databases twice at once, so many minutes from now. */
async function runCrons(minutes: number): Promise<void> {
  const bindings = { ...env, CLOCK_OFFSET_S: String(60 * minutes) };
  const run = async () => {
    for (const database of ['test.c000', 'test.b000']) {
      await runJobs({ cron: '*/10 * * * *', database }, bindings);
    }
  };
  await Promise.all([run(), run()]);
}

/** Expects an athlete to be whole in one of the two databases and absent from the other. Returns its record. */
async function expectWholeOnce(key: string, id: string, external_id: string, before: unknown, place: string) {
  const { data } = await send(key, 'GET', `/v1/athletes?external_id=${external_id}`);
  expect(data, place).toHaveLength(1);
  const [found] = data;
  expect((await send(key, 'GET', '/v1/athletes')).data, place).toHaveLength(1);
  expect(await historyOf(key, found.id), place).toEqual(before);
  const taken = await call('POST', '/v1/athletes', { key, body: { external_id } });
  expect([taken.status, taken.json.error.resource_id], place).toEqual([409, found.id]);
  const hasMoved = found.region === 'enam';
  expect(hasMoved, place).toBe(found.id !== id);
  const { events } = await readFeed(key);
  const told = events.filter(({ type }) => type === 'athlete.rehomed');
  expect(told, place).toHaveLength(hasMoved ? 1 : 0);
  expect((await call('GET', `/v1/athletes/${id}`, { key })).status, place).toBe(hasMoved ? 404 : 200);
  return { id: String(found.id), hasMoved };
}

/** Counts the rows of athletes and activities in the two databases, whatever their state. */
async function stored(partnerId: string): Promise<readonly unknown[]> {
  const count = (db: D1Database) =>
    db
      .prepare(
        `SELECT count(*) AS athletes, count(DISTINCT status) AS states,
           (SELECT count(*) FROM activities JOIN athletes AS a ON a.id = athlete_id WHERE a.partner_id = ?1) AS activities,
           (SELECT count(*) FROM rehomes JOIN athletes AS a ON a.id = athlete_id WHERE a.partner_id = ?1) AS moves
         FROM athletes WHERE partner_id = ?1`,
      )
      .bind(partnerId)
      .first();
  return Promise.all([count(TEST_HOME), count(ENAM)]);
}

const ONE = { athletes: 1, states: 1, activities: 1, moves: 0 };
const NONE = { athletes: 0, states: 0, activities: 0, moves: 0 };

beforeAll(() => loadTestCatalogue());

describe('rehoming', () => {
  test('gives an athlete another region with all of its history; the old identifier is 404, connections end, one event names both', async () => {
    const { testKey: key } = await makePartner();
    const { id, externalId, email } = await makeFullAthlete(key);
    const { accessToken } = await connect(await discover(), await makeClient(key), { email });
    const before = await historyOf(key, id);
    expect(before.activities).toHaveLength(2);
    const reply = await rehome(id);
    expect([reply.status, reply.json]).toEqual([
      202,
      {
        athlete_id: id,
        new_athlete_id: expect.stringMatching(/^ath_tb000/),
        region: 'enam',
        status: 'done',
      },
    ]);
    const newId = reply.json.new_athlete_id;
    expect(await historyOf(key, newId)).toEqual(before);
    const shown = await send(key, 'GET', `/v1/athletes/${newId}`);
    expect([shown.external_id, shown.region]).toEqual([externalId, 'enam']);
    expect(refusal(await call('GET', `/v1/athletes/${id}`, { key })).status).toBe(404);
    expect(refusal(await rehome(id)).status).toBe(404);
    expect((await call('GET', '/v1/me', { key: accessToken })).status).toBe(401);
    expect((await send(key, 'GET', '/v1/connections')).data).toEqual([]);
    const { events } = await readFeed(key);
    const own = events.filter(({ type }) => ['athlete.rehomed', 'athlete.erased'].includes(type));
    expect(own.map(({ type, data }) => [type, data])).toEqual([
      ['athlete.rehomed', { athlete_id: id, new_athlete_id: newId, external_id: externalId }],
    ]);
    const taken = await call('POST', '/v1/athletes', { key, body: { external_id: externalId } });
    expect([taken.status, taken.json.error.resource_id]).toEqual([409, newId]);
    expect(await TEST_HOME.prepare('SELECT id FROM athletes WHERE id = ?').bind(id).first()).toBeNull();
    // The new record is erased whole, with its event.
    expect((await call('DELETE', `/v1/athletes/${newId}`, { key })).status).toBe(200);
    const data = await ENAM.prepare('SELECT group_concat(data) AS text FROM events').first<string>('text');
    expect(data ?? '').not.toContain(id);
  });

  test('refuses the same region, one that is not the partner’s, an athlete that is not there, and a partner’s key', async () => {
    const { testKey: key, partnerId } = await makePartner();
    const { id } = await makeAthlete(key);
    for (const region of ['weur', 'apac', 'mars', '']) {
      expect(refusal(await rehome(id, region)), region).toMatchObject({ status: 422, pointers: ['/region'] });
    }
    const absent = `${id.slice(0, -4)}0000`;
    expect(refusal(await rehome(absent)).status).toBe(404);
    expect(refusal(await rehome('ath_nobody')).status).toBe(404);
    const path = `/operator/v1/athletes/${id}/rehome`;
    expect((await call('POST', path, { key, body: { region: 'enam' } })).status).toBe(401);
    await env.REGISTRY.prepare("UPDATE partners SET status = 'terminated' WHERE id = ?")
      .bind(partnerId)
      .run();
    expect(refusal(await rehome(id)).code).toBe('partner_terminated');
  });

  test('refuses a region whose only database is closed, and uses another that is open', async () => {
    const { testKey: key } = await makePartner();
    const { id } = await makeAthlete(key);
    await call('GET', '/operator/v1/shards', { key: operator });
    const open = (isOpen: number) =>
      env.REGISTRY.prepare("UPDATE shards SET is_open = ? WHERE environment = 'test' AND shard = 'b000'")
        .bind(isOpen)
        .run();
    await open(0);
    expect(refusal(await rehome(id))).toMatchObject({ status: 422, pointers: ['/region'] });
    const more = { ...env, ATHLETES_TEST_ENAM_1: env.ATHLETES_LIVE_ENAM_0 };
    const reply = await rehome(id, 'enam', more);
    await open(1);
    expect([reply.status, reply.json.status], reply.text).toEqual([202, 'done']);
    expect(reply.json.new_athlete_id).toMatch(/^ath_tb001/);
  });

  test.each([3, 5, 9, 12, 15])('keeps a change that comes before batch %i of the old database', async (n) => {
    const { testKey: key } = await makePartner();
    const { id, activityId } = await makeAthlete(key);
    let answers: readonly number[] = [];
    const change = beforeBatch(id, n, async () => {
      const named = await call('PATCH', `/v1/athletes/${id}`, { key, body: { name: 'Ada' } });
      const path = `/v1/athletes/${id}/activities/${activityId}`;
      const longer = await call('PATCH', path, { key, body: { duration_min: 200 } });
      answers = [named.status, longer.status];
    });
    const reply = await rehome(id, 'enam', change);
    const done = reply.json.status === 'running' ? await rehome(id) : reply;
    expect(done.json.status, done.text).toBe('done');
    const newId = done.json.new_athlete_id;
    const { name } = await send(key, 'GET', `/v1/athletes/${newId}`);
    const activity = await send(key, 'GET', `/v1/athletes/${newId}/activities/${activityId}`);
    // Once the old record is hidden, a change finds no athlete.
    const isStored = answers[0] === 200;
    expect(answers).toEqual(isStored ? [200, 200] : [404, 404]);
    expect([name, activity.duration_min]).toEqual(isStored ? ['Ada', 200] : [null, 120]);
    expect(await hidden()).toBe(0);
  });

  test('an athlete who is erased meanwhile is 404, and nothing of the copy is left', async () => {
    const { testKey: key } = await makePartner();
    const { id } = await makeAthlete(key);
    const erasing = beforeBatch(id, 6, async () => {
      await send(key, 'DELETE', `/v1/athletes/${id}`);
    });
    expect(refusal(await rehome(id, 'enam', erasing)).status).toBe(404);
    await runSchedule('*/10 * * * *', env);
    expect(await hidden()).toBe(0);
    expect((await send(key, 'GET', '/v1/athletes')).data).toEqual([]);
  });

  test('many at once make one record and one event', async () => {
    const { testKey: key } = await makePartner();
    const { id, external_id } = await makeAthlete(key);
    const before = await historyOf(key, id);
    const replies = await Promise.all(Array.from({ length: 6 }, () => rehome(id)));
    for (const reply of replies) expect([202, 404], reply.text).toContain(reply.status);
    const accepted = replies.filter(({ status }) => status === 202);
    const ids = new Set(accepted.map(({ json }) => json.new_athlete_id));
    expect(ids.size).toBe(1);
    const { data } = await send(key, 'GET', `/v1/athletes?external_id=${external_id}`);
    expect(data.map((row: { id: string }) => row.id)).toEqual([...ids]);
    expect(await historyOf(key, data[0].id)).toEqual(before);
    const { events } = await readFeed(key);
    expect(events.filter(({ type }) => type === 'athlete.rehomed')).toHaveLength(1);
  });

  test('killed at any storage call it is 503 or done, and a repetition ends it, whole and once', async () => {
    let failing = 1;
    for (let isReached = true; isReached; failing += 4) {
      const { testKey: key } = await makePartner();
      const { id, external_id } = await makeAthlete(key);
      const before = await historyOf(key, id);
      const killed = dyingBindings(failing, failing % 8 === 1 ? 'before' : 'after');
      const first = await rehome(id, 'enam', killed.bindings);
      isReached = killed.calls() >= failing;
      const place = `call ${failing}: ${first.text}`;
      expect([202, 503], place).toContain(first.status);
      const again = await rehome(id);
      expect([202, 404], `${place}, repeated: ${again.text}`).toContain(again.status);
      await runCrons(0);
      const { hasMoved } = await expectWholeOnce(key, id, external_id, before, place);
      expect(hasMoved, place).toBe(true);
      const left = await databaseOf(id).prepare('SELECT id FROM athletes WHERE id = ?').bind(id).first();
      expect(left, place).toBeNull();
    }
    await runCrons(61);
    expect(await hidden()).toBe(0);
    expect(failing).toBeGreaterThan(25);
  });

  test.each(['before', 'after'] as const)(
    'killed %s any storage call, two crons at once leave the athlete whole in one region, and nothing of another record',
    async (when) => {
      const ends: { partnerId: string; place: string; hasMoved: boolean }[] = [];
      let failing = 1;
      for (let isReached = true; isReached; failing++) {
        const { testKey: key, partnerId } = await makePartner();
        const { id, external_id } = await makeAthlete(key);
        const before = await historyOf(key, id);
        const killed = dyingBindings(failing, when);
        const first = await rehome(id, 'enam', killed.bindings);
        isReached = killed.calls() >= failing;
        const place = `call ${failing}, ${when}: ${first.text}`;
        await runCrons(6);
        const { hasMoved } = await expectWholeOnce(key, id, external_id, before, place);
        ends.push({ partnerId, place, hasMoved });
      }
      await runCrons(61);
      await runCrons(61);
      expect(await hidden()).toBe(0);
      for (const { partnerId, place, hasMoved } of ends) {
        expect(await stored(partnerId), place).toEqual(hasMoved ? [NONE, ONE] : [ONE, NONE]);
      }
      expect(ends.filter(({ hasMoved }) => hasMoved).length).toBeGreaterThan(5);
      expect(ends.filter(({ hasMoved }) => !hasMoved).length).toBeGreaterThan(5);
    },
    300_000,
  );

  test.each([
    ['old', [2, 6, 10, 13, 14, 15, 16]],
    ['new', [1, 2, 4, 8, 12, 14, 15, 16]],
  ] as const)(
    'a cron that takes a request for stopped, between two of its batches to the %s database, makes no second record',
    async (which, batches) => {
      for (const n of batches) {
        const { testKey: key, partnerId } = await makePartner();
        const { id, external_id } = await makeAthlete(key);
        const before = await historyOf(key, id);
        const watched = which === 'old' ? id : inTarget(id);
        const reply = await rehome(
          id,
          'enam',
          beforeBatch(watched, n, () => runCrons(61)),
        );
        const place = `batch ${n}: ${reply.text}`;
        expect([202, 404], place).toContain(reply.status);
        await runCrons(61);
        const found = await expectWholeOnce(key, id, external_id, before, place);
        await runCrons(122);
        await runCrons(122);
        expect(await stored(partnerId), place).toEqual(found.hasMoved ? [NONE, ONE] : [ONE, NONE]);
        if (found.hasMoved) continue;
        expect((await rehome(id)).json.status, place).toBe('done');
      }
    },
  );

  test('a move on which a request works is not ended by a cron', async () => {
    const { testKey: key } = await makePartner();
    const { id } = await makeAthlete(key);
    const reply = await rehome(
      id,
      'enam',
      beforeBatch(id, 13, () => runCrons(4)),
    );
    expect(reply.json.status).toBe('done');
  });

  test('an athlete erased under the new identifier does not come back when the move is ended', async () => {
    const { testKey: key, partnerId } = await makePartner();
    const { id, external_id } = await makeAthlete(key);
    const unledgered = { REGISTRY: awayFor(env.REGISTRY, /insert into "erasure_ledger"/i) };
    expect((await rehome(id, 'enam', unledgered)).status).toBe(503);
    const { data } = await send(key, 'GET', '/v1/athletes');
    expect(data).toHaveLength(1);
    expect(data[0].region).toBe('enam');
    await send(key, 'DELETE', `/v1/athletes/${data[0].id}`);
    await runCrons(6);
    await runCrons(6);
    expect(await stored(partnerId)).toEqual([NONE, NONE]);
    expect((await call('POST', '/v1/athletes', { key, body: { external_id } })).status).toBe(201);
  });

  test('an old record that a restore of its database shows again is erased, since the new one is shown', async () => {
    const { testKey: key, partnerId } = await makePartner();
    const { id, external_id } = await makeAthlete(key);
    const before = await historyOf(key, id);
    const unhidden = insteadOf(id, (database) => awayFor(database, /update "athletes" set "status" = \?/i));
    expect((await rehome(id, 'enam', unhidden)).status).toBe(503);
    expect((await call('GET', `/v1/athletes/${id}`, { key })).status).toBe(200);
    const restore = await copyDatabase(bindingOf(id));
    expect((await rehome(id)).json.status).toBe('done');
    await restore();
    await runCrons(61);
    await expectWholeOnce(key, id, external_id, before, 'after the restore');
    await runCrons(61);
    expect(await stored(partnerId)).toEqual([NONE, ONE]);
  });

  test('a hidden copy that no move uses is erased after an hour', async () => {
    const { testKey: key, partnerId } = await makePartner();
    const { id } = await makeAthlete(key);
    const copy = inTarget(id);
    await ENAM.prepare(
      `INSERT INTO athletes (id, partner_id, status, tier, created_at, updated_at) VALUES (?, ?, 'rehoming', 'full', ?3, ?3)`,
    )
      .bind(copy, partnerId, Date.now())
      .run();
    await runCrons(55);
    expect(await hidden()).toBe(1);
    await runCrons(61);
    expect(await stored(partnerId)).toEqual([ONE, NONE]);
  });

  test.each([
    ['while it copies', /insert into "activities"/i],
    ['when it shows the copy', /insert into "events"/i],
  ])(
    'a database that fills up %s is 503 storage_full: the athlete keeps its record, and a repetition uses another database',
    async (_, statement) => {
      const { testKey: key, partnerId } = await makePartner();
      const { id, external_id } = await makeAthlete(key);
      const before = await historyOf(key, id);
      const filling = insteadOf(inTarget(id), (database) =>
        awayFor(database, statement, 'D1_ERROR: Exceeded maximum DB size'),
      );
      expect(refusal(await rehome(id, 'enam', filling))).toMatchObject({ status: 503, code: 'storage_full' });
      await expectWholeOnce(key, id, external_id, before, 'after the database was full');
      await runCrons(0);
      expect(await stored(partnerId)).toEqual([ONE, NONE]);
      const more = { ...env, ATHLETES_TEST_ENAM_1: env.ATHLETES_LIVE_ENAM_0 };
      const again = await rehome(id, 'enam', more);
      await env.REGISTRY.prepare("UPDATE shards SET is_open = 1, full_at = NULL WHERE shard = 'b000'").run();
      expect(again.json.new_athlete_id, again.text).toMatch(/^ath_tb001/);
      expect(again.json.status).toBe('done');
    },
  );

  test('more accesses to products than one request copies take two, and a late one with an early identifier is not lost', async () => {
    const { testKey: key, partnerId } = await makePartner();
    const { id } = await makeAthlete(key);
    await databaseOf(id)
      .prepare(
        `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 20500)
         INSERT INTO product_access_log (id, partner_id, athlete_id, query, at, result_count)
         SELECT printf('pal_%026d', n), ?1, ?2, '{}', n, 1 FROM n`,
      )
      .bind(partnerId, id)
      .run();
    const first = await rehome(id);
    expect([first.status, first.json.status]).toEqual([202, 'running']);
    expect((await call('GET', `/v1/athletes/${id}`, { key })).status).toBe(200);
    const late = beforeBatch(id, 4, async () => {
      await databaseOf(id)
        .prepare('INSERT INTO product_access_log VALUES (?, ?, ?, ?, ?, ?)')
        .bind(`pal_${'0'.repeat(21)}20499a`, partnerId, id, '{}', 1, 1)
        .run();
    });
    const second = await rehome(id, 'enam', late);
    expect(second.json.status, second.text).toBe('done');
    const counted = ENAM.prepare('SELECT count(*) AS n FROM product_access_log WHERE athlete_id = ?').bind(
      second.json.new_athlete_id,
    );
    expect(await counted.first('n')).toBe(20_501);
  });
});
