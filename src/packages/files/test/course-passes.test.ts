import { describe, expect, test } from 'vitest';
import {
  along,
  around,
  fitOf,
  gpx,
  instant,
  kindOf,
  placeAt,
  read,
  route,
  rtept,
  segment,
  stationsOf,
  stopsOf,
  tcx,
  tcxCourse,
  tcxCourses,
  tcxTrack,
  track,
  wpt,
} from './course-writers.ts';

const STATION = { name: 'Aid station' };
const FROM_S = Date.UTC(2026, 7, 30, 6) / 1000;
const AID_STATION = 28;

describe('each pass of a station is a stop', () => {
  const OUT_AND_BACK = along([0, 0], [10, 0], [0, 0]);

  test.each([
    ['out and back', OUT_AND_BACK, placeAt(4, 0), [4, 16]],
    ['at the turning point', OUT_AND_BACK, placeAt(10, 0), [10]],
    ['beside the road, 80 m away', OUT_AND_BACK, placeAt(4, 0.08), [4, 16]],
    ['ten laps of 400 m, the station at the line', around(0.4 / (2 * Math.PI), 10), placeAt(0, 0), 11],
    [
      'three laps of 5 km, away from start and end',
      around(5 / (2 * Math.PI), 3),
      placeAt(5 / Math.PI, 0),
      [2.5, 7.5, 12.5],
    ],
    [
      'eight hairpins of 60 m beside a hut',
      along(
        [0, 0],
        ...[...Array(8).keys()].map((turn) => [1 + turn * 0.02, turn % 2 ? 0 : 0.06] as const),
        [3, 0],
      ),
      placeAt(1.07, 0.03),
      1,
    ],
    ['a parallel street 90 m away', along([0, 0], [5, 0], [5, 0.09], [0, 0.09]), placeAt(2, 0), [2]],
    [
      'a figure of eight crosses its middle',
      along([0, 0], [2, 2], [2, 0], [0, 2]),
      placeAt(1, 1),
      [1.4, 6.2],
    ],
    [
      'a loop of 250 m around a square',
      along([0, 0], [1, 0], [1.06, 0], [1.06, 0.06], [1, 0.06], [1, 0], [3, 0]),
      placeAt(1, 0),
      1,
    ],
    ['a course that only nears to 600 m', along([0, 0], [5, 0]), placeAt(2, 0.6), []],
  ] as const)('%s', (_name, places, at, stops) => {
    const course = read(gpx(wpt(at, STATION) + track(places)));
    if (typeof stops === 'number') expect(course.aidStations).toHaveLength(stops);
    else expect(stopsOf(course)).toEqual(stops);
    expect(new Set(course.aidStations.map(({ place }) => place)).size).toBeLessThanOrEqual(1);
  });

  test.each([
    ['GPX', (): string | Uint8Array => gpx(wpt(placeAt(4, 0), STATION) + track(OUT_AND_BACK))],
    [
      'a GPX route',
      () => gpx(wpt(placeAt(4, 0), STATION) + route(OUT_AND_BACK.map((place) => rtept(place)))),
    ],
    [
      'TCX',
      () =>
        tcxCourses(
          tcxCourse('A', { places: OUT_AND_BACK, fromM: 0 }, [
            { name: 'Aid', type: 'Food', place: placeAt(4, 0) },
          ]),
        ),
    ],
    [
      'FIT',
      () =>
        fitOf('A', { places: OUT_AND_BACK, fromM: 0 }, [
          { name: 'Aid', type: AID_STATION, place: placeAt(4, 0) },
        ]),
    ],
  ])('a point without a statement has both passes in %s', (_format, file) => {
    expect(stopsOf(read(file()))).toEqual([4, 16]);
  });
});

describe('a statement chooses the pass', () => {
  const places = along([0, 0], [10, 0], [0, 0]);
  const point = { name: 'Aid', type: AID_STATION, place: placeAt(4, 0) };
  const tcxPoint = { ...point, type: 'Food' };
  const at = (km: number) => FROM_S + 30 * 10 * km;

  test('its time, within that of a track whose times rise', () => {
    expect(stopsOf(read(fitOf('A', { places, fromS: FROM_S }, [{ ...point, timeS: at(16) }])))).toEqual([16]);
    expect(
      stopsOf(read(tcxCourses(tcxCourse('A', { places, fromS: FROM_S }, [{ ...tcxPoint, timeS: at(16) }])))),
    ).toEqual([16]);
  });

  test('not a time before or after the track, nor one of a track without times', () => {
    const early = [{ ...point, timeS: FROM_S - 3600 }];
    expect(stopsOf(read(fitOf('A', { places, fromS: FROM_S }, early)))).toEqual([4, 16]);
    expect(stopsOf(read(fitOf('A', { places }, [{ ...point, timeS: at(16) }])))).toEqual([4, 16]);
  });

  test('not the time of a GPX waypoint, which is when it was drawn', () => {
    const time = `<time>${instant(at(16))}</time>`;
    const file = gpx(`${wpt(placeAt(4, 0), STATION, time)}<trk>${segment(places, FROM_S)}</trk>`);
    expect(stopsOf(read(file))).toEqual([4, 16]);
  });

  test('its distance, on the scale of the track, which may open at 5 km', () => {
    expect(stopsOf(read(fitOf('A', { places, fromM: 0 }, [{ ...point, distanceM: 16_000 }])))).toEqual([16]);
    expect(stopsOf(read(fitOf('A', { places, fromM: 5000 }, [{ ...point, distanceM: 21_000 }])))).toEqual([
      16,
    ]);
    const without = { name: 'Aid', type: AID_STATION, distanceM: 21_000 };
    expect(stopsOf(read(fitOf('A', { places, fromM: 5000 }, [without])))).toEqual([16]);
  });

  test('a time or distance more than 500 m from every pass loses to the position', () => {
    expect(stopsOf(read(fitOf('A', { places, fromM: 0 }, [{ ...point, distanceM: 9000 }])))).toEqual([4, 16]);
    expect(stopsOf(read(fitOf('A', { places, fromS: FROM_S }, [{ ...point, timeS: at(9) }])))).toEqual([
      4, 16,
    ]);
  });

  test('the time comes before the distance', () => {
    const both = { ...point, timeS: at(16), distanceM: 4000 };
    expect(stopsOf(read(fitOf('A', { places, fromM: 0, fromS: FROM_S }, [both])))).toEqual([16]);
  });

  test.each([
    ['Aid station (km 16)', [16]],
    ['Ravito 3,9 km', [4]],
    ['Verpflegung km 17', [16]],
    ['Aid station km 10', [4, 16]],
    ['Water (2.5 mi)', [4]],
    ['Aid station km 4 & 16', [4, 16]],
    ['Ravito 4 km / 16 km', [4, 16]],
    ['Aid station 16', [4, 16]],
  ])('a distance in a name does if it is clear: %s', (name, stops) => {
    expect(stopsOf(read(gpx(wpt(placeAt(4, 0), { name }) + track(places))))).toEqual(stops);
  });
});

describe('points within 50 m of each other are one place', () => {
  const places = along([0, 0], [10, 0], [0, 0]);

  test('as many points as passes take one each, in the order of the file', () => {
    const file = gpx(
      wpt(placeAt(4, 0), { name: 'Feed out' }) + wpt(placeAt(4.02, 0), { name: 'Feed back' }) + track(places),
    );
    expect(stationsOf(read(file))).toEqual(['4.0 Feed out', '16.0 Feed back']);
  });

  test('otherwise each pass is one station with what all offer', () => {
    const names = ['Water', 'Gels', 'Drop bags'];
    const file = gpx(names.map((name) => wpt(placeAt(4, 0), { name })).join('') + track(places));
    const course = read(file);
    expect(stationsOf(course)).toEqual(['4.0 Water / Gels / Drop bags', '16.0 Water / Gels / Drop bags']);
    expect(course.aidStations.map(({ offers }) => offers)).toEqual([
      ['water', 'gel', 'drop_bag'],
      ['water', 'gel', 'drop_bag'],
    ]);
  });

  test('two points and one pass are one station', () => {
    const line = along([0, 0], [10, 0]);
    const file = gpx(
      wpt(placeAt(4, 0), { name: 'Aid 1' }) + wpt(placeAt(4, 0.03), { name: 'Fruit' }) + track(line),
    );
    expect(read(file).aidStations).toMatchObject([
      { name: 'Aid 1 / Fruit', offers: ['water', 'fruit'], place: 1 },
    ]);
  });

  test('points that the file places keep their pass, and a third takes what is left', () => {
    const laps = around(1, 3);
    const at = placeAt(2, 0);
    const lapM = 2 * Math.PI * 1000;
    const file = fitOf('A', { places: laps }, [
      { name: 'Aid A', type: AID_STATION, place: at, distanceM: Math.round(1.5 * lapM) },
      { name: 'Aid B', type: AID_STATION, place: at, distanceM: Math.round(2.5 * lapM) },
      { name: 'Aid C', type: AID_STATION, place: at },
    ]);
    expect(stationsOf(read(file)).map((station) => station.slice(-5))).toEqual(['Aid C', 'Aid A', 'Aid B']);
  });

  test('places are numbered in course order and shared with waypoints', () => {
    const file = gpx(
      wpt(placeAt(8, 0), { name: 'Aid 2' }) +
        wpt(placeAt(4, 0), { name: 'Aid 1' }) +
        wpt(placeAt(8, 0), { name: 'CP8' }) +
        track(places),
    );
    const course = read(file);
    expect(course.aidStations.map(({ km, place }) => [Math.round(km), place])).toEqual([
      [4, 1],
      [8, 2],
      [12, 2],
      [16, 1],
    ]);
    expect(course.waypoints.map(({ km, place }) => [Math.round(km), place])).toEqual([
      [8, 2],
      [12, 2],
    ]);
  });
});

test('a station across the date line is on the course', () => {
  const places = Array.from({ length: 41 }, (_, index) => {
    const lon = 179.8 + index * 0.01;
    return [-17, lon > 180 ? lon - 360 : lon] as const;
  });
  for (const lon of [179.95, -179.9]) {
    expect(read(gpx(wpt([-17, lon], STATION) + track(places))).aidStations).toHaveLength(1);
  }
});

describe('names and types of route points are read like those of waypoints', () => {
  const points = (names: Readonly<Record<number, object>>) =>
    along([0, 0], [10, 0]).map((place, index) => rtept(place, names[index] ?? {}));

  test.each([
    ['a name', { name: 'Aid station 1' }, 'water'],
    ['a type', { type: 'Aid Station' }, 'water'],
    ['a symbol', { sym: 'Drinking Water' }, 'water'],
    ['a turn', { name: 'Turn left' }, 'turn'],
    ['a place', { name: 'Hotel Post' }, 'place'],
    ['a checkpoint', { name: 'CP3' }, 'checkpoint'],
  ])('%s', (_name, said, is) => {
    expect(kindOf(read(gpx(route(points({ 40: said })))))).toBe(is);
  });

  test('points without either are no waypoints', () => {
    expect(read(gpx(route(points({})))).waypoints).toEqual([]);
  });
});

describe('the list of stations is complete', () => {
  const course = (...names: string[]) =>
    read(
      gpx(
        names.map((name, index) => wpt(placeAt(1 + index, 0), { name })).join('') +
          track(along([0, 0], [40, 0])),
      ),
    );

  test.each([
    [
      true,
      ['Aid 1', 'Aid 2', 'Waterfall', 'Toilet', 'Start', 'Ziel', 'Col de la Forclaz', 'Km 10', 'Waypoint 3'],
    ],
    [true, ['Verpflegung 1', 'Verpflegung 2 (km 20)', 'Turn left']],
    [false, ['Aid 1', 'Courmayeur']],
    [false, ['Aid 1', 'CP2']],
    [false, ['Aid 1', 'Aid 2', 'Aid 4']],
    [false, ['Ravito 2', 'Ravito 3']],
    [true, ['Water 1', 'Aid 2', 'Water 3']],
    [false, ['Water 1', 'Water 3', 'Aid 1', 'Aid 2']],
    [false, ['Aid 1', 'No water at this aid station']],
    [false, ['Waterfall']],
    [false, []],
  ])('%s: %j', (isComplete, names) => {
    expect(course(...names).stationsComplete).toBe(isComplete);
  });

  test('not if a station lies off the course, or nothing says where it is', () => {
    const line = along([0, 0], [40, 0]);
    const off = gpx(wpt(placeAt(1, 0), STATION) + wpt(placeAt(9, 2), STATION) + track(line));
    expect(read(off)).toMatchObject({ stationsComplete: false, aidStations: [{}] });
    const nowhere = fitOf('A', { places: line }, [
      { name: 'Aid', type: AID_STATION, place: placeAt(3, 0) },
      { name: 'Aid', type: AID_STATION },
    ]);
    expect(read(nowhere)).toMatchObject({ stationsComplete: false, aidStations: [{}] });
  });

  test('a hotel off the course has no part in it', () => {
    const line = along([0, 0], [40, 0]);
    const file = gpx(wpt(placeAt(1, 0), STATION) + wpt(placeAt(9, 2), { name: 'Zum Löwen' }) + track(line));
    expect(read(file)).toMatchObject({ stationsComplete: true, waypoints: [] });
  });

  test('not beyond 60 passes, and says how many were left out', () => {
    const laps = read(gpx(wpt(placeAt(0.2, 0), STATION) + track(around(0.1, 100))));
    expect(laps.aidStations).toHaveLength(60);
    expect(laps).toMatchObject({ stationsComplete: false, leftOut: { stations: 40 } });
  });

  test('beyond 100 waypoints turns are left out first, then points without a name', () => {
    const line = along([0, 0], [40, 0]);
    const turns = Array.from({ length: 60 }, (_, index) => wpt(placeAt(index / 4, 0), { name: 'Turn left' }));
    const unnamed = Array.from({ length: 60 }, (_, index) =>
      wpt(placeAt(index / 4, 0), { name: `Waypoint ${index}` }),
    );
    const huts = Array.from({ length: 60 }, (_, index) => wpt(placeAt(0.1 + index / 4, 0), { name: 'Hut' }));
    const { waypoints, leftOut } = read(gpx([...turns, ...unnamed, ...huts].join('') + track(line)));
    expect(leftOut.waypoints).toBe(80);
    expect(Map.groupBy(waypoints, ({ kind }) => kind).get('place')).toHaveLength(60);
    expect(waypoints.some(({ kind }) => kind === 'turn')).toBe(false);
  });
});

describe('TCX and FIT', () => {
  const places = along([0, 0], [10, 0]);
  const tcxPoint = (name: string, type: string, notes?: string) => {
    const point = { name, type, place: placeAt(4, 0), ...(notes === undefined ? {} : { notes }) };
    return read(tcxCourses(tcxCourse('A', { places, fromM: 0 }, [point])));
  };

  test.each([
    ['Water', 'Water', undefined, 'water'],
    ['Jackson', 'Food', "Jackson's mini-mart", 'place'],
    ['Aid Statio', 'Generic', 'Aid Station 5: bananas, no cola', 'water fruit'],
    ['First Aid', 'First Aid', undefined, 'first_aid'],
    ['Aid', 'First Aid', undefined, 'first_aid'],
    ['Water Stre', 'Right', 'Water Street', 'turn'],
    ['Waterfall ', 'Generic', 'Waterfall lookout', 'place'],
    ['Ravito', 'Food', 'Eau non potable', 'station of nothing'],
    ['Col', 'Summit', undefined, 'summit'],
    ['Danger', 'Danger', 'Take double water', 'alert'],
    ['Depot St', 'Left', 'Turn left onto Depot Street', 'turn'],
  ])('TCX %s of type %s (%s) is %s', (name, type, notes, is) => {
    expect(kindOf(tcxPoint(name, type, notes))).toBe(is);
  });

  test.each([
    ['', 3, 'water'],
    ['', 4, 'water'],
    ['', 9, 'first_aid'],
    ['', 28, 'water'],
    ['', 32, 'gel'],
    ['', 33, 'sports_drink'],
    ['', 35, 'checkpoint'],
    ['', 39, 'toilet'],
    ['', 48, 'place'],
    ['', 52, 'alert'],
    ['Water Street', 6, 'turn'],
    ['Ravito soupe', 0, 'water broth'],
    ['Kein Wasser', 28, 'station of nothing'],
    ['CP 3', 35, 'checkpoint'],
    ['CP 3 Suppe', 35, 'water broth'],
    ["Jackson's store", 4, 'place'],
  ])('FIT %j of type %i is %s', (name, type, is) => {
    expect(kindOf(read(fitOf('A', { places, fromM: 0 }, [{ name, type, place: placeAt(4, 0) }])))).toBe(is);
  });

  test('the sports of a multi-sport recording join in order', () => {
    const activity = (sport: string, from: number) =>
      `<Activity Sport="${sport}"><Id>${instant(FROM_S)}</Id><Lap>${tcxTrack({ places: along([from, 0], [from + 2, 0]), fromM: 0, fromS: FROM_S + 600 * from })}</Lap></Activity>`;
    const session = `<FirstSport>${activity('Biking', 0)}</FirstSport><NextSport>${activity('Running', 2)}</NextSport>`;
    const course = read(
      tcx(`<Activities><MultiSportSession><Id>A</Id>${session}</MultiSportSession></Activities>`),
    );
    expect(course.distanceKm).toBeCloseTo(4, 1);
    expect(course.alternatives).toEqual([]);
  });
});

test('the same course in GPX, TCX and FIT has the same stations, passes and kilometres', () => {
  const places = along([0, 0], [10, 0], [0, 0], [3, 3], [0, 0.2]);
  const points = [
    { name: 'Aid 1: water, gels', type: 'Food', kind: 28, place: placeAt(4, 0) },
    { name: 'CP2', type: 'Generic', kind: 35, place: placeAt(7, 0) },
    { name: 'Ravito 2 bananes', type: 'Food', kind: 28, place: placeAt(10, 0) },
    { name: 'Water Street', type: 'Left', kind: 6, place: placeAt(2, 2) },
  ];
  const files = [
    gpx(points.map(({ name, type, place }) => wpt(place, { name, sym: type })).join('') + track(places)),
    tcxCourses(tcxCourse('A', { places, fromM: 0 }, points)),
    fitOf(
      'A',
      { places, fromM: 0 },
      points.map(({ kind, ...point }) => ({ ...point, type: kind })),
    ),
  ];
  const answers = files.map((file) => {
    const course = read(file);
    const offered = course.aidStations.map(({ offers, place }) => [offers, place]);
    const kinds = course.waypoints.map(({ km, kind }) => [km.toFixed(0), kind]);
    return { km: course.distanceKm.toFixed(0), stops: stopsOf(course), offered, kinds };
  });
  expect(answers[0]).toMatchObject({ stops: [4, 10, 16], km: '28' });
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});
