import { FILE_MEDIA_TYPES } from '@musette/files/media-types';
import { beforeAll, describe, expect, test } from 'vitest';
import { courseFileExample, parsedCourseExample } from '#nutrition/courses/course-shape.ts';
import { parsedRecordingExample, recordingFileExample } from '#nutrition/recordings/recording-shape.ts';
import { parsedWorkoutExample, workoutFileExample } from '#nutrition/workouts/workout-shape.ts';
import { makeActivity, makeAthlete } from '../support/builders.ts';
import { call, refusal } from '../support/client.ts';
import { connect, discover, makeClient } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';

const WORKOUTS = '/v1/workouts/parse';
const COURSES = '/v1/courses/parse';
const RECORDINGS = '/v1/recordings/parse';

let key: string;
beforeAll(async () => {
  key = (await makePartner()).testKey;
});

function send(path: string, file: BodyInit, type = 'application/xml', more: Record<string, string> = {}) {
  return call('POST', path, { key, rawBody: file, headers: { 'content-type': type, ...more } });
}

test('the documented files give the documented answers', async () => {
  const workout = await send(WORKOUTS, workoutFileExample);
  expect([workout.status, workout.json]).toEqual([200, parsedWorkoutExample]);
  const course = await send(COURSES, courseFileExample);
  expect([course.status, course.json]).toEqual([200, parsedCourseExample]);
  const recording = await send(RECORDINGS, recordingFileExample);
  expect([recording.status, recording.json]).toEqual([200, parsedRecordingExample]);
});

test.each(FILE_MEDIA_TYPES)('%s is accepted, and the format is detected from the content', async (type) => {
  expect((await send(WORKOUTS, workoutFileExample, type)).json.format).toBe('zwo');
  expect((await send(COURSES, courseFileExample, `${type.toUpperCase()}; charset=utf-8`)).json.format).toBe(
    'gpx',
  );
});

test.each(['text/html', 'multipart/form-data; boundary=x', 'application/zip', 'json', ''])(
  'the media type %j is 415 unsupported_media_type that names the others',
  async (type) => {
    for (const path of [WORKOUTS, COURSES, RECORDINGS]) {
      const reply = await send(path, workoutFileExample, type);
      expect(refusal(reply)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
      expect(reply.json.error.message).toContain('application/vnd.ant.fit');
    }
  },
);

test('a compressed file is 415', async () => {
  const reply = await send(COURSES, courseFileExample, 'application/xml', { 'content-encoding': 'gzip' });
  expect(refusal(reply)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
});

const LONG = 'n'.repeat(150);
const LONG_STEPS = JSON.stringify({ name: LONG + LONG, steps: [{ duration: 600, text: LONG }] });
const MOUNTAINS = Array.from(
  { length: 2000 },
  (_, index) =>
    `<trkpt lat="${46 + index / 1000}" lon="8"><ele>${index % 200 < 100 ? 0 : 8000}</ele></trkpt>`,
);
const LONG_COURSE = `<gpx><wpt lat="46.1" lon="8"><name>Aid station ${LONG}</name></wpt><trk><trkseg>${MOUNTAINS.join('')}</trkseg></trk></gpx>`;

test('a parsed course or workout with long names and much climb is within the limits of an activity', async () => {
  const { id } = await makeAthlete(key);
  const { format: _format, ...workout } = (await send(WORKOUTS, LONG_STEPS)).json;
  expect(workout.steps[0].name).toBe('n'.repeat(100));
  await makeActivity(key, id, workout);
  const { format: _kind, name: _name, ...course } = (await send(COURSES, LONG_COURSE)).json;
  expect([course.elevation_gain_m, course.aid_stations[0].name.length]).toEqual([30_000, 100]);
  await makeActivity(key, id, { type: 'bike', duration_min: 900, course });
});

describe('unreadable_file', () => {
  test.each([
    [WORKOUTS, '<workout_file>\n<workout></workout_file>', /^Line 2, column \d+: /],
    [COURSES, '<gpx>\n<trk></gpx>', /^Line 2, column \d+: /],
    [WORKOUTS, '', /^Byte 0: the file is empty\.$/],
    [COURSES, workoutFileExample, /<workout_file> is not the root of a course/],
    [WORKOUTS, courseFileExample, /<gpx> is not the root of a workout/],
    // Members of a document are not the request's: no athlete is named here.
    [WORKOUTS, '{"athlete_id": "ath_x", "steps": 1}', /^\/steps: a list of steps is expected\.$/],
  ])('%s of %j says where', async (path, file, message) => {
    const reply = await send(path, file);
    expect(refusal(reply)).toMatchObject({ status: 422, code: 'unreadable_file' });
    expect(reply.json.error.message).toMatch(message);
  });
});

test('a workout has at most 1 MiB, a course at most 8 MiB', async () => {
  const padded = (file: string, bytes: number) =>
    file + ' '.repeat(bytes - new TextEncoder().encode(file).length);
  expect((await send(WORKOUTS, padded(workoutFileExample, 2 ** 20))).status).toBe(200);
  const workout = await send(WORKOUTS, padded(workoutFileExample, 2 ** 20 + 1));
  expect(refusal(workout)).toMatchObject({ status: 413, code: 'payload_too_large' });
  expect((await send(COURSES, padded(courseFileExample, 2 ** 23))).status).toBe(200);
  const course = await send(COURSES, padded(courseFileExample, 2 ** 23 + 1));
  expect(refusal(course)).toMatchObject({ status: 413, code: 'payload_too_large' });
});

test("any athlete's token is accepted, with any scopes", async () => {
  const { accessToken } = await connect(await discover(), await makeClient(key), { scope: 'feedback:write' });
  for (const [path, text] of [
    [WORKOUTS, workoutFileExample],
    [COURSES, courseFileExample],
  ] as const) {
    const options = { rawBody: text, headers: { 'content-type': 'application/xml' } };
    expect((await call('POST', path, { key: accessToken, ...options })).status).toBe(200);
  }
});

test('a file costs one unit of the budget per 256 KiB, before it is read', async () => {
  const bindings = { STANDARD_SANDBOX_PER_MIN: '64' };
  const { testKey } = await makePartner();
  const sendPadded = (bytes: number) =>
    call('POST', COURSES, {
      key: testKey,
      bindings,
      rawBody: courseFileExample.padEnd(bytes),
      headers: { 'content-type': 'application/gpx+xml' },
    });
  const first = await sendPadded(8 * 1024 * 1024);
  expect(first.status).toBe(200);
  expect(first.headers.get('ratelimit')).toMatch(/;r=32;/);
  for (let unit = 0; unit < 5; unit++) expect((await sendPadded(256 * 1024)).status).toBe(200);
  const second = await sendPadded(8 * 1024 * 1024);
  expect(refusal(second)).toMatchObject({ status: 429, code: 'rate_limited' });
  expect((await sendPadded(256 * 1024)).status).toBe(200);
});
