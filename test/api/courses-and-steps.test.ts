import { describe, expect, test } from 'vitest';
import { makeAthlete, makePrescription, succeed } from '../support/builders.ts';
import { call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

const PROFILE = { body_mass_kg: 70, ftp_w: 250 };

async function athleteOf() {
  const { testKey: key } = await makePartner();
  const { path } = await makeAthlete(key, PROFILE);
  return { key, list: `${path}/activities` };
}

const RIDE = { type: 'bike', duration_min: 60 };
const step = (duration_min: number, percent_ftp: number) => ({ duration_min, intensity: { percent_ftp } });
const steady = [step(60, 75)];
/** The same mean power as `steady`, with half of the time at 100 % and half at 50 %. */
const intervals = [{ repeat: 6, steps: [step(5, 100), step(5, 50)] }];

const calculate = (key: string, activity: object) =>
  succeed('POST', '/v1/nutrition/calculate', { key, body: { profile: PROFILE, activity } });

async function expectRefused(body: object, pointer: string, code: string): Promise<void> {
  const { key, list } = await athleteOf();
  const reply = await call('POST', list, { key, body });
  expect(refusal(reply)).toMatchObject({ status: 422, code: 'validation_failed' });
  expect(reply.json.error.errors).toContainEqual(expect.objectContaining({ pointer, code }));
}

const carbOf = ({ prescription }: { prescription: { carb_g_per_hr: number } }) => prescription.carb_g_per_hr;
const fluidOf = ({ prescription }: { prescription: { fluid_ml_per_hr: number } }) =>
  prescription.fluid_ml_per_hr;

describe('steps of a structured session', () => {
  test('set the intensity if no level is sent', async () => {
    const { key } = await athleteOf();
    const ride = { type: 'bike', duration_min: 120 };
    const easy = await calculate(key, { ...ride, steps: [step(120, 50)] });
    const hard = await calculate(key, { ...ride, steps: [step(120, 90)] });
    expect(carbOf(hard)).toBeGreaterThan(carbOf(easy) + 10);
    expect(hard.missing_fields).not.toContain('intensity_level');
  });

  test('a level that is sent takes precedence', async () => {
    const { key } = await athleteOf();
    const level = { type: 'bike', duration_min: 120, intensity_level: 5 };
    const { prescription } = await calculate(key, { ...level, steps: [step(120, 95)] });
    expect(prescription).toMatchObject({
      carb_g_per_hr: carbOf(await calculate(key, level)),
    });
  });

  test('power on the bike counts by its fourth power, a heart rate by time', async () => {
    const { key } = await athleteOf();
    const long = (steps: object[]) => ({ type: 'bike', duration_min: 120, steps });
    const twice = (steps: object[]) => [...steps, ...steps];
    const even = await calculate(key, long(twice(steady)));
    const uneven = await calculate(key, long(twice(intervals)));
    expect(fluidOf(uneven)).toBeGreaterThan(fluidOf(even));
    const heart = (values: number[]) =>
      long(
        values.map((value) => ({
          duration_min: 120 / values.length,
          intensity: { percent_threshold_hr: value },
        })),
      );
    expect(fluidOf(await calculate(key, heart([90, 90])))).toBe(
      fluidOf(await calculate(key, heart([95, 85]))),
    );
  });

  test('are stored and shown as sent, and a change makes the prescription stale', async () => {
    const { key, list } = await athleteOf();
    const created = await call('POST', list, { key, body: { ...RIDE, steps: intervals } });
    expect(created.status, created.text).toBe(201);
    expect(created.json.steps).toEqual([
      {
        repeat: 6,
        steps: [
          { ...step(5, 100), name: null },
          { ...step(5, 50), name: null },
        ],
      },
    ]);
    const path = `${list}/${created.json.id}`;
    await makePrescription(key, path);
    const tag = (await call('GET', path, { key })).headers.get('etag');
    const renamed = await call('PATCH', path, {
      key,
      body: { steps: [{ ...step(60, 75), name: 'Tempo' }] },
    });
    expect(renamed.json).toMatchObject({ prescription_stale: true, steps: [{ name: 'Tempo' }] });
    expect((await call('GET', path, { key })).headers.get('etag')).not.toBe(tag);
    const cleared = await call('PATCH', path, { key, body: { steps: null } });
    expect(cleared.json.steps).toBeNull();
  });

  test.each([
    ['minutes that miss the whole', [step(57, 80)], '/steps', 'sum_mismatch'],
    [
      'more than 200 steps when written out',
      [{ repeat: 50, steps: Array(5).fill(step(0.24, 80)) }],
      '/steps',
      'too_big',
    ],
    [
      'a repetition inside a repetition',
      [{ repeat: 2, steps: intervals }],
      '/steps/0/steps/0/duration_min',
      'required',
    ],
    [
      'two measures',
      [{ duration_min: 60, intensity: { level: 5, power_w: 200 } }],
      '/steps/0/intensity/power_w',
      'unknown_field',
    ],
    ['a step of nothing', [step(0, 80), step(60, 80)], '/steps/0/duration_min', 'too_small'],
    ['repeated once', [{ repeat: 1, steps: steady }], '/steps/0/repeat', 'too_small'],
    ['no step', [], '/steps', 'too_small'],
  ])('%s is refused', async (_name, steps, pointer, code) => {
    await expectRefused({ ...RIDE, steps }, pointer, code);
  });
});

test.each([
  [{ weather: 'warm' }, '/weather', 'must be an object or an array'],
  [{ steps: [60] }, '/steps/0', 'must be an object'],
  [{ steps: [{ duration_min: 60, intensity: 5 }] }, '/steps/0/intensity', 'must be an object'],
])('%j is refused as invalid_type, with the types that %s takes', async (fields, pointer, message) => {
  const { key, list } = await athleteOf();
  const reply = await call('POST', list, { key, body: { ...RIDE, ...fields } });
  expect(reply.json.error.errors).toEqual([{ pointer, code: 'invalid_type', message }]);
});

describe('weather by the hour', () => {
  const mild = { temperature_c: 12, humidity_percent: 60 };
  const hot = { temperature_c: 33, humidity_percent: 60 };
  const run = { type: 'run', duration_min: 120, intensity_level: 5 };

  test('counts each hour by its minutes in the session', async () => {
    const { key } = await athleteOf();
    const of = async (weather: unknown) =>
      (await calculate(key, { ...run, weather })).prescription.fluid_ml_per_hr;
    const hour = (at_min: number, weather: object) => ({ at_min, ...weather });
    const [cool, warm] = [await of(mild), await of(hot)];
    expect(await of([hour(0, mild), hour(120, hot)])).toBe(cool);
    const half = await of([hour(0, mild), hour(60, hot)]);
    expect(half).toBeGreaterThan(cool);
    expect(half).toBeLessThan(warm);
  });

  test('each leg of a triathlon has its own hours', async () => {
    const { key } = await athleteOf();
    const race = { type: 'triathlon', duration_min: 660, intensity_level: 5 };
    const explained = async (weather: unknown) => {
      const body = { profile: { body_mass_kg: 70 }, activity: { ...race, weather } };
      const reply = await call('POST', '/v1/nutrition/calculate?include=explanation', { key, body });
      return reply.json.explanation.legs.map(
        (leg: { sweat_rate: { steps: { term: string; value: number }[] } }) =>
          leg.sweat_rate.steps.find(({ term }) => term === 'thermal_stress_level')?.value,
      );
    };
    const [, ride, marathon] = await explained([
      { at_min: 0, ...mild },
      { at_min: 420, ...hot },
    ]);
    expect(marathon).toBeGreaterThan(ride + 2);
  });

  test.each([
    ['a forecast that begins late', [{ at_min: 60, ...mild }], '/weather', 'invalid_order'],
    [
      'hours out of order',
      [
        { at_min: 0, ...mild },
        { at_min: 0, ...hot },
      ],
      '/weather',
      'invalid_order',
    ],
    [
      'an hour without humidity',
      [{ at_min: 0, temperature_c: 20 }],
      '/weather/0/humidity_percent',
      'required',
    ],
    ['no hour', [], '/weather', 'too_small'],
  ])('%s is refused', async (_name, weather, pointer, code) => {
    await expectRefused({ ...run, weather }, pointer, code);
  });
});

describe('a course', () => {
  const points = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      km: (42 * index) / (count - 1),
      elevation_m: 400 + 100 * Math.abs((((index / count) * 4) % 2) - 1),
      lat: 47.376912 + index / 10_000,
      lon: 8.541734 + index / 10_000,
    }));
  const run = { type: 'run', duration_min: 210 };

  test('fills in distance and climb', async () => {
    const { key } = await athleteOf();
    const fields = { distance_km: 25, elevation_gain_m: 900 };
    const bySession = await calculate(key, { ...run, ...fields });
    const byCourse = await calculate(key, { ...run, course: fields });
    expect(byCourse.prescription).toMatchObject({
      carb_g_per_hr: carbOf(bySession),
      fluid_ml_per_hr: fluidOf(bySession),
    });
    const flat = await calculate(key, { ...run, elevation_gain_m: 0, course: fields });
    expect(fluidOf(flat)).toBeLessThan(fluidOf(byCourse));
  });

  test('of 2,000 points is stored, shown with its points on a single read, and listed without', async () => {
    const { key, list } = await athleteOf();
    const course = { distance_km: 42.2, points: points(2000), aid_stations: [{ km: 10, offers: ['water'] }] };
    const created = await call('POST', list, { key, body: { ...run, course } });
    expect(created.status, created.text).toBe(201);
    expect(created.json.course.points).toHaveLength(2000);
    // Two full valleys and hills of 100 m, in steps below the noise threshold.
    expect(created.json.course.elevation_gain_m).toBeGreaterThan(180);
    expect(created.json.course.elevation_gain_m).toBeLessThan(210);
    const path = `${list}/${created.json.id}`;
    expect((await call('GET', path, { key })).json.course).toEqual(created.json.course);
    const { data } = (await call('GET', list, { key })).json;
    expect(data[0].course).toEqual({ ...created.json.course, points: null });
    await call('PATCH', path, { key, body: { name: 'Kept' } });
    expect((await call('GET', path, { key })).json.course.points).toHaveLength(2000);
    const exported = await call('POST', `${list.replace('/activities', '')}/export`, { key });
    expect(exported.json.activities[0].course.points).toHaveLength(2000);
  });

  test.each([
    [
      'points out of order',
      { distance_km: 9, points: [{ km: 5 }, { km: 4 }] },
      '/course/points',
      'invalid_order',
    ],
    [
      'a station beyond the end',
      { distance_km: 9, aid_stations: [{ km: 10, offers: [] }] },
      '/course',
      'too_big',
    ],
    ['half a position', { distance_km: 9, points: [{ km: 1, lat: 47 }] }, '/course/points/0', 'required'],
    [
      'a station with beer',
      { distance_km: 9, aid_stations: [{ km: 1, offers: ['beer'] }] },
      '/course/aid_stations/0/offers/0',
      'invalid_value',
    ],
    ['2,001 points', { distance_km: 42, points: points(2001) }, '/course/points', 'too_big'],
  ])('with %s is refused', async (_name, course, pointer, code) => {
    await expectRefused({ ...run, course }, pointer, code);
  });

  test('a batch accepts no points', async () => {
    const { key } = await athleteOf();
    const activity = { ...run, course: { distance_km: 42 } };
    const withPoints = { ...run, course: { distance_km: 42, points: points(2) } };
    const { json } = await call('POST', '/v1/nutrition/calculate/batch', {
      key,
      body: { scenarios: [{ activity }, { activity: withPoints }] },
    });
    expect(json.results[0].prescription.carb_g_per_hr).toBeGreaterThan(0);
    expect(json.results[1].error.errors).toEqual([
      expect.objectContaining({ pointer: '/activity/course/points', code: 'unknown_field' }),
    ]);
  });
});
