import { describe, expect, test } from 'vitest';
import { recordingFileExample } from '#nutrition/recordings/recording-shape.ts';
import { call, refusal } from '../support/client.ts';
import { type Learner, makeLearner, PROFILE, RIDE } from '../support/learners.ts';
import { NOON_MS, stopClock } from '../support/stopped-clock.ts';

const WEATHER = { temperature_c: 24, humidity_percent: 55 };
/** A weighed report whose lesson depends on the length of the session. */
const WEIGHED = {
  body_mass_before_kg: 70,
  body_mass_after_kg: 68.6,
  urinated: 'no',
  clothing_after: 'dry',
  gi_comfort: 'good',
  energy_level: 'adequate',
  actual_intake: { carbs_grams: 120, fluid_ml: 1400 },
};
const PLANNED = {
  type: 'run',
  duration_min: 240,
  intensity_level: 5,
  weather: WEATHER,
  scheduled_at: '2026-06-01T08:00:00Z',
};

const stateOf = async ({ learned }: Learner) =>
  Object.fromEntries(
    Object.entries(await learned()).map(([name, { mean, observations, updated_at }]) => [
      name,
      [mean, observations, updated_at],
    ]),
  );

/** Reports on one session and returns what was learned. */
async function learnedFrom(session: object, feedback: object) {
  const learner = await makeLearner({ profile: { ...PROFILE, time_zone: 'Europe/Berlin' } });
  const reply = await learner.report(feedback, session);
  expect(reply.status).toBe(201);
  return { state: await stateOf(learner), reply, learner };
}

describe('feedback learns from the session as it was done', () => {
  test.each([
    ['half of the time', PLANNED, { duration_min: 120 }, { ...PLANNED, duration_min: 120 }],
    ['half as long again', PLANNED, { duration_min: 360 }, { ...PLANNED, duration_min: 360 }],
    [
      'half of the time is half of the way',
      { ...PLANNED, distance_km: 40, elevation_gain_m: 800 },
      { duration_min: 120 },
      { ...PLANNED, duration_min: 120, distance_km: 20, elevation_gain_m: 400 },
    ],
    [
      'another way in the planned time',
      { ...PLANNED, distance_km: 40, elevation_gain_m: 800 },
      { distance_km: 33, elevation_gain_m: 300 },
      { ...PLANNED, distance_km: 33, elevation_gain_m: 300 },
    ],
    [
      'an effort instead of the planned way',
      { ...PLANNED, distance_km: 40 },
      { intensity_level: 3 },
      { ...PLANNED, intensity_level: 3 },
    ],
    [
      'other weather',
      PLANNED,
      { weather: { temperature_c: 31, humidity_percent: 70 } },
      { ...PLANNED, weather: { temperature_c: 31, humidity_percent: 70 } },
    ],
    ['a roof', PLANNED, { is_indoor: true }, { ...PLANNED, type: 'treadmill_run' }],
    [
      'power instead of the planned level',
      { ...RIDE, weather: WEATHER },
      { average_power_w: 150 },
      { ...RIDE, intensity_level: null, average_power_w: 150, weather: WEATHER },
    ],
    [
      'legs that keep their shares',
      {
        ...PLANNED,
        type: 'brick',
        segments: [
          { type: 'bike', duration_min: 180 },
          { type: 'run', duration_min: 60 },
        ],
      },
      { duration_min: 120 },
      {
        ...PLANNED,
        type: 'brick',
        duration_min: 120,
        segments: [
          { type: 'bike', duration_min: 90 },
          { type: 'run', duration_min: 30 },
        ],
      },
    ],
    [
      'a planned structure of another length',
      {
        ...PLANNED,
        intensity_level: 4,
        steps: [
          { duration_min: 120, intensity: { level: 3 } },
          { duration_min: 120, intensity: { level: 5 } },
        ],
      },
      { duration_min: 120 },
      { ...PLANNED, intensity_level: 4, duration_min: 120 },
    ],
    ['a heart rate, which teaches nothing', PLANNED, { average_heart_rate_bpm: 141 }, PLANNED],
    ['nothing', PLANNED, { duration_min: null }, PLANNED],
  ])('%s teaches what a session planned like that teaches', async (_what, planned, actual, done) => {
    const asDone = await learnedFrom(planned, { ...WEIGHED, actual });
    const asPlanned = await learnedFrom(done, WEIGHED);
    expect(asDone.state).toEqual(asPlanned.state);
  });

  test('shows what was reported beside the plan, also in the export', async () => {
    const actual = {
      started_at: '2026-06-01T11:00:00+02:00',
      duration_min: 130,
      weather: WEATHER,
      is_indoor: false,
    };
    const { reply, learner } = await learnedFrom(PLANNED, { ...WEIGHED, actual });
    const shown = {
      started_at: '2026-06-01T09:00:00.000Z',
      duration_min: 130,
      weather: { ...WEATHER, shade: false },
      is_indoor: false,
    };
    expect(reply.json.actual).toEqual(shown);
    const { data } = (await call('GET', `${learner.path}/activities`, { key: learner.key })).json;
    expect([data[0].duration_min, data[0].feedback.actual]).toEqual([240, shown]);
    const text = (await call('POST', `${learner.path}/export`, { key: learner.key })).text;
    expect(text).toContain('2026-06-01T09:00:00.000Z');
  });
});

describe('a reported start', () => {
  const LATER = { ...PLANNED, scheduled_at: '2026-07-01T08:00:00Z' };

  test('is the time of the session, whatever its schedule says or becomes', async () => {
    const actual = { started_at: '2026-06-01T08:00:00Z' };
    const { state, learner } = await learnedFrom(LATER, { ...WEIGHED, actual });
    expect(state).toEqual((await learnedFrom(PLANNED, WEIGHED)).state);
    const [activity] = (await call('GET', `${learner.path}/activities`, { key: learner.key })).json.data;
    const path = `${learner.path}/activities/${activity.id}`;
    await call('PATCH', path, { key: learner.key, body: { scheduled_at: '2026-03-01T08:00:00Z' } });
    expect(await stateOf(learner)).toEqual(state);
    const without = await learner.give(path, WEIGHED);
    expect(without.status).toBe(200);
    expect(await stateOf(learner)).toEqual(
      (await learnedFrom({ ...PLANNED, scheduled_at: '2026-03-01T08:00:00Z' }, WEIGHED)).state,
    );
    expect((await call('DELETE', `${path}/feedback`, { key: learner.key })).status).toBe(204);
    expect((await learner.learned()).sweat_rate_multiplier?.observations ?? 0).toBe(0);
  });

  test('puts sessions in the order in which they were done', async () => {
    const orders = [
      ['2026-05-01T08:00:00Z', '2026-05-20T08:00:00Z'],
      ['2026-05-20T08:00:00Z', '2026-05-01T08:00:00Z'],
    ];
    const states = [];
    for (const starts of orders) {
      const learner = await makeLearner();
      for (const started_at of starts) {
        const heavier = started_at.includes('20') ? { body_mass_after_kg: 68.2 } : {};
        await learner.report({ ...WEIGHED, ...heavier, actual: { started_at } }, LATER);
      }
      states.push(await stateOf(learner));
    }
    expect(states[0]).toEqual(states[1]);
  });

  test('of a session that has not happened is 422 in_future, planned or reported', async () => {
    stopClock();
    const learner = await makeLearner();
    const ahead = (ms: number) => new Date(NOON_MS + ms).toISOString();
    const day = 86_400_000;
    const next = await learner.session({ ...PLANNED, scheduled_at: ahead(day + 1000) });
    for (const feedback of [WEIGHED, { ...WEIGHED, actual: { started_at: ahead(day + 2000) } }]) {
      const reply = await learner.give(next, feedback);
      expect(refusal(reply)).toMatchObject({ status: 422, pointers: ['/actual/started_at'] });
      expect(reply.json.error.errors[0].code).toBe('in_future');
    }
    expect((await learner.learned()).sweat_rate_multiplier?.observations ?? 0).toBe(0);
    expect((await learner.give(next, { ...WEIGHED, actual: { started_at: ahead(-day) } })).status).toBe(201);
    const today = await learner.session({ ...PLANNED, scheduled_at: ahead(day - 1000) });
    expect((await learner.give(today, { energy_level: 'adequate' })).status).toBe(201);
  });
});

test('what a recording answers is accepted unchanged as the actual session', async () => {
  const learner = await makeLearner();
  const headers = { 'content-type': 'application/gpx+xml' };
  const parsed = await call('POST', '/v1/recordings/parse', {
    key: learner.key,
    rawBody: recordingFileExample,
    headers,
  });
  const reply = await learner.report({ ...WEIGHED, actual: parsed.json.actual }, PLANNED);
  expect([reply.status, reply.json.actual]).toEqual([201, parsed.json.actual]);
});

test.each([
  ['a minute too long', { duration_min: 2881 }, '/actual/duration_min'],
  ['a local start', { started_at: '2026-06-01T08:00:00' }, '/actual/started_at'],
  ['a heart that stands still', { average_heart_rate_bpm: 3 }, '/actual/average_heart_rate_bpm'],
  ['an unknown member', { calories: 900 }, '/actual/calories'],
])('an actual session with %s is refused with its pointer', async (_what, actual, pointer) => {
  const learner = await makeLearner();
  const reply = await learner.report({ ...WEIGHED, actual });
  expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [pointer] });
});
