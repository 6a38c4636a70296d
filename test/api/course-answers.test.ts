import { beforeAll, expect, test } from 'vitest';
import {
  along,
  around,
  fitOf,
  gpx,
  placeAt,
  segment,
  tcxCourse,
  tcxCourses,
  track,
  wpt,
} from '../../src/packages/files/test/course-writers.ts';
import { makeAthlete, succeed } from '../support/builders.ts';
import { call } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

const LINE = along([0, 0], [30, 0]);
const LOOP = along([0, 0], [3, 0], [3, 3], [0, 0]);
const at = (km: number, name: string) => wpt(placeAt(km, 0), { name });
const many = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => at(index / 10, name));

/** A file for each member of the answer that may differ from a plain course. */
const FILES: readonly (readonly [string, string | Uint8Array])[] = [
  ['without points', gpx(track(LINE))],
  [
    'stations and checkpoints',
    gpx(at(5, 'Ravito 1: eau, soupe') + at(9, 'CP2') + at(12, 'Courmayeur') + track(LINE)),
  ],
  ['a station of nothing', gpx(at(5, 'No water at this aid station') + track(LINE))],
  ['laps beyond 60 stations', gpx(wpt(placeAt(0.2, 0), { name: 'Aid' }) + track(around(0.1, 80)))],
  ['more than 100 waypoints', gpx(many(140, 'Turn left').join('') + track(LINE))],
  [
    'names of 100 letters',
    gpx(
      many(60, `Aid station ${'ん'.repeat(150)}`).join('') +
        many(100, '峠'.repeat(150)).join('') +
        track(LINE, '山'.repeat(300)),
    ),
  ],
  ['a name of controls and surrogates', gpx(at(5, `Aid &#x9; ${'😀'.repeat(80)} \u202e`) + track(LINE))],
  [
    'alternatives',
    gpx(
      track(LINE, 'Race 30 km') +
        Array.from({ length: 30 }, (_, index) => track(LOOP, `Run ${index}`)).join(''),
    ),
  ],
  ['segments that repeat', gpx(`<trk><name>Loop</name>${segment(LOOP)}${segment(LOOP)}</trk>`)],
  ['a file that ends early', gpx(at(5, 'Aid') + track(LINE)).slice(0, -300)],
  [
    'TCX',
    tcxCourses(
      tcxCourse('A', { places: LINE, fromM: 0 }, [{ name: 'Aid', type: 'Food', place: placeAt(5, 0) }]),
    ),
  ],
  ['FIT', fitOf('A', { places: LINE, fromM: 5000 }, [{ name: 'Aid', type: 28, distanceM: 15_000 }])],
  ['FIT that ends early', fitOf('A', { places: LINE, fromM: 0 }).slice(0, -100)],
  ['2,000 points', gpx(many(60, 'Aid station').join('') + track(around(2, 8)))],
];

let key: string;
let path: string;
beforeAll(async () => {
  key = (await makePartner()).testKey;
  path = (await makeAthlete(key)).path;
});

test.each(FILES)(
  'the answer of the parser for %s is accepted unchanged as a course, and returned',
  async (_name, file) => {
    const parsed = await call('POST', '/v1/courses/parse', {
      key,
      rawBody: file as BodyInit,
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(parsed.status, parsed.text).toBe(200);
    const body = { type: 'run', duration_min: 300, course: parsed.json };
    const { course } = await succeed('POST', `${path}/activities`, { key, body });
    const { aid_stations, stations_complete, waypoints, distance_km } = parsed.json;
    expect(course).toMatchObject({ stations_complete, distance_km });
    const named = (points: { name?: string }[] = []) => points.map((point) => ({ name: null, ...point }));
    expect(course.aid_stations).toEqual(named(aid_stations));
    expect(course.waypoints ?? []).toEqual(named(waypoints));
    await succeed('POST', '/v1/nutrition/calculate', {
      key,
      body: { profile: { body_mass_kg: 70 }, activity: body },
    });
  },
);

test('a course without these members is stored and shown without them', async () => {
  const course = { distance_km: 10, aid_stations: [{ km: 5, offers: ['water'] }] };
  const made = await succeed('POST', `${path}/activities`, {
    key,
    body: { type: 'run', duration_min: 60, course },
  });
  expect(made.course).toEqual({
    distance_km: 10,
    elevation_gain_m: null,
    aid_stations: [{ km: 5, name: null, offers: ['water'] }],
    points: null,
  });
});

test.each([
  ['61 stations', { aid_stations: Array(61).fill({ km: 1, offers: [] }) }, '/course/aid_stations'],
  ['101 waypoints', { waypoints: Array(101).fill({ km: 1, kind: 'turn' }) }, '/course/waypoints'],
  [
    'waypoints out of order',
    {
      waypoints: [
        { km: 2, kind: 'turn' },
        { km: 1, kind: 'turn' },
      ],
    },
    '/course/waypoints',
  ],
  ['a waypoint beyond the end', { waypoints: [{ km: 11, kind: 'turn' }] }, '/course'],
  ['a waypoint that is a station', { waypoints: [{ km: 1, kind: 'station' }] }, '/course/waypoints/0/kind'],
  ['half a place', { aid_stations: [{ km: 1, offers: [], place: 0.5 }] }, '/course/aid_stations/0/place'],
])('%s are refused', async (_name, more, pointer) => {
  const body = { type: 'run', duration_min: 60, course: { distance_km: 10, ...more } };
  const reply = await call('POST', `${path}/activities`, { key, body });
  expect(reply.status).toBe(422);
  expect(reply.json.error.errors).toContainEqual(expect.objectContaining({ pointer }));
});
