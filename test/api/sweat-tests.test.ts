import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { describe, expect, test } from 'vitest';
import { historyOf, selectWholeHistory, wholeHistoryRows } from '#nutrition/learning/history.ts';
import { writeHistory } from '#nutrition/learning/write-history.ts';
import { sweatTests } from '#platform/storage/athlete-schema.ts';
import { selectLiveAthleteOfAnyPartner } from '#platform/storage/live-athlete.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { dayOf2026, makeLearner, RIDE } from '../support/learners.ts';
import { TEST_HOME } from '../support/shards.ts';
import { NOON_MS, stopClock } from '../support/stopped-clock.ts';

const TEST = {
  type: 'run',
  duration_min: 60,
  body_mass_before_kg: 70,
  body_mass_after_kg: 69.1,
  fluid_ml: 400,
  food_g: 50,
  urine_ml: 150,
  intensity_level: 6,
  weather: { temperature_c: 22, humidity_percent: 55 },
  tested_at: '2026-05-01T09:00:00.000Z',
};

async function tester(options?: Parameters<typeof makeLearner>[0]) {
  const learner = await makeLearner(options);
  const list = `${learner.path}/sweat-tests`;
  const create = (body: object, headers: Record<string, string> = {}) =>
    call('POST', list, { key: learner.key, body, headers });
  return { ...learner, list, create };
}

describe('a sweat test', () => {
  test('answers 201 with the sweat rate and its standard error, and can be read at its Location', async () => {
    const { key, create } = await tester();
    const made = await create(TEST);
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      ...TEST,
      weather: { ...TEST.weather, shade: false },
      thermal_stress_level: null,
      sweat_sodium_mg_per_l: null,
      sweat_rate_ml_per_hr: 1031,
      usable: true,
      tier: 'full',
    });
    // Scale error .14 kg in an hour, and a variance of .02 (14 %) between identical days.
    expect(made.json.standard_error_ml_per_hr).toBe(Math.round(Math.hypot(140, Math.sqrt(0.02) * 1031)));
    expect(made.json.learned[0]).toMatchObject({
      parameter: 'sweat_rate_multiplier',
      reason: 'a weighed session gave 1031 ml/h',
    });
    const location = made.headers.get('Location') ?? '';
    expect(location).toBe(`${BASE}/v1/athletes/${made.json.athlete_id}/sweat-tests/${made.json.id}`);
    expect((await call('GET', location, { key })).json).toEqual(made.json);
  });

  test('changes the next prescription immediately, and a deletion restores the earlier one', async () => {
    const { key, list, create, calculate, learned } = await tester();
    const before = { ...(await calculate(RIDE)).prescription, calculated_at: null };
    const learnedBefore = await learned();
    const { json } = await create({ ...TEST, body_mass_after_kg: 68.2 });
    expect((await calculate(RIDE)).prescription.fluid_ml_per_hr).toBeGreaterThan(before.fluid_ml_per_hr);
    expect((await call('DELETE', `${list}/${json.id}`, { key })).status).toBe(204);
    expect({ ...(await calculate(RIDE)).prescription, calculated_at: null }).toEqual(before);
    expect(await learned()).toEqual(learnedBefore);
    for (const method of ['GET', 'DELETE']) {
      const reply = await call(method, `${list}/${json.id}`, { key });
      expect(refusal(reply)).toMatchObject({ status: 404, code: 'sweat_test_not_found' });
    }
  });

  test('with a sodium value changes sweat sodium', async () => {
    const { create, learned } = await tester();
    await create({ ...TEST, sweat_sodium_mg_per_l: 1500 });
    expect((await learned()).sweat_sodium).toMatchObject({ observations: 1, updated_at: TEST.tested_at });
  });

  test('that is implausible is stored as not usable and teaches nothing', async () => {
    const { create, learned } = await tester();
    for (const odd of [
      { body_mass_after_kg: 20, tested_at: '2026-04-01T09:00:00Z' },
      { body_mass_after_kg: 75, tested_at: '2026-04-02T09:00:00Z' },
      { duration_min: 10 },
      { urine_ml: 9000 },
    ]) {
      const { status, json } = await create({ ...TEST, ...odd });
      const { usable, learned, not_learned } = json;
      expect({ status, usable, learned, not_learned }).toEqual({
        status: 201,
        usable: false,
        learned: [],
        not_learned: [{ code: 'weighing_not_usable', message: expect.any(String) }],
      });
      expect(json.remarks).toHaveLength(1);
    }
    expect((await learned()).sweat_rate_multiplier).toMatchObject({ mean: 1, observations: 0 });
  });

  test('a retry with its Idempotency-Key is replayed (idempotency); another body under that key is rejected', async () => {
    const { create, key, list } = await tester();
    const headers = { 'idempotency-key': 'sweat-1' };
    const replies = await Promise.all([create(TEST, headers), create(TEST, headers), create(TEST, headers)]);
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1);
    const replayed = replies.filter(({ headers }) => headers.get('Idempotent-Replayed') === 'true');
    expect(replayed).toHaveLength(2);
    expect((await call('GET', list, { key })).json.data).toHaveLength(1);
    const other = await create({ ...TEST, fluid_ml: 500 }, headers);
    expect(refusal(other)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  test('ten concurrent ones all count', async () => {
    const { create, learned } = await tester();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, day) => create({ ...TEST, tested_at: dayOf2026(day) })),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect((await learned()).sweat_rate_multiplier?.observations).toBe(10);
  });

  test('the list is newest first, and cursor pagination handles equal times', async () => {
    const { key, list, create } = await tester();
    const ids: string[] = [];
    const days = ['2026-05-02', '2026-05-01', '2026-05-02', '2026-05-03', '2026-05-02'];
    for (const [index, day] of days.entries()) {
      const body = { ...TEST, fluid_ml: 400 + index, tested_at: `${day}T09:00:00Z` };
      ids.push((await create(body)).json.id);
    }
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = (await call('GET', `${list}?limit=2${cursor}`, { key })).json;
      seen.push(...page.data.map((test: { id: string }) => test.id));
      if (!page.has_more) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    const ties = [ids[0], ids[2], ids[4]].sort().reverse();
    expect(seen).toEqual([ids[3], ...ties, ids[1]]);
  });

  test('without a time uses the current one', async () => {
    const { create } = await tester();
    const { tested_at: _when, ...rest } = TEST;
    const { json } = await create(rest);
    expect(json.tested_at).toBe(json.created_at);
  });

  test.each([
    ['no mass after', { body_mass_after_kg: undefined }, '/body_mass_after_kg', 'required'],
    ['no fluid', { fluid_ml: undefined }, '/fluid_ml', 'required'],
    ['a triathlon', { type: 'triathlon' }, '/type', 'invalid_value'],
    ['no time at all', { duration_min: 0 }, '/duration_min', 'too_small'],
    ['a fraction of a minute', { duration_min: 60.5 }, '/duration_min', 'invalid_type'],
    ['a mass above 250 kg', { body_mass_before_kg: 250.1 }, '/body_mass_before_kg', 'too_big'],
    ['a mass below 20 kg', { body_mass_after_kg: 19.9 }, '/body_mass_after_kg', 'too_small'],
    ['a sodium out of range', { sweat_sodium_mg_per_l: 50 }, '/sweat_sodium_mg_per_l', 'too_small'],
    ['a day', { tested_at: '2026-05-01' }, '/tested_at', 'invalid_format'],
    ['an unknown field', { towel_g: 5 }, '/towel_g', 'unknown_field'],
  ])('refuses %s with its pointer', async (_what, change, pointer, code) => {
    const { create } = await tester();
    const reply = await create({ ...TEST, ...change });
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [pointer] });
    expect(reply.json.error.errors[0].code).toBe(code);
  });

  test('in teaser tier shows the measured rate and nothing of what was learned', async () => {
    stopClock();
    const { key, list, create } = await tester({ tier: 'teaser' });
    const { json } = await create(TEST);
    expect(json).toMatchObject({
      sweat_rate_ml_per_hr: 1031,
      learned: null,
      not_learned: null,
      remarks: null,
      tier: 'teaser',
    });
    expect((await call('GET', list, { key })).json.data).toEqual([json]);
  });

  test('whose history another write claimed first changes no stored state', async () => {
    const { athleteId, create } = await tester();
    for (const [day, mass] of [69.1, 68.4].entries())
      await create({ ...TEST, body_mass_after_kg: mass, tested_at: dayOf2026(day) });
    const db = drizzle(TEST_HOME);
    const stored = () => db.select().from(sweatTests).where(eq(sweatTests.athleteId, athleteId));
    const [[athlete], ...rows] = await db.batch([
      selectLiveAthleteOfAnyPartner(db, athleteId),
      ...selectWholeHistory(db, athleteId),
    ]);
    if (!athlete) throw new Error('the athlete was just made');
    const refolding = { principal: { keyId: 'writer', environment: 'test' }, nowMs: Date.now() } as const;
    const { revision: _claimed, ...history } = await historyOf(refolding, wholeHistoryRows(rows));
    const events = history.events.slice(1);
    const claimed = { ...history, revision: 'claimed before' };
    const late = await writeHistory(refolding, db, athlete, claimed, events);
    const [first, ...updates] = late.updates;
    if (!first) throw new Error('the later test has a state');
    const before = await stored();
    const [taken] = await db.batch([late.take, first, ...updates]);
    expect(taken.meta.changes).toBe(0);
    expect(await stored()).toEqual(before);
  });
});

describe('a sweat test that is sent again', () => {
  const stateOf = async ({ learned }: Awaited<ReturnType<typeof tester>>) =>
    Object.fromEntries(
      Object.entries(await learned()).map(([name, { mean, observations }]) => [name, [mean, observations]]),
    );

  test.each<[what: string, change: object, headers?: Record<string, string>]>([
    ['the same request', {}, {}],
    ['another spelling of its time', { tested_at: '2026-05-01T11:00:00+02:00' }],
    ['other names of what is unknown', { sweat_sodium_mg_per_l: null, source: 'scale' }],
    ['an Idempotency-Key of its own', {}, { 'idempotency-key': 'again' }],
    ['an external_id', { external_id: 'late' }],
  ] as const)('as %s is the stored one (200 unchanged) and teaches once', async (_what, change, headers) => {
    const athlete = await tester();
    const first = await athlete.create(TEST);
    const once = await stateOf(athlete);
    for (let time = 0; time < 3; time++) {
      const again = await athlete.create({ ...TEST, ...change }, headers);
      expect([again.status, again.json]).toEqual([200, first.json]);
    }
    expect(await stateOf(athlete)).toEqual(once);
    expect((await call('GET', athlete.list, { key: athlete.key })).json.data).toHaveLength(1);
  });

  test('50 times at once is stored once', async () => {
    const athlete = await tester();
    const replies = await Promise.all(Array.from({ length: 50 }, () => athlete.create(TEST)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1);
    expect((await athlete.learned()).sweat_rate_multiplier?.observations).toBe(1);
  }, 60_000);

  test('without a time is the stored one for 24 hours, and a new one after that', async () => {
    const { tested_at: _when, ...untimed } = TEST;
    const athlete = await tester();
    stopClock();
    const { json } = await athlete.create(untimed);
    stopClock(NOON_MS + 86_400_000);
    expect((await athlete.create(untimed)).json.id).toBe(json.id);
    stopClock(NOON_MS + 86_400_001);
    expect((await athlete.create(untimed)).status).toBe(201);
  });

  test('with its external_id replaces the stored one, whatever its time, and keeps its identifier', async () => {
    const athlete = await tester();
    const alone = await tester();
    const first = await athlete.create({ ...TEST, external_id: 'lab-7' });
    await athlete.create({ ...TEST, tested_at: '2026-05-20T09:00:00Z' });
    await alone.create({ ...TEST, tested_at: '2026-05-20T09:00:00Z' });
    for (const change of [
      { fluid_ml: 700 },
      { tested_at: '2026-06-01T09:00:00Z' },
      { body_mass_after_kg: 68.9, tested_at: '2026-04-01T09:00:00Z' },
    ]) {
      const body = { ...TEST, external_id: 'lab-7', ...change };
      const replaced = await athlete.create(body);
      expect([replaced.status, replaced.json]).toMatchObject([
        200,
        { id: first.json.id, external_id: 'lab-7' },
      ]);
      expect((await athlete.create(body)).json).toEqual(replaced.json);
      const fresh = await tester();
      await fresh.create({ ...TEST, tested_at: '2026-05-20T09:00:00Z' });
      await fresh.create({ ...TEST, ...change });
      expect(await stateOf(athlete)).toEqual(await stateOf(fresh));
    }
    expect((await call('DELETE', `${athlete.list}/${first.json.id}`, { key: athlete.key })).status).toBe(204);
    expect(await stateOf(athlete)).toEqual(await stateOf(alone));
  });

  test.each([
    ['from its last minute', '2026-05-01T09:59:00Z', 409],
    ['from its end', '2026-05-01T10:00:00Z', 201],
    ['to its first minute', '2026-05-01T08:01:00Z', 409],
    ['to its start', '2026-05-01T08:00:00Z', 201],
  ])('%s with other weights is %s', async (_what, tested_at, status) => {
    const { create } = await tester();
    const { json } = await create(TEST);
    const reply = await create({ ...TEST, body_mass_after_kg: 68.5, tested_at });
    expect(reply.status).toBe(status);
    if (status === 409) {
      expect(reply.json.error).toMatchObject({ code: 'overlapping_test', resource_id: json.id });
      const ofWatch = { ...TEST, source: 'wearable', body_mass_after_kg: 68.5, tested_at };
      expect((await create(ofWatch)).status).toBe(201);
      expect((await create({ ...TEST, sweat_sodium_mg_per_l: 900 })).status).toBe(201);
    }
  });

  test.each([
    ['an instant', (ms: number) => new Date(ms).toISOString()],
    ['a local time', (ms: number) => new Date(ms + 14 * 3_600_000).toISOString().slice(0, 19)],
  ])('from more than a day ahead is 422 in_future: %s', async (_what, write) => {
    stopClock();
    const { create } = await tester();
    const day = 86_400_000;
    expect((await create({ ...TEST, tested_at: write(NOON_MS + day) })).status).toBe(201);
    const reply = await create({ ...TEST, tested_at: write(NOON_MS + day + 1000) });
    expect([reply.status, reply.json.error.errors[0]]).toMatchObject([
      422,
      { code: 'in_future', pointer: '/tested_at' },
    ]);
  });
});
