import type { Work } from '@musette/basics/work';
import { describe, expect, test } from 'vitest';
import { readCourse } from '../src/courses/read-course.ts';
import { writeFit } from '../src/fit-writer.ts';
import { isUnreadable } from '../src/text-reader.ts';
import {
  along,
  around,
  fitMessages,
  gpx,
  placeAt,
  refusalOf,
  route,
  rtept,
  segment,
  track,
  wpt,
} from './course-writers.ts';

/** Returns what is read, and the sum and the longest of the costs that the steps state. */
function costOf(file: string | Uint8Array) {
  const work: Work<unknown> = readCourse(typeof file === 'string' ? new TextEncoder().encode(file) : file);
  let [sumUs, longestUs] = [0, 0];
  for (;;) {
    const step = work.next();
    if (step.done) return { outcome: step.value as ReturnType<typeof JSON.parse>, sumUs, longestUs };
    sumUs += step.value;
    longestUs = Math.max(longestUs, step.value);
  }
}

/** The most that one step may take before others get a turn, and that the points of a file may take in all, us. */
const STEP_US = 40_000;
const POINTS_US = 2_500_000;
const LINE = track(along([0, 0], [40, 0]));

describe('hostile points', () => {
  test.each([
    ['a hundred thousand waypoints', gpx(wpt(placeAt(1, 0), { name: 'Aid' }).repeat(100_000) + LINE)],
    [
      'waypoints beside every lap of a small circle',
      gpx(wpt(placeAt(0, 0), { name: 'Aid' }).repeat(1500) + track(around(0.2, 500))),
    ],
    [
      'a description of denials in a loop',
      gpx(
        wpt(placeAt(1, 0), { name: 'Aid', desc: 'no no without nor or and '.repeat(4000) }).repeat(100) +
          LINE,
      ),
    ],
    [
      'a name of a hundred thousand offers',
      gpx(wpt(placeAt(1, 0), { name: 'water or '.repeat(10_000) }).repeat(40) + LINE),
    ],
    ['symbols of many words', gpx(wpt(placeAt(1, 0), { sym: 'a_B'.repeat(30_000) }).repeat(20) + LINE)],
    [
      'letters without spaces',
      gpx(wpt(placeAt(1, 0), { name: 'Aid', desc: '\u6c34\u306a'.repeat(30_000) }).repeat(40) + LINE),
    ],
    [
      'tags in a description',
      gpx(wpt(placeAt(1, 0), { name: 'Aid', desc: '<'.repeat(90_000) }).repeat(20) + LINE),
    ],
    [
      'a hundred thousand tracks of one point',
      gpx('<trk><trkseg><trkpt lat="46" lon="7"/></trkseg></trk>'.repeat(100_000)),
    ],
    [
      'a track of a hundred thousand segments',
      gpx(`<trk>${segment([placeAt(0, 0), placeAt(0.001, 0)]).repeat(50_000)}</trk>`),
    ],
    [
      'nested extensions of route points',
      gpx(
        route([
          rtept(placeAt(0, 0), {}, '<extensions>'.repeat(20) + '</extensions>'.repeat(20)),
          rtept(placeAt(9, 0)),
        ]),
      ),
    ],
  ])('%s are read or refused within the bounds of work', (_name, file) => {
    const { outcome, sumUs, longestUs } = costOf(file);
    expect(isUnreadable(outcome) || outcome.aidStations.length <= 60).toBe(true);
    expect(longestUs).toBeLessThan(STEP_US);
    expect(sumUs - 3 * file.length).toBeLessThan(POINTS_US);
  });

  test('points that do not fit the comparisons are not placed, and the stations are not complete', () => {
    const { outcome } = costOf(
      gpx(wpt(placeAt(0, 0), { name: 'Aid' }).repeat(1500) + track(around(0.2, 500))),
    );
    expect(outcome.stationsComplete).toBe(false);
    expect(outcome.leftOut.stations).toBeGreaterThan(0);
  });

  test('points beyond 1,500 are counted', () => {
    const { outcome } = costOf(gpx(wpt(placeAt(1, 0), { name: 'Aid' }).repeat(1700) + LINE));
    expect(outcome).toMatchObject({ stationsComplete: false, leftOut: { waypoints: 200 } });
  });

  test('more than a thousand tracks are refused', () => {
    expect(refusalOf(gpx(track(along([0, 0], [1, 0]), 'A').repeat(1001)))).toMatch(/more than 1000 tracks/);
  });

  test('a FIT file of course points only has no course', () => {
    const points = Array.from({ length: 5000 }, () => ({ name: 'Aid', type: 28, distanceM: 1000 }));
    const { outcome } = costOf(writeFit(fitMessages('A', { places: [] }, points)));
    expect(outcome).toMatchObject({ failure: 'unreadable_file' });
  });
});
