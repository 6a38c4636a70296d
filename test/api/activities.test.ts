import { describe, expect, test } from 'vitest';
import { makeActivity, makeAthlete, makePrescription } from '../support/builders.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

async function athleteOf() {
  const { testKey: key } = await makePartner();
  const { id, path } = await makeAthlete(key, { body_mass_kg: 70 });
  return { key, id, list: `${path}/activities` };
}

const RUN = { type: 'run', duration_min: 90 };

describe('creating an activity', () => {
  test('answers 201 with every field, its Location, and no prescription yet', async () => {
    const { key, list } = await athleteOf();
    const sent = {
      type: 'triathlon',
      duration_min: 330,
      intensity_level: 6,
      thermal_stress_level: 7,
      is_race_event: true,
      name: 'Middle distance 🏊🚴🏃',
      external_id: 'race-7',
      weather: { temperature_c: 24.5, humidity_percent: 60, shade: false },
      average_power_w: 190,
      altitude_m: 420,
      steps: null,
      course: {
        distance_km: 113,
        elevation_gain_m: 640,
        aid_stations: [{ km: 95, name: null, offers: ['water', 'drop_bag'] }],
        points: [
          { km: 0, elevation_m: 400, lat: 47.37, lon: 8.54 },
          { km: 113, elevation_m: null, lat: null, lon: null },
        ],
      },
      vessels: [{ kind: 'bottle', volume_ml: 700, count: 3 }],
      segments: [
        { type: 'open_water_swim', duration_min: 36, intensity_level: null },
        { type: 'bike', duration_min: 174, intensity_level: 6 },
        { type: 'run', duration_min: 120, intensity_level: null },
      ],
    };
    const body = { ...sent, scheduled_at: '2026-06-07T08:30:00+02:00' };
    const reply = await call('POST', list, { key, body });
    expect(reply.status).toBe(201);
    expect(reply.json).toMatchObject({
      ...sent,
      scheduled_at: '2026-06-07T06:30:00.000Z',
      prescription: null,
      safety: null,
      prescription_stale: false,
      products: [],
      feedback: null,
    });
    expect(reply.headers.get('Location')).toBe(`${BASE}${list}/${reply.json.id}`);
    expect((await call('GET', `${list}/${reply.json.id}`, { key })).json).toEqual(reply.json);
  });

  test.each([
    ['2026-06-07T08:30Z', '2026-06-07T08:30:00.000Z'],
    ['2026-06-07T08:30+02:00', '2026-06-07T06:30:00.000Z'],
    ['2026-06-07T08:30:15.5-03:30', '2026-06-07T12:00:15.500Z'],
  ])('a start is stored in UTC, with or without seconds: %s', async (sent, stored) => {
    const { key, list } = await athleteOf();
    const { json } = await call('POST', list, { key, body: { ...RUN, scheduled_at: sent } });
    expect(json.scheduled_at).toBe(stored);
    // What was not sent is null.
    for (const field of [
      'intensity_level',
      'thermal_stress_level',
      'is_race_event',
      'name',
      'weather',
      'segments',
    ]) {
      expect(json[field], field).toBeNull();
    }
  });

  test.each([
    ['no type', { duration_min: 60 }, '/type', 'required'],
    ['no duration', { type: 'run' }, '/duration_min', 'required'],
    ['an unknown type', { ...RUN, type: 'jog' }, '/type', 'invalid_value'],
    ['a duration of nothing', { ...RUN, duration_min: 0 }, '/duration_min', 'too_small'],
    ['a duration over two days', { ...RUN, duration_min: 2881 }, '/duration_min', 'too_big'],
    ['half a minute', { ...RUN, duration_min: 60.5 }, '/duration_min', 'invalid_type'],
    ['an intensity of ten', { ...RUN, intensity_level: 10 }, '/intensity_level', 'too_big'],
    ['a slip in a field name', { ...RUN, intensity: 9 }, '/intensity', 'unknown_field'],
    [
      'an impossible date',
      { ...RUN, scheduled_at: '2026-02-30T08:30:00Z' },
      '/scheduled_at',
      'invalid_format',
    ],
    ['half a weather', { ...RUN, weather: { temperature_c: 20 } }, '/weather/humidity_percent', 'required'],
    ['segments of a run', { ...RUN, segments: [RUN, RUN] }, '/segments', 'not_allowed'],
    [
      'segments that miss the total by two minutes',
      {
        type: 'brick',
        duration_min: 92,
        segments: [
          { type: 'bike', duration_min: 60 },
          { type: 'run', duration_min: 30 },
        ],
      },
      '/segments',
      'sum_mismatch',
    ],
    [
      'a triathlon inside a triathlon',
      {
        type: 'brick',
        duration_min: 90,
        segments: [
          { type: 'triathlon', duration_min: 60 },
          { type: 'run', duration_min: 30 },
        ],
      },
      '/segments/0/type',
      'invalid_value',
    ],
  ])('refuses %s with 422 and the field', async (_what, body, pointer, code) => {
    const { key, list } = await athleteOf();
    const reply = await call('POST', list, { key, body });
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [pointer] });
    expect(reply.json.error.errors[0].code).toBe(code);
  });

  test('reports every invalid field in one validation error', async () => {
    const { key, list } = await athleteOf();
    const reply = await call('POST', list, { key, body: { type: 'x', duration_min: -1, nope: 1 } });
    expect(refusal(reply).pointers.sort()).toEqual(['/duration_min', '/nope', '/type']);
  });
});

describe('listing activities', () => {
  async function season() {
    const { key, id, list } = await athleteOf();
    const ids: string[] = [];
    for (const scheduled_at of [
      '2026-03-01T23:59:59.999Z',
      '2026-03-02T00:00:00Z',
      '2026-03-03T12:00:00Z',
      '2026-03-04T00:00:00Z',
    ]) {
      ids.push((await makeActivity(key, id, { scheduled_at })).id);
    }
    return { key, list, ids };
  }
  const idsOf = (reply: { json: { data: { id: string }[] } }) => reply.json.data.map((row) => row.id);

  test('lists newest scheduled first, with the shape of the single read', async () => {
    const { key, list, ids } = await season();
    const reply = await call('GET', list, { key });
    expect(idsOf(reply)).toEqual([...ids].reverse());
    expect(reply.json.data[0]).toEqual((await call('GET', `${list}/${ids[3]}`, { key })).json);
  });

  test('from and to are inclusive UTC days', async () => {
    const { key, list, ids } = await season();
    expect(idsOf(await call('GET', `${list}?from=2026-03-02&to=2026-03-03`, { key }))).toEqual([
      ids[2],
      ids[1],
    ]);
    expect(idsOf(await call('GET', `${list}?to=2026-03-01`, { key }))).toEqual([ids[0]]);
    expect(idsOf(await call('GET', `${list}?from=2026-03-04`, { key }))).toEqual([ids[3]]);
  });

  test('filters by type, and cursor pagination handles equal times', async () => {
    const { key, id, list } = await athleteOf();
    const scheduled_at = '2026-05-01T10:00:00Z';
    for (let index = 0; index < 5; index++) await makeActivity(key, id, { scheduled_at });
    await makeActivity(key, id, { type: 'bike', scheduled_at });
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await call('GET', `${list}?type=run&limit=2${cursor}`, { key });
      seen.push(...idsOf(page));
      if (!page.json.has_more) break;
      cursor = `&cursor=${page.json.next_cursor}`;
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen).toEqual([...seen].sort().reverse());
  });

  test.each([
    ['from=2026-3-1', '?from', 'invalid_format'],
    ['from=2026-02-30', '?from', 'invalid_format'],
    ['from=2026-03-02&to=2026-03-01', '?from', 'invalid_range'],
    ['type=jog', '?type', 'invalid_value'],
    ['from=2026-01-01&from=2026-01-02', '?from', 'duplicate_parameter'],
  ])('refuses %s', async (query, pointer, code) => {
    const { key, list } = await athleteOf();
    const reply = await call('GET', `${list}?${query}`, { key });
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [pointer] });
    expect(reply.json.error.errors[0].code).toBe(code);
  });
});

describe('changing and deleting an activity', () => {
  test('a PATCH leaves absent fields and clears null ones', async () => {
    const { key, id } = await athleteOf();
    const { path } = await makeActivity(key, id, { name: 'Easy', intensity_level: 3 });
    const patched = await call('PATCH', path, { key, body: { intensity_level: null, duration_min: 100 } });
    expect(patched.json).toMatchObject({
      type: 'run',
      name: 'Easy',
      intensity_level: null,
      duration_min: 100,
    });
    expect(refusal(await call('PATCH', path, { key, body: { type: null } })).pointers).toEqual(['/type']);
  });

  test('a PATCH cannot break the rules between fields', async () => {
    const { key, id } = await athleteOf();
    const segments = [
      { type: 'bike', duration_min: 60 },
      { type: 'run', duration_min: 30 },
    ];
    const { path } = await makeActivity(key, id, { type: 'brick', segments });
    expect(refusal(await call('PATCH', path, { key, body: { duration_min: 120 } })).pointers).toEqual([
      '/segments',
    ]);
    expect(refusal(await call('PATCH', path, { key, body: { type: 'run' } })).pointers).toEqual([
      '/segments',
    ]);
    const both = await call('PATCH', path, { key, body: { type: 'run', segments: null } });
    expect(both.json).toMatchObject({ type: 'run', segments: null, duration_min: 90 });
  });

  test('rescheduling moves it in the list', async () => {
    const { key, id, list } = await athleteOf();
    const { path } = await makeActivity(key, id, { scheduled_at: '2026-03-01T10:00:00Z' });
    await call('PATCH', path, { key, body: { scheduled_at: '2026-04-01T10:00:00Z' } });
    expect((await call('GET', `${list}?from=2026-04-01&to=2026-04-01`, { key })).json.data).toHaveLength(1);
    expect((await call('GET', `${list}?to=2026-03-31`, { key })).json.data).toHaveLength(0);
  });

  test('If-Match rejects a PATCH or DELETE with an old ETag (412)', async () => {
    const { key, id } = await athleteOf();
    const { path } = await makeActivity(key, id);
    const etag = (await call('GET', path, { key })).headers.get('ETag') ?? '';
    await call('PATCH', path, { key, body: { name: 'changed' } });
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { name: 'lost' } : undefined;
      const reply = await call(method, path, { key, body, headers: { 'if-match': etag } });
      expect(refusal(reply)).toMatchObject({ status: 412, code: 'precondition_failed' });
    }
    const fresh = (await call('GET', path, { key })).headers.get('ETag') ?? '';
    expect((await call('DELETE', path, { key, headers: { 'if-match': `W/${fresh}` } })).status).toBe(204);
  });

  test('deleting an activity deletes its prescription', async () => {
    const { key, id } = await athleteOf();
    const { path } = await makeActivity(key, id);
    await makePrescription(key, path);
    expect((await call('DELETE', path, { key })).status).toBe(204);
    for (const [method, tail] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/prescription'],
      ['POST', '/prescription'],
    ] as const) {
      expect(refusal(await call(method, path + tail, { key }))).toMatchObject({ code: 'activity_not_found' });
    }
  });
});

test('every activity type is listed with its names on other platforms', async () => {
  const { testKey } = await makePartner();
  const { json } = await call('GET', '/v1/activity-types', { key: testKey });
  expect(json.data).toHaveLength(16);
  const types = Object.fromEntries(json.data.map((entry: { type: string }) => [entry.type, entry]));
  expect(types.indoor_bike).toMatchObject({ is_multi_sport: false, strava: ['VirtualRide'] });
  expect(types.triathlon.is_multi_sport).toBe(true);
});
