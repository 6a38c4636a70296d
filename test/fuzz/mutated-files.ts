import { finish } from '@musette/basics/work';
import { readCourse } from '@musette/files/courses/read-course';
import { isUnreadable } from '@musette/files/text-reader';
import { readWorkout } from '@musette/files/workouts/read-workout';
import fc from 'fast-check';
import { courseToWire, ParsedCourse } from '#nutrition/courses/course-shape.ts';
import { course as sentCourse } from '#nutrition/records/course.ts';
import { ParsedWorkout, workoutToWire } from '#nutrition/workouts/workout-shape.ts';
import {
  along,
  around,
  fitOf,
  gpx,
  placeAt,
  route,
  rtept,
  segment,
  tcx,
  tcxCourse,
  tcxCourses,
  tcxTrack,
  track,
  wpt,
} from '../../src/packages/files/test/course-writers.ts';
import { courseFiles, withChecksum, workoutFiles } from '../support/fit-files.ts';

/** One file after its mutations, and the reader that it is given to. */
export interface MutatedFile {
  readonly name: string;
  readonly kind: 'workout' | 'course';
  readonly bytes: Uint8Array;
}

interface Mutation {
  readonly how: 'replace' | 'insert' | 'remove' | 'cut' | 'repeat' | 'flip';
  /** Share of the length at which it happens. */
  readonly at: number;
  readonly byte: number;
  readonly length: number;
}

/** Bytes that mean something to one of the formats, so that mutations reach past the first check. */
const MEANINGFUL = [...'<>/="&;![]{}:,.-0919e \n\t', '\0', '\u007f'].map((text) => text.charCodeAt(0));

const mutation: fc.Arbitrary<Mutation> = fc.record({
  how: fc.constantFrom('replace', 'replace', 'replace', 'flip', 'flip', 'insert', 'remove', 'repeat', 'cut'),
  at: fc.nat(99_999).map((share) => share / 100_000),
  byte: fc.oneof(fc.constantFrom(...MEANINGFUL), fc.integer({ min: 0, max: 255 })),
  length: fc.integer({ min: 1, max: 200 }),
});

const LINE = along([0, 0], [1, 0], [0, 0.2]);
const station = {
  name: 'Ravito 2: eau, pas de coca',
  type: 'Food',
  place: placeAt(0.5, 0),
  timeS: 1_800_000_300,
};
const text = (xml: string) => new TextEncoder().encode(xml);

/** Courses in the shapes that the fixtures lack: laps, alternatives, shape points, several parts and sports. */
const SHAPES: readonly (readonly [string, Uint8Array])[] = [
  [
    'laps.gpx',
    text(
      gpx(
        wpt(placeAt(0.2, 0), {
          name: 'Aid station (km 3), no gels or bars',
          desc: 'Water: no. Next water 12 km',
        }) +
          wpt(placeAt(0, 0), { name: 'Verpflegung ohne Wasser', sym: 'Flag, Blue' }) +
          `<trk><name>Laps</name>${segment(around(0.1, 6), 1_800_000_000)}${segment(LINE)}${segment(LINE)}</trk>`,
      ),
    ),
  ],
  [
    'variants.gpx',
    text(
      gpx(track(LINE, 'Long') + track(LINE.slice(0, 9), 'Short') + wpt(placeAt(0.5, 0), { name: '給水 2' })),
    ),
  ],
  [
    'route.gpx',
    text(
      gpx(
        route(
          LINE.map((place, index) =>
            rtept(
              place,
              index % 7 ? {} : { name: `CP${index}`, type: 'bh_eau' },
              '<extensions><g:RoutePointExtension xmlns:g="g"><g:rpt lat="46" lon="7.01"/></g:RoutePointExtension></extensions>',
            ),
          ),
          'R',
        ),
      ),
    ),
  ],
  [
    'course.tcx',
    text(
      tcxCourses(
        tcxCourse('A', { places: LINE, fromM: 5000, fromS: 1_800_000_000 }, [
          station,
          { ...station, notes: 'Ravito 2: eau non potable' },
        ]),
        tcxCourse('B', { places: LINE }),
      ),
    ),
  ],
  [
    'sports.tcx',
    text(
      tcx(
        `<Activities><MultiSportSession><Id>x</Id><FirstSport><Activity Sport="Biking"><Lap>${tcxTrack({ places: LINE, fromM: 0 })}</Lap></Activity></FirstSport><NextSport><Activity Sport="Running"><Lap>${tcxTrack({ places: LINE, fromM: 0 })}</Lap></Activity></NextSport></MultiSportSession></Activities>`,
      ),
    ),
  ],
  [
    'chained.fit',
    Uint8Array.from([
      ...fitOf('A', { places: LINE, fromM: 5000, fromS: 1_800_000_000 }, [
        { ...station, type: 28, distanceM: 5500 },
      ]),
      ...fitOf('B', { places: LINE, fromM: 0 }, [{ name: 'CP2 soupe', type: 35, distanceM: 300 }]),
    ]),
  ],
];

const files = [
  ...workoutFiles().map(([name, bytes]) => ({ name, kind: 'workout' as const, bytes })),
  ...[...courseFiles(), ...SHAPES].map(([name, bytes]) => ({ name, kind: 'course' as const, bytes })),
];

/** Files of the fixtures with one to four mutations, byte by byte. A FIT file mostly gets the checksum of its new content. */
export const mutatedFile: fc.Arbitrary<MutatedFile> = fc
  .record({
    file: fc.constantFrom(...files),
    mutations: fc.array(mutation, { minLength: 1, maxLength: 4 }),
    isSummed: fc.nat(9).map((chance) => chance > 0),
  })
  .map(({ file, mutations, isSummed }) => {
    const bytes = mutations.reduce(mutate, file.bytes);
    return { ...file, bytes: file.name.endsWith('.fit') && isSummed ? summed(bytes) : bytes };
  });

function mutate(bytes: Uint8Array, { how, at, byte, length }: Mutation): Uint8Array {
  const index = Math.floor(at * bytes.length);
  const [before, after] = [bytes.subarray(0, index), bytes.subarray(index)];
  switch (how) {
    case 'replace':
      return Uint8Array.from([...before, byte, ...after.subarray(1)]);
    case 'insert':
      return Uint8Array.from([...before, byte, ...after]);
    case 'remove':
      return Uint8Array.from([...before, ...after.subarray(length)]);
    case 'cut':
      return before;
    case 'repeat':
      return Uint8Array.from([...before, ...after.subarray(0, length), ...after]);
    case 'flip':
      return Uint8Array.from([...before, (after[0] ?? 0) ^ (1 << (byte & 7)), ...after.subarray(1)]);
  }
}

/** Gives a changed FIT file the length and the checksums that it needs to be read on. */
function summed(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 16) return bytes;
  const changed = Uint8Array.from(bytes);
  const view = new DataView(changed.buffer);
  view.setUint32(4, Math.max(0, changed.length - (changed[0] ?? 14) - 2), true);
  view.setUint16(12, 0, true);
  return withChecksum(changed);
}

/** The outcome of reading a file: `read` or `unreadable`. Anything else is described as text. */
export function outcomeOf({ kind, bytes }: MutatedFile): string {
  const read = kind === 'workout' ? finish(readWorkout(bytes)) : finish(readCourse(bytes));
  if (isUnreadable(read)) {
    const isSaid = read.failure === 'unreadable_file' && (read.message ?? '').length > 10;
    return isSaid ? 'unreadable' : `the failure ${JSON.stringify(read)}`;
  }
  return 'parts' in read ? workoutOutcome(workoutToWire(read)) : courseOutcome(courseToWire(read));
}

function workoutOutcome(workout: ReturnType<typeof workoutToWire>): string {
  const parsed = ParsedWorkout.safeParse(workout);
  if (!parsed.success) return parsed.error.message;
  const lists = parsed.data.steps.map((part) =>
    'repeat' in part ? { times: part.repeat, steps: part.steps } : { times: 1, steps: [part] },
  );
  const sum = lists.reduce(
    (total, { times, steps }) => total + times * steps.reduce((own, step) => own + step.duration_min, 0),
    0,
  );
  if (Math.abs(sum - workout.duration_min) > 1) return `steps of ${sum} min in ${workout.duration_min}`;
  const count = lists.reduce((total, { times, steps }) => total + times * steps.length, 0);
  return count > 200 ? `${count} steps` : 'read';
}

function courseOutcome(course: ReturnType<typeof courseToWire>): string {
  const parsed = ParsedCourse.safeParse(course);
  if (!parsed.success) return parsed.error.message;
  const goesBack = course.points.some((point, index) => point.km < (course.points[index - 1]?.km ?? 0));
  if (goesBack) return 'the points go back';
  const isBeyond = [...course.aid_stations, ...course.waypoints].some(({ km }) => km > course.distance_km);
  if (isBeyond) return 'a station after the end';
  if (course.stations_complete && course.truncated) return 'a truncated file with all its stations';
  const posted = sentCourse.safeParse(course);
  return posted.success ? 'read' : `refused as a course: ${posted.error.message}`;
}
