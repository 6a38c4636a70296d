import { beforeAll, describe, expect, test } from 'vitest';
import { courseFileExample } from '#nutrition/courses/course-shape.ts';
import { workoutFileExample } from '#nutrition/workouts/workout-shape.ts';
import { makeAthlete, makeCalculatedActivity } from '../support/builders.ts';
import { loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { connect, discover, makeClient, newEmail } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { databaseOf, TEST_HOME } from '../support/shards.ts';
import { FILE_SESSIONS } from './session-files.ts';

beforeAll(() => loadTestCatalogue());

const WEEK = 'from=2026-06-01&to=2026-06-07';

/** A partner with athletes who each have one session per day, on interleaved days. */
async function setUp(athletes = 3) {
  const { testKey: key } = await makePartner();
  const ids: string[] = [];
  for (let index = 0; index < athletes; index += 1) {
    const { id } = await makeAthlete(key, { body_mass_kg: 70 });
    ids.push(id);
    for (const day of [1, 3, 9]) {
      await makeCalculatedActivity(key, id, { scheduled_at: `2026-06-0${day}T0${index + 6}:00:00Z` });
    }
  }
  return { key, ids };
}

describe('activities of several athletes', () => {
  test('come oldest first with their prescriptions, newest first with order=desc, over pages', async () => {
    const { key, ids } = await setUp();
    const path = `/v1/activities?athlete_ids=${ids.join(',')}&${WEEK}`;
    const { json, status } = await call('GET', path, { key });
    expect(status).toBe(200);
    const times = json.data.map(({ scheduled_at }: { scheduled_at: string }) => scheduled_at);
    expect(times).toHaveLength(6);
    expect(times).toEqual(times.toSorted());
    expect(json.not_found).toEqual([]);
    expect(json.data.every(({ prescription }: { prescription: unknown }) => prescription !== null)).toBe(
      true,
    );
    const newest = await call('GET', `${path}&order=desc`, { key });
    expect(newest.json.data.map(({ id }: { id: string }) => id)).toEqual(
      json.data.map(({ id }: { id: string }) => id).toReversed(),
    );
    const first = await call('GET', `${path}&limit=4`, { key });
    const second = await call('GET', `${path}&limit=4&cursor=${first.json.next_cursor}`, { key });
    expect([...first.json.data, ...second.json.data]).toEqual(json.data);
    expect([second.json.has_more, second.json.not_found]).toEqual([false, null]);
  });

  test('name the missing athletes, including those of another partner', async () => {
    const { key, ids } = await setUp(1);
    const { ids: foreign } = await setUp(1);
    const asked = [...ids, ...foreign, 'ath_nobody'];
    const { json } = await call('GET', `/v1/activities?athlete_ids=${asked.join(',')}&${WEEK}`, { key });
    expect(json.not_found).toEqual([...foreign, 'ath_nobody']);
    expect(json.data).toHaveLength(2);
  });

  test('find an athlete in a shard that the partner has just started to use', async () => {
    const { testKey: key, partnerId } = await makePartner();
    const id = 'ath_tc00101m800r487qj5e3sq63ewwdzg8';
    await databaseOf(id)
      .prepare(
        "INSERT INTO athletes (id, partner_id, tier, created_at, updated_at) VALUES (?, ?, 'full', 1, 1)",
      )
      .bind(id, partnerId)
      .run();
    const notFound = async () =>
      (await call('GET', `/v1/activities?athlete_ids=${id}&${WEEK}`, { key })).json.not_found;
    expect(await notFound()).toEqual([id]);
    await TEST_HOME.prepare("INSERT INTO partner_shards (partner_id, shard) VALUES (?, 'c001')")
      .bind(partnerId)
      .run();
    expect(await notFound()).toEqual([]);
  });

  test('cost one request from the budget per ten athletes', async () => {
    const { key, ids } = await setUp(1);
    const many = [...ids, ...Array.from({ length: 24 }, (_, index) => `ath_nobody${index}`)];
    const left = async (athleteIds: readonly string[]) => {
      const reply = await call('GET', `/v1/activities?athlete_ids=${athleteIds.join(',')}&${WEEK}`, { key });
      return Number(/;r=(\d+)/.exec(reply.headers.get('ratelimit') ?? '')?.[1]);
    };
    const [one, three] = [await left(ids), await left(many)];
    expect(one - three).toBeGreaterThanOrEqual(2);
  });

  test.each([
    ['no days', 'athlete_ids=a', '?from', 'required'],
    ['more than 14 days', 'athlete_ids=a&from=2026-06-01&to=2026-06-15', '?to', 'too_big'],
    ['days in the wrong order', 'athlete_ids=a&from=2026-06-02&to=2026-06-01', '?from', 'invalid_range'],
    [
      'more than 50 athletes',
      `athlete_ids=${Array.from({ length: 51 }, (_, index) => index).join(',')}&${WEEK}`,
      '?athlete_ids',
      'too_big',
    ],
  ])('refuse %s', async (_, query, pointer, code) => {
    const { testKey: key } = await makePartner();
    const reply = await call('GET', `/v1/activities?${query}`, { key });
    expect(refusal(reply)).toMatchObject({ status: 422 });
    expect(reply.json.error.errors[0]).toMatchObject({ pointer, code });
  });

  test('show a token only its own athlete', async () => {
    const { testKey: key } = await makePartner();
    const email = newEmail();
    const [athlete, other] = [await makeAthlete(key, { email }), await makeAthlete(key)];
    const { accessToken } = await connect(await discover(), await makeClient(key), { email });
    const week = (ids: string) =>
      call('GET', `/v1/activities?athlete_ids=${ids}&${WEEK}`, { key: accessToken });
    expect((await week(athlete.id)).status).toBe(200);
    expect(refusal(await week(`${athlete.id},${other.id}`))).toMatchObject({ status: 404 });
  });
});

describe('fuel preferences', () => {
  test('keep omitted members, and refuse unknown products with their pointer', async () => {
    const { testKey: key } = await makePartner();
    const gel = productNamed('Maurten', 'Gel 100');
    const body = { fuel_preferences: { avoids: [gel.id], formats: ['drink', 'gel'] } };
    const { json } = await call('POST', '/v1/athletes', { key, body });
    expect(json.fuel_preferences).toEqual({ avoids: [gel.id], formats: ['drink', 'gel'], owns: null });
    const path = `/v1/athletes/${json.id}`;
    const changed = await call('PATCH', path, { key, body: { fuel_preferences: { owns: [] } } });
    expect(changed.json.fuel_preferences).toEqual({
      avoids: [gel.id],
      formats: ['drink', 'gel'],
      owns: [],
    });
    const unknown = await call('PATCH', path, {
      key,
      body: { fuel_preferences: { owns: [gel.id, 'prd_nothing'] } },
    });
    expect(unknown.status).toBe(422);
    expect(unknown.json.error.errors[0]).toMatchObject({
      pointer: '/fuel_preferences/owns/1',
      code: 'unknown_product',
    });
    const items = [
      { external_id: 'a', fuel_preferences: { avoids: ['prd_nothing'] } },
      { external_id: 'b', fuel_preferences: { avoids: [gel.id] } },
    ];
    const batch = await call('POST', '/v1/athletes/batch', { key, body: { athletes: items } });
    expect(batch.json.results[0].error.errors[0].code).toBe('unknown_product');
    expect(batch.json.results[1].status).toBe('created');
  });

  test('determine the products of a suggested plan: an athlete who owns three gets these three', async () => {
    const { testKey: key } = await makePartner();
    const owned = [
      productNamed('Styrkr', 'GEL30'),
      productNamed('Styrkr', 'MIX60'),
      productNamed('SaltStick', 'Caps'),
    ].map(({ id }) => id);
    const { id } = await makeAthlete(key, { body_mass_kg: 70, fuel_preferences: { owns: owned } });
    const race = { type: 'bike', duration_min: 170, intensity_level: 6, is_race_event: true };
    const { path } = await makeCalculatedActivity(key, id, race);
    const { json } = await call('GET', `${path}/fuel-plan?suggest=true`, { key });
    const bought = json.products.filter(({ name }: { name: string }) => !/^Water/.test(name));
    for (const { product_id } of bought) expect(owned).toContain(product_id);
    expect(bought.length).toBeGreaterThan(1);
  });
});

test('generic foods are listed with figures and source, for any token, and a course may offer them', async () => {
  const { testKey: key } = await makePartner();
  const { json } = await call('GET', '/v1/generic-foods', { key });
  expect(json.data.length).toBeGreaterThan(15);
  for (const food of json.data) {
    expect(food.source).toMatch(/\w/);
    expect(food.carb_g).toBeGreaterThanOrEqual(0);
  }
  const { path } = await makeAthlete(key);
  const gel = productNamed('Maurten', 'Gel 100');
  const offers = [...json.data.map(({ id }: { id: string }) => id).slice(0, 15), gel.id, 'drop_bag'];
  const body = {
    type: 'run',
    duration_min: 240,
    course: { distance_km: 42, aid_stations: [{ km: 20, offers }] },
  };
  const created = await call('POST', `${path}/activities`, { key, body });
  expect(created.status).toBe(201);
  expect(created.json.course.aid_stations[0].offers).toEqual(offers);
});

describe('the result of reading a file', () => {
  const FILES = [
    ['the documented course', 'course', courseFileExample, 'application/xml'],
    ['the documented workout', 'workout', workoutFileExample, 'application/xml'],
    ...Object.entries(FILE_SESSIONS).map(
      ([name, { kind, file, mediaType }]) => [name, kind, file, mediaType] as const,
    ),
  ] as const;

  test.each(FILES)('can be posted unchanged: %s', async (_, kind, rawBody, type) => {
    const { testKey: key } = await makePartner();
    const { path } = await makeAthlete(key);
    const headers = { 'content-type': type };
    const parsed = await call('POST', `/v1/${kind}s/parse`, { key, rawBody, headers });
    expect(parsed.status).toBe(200);
    const body = kind === 'course' ? { type: 'bike', duration_min: 600, course: parsed.json } : parsed.json;
    const list = `${path}/activities`;
    const created = await call('POST', list, { key, body });
    expect(created.status, created.text).toBe(201);
    if (kind === 'course') expect(created.json.course.name ?? null).toBe(parsed.json.name);
    else expect(created.json.name).toBe(parsed.json.name);
    const changed = await call('PATCH', `${list}/${created.json.id}`, { key, body });
    expect(changed.status).toBe(200);
  });
});
