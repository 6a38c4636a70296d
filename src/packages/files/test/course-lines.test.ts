import { describe, expect, test } from 'vitest';
import { FIT_TYPE, writeFit } from '../src/fit-writer.ts';
import {
  along,
  fitMessages,
  fitOf,
  gpx,
  instant,
  placeAt,
  read,
  refusalOf,
  route,
  rtept,
  segment,
  stopsOf,
  tcx,
  tcxCourse,
  tcxCourses,
  tcxTrack,
  track,
  wpt,
} from './course-writers.ts';

const FROM_S = Date.UTC(2026, 4, 1, 6) / 1000;
const lengthOf = (file: string | Uint8Array) => Math.round(read(file).distanceKm * 10) / 10;
const named = (file: string | Uint8Array) =>
  read(file).alternatives.map(({ name, distanceKm }) => `${name} ${distanceKm.toFixed(1)}`);

describe('which line is the course', () => {
  const long = along([0, 0], [20, 0]);
  const short = along([0, 0], [10, 0]);

  test.each([
    ['named tracks', gpx(track(long, 'Race 20 km') + track(short, 'Race 10 km')), 20],
    [
      'named routes',
      gpx(
        route(
          long.map((place) => rtept(place)),
          'Long',
        ) +
          route(
            short.map((place) => rtept(place)),
            'Short',
          ),
      ),
      20,
    ],
    [
      'TCX courses',
      tcxCourses(tcxCourse('Long', { places: long }), tcxCourse('Short', { places: short })),
      20,
    ],
    ['tracks without a name or times', gpx(track(short) + track(along([0, 3], [5, 3]))), 10],
    [
      'a track and a route',
      gpx(
        route(
          short.map((place) => rtept(place)),
          'R',
        ) + track(long, 'T'),
      ),
      20,
    ],
    [
      'recordings of two days',
      tcx(
        `<Activities>${[0, 1].map((day) => `<Activity Sport="Running"><Id>${instant(FROM_S + day * 86_400)}</Id><Lap>${tcxTrack({ places: short, fromS: FROM_S + day * 86_400 })}</Lap></Activity>`).join('')}</Activities>`,
      ),
      10,
    ],
    [
      'loops that begin at one square',
      gpx(track(along([0, 0], [3, 0], [0, 0.1]), 'A') + track(along([0, 0], [0, 4], [0.1, 0]), 'B')),
      6,
    ],
  ])('%s are alternatives, the first of which is read', (_name, file, km) => {
    expect(lengthOf(file)).toBe(km);
    expect(read(file).alternatives).toHaveLength(2);
  });

  test('alternatives have their names and lengths, the course first', () => {
    expect(named(gpx(track(long, 'Race 20 km') + track(short, 'Race 10 km')))).toEqual([
      'Race 20 km 20.0',
      'Race 10 km 10.0',
    ]);
    expect(named(gpx(track(long, 'Race 20 km')))).toEqual([]);
  });

  test('a second line that begins where the first ends continues it', () => {
    const stages = gpx(
      track(along([0, 0], [10, 0]), 'Stage 1') +
        track(along([10, 0.2], [10, 8]), 'Stage 2') +
        track(short, 'Fun run'),
    );
    expect(Math.abs(lengthOf(stages) - 18)).toBeLessThan(0.3);
    expect(named(stages).map((line) => line.split(' ').slice(0, -1).join(' '))).toEqual([
      'Stage 1',
      'Fun run',
    ]);
  });

  test('there and back are one course if they are two tracks', () => {
    expect(lengthOf(gpx(track(short, 'There') + track(short.toReversed(), 'Back')))).toBe(20);
  });

  test('tracks without a name whose times go on are one recording', () => {
    const second = `<trk>${segment(along([10.2, 3], [13, 3]), FROM_S + 9000)}</trk>`;
    expect(lengthOf(gpx(`<trk>${segment(short, FROM_S)}</trk>${second}`))).toBeGreaterThan(12.5);
  });

  test('stations of the other course of a TCX file are not on this one', () => {
    const station = (north: number) => [{ name: 'Aid', type: 'Food', place: placeAt(north, 0) }];
    const file = tcxCourses(
      tcxCourse('Long', { places: long }, station(5)),
      tcxCourse('Short', { places: short }, station(2)),
    );
    expect(stopsOf(read(file))).toEqual([5]);
  });
});

describe('segments', () => {
  const loop = along([0, 0], [3, 0], [3, 3], [0, 0]);

  test('of one track join', () => {
    expect(
      lengthOf(gpx(`<trk>${segment(along([0, 0], [5, 0]))}${segment(along([5, 0], [9, 0]))}</trk>`)),
    ).toBe(9);
  });

  test('that repeat another are laps if their times go on', () => {
    const laps = `<trk>${[0, 1, 2].map((lap) => segment(loop, FROM_S + lap * 7200)).join('')}</trk>`;
    expect(lengthOf(gpx(laps))).toBe(30.7);
    expect(read(gpx(laps)).leftOut.lines).toEqual([]);
  });

  test.each([
    ['without times', `<trk><name>Loop</name>${segment(loop)}${segment(loop)}</trk>`],
    ['with the same times', `<trk><name>Loop</name>${segment(loop, FROM_S)}${segment(loop, FROM_S)}</trk>`],
  ])('%s are left out and named', (_name, body) => {
    const course = read(gpx(body));
    expect(Math.round(course.distanceKm * 10) / 10).toBe(10.2);
    expect(course.leftOut.lines).toEqual([{ name: 'Loop', distanceKm: expect.closeTo(10.24, 1) }]);
  });

  test('of a TCX recording with several laps keep the distance that the device counted', () => {
    const lap = (from: number) =>
      `<Lap>${tcxTrack({ places: along([from, 0], [from + 3, 0]), fromM: from * 1000 })}</Lap>`;
    const file = tcx(
      `<Activities><Activity Sport="Running"><Id>x</Id>${lap(0)}${lap(3)}${lap(6)}</Activity></Activities>`,
    );
    expect(lengthOf(file)).toBe(9);
  });
});

describe('shape points between route points', () => {
  const shape = (places: readonly (readonly [number, number])[]) =>
    `<extensions><gpxx:RoutePointExtension xmlns:gpxx="x">${places.map(([lat, lon]) => `<gpxx:rpt lat="${lat}" lon="${lon}"/>`).join('')}</gpxx:RoutePointExtension></extensions>`;

  test.each([1, 2, 5, 20, 60])('%i of them belong to the route', (count) => {
    const road = along([0, 0], [0.5 * count, 0.5 * count]).slice(1);
    const file = gpx(
      route([
        rtept(placeAt(0, 0), { name: 'Start' }, shape(road)),
        rtept(placeAt(0, 0.5 * count), { name: 'End' }),
      ]),
    );
    expect(lengthOf(file)).toBeCloseTo(0.5 * count * (Math.SQRT2 + 1), 0);
  });

  test('a station beside them is on the course', () => {
    const road = along([0, 0], [4, 0]).slice(1, -1);
    const file = gpx(
      wpt(placeAt(2, 0), { name: 'Aid' }) +
        route([rtept(placeAt(0, 0), {}, shape(road)), rtept(placeAt(4, 0))]),
    );
    expect(stopsOf(read(file))).toEqual([2]);
  });
});

describe('a chained FIT file', () => {
  const part = (from: number, to: number, fromM = 0) =>
    fitOf(`Part ${from}`, { places: along([from, 0], [to, 0]), fromM });
  const chain = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((bytes) => [...bytes]));

  test.each([
    ['two parts', chain(part(0, 2), part(2, 5)), 5],
    ['three parts', chain(part(0, 2), part(2, 5), part(5, 9)), 9],
    ['a part that opens at 20 km', chain(part(0, 2), part(2, 5, 20_000)), 5],
    ['a part without distances', chain(part(0, 2), fitOf('B', { places: along([2, 0], [5, 0]) })), 5],
    ['zeros behind the last part', chain(part(0, 2), part(2, 5), new Uint8Array(40)), 5],
  ])('of %s is read through its parts', (_name, file, km) => {
    expect(lengthOf(file)).toBe(km);
    expect(read(file).isTruncated).toBe(false);
  });

  test('has the stations of each part on the scale of that part', () => {
    const station = [{ name: 'Aid', type: 28, distanceM: 1000 }];
    const file = chain(
      fitOf('A', { places: along([0, 0], [2, 0]), fromM: 0 }, station),
      fitOf('B', { places: along([2, 0], [5, 0]), fromM: 0 }, station),
    );
    expect(stopsOf(read(file))).toEqual([1, 3]);
  });

  test('names a part with positions that is no course', () => {
    const [, ...messages] = fitMessages('Other', { places: along([2, 0], [5, 0]) });
    const other = writeFit([
      { number: 0, fields: [{ field: 0, type: FIT_TYPE.enum, value: 32 }] },
      ...messages,
    ]);
    const course = read(chain(part(0, 2), other));
    expect(course.leftOut.lines).toEqual([{ name: null, distanceKm: expect.closeTo(3, 1) }]);
  });

  test('is cut off behind a part whose successor is', () => {
    const course = read(chain(part(0, 2), part(2, 5).slice(0, -300)));
    expect(course.isTruncated).toBe(true);
    expect(course.distanceKm).toBeGreaterThan(2.2);
  });

  test('of parts that lie about their size ends with the file', () => {
    const lying = part(0, 2).slice();
    new DataView(lying.buffer).setUint32(4, 14, true);
    expect(refusalOf(chain(lying, part(2, 5)))).toMatch(/^Byte \d+: |^was read$/);
    expect(refusalOf(chain(...Array(100).fill(part(0, 2))))).toMatch(/more than 64 parts/);
  });
});

describe('formalities that do not refuse', () => {
  const places = along([0, 0], [4, 0]);
  const body = (declaration: string, name = 'Ravito') =>
    `${declaration}<gpx version="1.1">${wpt(placeAt(2, 0), { name })}${track(places)}</gpx>`;
  const encode = (text: string) => new TextEncoder().encode(text);
  const latin1 = (text: string) => Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)));
  const utf16 = (text: string, isBig: boolean) =>
    Uint8Array.from(
      [...text].flatMap((letter) => {
        const code = letter.charCodeAt(0);
        return isBig ? [code >> 8, code & 0xff] : [code & 0xff, code >> 8];
      }),
    );
  const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

  test.each([
    ['ten spaces', encode(`          ${body(DECLARATION)}`)],
    ['blank lines', encode(`\r\n\n\t\n${body(DECLARATION)}`)],
    ['a thousand spaces', encode(`${' '.repeat(1000)}${body(DECLARATION)}`)],
    ['twenty thousand newlines', encode(`${'\n'.repeat(20_000)}${body(DECLARATION)}`)],
    ['a byte order mark', encode(`\ufeff${body(DECLARATION)}`)],
    ['two byte order marks and a newline', encode(`\ufeff\ufeff\n${body(DECLARATION)}`)],
    ['a space before the byte order mark', encode(` \ufeff${body(DECLARATION)}`)],
  ])('%s before the declaration', (_name, file) => {
    expect(read(file).aidStations).toMatchObject([{ name: 'Ravito' }]);
  });

  test.each([
    [
      'ISO-8859-1',
      latin1(body('<?xml version="1.0" encoding="ISO-8859-1"?>', 'Aid: fr\xfcchte')),
      'Aid: früchte',
    ],
    [
      'windows-1252',
      latin1(body("<?xml version='1.0' encoding='windows-1252'?>", 'Ravito \x96 d\xe9part')),
      'Ravito – départ',
    ],
    [
      'UTF-16LE with its mark',
      Uint8Array.from([
        0xff,
        0xfe,
        ...utf16(body('<?xml version="1.0" encoding="UTF-16"?>', 'エイド'), false),
      ]),
      'エイド',
    ],
    [
      'UTF-16BE with its mark',
      Uint8Array.from([
        0xfe,
        0xff,
        ...utf16(body('<?xml version="1.0" encoding="UTF-16"?>', 'エイド'), true),
      ]),
      'エイド',
    ],
    [
      'UTF-16LE that only its declaration names',
      utf16(body('<?xml version="1.0" encoding="UTF-16"?>'), false),
      'Ravito',
    ],
    [
      'UTF-8 that says it was UTF-16',
      encode(body('<?xml version="1.0" encoding="utf-16"?>', 'エイド')),
      'エイド',
    ],
    ['us-ascii', encode(body('<?xml version="1.0" encoding="us-ascii"?>')), 'Ravito'],
  ])('%s', (_name, file, name) => {
    expect(read(file).aidStations).toMatchObject([{ name }]);
  });

  test('an encoding that nobody knows is refused with its place', () => {
    expect(refusalOf(body('<?xml version="1.0" encoding="klingon"?>'))).toBe(
      'Line 1, column 0: the encoding that the file names is not known.',
    );
  });

  test('the place of an error counts the white space before the declaration', () => {
    expect(refusalOf(`\n\n  ${DECLARATION}<gpx><a></b></gpx>`)).toMatch(/^Line 3, column 5\d: /);
  });

  test.each([
    ['last', [...places, [0, 0] as const]],
    ['first', [[0, 0] as const, ...places]],
    ['in the middle', [...places.slice(0, 20), [0, 0] as const, [0, 0] as const, ...places.slice(20)]],
    ['first and last', [[0, 0] as const, ...places, [0, 0] as const]],
  ])('a point at 0, 0 that is %s is no place of the course', (_name, line) => {
    for (const file of [
      gpx(track(line)),
      tcxCourses(tcxCourse('A', { places: line })),
      fitOf('A', { places: line }),
    ]) {
      expect(lengthOf(file)).toBe(4);
    }
  });

  test('a course that passes 0, 0 keeps it', () => {
    expect(
      lengthOf(
        gpx(
          track([
            [0, -0.02],
            [0, -0.01],
            [0, 0],
            [0, 0.01],
          ]),
        ),
      ),
    ).toBe(3.3);
  });

  test('a waypoint at 0, 0 is nowhere', () => {
    expect(read(gpx(wpt([0, 0], { name: 'Aid' }) + track(places)))).toMatchObject({
      aidStations: [],
      stationsComplete: false,
    });
  });
});

describe('a FIT file that is not whole, or says so', () => {
  const places = along([0, 0], [4, 0]);
  const file = fitOf('A', { places, fromM: 0 }, [{ name: 'Aid', type: 28, place: placeAt(2, 0) }]);
  const sized = (bytes: Uint8Array, size: number, header = false) => {
    const changed = bytes.slice();
    new DataView(changed.buffer).setUint32(4, size, true);
    if (header) changed.set([0, 0], 12);
    return changed;
  };
  const size = new DataView(file.buffer).getUint32(4, true);

  test.each([
    ['0', 0],
    ['14 more', size + 14],
    ['14 less', size - 14],
    ['2 more', size + 2],
    ['four gigabytes', 0xffffffff],
  ])('whose header states a size of %s is read', (_name, stated) => {
    for (const header of [false, true]) {
      const course = read(sized(file, stated, header));
      expect(stopsOf(course)).toEqual([2]);
      expect(lengthOf(sized(file, stated, header))).toBe(4);
    }
    expect(read(sized(file, stated)).isTruncated).toBe(false);
  });

  test.each([1, 2, 3, 20, 60, 200])(
    'of which the last %i bytes are missing is truncated, and its stations not complete',
    (missing) => {
      const course = read(file.slice(0, -missing));
      expect(course).toMatchObject({ isTruncated: true, stationsComplete: false });
      expect(course.distanceKm).toBeGreaterThan(2.5);
    },
  );

  test('with a wrong checksum is refused', () => {
    const wrong = file.slice();
    wrong[file.length - 1] = (wrong[file.length - 1] ?? 0) ^ 1;
    expect(refusalOf(wrong)).toMatch(/the checksum of the FIT file is wrong/);
  });

  test('a GPX or TCX file that ends early is truncated', () => {
    const whole = gpx(wpt(placeAt(1, 0), { name: 'Aid' }) + track(places));
    for (const cut of [30, 90, 400]) {
      expect(read(whole.slice(0, -cut))).toMatchObject({
        isTruncated: true,
        stationsComplete: false,
        aidStations: [{}],
      });
    }
    expect(read(tcxCourses(tcxCourse('A', { places })).slice(0, -200)).isTruncated).toBe(true);
    expect(refusalOf(whole.slice(0, 100))).toMatch(/^Line 1, column \d+: unclosed tag/);
  });
});
