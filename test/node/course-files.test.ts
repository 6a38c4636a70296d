import type { CoursePoint } from '@musette/basics/courses';
import { finish } from '@musette/basics/work';
import { elevationGainM, thin } from '@musette/files/courses/measure';
import { readCourse } from '@musette/files/courses/read-course';
import { describe, expect, test } from 'vitest';
import { courseToWire, ParsedCourse } from '#nutrition/courses/course-shape.ts';
import { courseFiles, FIT_COURSE, FIT_WORKOUT, fitFile, fixture, readerOf } from '../support/fit-files.ts';
import { fc } from '../support/random-seed.ts';

const { read, refusalOf } = readerOf(readCourse, courseToWire);

const gpx = (body: string) => `<gpx version="1.1">${body}</gpx>`;
const track = (points: string) => gpx(`<trk><trkseg>${points}</trkseg></trk>`);
const trackPoint = (lat: number, lon: number) => `<trkpt lat="${lat}" lon="${lon}"/>`;

test.each(courseFiles())('%s is read into an answer that is valid', (_name, file) => {
  expect(ParsedCourse.safeParse(read(file))).toMatchObject({ success: true });
});

describe('GPX', () => {
  test('joins segments, measures along great circles and takes waypoints near the course as stations', () => {
    const course = read(fixture('courses/hundred-miles.gpx'));
    expect(course).toMatchObject({
      format: 'gpx',
      name: 'Hundred miles, first stage',
      // 0.027 degrees of latitude
      distance_km: 3.002,
      elevation_gain_m: 220,
      aid_stations: [
        { km: 1.001, name: 'R1 Verpflegungsstelle Süd', offers: ['water'] },
        { name: 'Base camp', offers: ['water', 'cola', 'broth', 'drop_bag'] },
      ],
    });
    expect(course.points).toHaveLength(4);
  });

  test('a route is read if there is no track', () => {
    const route = gpx('<rte><name>R</name><rtept lat="47" lon="8"/><rtept lat="47.01" lon="8"/></rte>');
    expect(read(route)).toMatchObject({ name: 'R', distance_km: 1.112, elevation_gain_m: null });
  });

  test('a course of 20,000 points, with a line for each element, is thinned to 2,000', () => {
    const points = Array.from(
      { length: 20_000 },
      (_, index) =>
        `\n      <trkpt lat="${47 + index / 100_000}" lon="8">\n        <ele>${500 + (index % 400)}</ele>\n      </trkpt>`,
    );
    const course = read(track(points.join('')));
    expect(course).toMatchObject({ distance_km: 22.238 });
    expect(course.points.length).toBeGreaterThan(1900);
    expect(course.points.length).toBeLessThanOrEqual(2000);
  });

  test('a station beside an out-and-back course is at both passes', () => {
    const station = '<wpt lat="47.005" lon="8.0001"><name>Water</name></wpt>';
    const there = [0, 1, 2, 1, 0].map((index) => trackPoint(47 + index / 100, 8)).join('');
    const course = read(gpx(`${station}<trk><trkseg>${there}</trkseg></trk>`));
    expect(course.aid_stations).toEqual([
      { km: 0.556, name: 'Water', offers: ['water'], place: 1 },
      { km: 3.892, name: 'Water', offers: ['water'], place: 1 },
    ]);
  });

  test.each([-8, 8])('a station of a course that leads east at longitude %i is on it', (lon) => {
    const station = `<wpt lat="47" lon="${lon + 0.02}"><name>Water</name></wpt>`;
    const east = [0, 0.1].map((by) => trackPoint(47, lon + by)).join('');
    const course = read(gpx(`${station}<trk><trkseg>${east}</trkseg></trk>`));
    expect(course.aid_stations).toEqual([{ km: 1.517, name: 'Water', offers: ['water'], place: 1 }]);
  });

  test.each([
    [gpx(''), 'The course has fewer than two points.'],
    [track(trackPoint(47, 8) + trackPoint(47, 8)), 'The course is shorter than 100 m.'],
    [track(trackPoint(0, 8) + trackPoint(80, 8)), 'The course is longer than 2000 km.'],
    [track(trackPoint(91, 8)), 'Line 1, column 57: lat and lon must be degrees.'],
    ['<kml></kml>', /<kml> is not the root of a course/],
    ['{"points": []}', 'Byte 0: the file is neither GPX, TCX nor FIT.'],
    [fitFile(FIT_WORKOUT), /^Byte \d+: the FIT file is neither a course nor a recording\.$/],
  ])('%# is refused with its place', (file, message) => {
    const refusal = refusalOf(file);
    if (typeof message === 'string') expect(refusal).toBe(message);
    else expect(refusal).toMatch(message);
  });
});

test('TCX has its own distances, and turns are not stations', () => {
  expect(read(fixture('courses/gran-fondo.tcx'))).toMatchObject({
    format: 'tcx',
    name: 'Gran Fondo',
    distance_km: 6.032,
    elevation_gain_m: 260,
    aid_stations: [{ km: 4.021, name: 'Ristoro', offers: ['water', 'fruit', 'cola'] }],
  });
});

test.each([{}, { isBigEndian: true }, { isTimeCompressed: true }])(
  'FIT has course points at their distance: %j',
  (options) => {
    expect(read(fitFile(FIT_COURSE, options))).toMatchObject({
      format: 'fit',
      name: 'City marathon',
      distance_km: 3.336,
      points: [{ km: 0, elevation_m: 34, lat: 52.5, lon: 13.4 }, {}, {}, {}],
      aid_stations: [
        { km: 2, name: 'Kilometre 2', offers: ['water'] },
        { km: 3, offers: ['sports_drink'] },
      ],
    });
  },
);

const pointAt = (km: number, elevationM: number | null): CoursePoint => ({ km, elevationM, lat: 47, lon: 8 });

describe('climb', () => {
  test('noise of a flat course is not climb', () => {
    const points = Array.from({ length: 2000 }, (_, index) =>
      pointAt(index / 100, 100 + (index % 2 ? 4 : -4)),
    );
    expect(finish(elevationGainM(points))).toBe(0);
  });

  test('three hills of 200 m are 600 m, less what averaging takes from the tops', () => {
    const points = Array.from({ length: 3001 }, (_, index) =>
      pointAt(index / 100, 500 - 100 * Math.cos((index / 1000) * 2 * Math.PI)),
    );
    const gainM = finish(elevationGainM(points)) ?? 0;
    expect(gainM).toBeGreaterThan(595);
    expect(gainM).toBeLessThanOrEqual(600);
  });

  test('of a course of two points is their difference', () => {
    expect(finish(elevationGainM([pointAt(0, 400), pointAt(5, 900)]))).toBe(500);
  });

  test('is not known without elevations', () => {
    expect(finish(elevationGainM([pointAt(0, null), pointAt(1, null), pointAt(2, 5)]))).toBeNull();
  });
});

test('thinning keeps start, end, summit and valley, the order, and at most 2,000 points', () => {
  const course = fc
    .array(
      fc.tuple(fc.double({ min: 0, max: 0.2, noNaN: true }), fc.double({ min: 0, max: 3000, noNaN: true })),
      {
        minLength: 2001,
        maxLength: 6000,
      },
    )
    .map((legs) => {
      let km = 0;
      return legs.map(([step, elevation]) => {
        km += step + 0.0001;
        return pointAt(km, elevation);
      });
    });
  fc.assert(
    fc.property(course, (points) => {
      const kept = finish(thin(points));
      expect(kept.length).toBeLessThanOrEqual(2000);
      expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)]);
      const elevations = (list: readonly CoursePoint[]) => list.map(({ elevationM }) => elevationM ?? 0);
      expect(Math.max(...elevations(kept))).toBe(Math.max(...elevations(points)));
      expect(Math.min(...elevations(kept))).toBe(Math.min(...elevations(points)));
      expect(kept.every((point, index) => index === 0 || point.km >= (kept[index - 1]?.km ?? 0))).toBe(true);
    }),
    { numRuns: 30 },
  );
});
