import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recalculateNext } from '#partner/recalculations/recalculate.ts';
import { parseEnv } from '#platform/env.ts';
import { newMeter, openDatabase } from '#platform/storage/database.ts';
import { INVOCATION_CALLS } from '#platform/storage/job.ts';
import { countedCalls } from '../platform/counted-calls.ts';
import { atEveryCall, type When } from '../support/bindings.ts';
import { makeAthlete } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { messageFor, runSchedule, runToTheEnd } from '../support/crons.ts';
import { makePartner } from '../support/partners.ts';
import { insteadOf } from '../support/shards.ts';
import { later } from '../support/stopped-clock.ts';
import {
  beforeBatch,
  calculatedSince,
  copyActivities,
  finish,
  finished,
  isStale,
  makeMixed,
  RECALCULATIONS,
  read,
  scheduled,
  send,
  start,
  watchedQueue,
} from './recalculations.ts';

const TEN_MINUTES = '*/10 * * * *';

/** Takes one step of the recalculation that has waited longest. */
function step(bindings: object = {}, afterS = 0) {
  const place = parseEnv({ ...env, ...bindings });
  const meter = newMeter();
  const registry = openDatabase(place.registry, meter);
  return recalculateNext({ env: place, registry, meter, nowMs: Date.now() + afterS * 1000 });
}

beforeAll(() => loadTestCatalogue());

// The job takes whichever recalculation waits, so none is left from another test.
beforeEach(async () => {
  await env.REGISTRY.prepare('UPDATE recalculations SET finished_at = 1 WHERE finished_at IS NULL').run();
});

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
    const { id } = await send(key, 'POST', RECALCULATIONS, {}, bindings);
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
    const athlete = (await makeAthlete(key)).id;
    const activity = await scheduled(key, athlete);
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
    const athlete = (await makeAthlete(key)).id;
    await copyActivities(athlete, await scheduled(key, athlete), 2100);
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
    const last = (await makeAthlete(key)).id;
    await scheduled(key, last);
    const id = await start(key);
    await finish();
    expect(await read(key, id)).toMatchObject({ status: 'done', matched: 1, calculated: 1 });
  });
});
