import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { announceEngine } from '#partner/events/announce-engine.ts';
import { recalculateNext } from '#partner/recalculations/recalculate.ts';
import { DAY_MS } from '#platform/clock.ts';
import { parseEnv } from '#platform/env.ts';
import { newMeter, openDatabase } from '#platform/storage/database.ts';
import { INVOCATION_CALLS, type JobMessage } from '#platform/storage/job.ts';
import { countedCalls } from '../platform/counted-calls.ts';
import { atEveryCall, type When } from '../support/bindings.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { messageFor, runSchedule, runToTheEnd } from '../support/crons.ts';
import { type FeedEvent, readFeed } from '../support/event-feed.ts';
import { makePartner } from '../support/partners.ts';
import { databaseOf, insteadOf } from '../support/shards.ts';

const PATH = '/v1/recalculations';
const TEN_MINUTES = '*/10 * * * *';
const later = (seconds: number) => ({ CLOCK_OFFSET_S: String(seconds) });

/** An instant of a UTC day, counted from today. */
function instantOf(day: number, time = '12:00:00.000'): string {
  return `${new Date(Date.now() + day * DAY_MS).toISOString().slice(0, 10)}T${time}Z`;
}

const dayOf = (day: number) => instantOf(day).slice(0, 10);

async function send(key: string, method: string, path: string, body?: unknown, bindings = {}) {
  const reply = await call(method, path, { key, bindings, ...(body === undefined ? {} : { body }) });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.json;
}

async function makeAthlete(key: string, body: object = {}): Promise<string> {
  return (await send(key, 'POST', '/v1/athletes', { body_mass_kg: 70, ...body })).id;
}

async function makeActivity(key: string, athleteId: string, day = 1, calculate = false): Promise<string> {
  const path = `/v1/athletes/${athleteId}/activities${calculate ? '?calculate=true' : ''}`;
  const body = { type: 'run', duration_min: 120, intensity_level: 6, scheduled_at: instantOf(day) };
  return (await send(key, 'POST', path, body)).id;
}

/** Starts a recalculation without doing its job. */
async function start(key: string, body: object = {}): Promise<string> {
  return (await send(key, 'POST', PATH, body)).id;
}

const read = (key: string, id: string) => send(key, 'GET', `${PATH}/${id}`);

/** Does the job of recalculations until none waits. */
async function finish(bindings: object = {}): Promise<void> {
  await runToTheEnd({ database: 'registry', jobs: ['recalculate'] }, { ...env, ...bindings });
}

/** Takes one step of the recalculation that has waited longest. */
function step(bindings: object = {}, afterS = 0) {
  const place = parseEnv({ ...env, ...bindings });
  const meter = newMeter();
  const registry = openDatabase(place.registry, meter);
  return recalculateNext({ env: place, registry, meter, nowMs: Date.now() + afterS * 1000 });
}

/** Starts a recalculation and does what its message says. */
async function run(key: string, body: object = {}) {
  const { sent, bindings } = watchedQueue();
  const { id } = await send(key, 'POST', PATH, body, bindings);
  expect(sent).toHaveLength(1);
  for (const message of sent) await runToTheEnd(message, env);
  return read(key, id);
}

/** A queue that keeps what is sent to it, or refuses it. */
function watchedQueue(refusal: Error | null = null) {
  const sent: JobMessage[] = [];
  const queue = {
    send: async (message: JobMessage) => {
      if (refusal) throw refusal;
      sent.push(message);
    },
  };
  return { sent, bindings: { JOB_QUEUE: queue } };
}

async function calculatedSince(key: string, cursor: string): Promise<unknown[]> {
  const { events } = await readFeed(key, { cursor });
  return events
    .filter(({ type }: FeedEvent) => type === 'prescription.calculated')
    .map(({ data }) => data.activity_id)
    .sort();
}

/** The reported ends. */
async function finished(key: string): Promise<unknown[]> {
  const { events } = await readFeed(key, { types: 'recalculation.finished' });
  return events.map(({ data }) => data);
}

async function isStale(key: string, athleteId: string, activityId: string): Promise<boolean> {
  const shown = await send(key, 'GET', `/v1/athletes/${athleteId}/activities/${activityId}`);
  return shown.prescription === null || shown.prescription_stale;
}

/** Two athletes in two shards with a current, a stale and a missing prescription; one athlete's is out of the default days. */
async function makeMixed(key: string) {
  const first = await makeAthlete(key, { region: 'weur' });
  const second = await makeAthlete(key, { region: 'enam' });
  const stale = await makeActivity(key, second, 3, true);
  const past = await makeActivity(key, second, -2, true);
  await send(key, 'PATCH', `/v1/athletes/${second}`, { body_mass_kg: 81 });
  const current = await makeActivity(key, first, 2, true);
  const missing = await makeActivity(key, first, 14);
  const { cursor } = await readFeed(key);
  return { first, second, stale, past, current, missing, cursor };
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
    const { json, status } = await call('POST', PATH, { key });
    expect(status).toBe(202);
    await finish();
    expect(await read(key, json.id)).toMatchObject({ status: 'done', matched: 3, calculated: 2 });
    const odd = await call('POST', PATH, {
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
    const foreign = await makeAthlete(other.testKey);
    const untouched = await makeActivity(other.testKey, foreign);
    const athlete_ids = [world.second, foreign, world.second, 'ath_nobody'];
    const done = await run(mine.testKey, { athlete_ids, only: 'all' });
    expect(done).toMatchObject({ status: 'done', matched: 1, calculated: 1 });
    expect(await calculatedSince(mine.testKey, world.cursor)).toEqual([world.stale]);
    expect(await isStale(other.testKey, foreign, untouched)).toBe(true);
    const row = await env.REGISTRY.prepare('SELECT * FROM recalculations WHERE id = ?').bind(done.id).first();
    expect(JSON.stringify(row)).not.toContain('ath_');
  });

  test("an athlete or a recalculation of the other environment is a mismatch, another partner's is not found", async () => {
    const { testKey, liveKey } = await makePartner();
    const id = await makeAthlete(testKey);
    const reply = await call('POST', PATH, { key: liveKey, body: { athlete_ids: [id] } });
    expect(refusal(reply)).toMatchObject({ status: 401, code: 'environment_mismatch' });
    const mine = await start(testKey);
    const { testKey: stranger } = await makePartner();
    for (const [key, refused] of [
      [stranger, { status: 404, code: 'recalculation_not_found' }],
      [liveKey, { status: 401, code: 'environment_mismatch' }],
    ] as const) {
      for (const method of ['GET', 'DELETE']) {
        expect(refusal(await call(method, `${PATH}/${mine}`, { key }))).toMatchObject(refused);
      }
    }
    expect((await read(testKey, mine)).status).toBe('queued');
  });

  test('an athlete of the other environment is a mismatch before the shape of the rest matters', async () => {
    const { testKey, liveKey } = await makePartner();
    const athlete_ids = [await makeAthlete(testKey)];
    for (const wrong of [{ from: '2026-12-02', to: '2026-12-01' }, { only: 'some' }, { days: 14 }]) {
      const reply = await call('POST', PATH, { key: liveKey, body: { athlete_ids, ...wrong } });
      expect(refusal(reply)).toMatchObject({ status: 401, code: 'environment_mismatch' });
    }
  });

  test('the days are inclusive in UTC; days in the wrong order are rejected', async () => {
    const { testKey: key } = await makePartner();
    const athlete = await makeAthlete(key);
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
      const reply = await call('POST', PATH, { key, body });
      expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: ['/to'] });
    }
  });

  test('a new engine: stale prescriptions are current afterwards, and nothing is calculated twice', async () => {
    const { testKey: key } = await makePartner();
    const athlete = await makeAthlete(key);
    const ids = [await makeActivity(key, athlete, 0, true), await makeActivity(key, athlete, 5, true)].sort();
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
          return call('POST', PATH, { key, body: { only: 'all' }, ...(headers && { headers }) });
        }),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
      expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1);
    },
  );

  test('an equal recalculation started later learns which one is running', async () => {
    const { testKey: key } = await makePartner();
    const first = await call('POST', PATH, { key, body: {} });
    const later = await call('POST', PATH, { key, body: {}, bindings: { CLOCK_OFFSET_S: '3' } });
    expect(refusal(later)).toMatchObject({ status: 409, code: 'recalculation_running' });
    expect(later.json.error.resource_id).toBe(first.json.id);
  });

  test('of two simultaneous ones one starts, and the other learns which; another environment may run its own', async () => {
    const { testKey: key, liveKey } = await makePartner();
    const bodies = [{ only: 'stale' }, { only: 'all' }];
    const replies = await Promise.all(bodies.map((body) => call('POST', PATH, { key, body })));
    const [started, refused] = replies.sort((one, other) => one.status - other.status);
    expect(started?.status).toBe(202);
    expect(started?.headers.get('location')).toBe(`https://musette.test${PATH}/${started?.json.id}`);
    expect(refused && refusal(refused)).toMatchObject({ status: 409, code: 'recalculation_running' });
    expect(refused?.json.error.resource_id).toBe(started?.json.id);
    const live = await call('POST', PATH, { key: liveKey, body: {} });
    expect(live.status).toBe(202);
  });

  test('a replay with its Idempotency-Key answers the first recalculation; a refusal frees the key', async () => {
    const { testKey: key } = await makePartner();
    const headers = { 'idempotency-key': 'nightly' };
    const first = await call('POST', PATH, { key, headers, body: {} });
    const again = await call('POST', PATH, { key, headers, body: {} });
    expect([again.status, again.json.id]).toEqual([202, first.json.id]);
    const second = { key, headers: { 'idempotency-key': 'second' }, body: { only: 'all' } };
    expect((await call('POST', PATH, second)).status).toBe(409);
    await finish();
    expect((await call('POST', PATH, second)).status).toBe(202);
  });

  test('cancelled in the middle: finished work stays, the rest is dropped, and another one may start', async () => {
    const { testKey: key } = await makePartner();
    const athlete = await makeAthlete(key);
    await copyActivities(athlete, await makeActivity(key, athlete), 600);
    const id = await start(key);
    let reads = 0;
    const cancelling = insteadOf(athlete, (database) =>
      beforeBatch(database, async () => {
        // The read of the second page.
        reads += 1;
        if (reads === 4) await send(key, 'DELETE', `${PATH}/${id}`);
      }),
    );
    await finish(cancelling);
    const cancelled = await read(key, id);
    expect(cancelled).toMatchObject({ status: 'cancelled', matched: 250, calculated: 250 });
    expect((await call('DELETE', `${PATH}/${id}`, { key })).status).toBe(204);
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
    expect(refusal(await call('POST', PATH, { key: ended.testKey, body: {} }))).toMatchObject({
      status: 403,
      code: 'partner_terminated',
    });
    await runSchedule('53 * * * *', { ...env, ...later((29 * DAY_MS) / 1000) });
    expect(await status()).toBe('cancelled');
    await runSchedule('53 * * * *', { ...env, ...later((31 * DAY_MS) / 1000) });
    expect(await status()).toBeNull();
  });
});

/** A database that does something before each batch. */
function beforeBatch(database: D1Database, act: () => Promise<void>): D1Database {
  return new Proxy(database, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name !== 'batch') return member.bind(target);
      return async (statements: D1PreparedStatement[]) => {
        await act();
        return target.batch(statements);
      };
    },
  });
}

/** Copies an activity, for tests that need more than requests could make in time. */
async function copyActivities(athleteId: string, activityId: string, copies: number): Promise<void> {
  const { results } = await databaseOf(athleteId)
    .prepare('PRAGMA table_info(activities)')
    .all<{ name: string }>();
  const columns = results.map(({ name }) => name);
  const values = columns.map((name) =>
    name === 'id' ? "substr(activities.id, 1, 24) || printf('%06d', number.value)" : name,
  );
  await databaseOf(athleteId)
    .prepare(
      `WITH RECURSIVE number(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < ?)
      INSERT INTO activities SELECT ${values.join(', ')} FROM number CROSS JOIN activities WHERE id = ?`,
    )
    .bind(copies, activityId)
    .run();
}

describe('interrupted anywhere', () => {
  test.each<When>(['before', 'after'])(
    'a step that dies %s any storage call is continued: each activity is calculated, counted and reported once',
    async (when) => {
      const calls = await atEveryCall(when, async (bindings, place) => {
        const { testKey: key } = await makePartner();
        const world = await makeMixed(key);
        const id = await start(key, { only: 'all' });
        await finish(bindings);
        // Its lease has ended.
        await finish(later(660));
        const row = await read(key, id);
        expect(row, place).toMatchObject({ status: 'done', matched: 3, calculated: 3, failed: 0 });
        const expected = [world.current, world.missing, world.stale].sort();
        expect(await calculatedSince(key, world.cursor), place).toEqual(expected);
        expect(await finished(key), place).toEqual([{ recalculation_id: id }]);
      });
      expect(calls).toBeGreaterThan(8);
    },
  );

  test('the ten-minute cron does a recalculation whose message was lost', async () => {
    const { testKey: key } = await makePartner();
    await makeMixed(key);
    const { bindings } = watchedQueue(new Error('the queue is unavailable'));
    const { id } = await send(key, 'POST', PATH, {}, bindings);
    await runSchedule(TEN_MINUTES, env);
    expect(await read(key, id)).toMatchObject({ status: 'done', matched: 3, calculated: 2, unchanged: 1 });
  });

  test('the cron continues a recalculation whose worker was lost, at its position, once the lease has ended', async () => {
    const { testKey: key } = await makePartner();
    const { second } = await makeMixed(key);
    const id = await start(key, { only: 'all' });
    const lost = insteadOf(second, (database) =>
      beforeBatch(database, () => Promise.reject(new Error('the worker is lost'))),
    );
    await expect(step(lost)).rejects.toThrow('the worker is lost');
    const left = await read(key, id);
    expect(left).toMatchObject({ status: 'running', matched: 2, calculated: 2 });
    await runSchedule(TEN_MINUTES, { ...env, ...later(540) });
    expect(await read(key, id)).toEqual(left);
    await runSchedule(TEN_MINUTES, { ...env, ...later(660) });
    expect(await read(key, id)).toMatchObject({ status: 'done', matched: 3, calculated: 3 });
  });

  test('of any number of workers at once one has a recalculation, and the others find nothing to do', async () => {
    const { testKey: key } = await makePartner();
    await makeMixed(key);
    const id = await start(key, { only: 'all' });
    const steps = await Promise.all(Array.from({ length: 10 }, () => step()));
    expect(steps.filter(({ isDone }) => !isDone)).toEqual([{ counts: { activities: 3 }, isDone: false }]);
    expect(await read(key, id)).toMatchObject({ status: 'done', matched: 3, calculated: 3 });
  });

  test('a worker that is overtaken after its lease stops, and progress never goes backwards', async () => {
    const { testKey: key } = await makePartner();
    const { first } = await makeMixed(key);
    const id = await start(key, { only: 'all' });
    let ahead: unknown = null;
    const overtaken = insteadOf(first, (database) =>
      beforeBatch(database, async () => {
        if (ahead !== null) return;
        ahead = 'under way';
        await step({}, 660);
        ahead = await read(key, id);
      }),
    );
    expect(await step(overtaken)).toEqual({ counts: { activities: 0 }, isDone: false });
    expect(ahead).toMatchObject({ status: 'done', matched: 3, calculated: 3 });
    expect(await read(key, id)).toEqual(ahead);
    expect(await finished(key)).toEqual([{ recalculation_id: id }]);
  });

  test('after six workers were lost at one position it has failed, is reported, and another one may start', async () => {
    const { testKey: key } = await makePartner();
    const { first } = await makeMixed(key);
    const id = await start(key);
    const lost = insteadOf(first, (database) =>
      beforeBatch(database, () => Promise.reject(new Error('the worker is lost'))),
    );
    for (let run = 0; run < 6; run++) {
      expect((await read(key, id)).finished_at, `run ${run}`).toBeNull();
      await runToTheEnd(messageFor(TEN_MINUTES, 'registry'), { ...env, ...lost, ...later(660 * run) });
    }
    await runSchedule(TEN_MINUTES, { ...env, ...later(660 * 6) });
    expect(await read(key, id)).toMatchObject({ status: 'failed', matched: 0 });
    expect(await finished(key)).toEqual([{ recalculation_id: id }]);
    await start(key);
  });

  test('an activity that changes while it is calculated is calculated from its new state', async () => {
    const { testKey: key } = await makePartner();
    const athlete = await makeAthlete(key);
    const activity = await makeActivity(key, athlete);
    const path = `/v1/athletes/${athlete}/activities/${activity}`;
    const id = await start(key);
    let batches = 0;
    const changing = insteadOf(athlete, (database) =>
      beforeBatch(database, async () => {
        // Between the read of the inputs and the write.
        batches += 1;
        if (batches === 3) await send(key, 'PATCH', path, { duration_min: 240 });
      }),
    );
    await finish(changing);
    expect(await read(key, id)).toMatchObject({ status: 'done', matched: 1, calculated: 1, failed: 0 });
    expect(await isStale(key, athlete, activity)).toBe(false);
  });
});

describe('calls', () => {
  test('an invocation has the calls of at least four steps of 2,000 activities', async () => {
    const { testKey: key } = await makePartner();
    const athlete = await makeAthlete(key);
    await copyActivities(athlete, await makeActivity(key, athlete), 2100);
    const id = await start(key);
    const { bindings, made } = countedCalls();
    const startedAt = performance.now();
    expect(await step(bindings)).toEqual({ counts: { activities: 2000 }, isDone: false });
    const tookMs = performance.now() - startedAt;
    const row = await read(key, id);
    console.log(JSON.stringify({ event: 'step', ...made, activities: row.matched, ms: Math.round(tookMs) }));
    expect(row).toMatchObject({ status: 'running', matched: 2000, calculated: 2000 });
    expect(made.d1Queries * 4).toBeLessThan(INVOCATION_CALLS.d1Queries);
    expect(made.subrequests * 4).toBeLessThan(INVOCATION_CALLS.subrequests);
    await finish();
    expect(await read(key, id)).toMatchObject({ status: 'done', matched: 2101, calculated: 2101 });
  });

  test('athletes without activities are skipped a hundred at a time', async () => {
    const { testKey: key } = await makePartner();
    const body = { athletes: Array.from({ length: 100 }, (_, index) => ({ external_id: `idle-${index}` })) };
    await send(key, 'POST', '/v1/athletes/batch', body);
    const last = await makeAthlete(key);
    await makeActivity(key, last);
    const id = await start(key);
    await finish();
    expect(await read(key, id)).toMatchObject({ status: 'done', matched: 1, calculated: 1 });
  });
});
