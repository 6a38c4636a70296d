import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { announceEngine } from '#partner/events/announce-engine.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { makeAthlete, succeed } from '../support/builders.ts';
import { loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call } from '../support/client.ts';
import { messageFor, runSchedule, runToTheEnd } from '../support/crons.ts';
import { readFeed, typesOf } from '../support/event-feed.ts';
import { connect, discover, makeClient, newEmail } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME } from '../support/shards.ts';
import { later } from '../support/stopped-clock.ts';

const DAY_S = 86_400;
const NIGHTLY_CRON = '23 3 * * *';
const PURGING_CRON = '53 * * * *';
const RUN = { type: 'run', duration_min: 120, intensity_level: 6 };

const send = (key: string, method: string, path: string, body?: unknown) =>
  succeed(method, path, { key, body });

beforeAll(() => loadTestCatalogue());

describe('recorded events', () => {
  test('each change of an athlete and its activities is one event that names it and what changed', async () => {
    const { testKey: key } = await makePartner();
    const { id } = await makeAthlete(key, { external_id: 'rider', body_mass_kg: 70 });
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
    const { path } = await makeAthlete(key, body, { headers });
    const { cursor } = await readFeed(key);
    expect((await call('POST', '/v1/athletes', { key, headers, body })).status).toBe(201);
    await send(key, 'PATCH', path, { body_mass_kg: 70, diet: { vegan: true } });
    expect((await call('DELETE', `${path}/activities/act_x`, { key })).status).toBe(404);
    expect((await readFeed(key, { cursor })).events).toEqual([]);
  });

  test('a stale prescription is reported again only after one was calculated', async () => {
    const { testKey: key } = await makePartner();
    const { id } = await makeAthlete(key, { body_mass_kg: 60 });
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
  });

  test('an erasure leaves only its own event, and a sandbox reset is one event', async () => {
    const { testKey: key } = await makePartner();
    const { id } = await makeAthlete(key, { external_id: 'gone' });
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

describe('the nightly jobs', () => {
  const tonight = async (days: number) => {
    for (const cron of [NIGHTLY_CRON, PURGING_CRON])
      await runSchedule(cron, { ...env, ...later(days * DAY_S) });
  };

  test('report once, 14 days before and on the day, that a key should be rotated', async () => {
    const { testKeyId } = await makePartner();
    for (const days of [75, 76.5, 77, 90.5, 91]) {
      await runToTheEnd(messageFor(NIGHTLY_CRON, 'registry'), { ...env, ...later(days * DAY_S) });
    }
    const { results } = await env.REGISTRY.prepare(
      "SELECT created_at FROM events WHERE type = 'key.rotation_due' AND data ->> '$.keyId' = ?",
    )
      .bind(testKeyId)
      .all<{ created_at: number }>();
    const days = results.map(({ created_at }) => Math.floor((created_at - Date.now()) / (DAY_S * 1000)));
    expect(days).toEqual([76, 90]);
  });

  test('remove events after 30 days', async () => {
    const { testKey: key } = await makePartner();
    const { id } = await makeAthlete(key);
    const count = () =>
      TEST_HOME.prepare('SELECT count(*) AS rows FROM events WHERE athlete_id = ?').bind(id).first('rows');
    await tonight(29);
    expect(await count()).toBe(1);
    await tonight(31);
    expect(await count()).toBe(0);
  });

  test('notify each partner once of a new engine, and nobody in an installation’s first night', async () => {
    const { testKey: key } = await makePartner();
    const registry = openDatabase(env.REGISTRY);
    await env.REGISTRY.prepare('DELETE FROM announced_engine').run();
    for (const version of ['1.0.0', '1.0.0', '2.0.0', '2.0.0']) {
      await announceEngine(registry, version, Date.now());
    }
    const { events } = await readFeed(key, { types: 'engine.updated' });
    expect(events.map(({ data }) => data)).toEqual([{}]);
  });
});
