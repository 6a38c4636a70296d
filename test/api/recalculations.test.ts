import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { announceEngine } from '#partner/events/announce-engine.ts';
import { DAY_MS } from '#platform/clock.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { makeAthlete } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { runSchedule, runToTheEnd } from '../support/crons.ts';
import { readFeed } from '../support/event-feed.ts';
import { makePartner } from '../support/partners.ts';
import { databaseOf, insteadOf } from '../support/shards.ts';
import { later } from '../support/stopped-clock.ts';
import {
  beforeBatch,
  calculatedSince,
  copyActivities,
  finish,
  finished,
  instantOf,
  isStale,
  makeMixed,
  RECALCULATIONS,
  read,
  scheduled,
  send,
  start,
  watchedQueue,
} from './recalculations.ts';

const dayOf = (day: number) => instantOf(day).slice(0, 10);

/** Starts a recalculation and does what its message says. */
async function run(key: string, body: object = {}) {
  const { sent, bindings } = watchedQueue();
  const { id } = await send(key, 'POST', RECALCULATIONS, body, bindings);
  expect(sent).toHaveLength(1);
  for (const message of sent) await runToTheEnd(message, env);
  return read(key, id);
}

beforeAll(() => loadTestCatalogue());

// The job takes whichever recalculation waits, so none is left from another test.
beforeEach(async () => {
  await env.REGISTRY.prepare('UPDATE recalculations SET finished_at = 1 WHERE finished_at IS NULL').run();
});

describe('the selected activities', () => {
  test('stale: by default what is stale or missing from yesterday to today + 14, in every shard, by the job that its message names', async () => {
    const { testKey: key } = await makePartner();
    const { first, second, cursor, ...ids } = await makeMixed(key);
    const done = await run(key);
    expect(done).toMatchObject({ status: 'done', matched: 3, calculated: 2, unchanged: 1, failed: 0 });
    expect(done.finished_at >= done.started_at && done.started_at >= done.created_at).toBe(true);
    expect(await calculatedSince(key, cursor)).toEqual([ids.missing, ids.stale].sort());
    expect(await isStale(key, second, ids.stale)).toBe(false);
    expect(await isStale(key, first, ids.missing)).toBe(false);
    expect(await isStale(key, second, ids.past)).toBe(true);
    expect(await finished(key)).toEqual([{ recalculation_id: done.id }]);
    // A repetition finds nothing to do.
    expect(await run(key)).toMatchObject({ status: 'done', matched: 3, calculated: 0, unchanged: 3 });
  });

  test('a request without a body selects the defaults, as an empty object does', async () => {
    const { testKey: key } = await makePartner();
    await makeMixed(key);
    const { json, status } = await call('POST', RECALCULATIONS, { key });
    expect(status).toBe(202);
    await finish();
    expect(await read(key, json.id)).toMatchObject({ status: 'done', matched: 3, calculated: 2 });
    const odd = await call('POST', RECALCULATIONS, {
      key,
      rawBody: 'only=all',
      headers: { 'content-type': 'text/plain' },
    });
    expect(refusal(odd)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  test('all: every activity of the days, each once', async () => {
    const { testKey: key } = await makePartner();
    const { cursor, past: _past, first: _first, second: _second, ...ids } = await makeMixed(key);
    const done = await run(key, { only: 'all' });
    expect(done).toMatchObject({ status: 'done', matched: 3, calculated: 3, unchanged: 0, failed: 0 });
    expect(await calculatedSince(key, cursor)).toEqual(Object.values(ids).sort());
  });

  test('athlete_ids: only these athletes, none of another partner, and no identifier is kept at the end', async () => {
    const [mine, other] = [await makePartner(), await makePartner()];
    const world = await makeMixed(mine.testKey);
    const foreign = (await makeAthlete(other.testKey)).id;
    const untouched = await scheduled(other.testKey, foreign);
    const athlete_ids = [world.second, foreign, world.second, 'ath_nobody'];
    const done = await run(mine.testKey, { athlete_ids, only: 'all' });
    expect(done).toMatchObject({ status: 'done', matched: 1, calculated: 1 });
    expect(await calculatedSince(mine.testKey, world.cursor)).toEqual([world.stale]);
    expect(await isStale(other.testKey, foreign, untouched)).toBe(true);
    const row = await env.REGISTRY.prepare('SELECT * FROM recalculations WHERE id = ?').bind(done.id).first();
    expect(JSON.stringify(row)).not.toContain('ath_');
  });

  test('an athlete of the other environment is a mismatch, before the shape of the rest matters', async () => {
    const { testKey, liveKey } = await makePartner();
    const athlete_ids = [(await makeAthlete(testKey)).id];
    for (const wrong of [{}, { from: '2026-12-02', to: '2026-12-01' }, { only: 'some' }, { days: 14 }]) {
      const reply = await call('POST', RECALCULATIONS, { key: liveKey, body: { athlete_ids, ...wrong } });
      expect(refusal(reply)).toMatchObject({ status: 401, code: 'environment_mismatch' });
    }
  });

  test('the days are inclusive in UTC; days in the wrong order are rejected', async () => {
    const { testKey: key } = await makePartner();
    const athlete = (await makeAthlete(key)).id;
    const instants = [
      instantOf(9, '23:59:59.999'),
      instantOf(10, '00:00:00.000'),
      instantOf(11, '23:59:59.999'),
      instantOf(12, '00:00:00.000'),
    ];
    const ids: string[] = [];
    for (const scheduled_at of instants) {
      const body = { type: 'run', duration_min: 60, scheduled_at };
      ids.push((await send(key, 'POST', `/v1/athletes/${athlete}/activities`, body)).id);
    }
    const { cursor } = await readFeed(key);
    const id = await start(key, { from: dayOf(10), to: dayOf(11) });
    await finish();
    expect(await read(key, id)).toMatchObject({ matched: 2, calculated: 2 });
    expect(await calculatedSince(key, cursor)).toEqual([ids[1], ids[2]].sort());
    for (const body of [{ from: dayOf(2), to: dayOf(1) }, { to: dayOf(-1) }]) {
      const reply = await call('POST', RECALCULATIONS, { key, body });
      expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: ['/to'] });
    }
  });

  test('a new engine: stale prescriptions are current afterwards, and nothing is calculated twice', async () => {
    const { testKey: key } = await makePartner();
    const athlete = (await makeAthlete(key)).id;
    const ids = [await scheduled(key, athlete, 0, true), await scheduled(key, athlete, 5, true)].sort();
    // An engine update leaves stored prescriptions with the previous hash and version.
    await databaseOf(athlete)
      .prepare(
        "UPDATE prescriptions SET fingerprint = 'before', engine_version = 'before' WHERE athlete_id = ?",
      )
      .bind(athlete)
      .run();
    const registry = openDatabase(env.REGISTRY);
    await announceEngine(registry, 'before', Date.now());
    await announceEngine(registry, 'after', Date.now());
    const { events, cursor } = await readFeed(key);
    expect(events.map(({ type }) => type)).toContain('engine.updated');
    expect(await isStale(key, athlete, ids[0] ?? '')).toBe(true);
    expect(await run(key)).toMatchObject({ status: 'done', matched: 2, calculated: 2 });
    expect(await calculatedSince(key, cursor)).toEqual(ids);
    for (const id of ids) expect(await isStale(key, athlete, id)).toBe(false);
  });
});

describe('one at a time', () => {
  test.each([
    ['without a key', () => undefined],
    ['with one Idempotency-Key', () => ({ 'idempotency-key': 'nightly' })],
    ['with an Idempotency-Key each', (index: number) => ({ 'idempotency-key': `nightly-${index}` })],
  ])(
    '50 equal recalculations at once, %s, are one: always 202 with the same id',
    async (_keys, headersOf) => {
      const { testKey: key } = await makePartner();
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const headers = headersOf(index);
          return call('POST', RECALCULATIONS, { key, body: { only: 'all' }, ...(headers && { headers }) });
        }),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
      expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1);
    },
  );

  test('an equal recalculation started later learns which one is running', async () => {
    const { testKey: key } = await makePartner();
    const first = await call('POST', RECALCULATIONS, { key, body: {} });
    const later = await call('POST', RECALCULATIONS, { key, body: {}, bindings: { CLOCK_OFFSET_S: '3' } });
    expect(refusal(later)).toMatchObject({ status: 409, code: 'recalculation_running' });
    expect(later.json.error.resource_id).toBe(first.json.id);
  });

  test('of two simultaneous ones one starts, and the other learns which; another environment may run its own', async () => {
    const { testKey: key, liveKey } = await makePartner();
    const bodies = [{ only: 'stale' }, { only: 'all' }];
    const replies = await Promise.all(bodies.map((body) => call('POST', RECALCULATIONS, { key, body })));
    const [started, refused] = replies.sort((one, other) => one.status - other.status);
    expect(started?.status).toBe(202);
    expect(started?.headers.get('location')).toBe(
      `https://musette.test${RECALCULATIONS}/${started?.json.id}`,
    );
    expect(refused && refusal(refused)).toMatchObject({ status: 409, code: 'recalculation_running' });
    expect(refused?.json.error.resource_id).toBe(started?.json.id);
    const live = await call('POST', RECALCULATIONS, { key: liveKey, body: {} });
    expect(live.status).toBe(202);
  });

  test('a replay with its Idempotency-Key answers the first recalculation; a refusal frees the key', async () => {
    const { testKey: key } = await makePartner();
    const headers = { 'idempotency-key': 'nightly' };
    const first = await call('POST', RECALCULATIONS, { key, headers, body: {} });
    const again = await call('POST', RECALCULATIONS, { key, headers, body: {} });
    expect([again.status, again.json.id]).toEqual([202, first.json.id]);
    const second = { key, headers: { 'idempotency-key': 'second' }, body: { only: 'all' } };
    expect((await call('POST', RECALCULATIONS, second)).status).toBe(409);
    await finish();
    expect((await call('POST', RECALCULATIONS, second)).status).toBe(202);
  });

  test('cancelled in the middle: finished work stays, the rest is dropped, and another one may start', async () => {
    const { testKey: key } = await makePartner();
    const athlete = (await makeAthlete(key)).id;
    await copyActivities(athlete, await scheduled(key, athlete), 600);
    const id = await start(key);
    let reads = 0;
    const cancelling = insteadOf(athlete, (database) =>
      beforeBatch(database, async () => {
        // The read of the second page.
        reads += 1;
        if (reads === 4) await send(key, 'DELETE', `${RECALCULATIONS}/${id}`);
      }),
    );
    await finish(cancelling);
    const cancelled = await read(key, id);
    expect(cancelled).toMatchObject({ status: 'cancelled', matched: 250, calculated: 250 });
    expect((await call('DELETE', `${RECALCULATIONS}/${id}`, { key })).status).toBe(204);
    expect(await read(key, id)).toEqual(cancelled);
    expect(await finished(key)).toEqual([{ recalculation_id: id }]);
    const next = await start(key);
    await finish();
    // The second page was in progress when it was cancelled.
    expect(await read(key, next)).toMatchObject({ matched: 601, calculated: 101, unchanged: 500 });
  });

  test('a termination and a sandbox reset cancel it; after 30 days it is forgotten', async () => {
    const ended = await makePartner();
    const id = await start(ended.testKey);
    const path = `/operator/v1/partners/${ended.partnerId}/terminate`;
    await send(env.OPERATOR_TOKEN, 'POST', path);
    const sandbox = await makePartner();
    const interrupted = await start(sandbox.testKey);
    await send(sandbox.testKey, 'POST', '/v1/sandbox/reset');
    expect(await read(sandbox.testKey, interrupted)).toMatchObject({ status: 'cancelled' });
    const status = () =>
      env.REGISTRY.prepare('SELECT status FROM recalculations WHERE id = ?').bind(id).first('status');
    expect(await status()).toBe('cancelled');
    expect(refusal(await call('POST', RECALCULATIONS, { key: ended.testKey, body: {} }))).toMatchObject({
      status: 403,
      code: 'partner_terminated',
    });
    await runSchedule('53 * * * *', { ...env, ...later((29 * DAY_MS) / 1000) });
    expect(await status()).toBe('cancelled');
    await runSchedule('53 * * * *', { ...env, ...later((31 * DAY_MS) / 1000) });
    expect(await status()).toBeNull();
  });
});
