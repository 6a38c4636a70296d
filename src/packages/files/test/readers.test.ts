import { globSync, readFileSync } from 'node:fs';
import { finish } from '@musette/basics/work';
import { describe, expect, test } from 'vitest';
import { readCourse } from '../src/courses/read-course.ts';
import { readRecording } from '../src/recordings/read-recording.ts';
import { isUnreadable } from '../src/text-reader.ts';
import { readWorkout } from '../src/workouts/read-workout.ts';

const bytesOf = (path: string) => new Uint8Array(readFileSync(path));
const encode = (text: string) => new TextEncoder().encode(text);
const COURSES = globSync('test/fixtures/courses/*').sort();
const WORKOUTS = globSync('test/fixtures/workouts/*').sort();

describe('each reader alone, without the service', () => {
  test.each(COURSES)('%s is read as a course with a distance', (path) => {
    const course = finish(readCourse(bytesOf(path)));
    expect(isUnreadable(course)).toBe(false);
    expect(Reflect.get(course, 'distanceKm')).toBeGreaterThan(0);
  });

  test.each(WORKOUTS)('%s is read as a workout with steps', (path) => {
    const workout = finish(readWorkout(bytesOf(path)));
    expect(isUnreadable(workout)).toBe(false);
    expect(Reflect.get(workout, 'steps')).not.toEqual([]);
  });
});

describe('what cannot be read is a value, and never an error', () => {
  const readers = { course: readCourse, workout: readWorkout, recording: readRecording };
  const hostile: readonly (readonly [string, Uint8Array])[] = [
    ['no byte', new Uint8Array()],
    ['zeros', new Uint8Array(1000)],
    ['a text', encode('Ride 2 h easy')],
    ['an XML bomb', encode('<!DOCTYPE gpx [<!ENTITY a "ha">]><gpx>&a;</gpx>')],
    ['JSON without an end', encode('{"steps":[')],
    ['an element without an end', encode('<gpx><trk><trkseg>')],
  ];
  test.each(hostile)('%s', (_name, bytes) => {
    for (const [kind, read] of Object.entries(readers)) {
      expect(isUnreadable<object>(finish<object>(read(bytes))), kind).toBe(true);
    }
  });

  test('a file of courses, cut after any byte, is read or unreadable', () => {
    const [path = ''] = COURSES;
    const whole = bytesOf(path);
    for (let length = 0; length < whole.length; length += 97) {
      const course = finish<object>(readCourse(whole.subarray(0, length)));
      expect(isUnreadable(course) || 'distanceKm' in course, `${length} bytes`).toBe(true);
    }
  });
});
