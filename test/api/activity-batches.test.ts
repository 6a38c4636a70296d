import { expect, test } from 'vitest';
import { makeFeedback } from '../support/builders.ts';
import { call } from '../support/client.ts';
import { readFeed, typesOf } from '../support/event-feed.ts';
import { withBatchesOf } from '../support/faulty-databases.ts';
import { makePartner } from '../support/partners.ts';
import { insteadOf } from '../support/shards.ts';
import { ACTIVITIES, ATHLETES, countedRows, post, type Result, statuses } from './batches.ts';

/** Batches that create, change, calculate and delete activities. */

const DELETION = '/v1/activities/batch-delete';

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const RUN = { type: 'run', duration_min: 90, intensity_level: 5 };

function weekOf(riders: readonly string[], changes: Readonly<Record<string, object>> = {}) {
  return riders.flatMap((rider) =>
    DAYS.map((day) => ({
      athlete_external_id: rider,
      external_id: `${rider}-${day}`,
      ...RUN,
      scheduled_at: `2026-11-0${day}T08:00:00Z`,
      ...changes[`${rider}-${day}`],
    })),
  );
}

async function partnerWith(riders: readonly string[]) {
  const partner = await makePartner();
  const key = partner.testKey;
  const athletes = riders.map((external_id, index) => ({
    external_id,
    body_mass_kg: 60 + index,
    region: index % 2 === 0 ? 'weur' : 'enam',
  }));
  // Enough athletes for a shard, so that each region has one.
  const results = await post(key, ATHLETES, { athletes }, { ATHLETES_PER_SHARD: '1000000' });
  return { ...partner, key, ids: results.map(({ athlete }: { athlete: { id: string } }) => athlete.id) };
}

/** Returns the names of an activity and its athlete, by which it is deleted. */
const nameOf = ({ athlete_external_id, external_id }: ReturnType<typeof weekOf>[number]) => ({
  athlete_external_id,
  external_id,
});

test('batches of 30 athletes × 7 activities with prescriptions and safety take four calls; the same again writes no row; three changes write three', async () => {
  const riders = Array.from({ length: 30 }, (_, index) => `rider-${index}`);
  const { key } = await partnerWith(riders);
  const week = weekOf(riders);
  const calls = [week.slice(0, 100), week.slice(100, 200), week.slice(200)];
  const sync = async (activities: readonly object[], bindings = {}) =>
    post(key, ACTIVITIES, { activities, calculate: true }, bindings);
  for (const part of calls) {
    const counted = countedRows();
    for (const { status, activity } of await sync(part, counted.bindings)) {
      expect(status).toBe('created');
      expect(activity).toMatchObject({ prescription_stale: false, safety: { not_instructions: true } });
    }
    // One batch to read and one to write in each of two shards.
    expect(counted.made).toMatchObject({ readBatches: 2, writeBatches: 2 });
    expect(counted.made.queries).toBeLessThan(30);
  }
  const { events: synced, cursor } = await readFeed(key, { types: 'activity.*,prescription.*' });
  expect(Map.groupBy(typesOf({ events: synced }), (type) => type).get('activity.created')).toHaveLength(210);
  const again = countedRows();
  for (const part of calls) {
    expect(new Set(statuses(await sync(part, again.bindings)))).toEqual(new Set(['unchanged']));
  }
  expect(again.made.rowsWritten).toBe(0);
  const since = { types: 'activity.*,prescription.*', cursor };
  expect((await readFeed(key, since)).events).toEqual([]);
  const edited = weekOf(riders, {
    'rider-0-1': { duration_min: 100 },
    'rider-1-2': { name: 'Renamed' },
    'rider-2-3': { scheduled_at: '2026-11-09T08:00:00Z' },
  });
  const results = await sync(edited.slice(0, 100));
  expect(statuses(results).filter((status) => status !== 'unchanged')).toEqual([
    'updated',
    'updated',
    'updated',
  ]);
  const { events } = await readFeed(key, since);
  const told = events.map(({ type, data }) => [data.activity_external_id, type, data.changed]);
  expect(told.sort()).toEqual([
    ['rider-0-1', 'activity.updated', ['duration_min']],
    ['rider-0-1', 'prescription.calculated', undefined],
    ['rider-1-2', 'activity.updated', ['name']],
    ['rider-1-2', 'prescription.calculated', undefined],
    ['rider-2-3', 'activity.updated', ['scheduled_at']],
    ['rider-2-3', 'prescription.calculated', undefined],
  ]);
  const [first] = results;
  expect(first.activity).toMatchObject({ duration_min: 100, prescription_stale: false });
  const path = `/v1/athletes/${first.activity.athlete_id}/activities/${first.activity.id}`;
  expect((await call('GET', path, { key })).json).toEqual(first.activity);
});

test('failed items are errors in their places, and the rest are done', async () => {
  const { key, ids, liveKey } = await partnerWith(['a', 'b']);
  const foreign = await partnerWith(['a']);
  const live = await post(liveKey, ATHLETES, { athletes: [{ external_id: 'a' }] });
  const item = (more: object) => ({ external_id: 'w', ...RUN, ...more });
  const activities = [
    item({ athlete_id: ids[0] }),
    item({ athlete_external_id: 'a' }),
    item({ athlete_id: foreign.ids[0] }),
    item({ athlete_id: live[0].athlete.id }),
    item({ athlete_external_id: 'nobody' }),
    item({}),
    item({ athlete_id: ids[1], athlete_external_id: 'b' }),
    { athlete_id: ids[1], external_id: 'w', name: 'x' },
    item({ athlete_id: ids[1], external_id: 'v' }),
    item({ athlete_id: ids[1], external_id: 'u', duration_min: 0 }),
    item({ athlete_id: 'nonsense' }),
    item({ athlete_id: ids[1], external_id: 's', segments: [RUN, RUN] }),
  ];
  const results = await post(key, ACTIVITIES, { activities });
  expect(statuses(results)).toEqual([
    'created',
    'duplicate_item',
    'athlete_not_found',
    'environment_mismatch',
    'athlete_not_found',
    'validation_failed',
    'validation_failed',
    'validation_failed',
    'created',
    'validation_failed',
    'athlete_not_found',
    'validation_failed',
  ]);
  expect(results[7].error.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '/type',
    '/duration_min',
  ]);
  const names = activities.map(({ external_id, ...rest }) => ({
    external_id,
    ...('athlete_id' in rest ? { athlete_id: rest.athlete_id } : {}),
    ...('athlete_external_id' in rest ? { athlete_external_id: rest.athlete_external_id } : {}),
  }));
  const deleted = await post(key, DELETION, { activities: names });
  expect(statuses(deleted)).toEqual([
    'deleted',
    'duplicate_item',
    'athlete_not_found',
    'environment_mismatch',
    'athlete_not_found',
    'validation_failed',
    'validation_failed',
    'absent',
    'deleted',
    'absent',
    'athlete_not_found',
    'absent',
  ]);
});

test('calculates unchanged activities only if their prescription is missing or stale', async () => {
  const { key } = await partnerWith(['a', 'b']);
  const activities = weekOf(['a', 'b']);
  await post(key, ACTIVITIES, { activities });
  const sync = async () => {
    const counted = countedRows();
    const results = await post(key, ACTIVITIES, { activities, calculate: true }, counted.bindings);
    expect(new Set(statuses(results))).toEqual(new Set(['unchanged']));
    return { results, writeBatches: counted.made.writeBatches };
  };
  const missing = await sync();
  expect(missing.writeBatches).toBe(2);
  expect(missing.results[0].activity.prescription).not.toBeNull();
  expect((await sync()).writeBatches).toBe(0);
  await post(key, ATHLETES, { athletes: [{ external_id: 'a', body_mass_kg: 90 }] });
  const stale = await sync();
  expect(stale.writeBatches).toBe(1);
  expect(stale.results[0].activity.prescription_stale).toBe(false);
});

test('a change of an activity with feedback refolds what was learned; its deletion unlearns it', async () => {
  const { key, ids } = await partnerWith(['a']);
  const activities = weekOf(['a']);
  const [{ activity }] = await post(key, ACTIVITIES, { activities, calculate: true });
  const path = `/v1/athletes/${ids[0]}/activities/${activity.id}`;
  await makeFeedback(key, path, { hydration_feel: 'dehydrated', energy_level: 'low' });
  const edited = weekOf(['a'], { 'a-1': { duration_min: 120 } });
  const results = await post(key, ACTIVITIES, { activities: edited, calculate: true });
  expect(statuses(results).slice(0, 2)).toEqual(['updated', 'unchanged']);
  expect((await call('GET', path, { key })).json).toEqual(results[0].activity);
  const deleted = await post(key, DELETION, { activities: activities.map(nameOf) });
  expect(new Set(statuses(deleted))).toEqual(new Set(['deleted']));
  expect((await call('GET', `/v1/athletes/${ids[0]}/activities`, { key })).json.data).toEqual([]);
  expect(new Set(statuses(await post(key, DELETION, { activities: activities.map(nameOf) })))).toEqual(
    new Set(['absent']),
  );
});

test('identical concurrent batches and deletions leave each activity at most once', async () => {
  const { key, ids } = await partnerWith(['a', 'b', 'c']);
  const activities = weekOf(['a', 'b', 'c']);
  const body = { activities, calculate: true };
  const both = await Promise.all([1, 2, 3].map(() => post(key, ACTIVITIES, body)));
  for (const results of both) {
    expect(results.filter(({ error }: Result) => error)).toEqual([]);
    const own = results.map((result: { activity: { id: string } }) => result.activity.id);
    expect(own).toEqual(both[0].map((result: { activity: { id: string } }) => result.activity.id));
  }
  expect(both.flat().filter(({ status }) => status === 'created')).toHaveLength(21);
  const list = await call('GET', `/v1/athletes/${ids[0]}/activities?limit=100`, { key });
  expect(list.json.data).toHaveLength(7);
  const deletions = await Promise.all(
    [1, 2].map(() => post(key, DELETION, { activities: activities.map(nameOf) })),
  );
  expect(deletions.flat().filter(({ status }) => status === 'deleted')).toHaveLength(21);
});

test('a race for one external_id between read and write is resolved by retries, and fails only that item if it never ends', async () => {
  const { key, ids } = await partnerWith(['a']);
  const list = `/v1/athletes/${ids[0]}/activities`;
  let rivals = 0;
  let rivalsMax = Number.POSITIVE_INFINITY;
  // Before each batch that writes, another request creates or changes the first item.
  const writing = /^(insert into|update) "activities"/i;
  const bindings = insteadOf(ids[0], (database) =>
    withBatchesOf(database, writing, async (send) => {
      if (rivals < rivalsMax) {
        rivals += 1;
        const found = await call('GET', `${list}?external_id=a-1`, { key });
        const [rival] = found.json.data;
        if (rival) await call('PATCH', `${list}/${rival.id}`, { key, body: { name: `rival ${rivals}` } });
        else await call('POST', list, { key, body: { ...RUN, external_id: 'a-1' } });
      }
      return send();
    }),
  );
  const results = await post(key, ACTIVITIES, { activities: weekOf(['a']), calculate: true }, bindings);
  expect(rivals).toBeGreaterThan(2);
  expect(rivals).toBeLessThanOrEqual(10);
  expect(statuses(results)).toEqual([
    'temporarily_unavailable',
    ...Array.from({ length: 6 }, () => 'created'),
  ]);
  // Failed items stored nothing: the rival's activity has no prescription from a change that was never
  // made.
  const [rival] = (await call('GET', `${list}?external_id=a-1`, { key })).json.data;
  expect(rival).toMatchObject({ name: `rival ${rivals}`, prescription: null });
  rivalsMax = rivals + 2;
  const again = await post(key, ACTIVITIES, { activities: weekOf(['a']), calculate: true }, bindings);
  expect(statuses(again)[0]).toBe('updated');
  expect(rivals).toBe(rivalsMax);
});

test('100 items of the largest size are accepted, read and written in one batch each', async () => {
  const { key, ids } = await partnerWith(['a']);
  const activities = Array.from({ length: 100 }, (_, index) => ({
    athlete_id: ids[0],
    external_id: `${index}-${'𝄞'.repeat(100)}`,
    name: '長'.repeat(200),
    type: 'triathlon',
    duration_min: 600,
    segments: Array.from({ length: 10 }, () => ({
      type: 'open_water_swim',
      duration_min: 60,
      intensity_level: 9,
    })),
  }));
  const counted = countedRows();
  const results = await post(key, ACTIVITIES, { activities, calculate: true }, counted.bindings);
  expect(new Set(statuses(results))).toEqual(new Set(['created']));
  expect(counted.made).toMatchObject({ readBatches: 1, writeBatches: 1 });
  const name = 'x'.repeat(512 * 1024);
  expect((await call('POST', ACTIVITIES, { key, body: { activities: [{ name }] } })).status).toBe(413);
});

test('50 of one activity with different values are each resolved within the request', async () => {
  const { testKey: key } = await makePartner();
  await post(key, ATHLETES, { athletes: [{ external_id: 'a', body_mass_kg: 60 }] });
  const results = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const activity = {
        athlete_external_id: 'a',
        external_id: 'one',
        type: 'run',
        duration_min: 60 + index,
      };
      return (await post(key, ACTIVITIES, { activities: [activity], calculate: true }))[0];
    }),
  );
  expect(results.flatMap((result) => result?.error?.code ?? [])).toEqual([]);
  expect(results.filter((result) => result?.status === 'created')).toHaveLength(1);
});
