import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, type Reply, refusal } from '../support/client.ts';
import { runSchedule } from '../support/crons.ts';
import { readFeed } from '../support/event-feed.ts';
import { makeFullAthlete } from '../support/full-athlete.ts';
import { dyingBindings } from '../support/killing.ts';
import { connect, discover, makeClient } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { beforeBatch, databaseOf, TEST_HOME } from '../support/shards.ts';

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
    for (let isReached = true; isReached; failing += 3) {
      const { testKey: key } = await makePartner();
      const { id, external_id } = await makeAthlete(key);
      const before = await historyOf(key, id);
      const when = failing % 2 === 0 ? 'before' : 'after';
      const killed = dyingBindings(failing, when);
      const first = await rehome(id, 'enam', killed.bindings);
      isReached = killed.calls() >= failing;
      const place = `call ${failing}, ${when}: ${first.text}`;
      expect([202, 503], place).toContain(first.status);
      const again = await rehome(id);
      expect([202, 404], `${place}, repeated: ${again.text}`).toContain(again.status);
      await runSchedule('*/10 * * * *', env);
      const { data } = await send(key, 'GET', `/v1/athletes?external_id=${external_id}`);
      expect(data, place).toHaveLength(1);
      expect(data[0].region, place).toBe('enam');
      expect(await historyOf(key, data[0].id), place).toEqual(before);
      const { events } = await readFeed(key);
      expect(
        events.filter(({ type }) => type === 'athlete.rehomed'),
        place,
      ).toHaveLength(1);
      expect((await call('GET', `/v1/athletes/${id}`, { key })).status, place).toBe(404);
      const left = await databaseOf(id).prepare('SELECT id FROM athletes WHERE id = ?').bind(id).first();
      expect(left, place).toBeNull();
    }
    expect(await hidden()).toBe(0);
    expect(failing).toBeGreaterThan(30);
  });
});
