import { describe, expect, test } from 'vitest';
import { makeActivity, makeAthlete } from '../support/builders.ts';
import { call, refusal } from '../support/client.ts';
import { readFeed } from '../support/event-feed.ts';
import { makePartner } from '../support/partners.ts';
import { fc, SEED } from '../support/random-seed.ts';

const RUN = { type: 'run', duration_min: 60 } as const;
const DAY_MS = 86_400_000;

async function athleteWith(profile: object) {
  const { testKey: key } = await makePartner();
  const { id, path } = await makeAthlete(key, { ...profile });
  const create = (fields: object) => makeActivity(key, id, { ...RUN, ...fields });
  const namesOn = async (query: string) => {
    const reply = await call('GET', `${path}/activities?limit=100&${query}`, { key });
    return reply.json.data.map(({ name }: { name: string }) => name);
  };
  return { key, path, create, namesOn, patch: (body: object) => call('PATCH', path, { key, body }) };
}

const timesOf = ({ scheduled_at, scheduled_local, time_zone }: Record<string, unknown>) => [
  scheduled_at,
  scheduled_local,
  time_zone,
];

test('a local time is returned with its instant in the time zone of the activity, else of the athlete', async () => {
  const { create, patch } = await athleteWith({});
  expect(timesOf(await create({ scheduled_at: '2026-07-01T18:30' }))).toEqual([
    '2026-07-01T18:30',
    null,
    null,
  ]);
  await patch({ time_zone: 'America/Los_Angeles' });
  const scheduled_at = '2026-07-01T18:30:00';
  expect(timesOf(await create({ scheduled_at }))).toEqual([
    '2026-07-02T01:30:00.000Z',
    scheduled_at,
    'America/Los_Angeles',
  ]);
  expect(timesOf(await create({ scheduled_at, time_zone: 'Asia/Tokyo' }))).toEqual([
    '2026-07-01T09:30:00.000Z',
    scheduled_at,
    'Asia/Tokyo',
  ]);
  expect(timesOf(await create({}))).toEqual([null, null, 'America/Los_Angeles']);
});

test.each([
  ['america/vancouver', 'America/Vancouver'],
  ['EUROPE/KYIV', 'Europe/Kyiv'],
  ['Europe/Kiev', 'Europe/Kiev'],
  ['asia/ust-nera', 'Asia/Ust-Nera'],
  ['africa/porto-novo', 'Africa/Porto-Novo'],
  ['etc/gmt+5', 'Etc/GMT+5'],
  ['utc', 'UTC'],
  ['america/argentina/comodrivadavia', 'America/Argentina/ComodRivadavia'],
])('a time zone sent as %s is stored and shown as %s, of athletes and activities', async (sent, spelled) => {
  const { key, path, create } = await athleteWith({ time_zone: sent });
  expect((await call('GET', path, { key })).json.time_zone).toBe(spelled);
  const activity = await create({ time_zone: sent, scheduled_at: '2026-07-01T06:00:00' });
  expect(activity.time_zone).toBe(spelled);
  const item = `${path}/activities/${activity.id}`;
  const again = await call('PATCH', item, { key, body: { time_zone: sent.toUpperCase() } });
  expect(again.json.time_zone).toBe(spelled);
});

test('an instant is returned in UTC, with the local time of its zone or its offset', async () => {
  const { create } = await athleteWith({});
  const instant = '2026-07-01T06:00:00.000Z';
  expect(timesOf(await create({ scheduled_at: '2026-07-01T06:00:00Z' }))).toEqual([instant, null, null]);
  const withOffset = { scheduled_at: '2026-07-01T08:00:00+02:00' };
  expect(timesOf(await create(withOffset))).toEqual([instant, '2026-07-01T08:00:00', null]);
  const time_zone = 'Asia/Tokyo';
  expect(timesOf(await create({ ...withOffset, time_zone }))).toEqual([
    instant,
    '2026-07-01T15:00:00',
    time_zone,
  ]);
});

test('a day without a time comes back as its date, listed on that day between its morning and its evening', async () => {
  const { create, namesOn, key, path } = await athleteWith({ time_zone: 'Asia/Tokyo' });
  for (const [name, scheduled_at] of [
    ['evening', '2027-05-16T18:00:00'],
    ['day', '2027-05-16'],
    ['morning', '2027-05-16T06:00:00'],
    ['next', '2027-05-17'],
  ])
    await create({ name, scheduled_at });
  expect(await namesOn('from=2027-05-16&to=2027-05-16')).toEqual(['evening', 'day', 'morning']);
  const made = await create({ scheduled_at: '2027-05-16' });
  const shown = ({ scheduled_date, ...fields }: Record<string, unknown>) => [
    scheduled_date,
    ...timesOf(fields),
  ];
  expect(shown(made)).toEqual(['2027-05-16', '2027-05-16', null, 'Asia/Tokyo']);
  const patch = async (body: object) =>
    shown((await call('PATCH', `${path}/activities/${made.id}`, { key, body })).json);
  expect(await patch({ scheduled_at: '2027-05-18' })).toEqual([
    '2027-05-18',
    '2027-05-18',
    null,
    'Asia/Tokyo',
  ]);
  const local = '2027-05-18T07:00:00';
  expect(await patch({ scheduled_at: local })).toEqual([
    null,
    '2027-05-17T22:00:00.000Z',
    local,
    'Asia/Tokyo',
  ]);
  expect(await patch({ scheduled_at: null })).toEqual([null, null, null, 'Asia/Tokyo']);
  for (const wrong of ['2027-02-30', '2027-5-16', '1969-12-31', '2101-01-01', '16.05.2027', '2027-05']) {
    const body = { ...RUN, scheduled_at: wrong };
    expect(refusal(await call('POST', `${path}/activities`, { key, body })).pointers, wrong).toEqual([
      '/scheduled_at',
    ]);
  }
});

test('a time that clocks skip is shown moved, a repeated one is the first', async () => {
  const { create } = await athleteWith({ time_zone: 'Europe/Berlin' });
  expect(timesOf(await create({ scheduled_at: '2026-03-29T02:30:00' }))).toEqual([
    '2026-03-29T01:30:00.000Z',
    '2026-03-29T03:30:00',
    'Europe/Berlin',
  ]);
  const autumn = await create({ scheduled_at: '2026-10-25T02:30:00' });
  expect(autumn.scheduled_at).toBe('2026-10-25T00:30:00.000Z');
});

test('an idempotent creation and one that calculates are in the time zone of the athlete too', async () => {
  const { key, path } = await athleteWith({ time_zone: 'Asia/Tokyo', body_mass_kg: 70 });
  const body = { ...RUN, scheduled_at: '2026-07-01T06:00:00' };
  const headers = { 'Idempotency-Key': 'a' };
  const first = await call('POST', `${path}/activities`, { key, body, headers });
  expect(first.json.scheduled_at).toBe('2026-06-30T21:00:00.000Z');
  const again = await call('POST', `${path}/activities`, { key, body, headers });
  expect(again.json).toEqual(first.json);
  const calculated = await call('POST', `${path}/activities?calculate=true`, { key, body });
  expect(timesOf(calculated.json)).toEqual(timesOf(first.json));
});

test('an evening race in California is listed on its own day', async () => {
  const { create, namesOn } = await athleteWith({ time_zone: 'America/Los_Angeles' });
  await create({ name: 'race', scheduled_at: '2026-07-02T01:30:00Z' });
  expect(await namesOn('from=2026-07-01&to=2026-07-01')).toEqual(['race']);
  expect(await namesOn('from=2026-07-02&to=2026-07-02')).toEqual([]);
});

test("a later change of the athlete's time zone changes no activity; null takes it", async () => {
  const { key, path, create, patch } = await athleteWith({ time_zone: 'Europe/Berlin' });
  const before = await create({ scheduled_at: '2026-07-01T08:00:00' });
  await patch({ time_zone: 'Asia/Tokyo' });
  const item = `${path}/activities/${before.id}`;
  expect(timesOf((await call('GET', item, { key })).json)).toEqual(timesOf(before));
  const renamed = await call('PATCH', item, { key, body: { name: 'x', scheduled_at: '2026-07-01T06:00Z' } });
  expect(timesOf(renamed.json)).toEqual(timesOf(before));
  const moved = await call('PATCH', item, { key, body: { time_zone: null } });
  expect(timesOf(moved.json)).toEqual(['2026-06-30T23:00:00.000Z', '2026-07-01T08:00:00', 'Asia/Tokyo']);
  const { events } = await readFeed(key);
  const updated = events.filter(({ type }) => type === 'activity.updated');
  expect(updated.at(-1)?.data.changed).toEqual(['scheduled_at', 'time_zone']);
});

test('a batch that repeats a moment in any spelling is unchanged', async () => {
  const { key, patch } = await athleteWith({ external_id: 'a', time_zone: 'Europe/Berlin' });
  const post = async (fields: object) => {
    const activities = [{ athlete_external_id: 'a', external_id: 'run', ...RUN, ...fields }];
    const { json } = await call('POST', '/v1/activities/batch', { key, body: { activities } });
    return json.results[0].status ?? json.results[0].error.errors[0];
  };
  expect(await post({ scheduled_at: '2026-07-01T18:30:00' })).toBe('created');
  await patch({ time_zone: 'Asia/Tokyo' });
  for (const scheduled_at of ['2026-07-01T18:30', '2026-07-01T16:30:00Z', '2026-07-01T18:30:00.000+02:00']) {
    expect(await post({ scheduled_at }), scheduled_at).toBe('unchanged');
  }
  expect(await post({ scheduled_at: '2026-07-01T18:30', time_zone: 'Europe/Berlin' })).toBe('updated');
  expect(await post({ scheduled_at: '2026-07-01T16:30Z', time_zone: 'Europe/Berlin' })).toBe('unchanged');
  expect(await post({ scheduled_at: '2026-07-01T18:31' })).toBe('updated');
});

test('neighbouring sessions of a day keep their order and their pages', async () => {
  const { key, path, create } = await athleteWith({ time_zone: 'Pacific/Auckland' });
  await create({ name: 'evening', scheduled_at: '2026-07-01T19:00:00' });
  await create({ name: 'floating noon', scheduled_at: '2026-07-01T12:00:00', time_zone: null });
  await create({ name: 'morning', scheduled_at: '2026-07-01T06:00:00+12:00' });
  await create({
    name: 'later in Hawaii',
    scheduled_at: '2026-07-01T20:00:00',
    time_zone: 'Pacific/Honolulu',
  });
  const names: string[] = [];
  let cursor = '';
  do {
    const query = `from=2026-07-01&to=2026-07-01&order=asc&limit=1${cursor}`;
    const { json } = await call('GET', `${path}/activities?${query}`, { key });
    names.push(...json.data.map(({ name }: { name: string }) => name));
    cursor = json.next_cursor === null ? '' : `&cursor=${json.next_cursor}`;
  } while (cursor !== '');
  expect(names).toEqual(['morning', 'floating noon', 'evening', 'later in Hawaii']);
});

test('age counts the local year', async () => {
  const profile = { time_zone: 'Pacific/Auckland', birth_year: new Date().getUTCFullYear() - 30 };
  const { key, path } = await athleteWith(profile);
  const carbs = async (scheduled_at: string) => {
    const body = { ...RUN, duration_min: 240, scheduled_at };
    const { json } = await call('POST', `${path}/activities?calculate=true`, { key, body });
    const read = await call('GET', `${path}/activities/${json.id}/prescription?include=explanation`, { key });
    return JSON.stringify(read.json.explanation);
  };
  const newYear = new Date().getUTCFullYear() + 1;
  expect(await carbs(`${newYear}-01-01T00:30:00`)).toBe(await carbs(`${newYear}-06-01T12:00:00Z`));
});

test('a sweat test follows the same rule', async () => {
  const { key, path } = await athleteWith({ time_zone: 'America/Denver', body_mass_kg: 70 });
  const weighed = { ...RUN, body_mass_before_kg: 70, body_mass_after_kg: 69.2, fluid_ml: 300 };
  let drunkMl = 300;
  const at = async (tested_at: string | null) => {
    // The same figures at the same time would be the same test.
    const body = { ...weighed, fluid_ml: drunkMl++, tested_at };
    const reply = await call('POST', `${path}/sweat-tests`, { key, body });
    expect(reply.status, reply.text).toBe(201);
    const { tested_at: at, tested_local, time_zone } = reply.json;
    return [at, tested_local, time_zone];
  };
  const local = ['2026-07-01T13:00:00.000Z', '2026-07-01T07:00:00', 'America/Denver'];
  expect(await at('2026-07-01T07:00')).toEqual(local);
  expect(await at('2026-07-01T13:00:00Z')).toEqual(local);
  expect((await at(null))[2]).toBe('America/Denver');
  const { json } = await call('GET', `${path}/sweat-tests`, { key });
  expect(json.data).toHaveLength(3);
  const deleted = await call('DELETE', `${path}/sweat-tests/${json.data[1].id}`, { key });
  expect(deleted.status).toBe(204);
});

test('a sweat test of an athlete without a time zone keeps its local time', async () => {
  const { key, path } = await athleteWith({ body_mass_kg: 70 });
  const body = {
    ...RUN,
    body_mass_before_kg: 70,
    body_mass_after_kg: 69.2,
    fluid_ml: 300,
    tested_at: '2026-07-01T07:00:00',
  };
  const { json } = await call('POST', `${path}/sweat-tests`, { key, body });
  expect([json.tested_at, json.tested_local, json.time_zone]).toEqual(['2026-07-01T07:00:00', null, null]);
});

describe.each([
  ['America/Los_Angeles', '2026-07-02T01:30:00.000Z'],
  ['Asia/Tokyo', '2026-07-01T09:30:00.000Z'],
])('what is learned from a session at 18:30 in %s', (time_zone, instant) => {
  const evening = '2026-07-01T18:30:00';
  const ride = { type: 'bike', duration_min: 180, intensity_level: 6, thermal_stress_level: 6 } as const;
  const felt = { gi_comfort: 'good', actual_intake: { carbs_grams: 150, fluid_ml: 1500 } } as const;

  async function learner(profile: object = { time_zone }) {
    const athlete = await athleteWith({ body_mass_kg: 70, tier: 'full', ...profile });
    const { key, path, create } = athlete;
    const report = async (fields: object) => {
      const { id } = await create({ ...ride, ...fields });
      const given = await call('POST', `${path}/activities/${id}/feedback`, { key, body: felt });
      expect(given.status, given.text).toBe(201);
      return `${path}/activities/${id}`;
    };
    const changedAt = async (name: string) => {
      const { json } = await call('GET', `${path}/learned`, { key });
      const exported = await call('POST', `${path}/export`, { key });
      expect(exported.json.learned).toEqual(json.data);
      return json.data.find(({ parameter }: { parameter: string }) => parameter === name).updated_at;
    };
    return { ...athlete, report, changedAt };
  }

  test('has its instant, in the export too, and again after the session moves to another zone', async () => {
    const { key, report, changedAt } = await learner();
    const activity = await report({ scheduled_at: evening });
    expect(await changedAt('bike_carb_tolerance')).toBe(instant);
    expect(await changedAt('run_carb_tolerance')).toBeNull();
    const body = { time_zone: 'Europe/London' };
    expect((await call('PATCH', activity, { key, body })).json.scheduled_at).toBe('2026-07-01T17:30:00.000Z');
    expect(await changedAt('bike_carb_tolerance')).toBe('2026-07-01T17:30:00.000Z');
    expect((await call('DELETE', `${activity}/feedback`, { key })).status).toBe(204);
    expect(await changedAt('bike_carb_tolerance')).toBeNull();
  });

  test('has the instant that was sent, and the creation of a session without a date', async () => {
    const { key, report, changedAt } = await learner();
    await report({ scheduled_at: instant });
    expect(await changedAt('bike_carb_tolerance')).toBe(instant);
    const undated = await report({});
    const { json } = await call('GET', undated, { key });
    expect(await changedAt('bike_carb_tolerance')).toBe(json.created_at);
  });

  test('has the local time, without Z, if no zone is known', async () => {
    const { report, changedAt } = await learner({});
    await report({ scheduled_at: evening });
    expect(await changedAt('bike_carb_tolerance')).toBe(evening);
    await report({ scheduled_at: evening, time_zone });
    expect(await changedAt('bike_carb_tolerance')).toBe(instant);
  });

  test('has the instant of a sweat test', async () => {
    const { key, path, changedAt } = await learner();
    const weighed = { ...RUN, body_mass_before_kg: 70, body_mass_after_kg: 69.2, fluid_ml: 300 };
    const body = { ...weighed, sweat_sodium_mg_per_l: 800, tested_at: evening };
    const { json } = await call('POST', `${path}/sweat-tests`, { key, body });
    expect([json.tested_at, json.tested_local, json.time_zone]).toEqual([instant, evening, time_zone]);
    expect(await changedAt('sweat_sodium')).toBe(instant);
    expect(await changedAt('sweat_rate_multiplier')).toBe(instant);
  });
});

test.each([
  ['scheduled_at', '2026-02-30T08:00:00', 'invalid_format'],
  ['scheduled_at', '2026-07', 'invalid_format'],
  ['scheduled_at', '2026-07-01 08:00:00', 'invalid_format'],
  ['scheduled_at', '2026-07-01T08:00:00[Europe/Berlin]', 'invalid_format'],
  ['scheduled_at', '1969-12-31T23:59:59', 'invalid_value'],
  ['scheduled_at', '2101-01-01T00:00:00', 'invalid_value'],
  ['time_zone', '+02:00', 'invalid_format'],
  ['time_zone', 'Europe/Nowhere', 'invalid_format'],
  ['time_zone', '', 'invalid_format'],
])('%s %j is refused: %s', async (name, value, code) => {
  const { key, path } = await athleteWith({});
  const reply = await call('POST', `${path}/activities`, { key, body: { ...RUN, [name]: value } });
  expect(refusal(reply)).toMatchObject({ status: 422, pointers: [`/${name}`] });
  expect(reply.json.error.errors[0].code).toBe(code);
});

/** A moment of a year in any zone, in one of the forms in which platforms send it. */
const sent = fc.record({
  zone: fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
  minute: fc.integer({ min: 0, max: 365 * 24 * 60 - 1 }),
  form: fc.constantFrom('local', 'instant', 'athlete', 'floating'),
});

/** Returns the clock of a zone, by another path than the service's. */
function clockIn(zone: string, atMs: number): string {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
  return new Intl.DateTimeFormat('sv-SE', options).format(atMs).replace(' ', 'T');
}

test(`sessions of a year in all zones come back as sent, on their own day and no other (seed ${SEED})`, async () => {
  const { testKey: key } = await makePartner();
  const zones = Intl.supportedValuesOf('timeZone');
  const drawn = fc.sample(sent, 800);
  // Each zone once, and on each day of the year at least one session.
  const cases = drawn.map((each, index) => ({
    ...each,
    zone: zones[index] ?? each.zone,
    minute: index < 365 ? index * 24 * 60 + (each.minute % (24 * 60)) : each.minute,
  }));
  const athletes = [{ external_id: 'home' }, { external_id: 'away', time_zone: 'America/St_Johns' }];
  await call('POST', '/v1/athletes/batch', { key, body: { athletes } });
  const items = cases.map(({ zone, minute, form }, index) => {
    const atMs = Date.UTC(2026, 0, 1) + minute * 60_000;
    const local = clockIn(form === 'athlete' ? 'America/St_Johns' : zone, atMs);
    const instant = new Date(atMs).toISOString();
    return {
      expected: { local, instant: form === 'floating' ? local : instant, form },
      item: {
        athlete_external_id: form === 'athlete' ? 'away' : 'home',
        external_id: String(index),
        ...RUN,
        scheduled_at: form === 'local' || form === 'floating' ? local : instant,
        ...(form === 'local' || form === 'instant' ? { time_zone: zone } : {}),
      },
    };
  });
  const localDay = new Map<string, string>();
  for (let from = 0; from < items.length; from += 100) {
    const page = items.slice(from, from + 100);
    const body = { activities: page.map(({ item }) => item) };
    const { json } = await call('POST', '/v1/activities/batch', { key, body });
    for (const [index, { activity }] of json.results.entries()) {
      const { expected } = page[index] ?? { expected: { local: '', instant: '', form: '' } };
      // When clocks go back, a local time is that of the first of two instants.
      const isRepeated = expected.form === 'local' && activity.scheduled_at < expected.instant;
      if (!isRepeated) expect(activity.scheduled_at).toBe(expected.instant);
      expect(activity.scheduled_local ?? activity.scheduled_at).toBe(expected.local);
      localDay.set(activity.id, expected.local.slice(0, 10));
    }
    const again = await call('POST', '/v1/activities/batch', { key, body });
    expect(new Set(again.json.results.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['unchanged']),
    );
  }
  const listed = new Map<string, string>();
  const athletesList = (await call('GET', '/v1/athletes', { key })).json.data;
  for (const { id } of athletesList) {
    for (let day = Date.UTC(2025, 11, 30); day < Date.UTC(2027, 0, 3); day += DAY_MS) {
      const date = new Date(day).toISOString().slice(0, 10);
      const { json } = await call('GET', `/v1/athletes/${id}/activities?limit=100&from=${date}&to=${date}`, {
        key,
      });
      expect(json.has_more).toBe(false);
      for (const activity of json.data) {
        expect(listed.has(activity.id)).toBe(false);
        listed.set(activity.id, date);
      }
    }
  }
  expect(listed).toEqual(localDay);
});
