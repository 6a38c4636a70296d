import { finish } from '@musette/basics/work';
import type { ParsedCourse } from '../src/courses/course.ts';
import { readCourse } from '../src/courses/read-course.ts';
import { FIT_DEGREES_PER_SEMICIRCLE, FIT_FIELD, FIT_FILE_TYPE, FIT_MESSAGE } from '../src/fit-profile.ts';
import { FIT_TYPE, type FitData, type FitField, writeFit } from '../src/fit-writer.ts';
import { isUnreadable } from '../src/text-reader.ts';

/** What a file says about a point. */
export interface Said {
  readonly name?: string;
  readonly type?: string;
  readonly sym?: string;
  readonly desc?: string;
}

/** A place as latitude and longitude. */
export type Place = readonly [lat: number, lon: number];

const encode = (text: string) => new TextEncoder().encode(text);

/** Reads a course that is readable. */
export function read(file: Uint8Array | string): ParsedCourse {
  const course = finish(readCourse(typeof file === 'string' ? encode(file) : file));
  if (isUnreadable(course)) throw new Error(course.message);
  return course;
}

/** Returns the message that refuses a file. */
export function refusalOf(file: Uint8Array | string): string {
  const course = finish(readCourse(typeof file === 'string' ? encode(file) : file));
  return isUnreadable(course) ? course.message : 'was read';
}

/** Returns the stations of a course by their kilometre, to 100 m. */
export function stationsOf({ aidStations }: ParsedCourse): readonly string[] {
  return aidStations.map(({ km, name }) => `${km.toFixed(1)} ${name ?? ''}`.trim());
}

/** Returns the kilometres of the stations, to 100 m. */
export function stopsOf({ aidStations }: ParsedCourse): readonly number[] {
  return aidStations.map(({ km }) => Math.round(km * 10) / 10);
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const element = (name: string, text: string | undefined) =>
  text === undefined ? '' : `<${name}>${escaped(text)}</${name}>`;

/** Returns a waypoint of GPX. */
export function wpt([lat, lon]: Place, { name, type, sym, desc }: Said, more = ''): string {
  const texts = [element('name', name), element('desc', desc), element('sym', sym), element('type', type)];
  return `<wpt lat="${lat}" lon="${lon}">${more}${texts.join('')}</wpt>`;
}

export const gpx = (body: string) => `<?xml version="1.0"?><gpx version="1.1">${body}</gpx>`;

/** Returns a segment of a track, with a time for each point if they begin at one. */
export function segment(places: readonly Place[], fromS: number | null = null, stepS = 30): string {
  const points = places.map(([lat, lon], index) => {
    const time = fromS === null ? '' : `<time>${instant(fromS + index * stepS)}</time>`;
    return `<trkpt lat="${lat}" lon="${lon}">${time}</trkpt>`;
  });
  return `<trkseg>${points.join('')}</trkseg>`;
}

/** Returns a track of one segment. */
export const track = (places: readonly Place[], name?: string) =>
  `<trk>${element('name', name)}${segment(places)}</trk>`;

/** Returns a route. */
export const route = (points: readonly string[], name?: string) =>
  `<rte>${element('name', name)}${points.join('')}</rte>`;

/** Returns a point of a route. */
export function rtept([lat, lon]: Place, { name, type, sym, desc }: Said = {}, more = ''): string {
  const texts = [element('name', name), element('desc', desc), element('sym', sym), element('type', type)];
  return `<rtept lat="${lat}" lon="${lon}">${texts.join('')}${more}</rtept>`;
}

export function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

const KM_PER_DEGREE = 111.195;

/** Returns a place by kilometres north and east of 46° N, 7° E. */
export function placeAt(north: number, east: number): Place {
  return [46 + north / KM_PER_DEGREE, 7 + east / (KM_PER_DEGREE * Math.cos((46 * Math.PI) / 180))];
}

/** Returns places along straight lines between corners in kilometres north and east, every 100 m. */
export function along(...corners: readonly (readonly [north: number, east: number])[]): Place[] {
  return corners.flatMap((to, index) => {
    const from = corners[index - 1];
    if (!from) return [placeAt(...to)];
    const count = Math.max(1, Math.round(10 * Math.hypot(to[0] - from[0], to[1] - from[1])));
    return Array.from({ length: count }, (_, step) => {
      const share = (step + 1) / count;
      return placeAt(from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1]));
    });
  });
}

/** Returns places around a circle with its southernmost point at a place, once or several times. */
export function around(
  radiusKm: number,
  laps = 1,
  [north, east]: readonly [number, number] = [0, 0],
): Place[] {
  const count = Math.ceil((2 * Math.PI * radiusKm) / 0.05);
  return Array.from({ length: count * laps + 1 }, (_, step) => {
    const angle = (2 * Math.PI * step) / count;
    return placeAt(north + radiusKm * (1 - Math.cos(angle)), east + radiusKm * Math.sin(angle));
  });
}

/** A course point of TCX or FIT. */
export interface CoursePointSaid {
  readonly name: string;
  readonly type: string | number;
  readonly place?: Place;
  readonly notes?: string;
  readonly timeS?: number;
  readonly distanceM?: number;
}

const position = ([lat, lon]: Place) =>
  `<Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>${lon}</LongitudeDegrees></Position>`;

/** The line of a course in TCX or FIT: each place with its distance and time where they are given. */
export interface LineSaid {
  readonly places: readonly Place[];
  /** The distance of the first place, m; the others follow every 100 m. Null writes none. */
  readonly fromM?: number | null;
  /** The time of the first place; the others follow every 30 s. Null writes none. */
  readonly fromS?: number | null;
}

export function tcxTrack({ places, fromM = null, fromS = null }: LineSaid): string {
  const points = places.map((place, index) => {
    const time = fromS === null ? '' : `<Time>${instant(fromS + 30 * index)}</Time>`;
    const distance = fromM === null ? '' : `<DistanceMeters>${fromM + 100 * index}</DistanceMeters>`;
    return `<Trackpoint>${time}${position(place)}${distance}</Trackpoint>`;
  });
  return `<Track>${points.join('')}</Track>`;
}

export function tcxCourse(name: string, line: LineSaid, points: readonly CoursePointSaid[] = []): string {
  const said = points.map(({ name: pointName, type, place, notes, timeS }) => {
    const time = timeS === undefined ? '' : `<Time>${instant(timeS)}</Time>`;
    const where = place ? position(place) : '';
    return `<CoursePoint>${element('Name', pointName)}${time}${where}${element('PointType', String(type))}${element('Notes', notes)}</CoursePoint>`;
  });
  return `<Course>${element('Name', name)}${tcxTrack(line)}${said.join('')}</Course>`;
}

export const tcx = (body: string) =>
  `<?xml version="1.0"?><TrainingCenterDatabase>${body}</TrainingCenterDatabase>`;
export const tcxCourses = (...courses: readonly string[]) => tcx(`<Courses>${courses.join('')}</Courses>`);

/** Seconds between 1970 and the epoch of FIT. */
export const FIT_EPOCH_S = 631_065_600;

const long = (field: number, value: number): FitField => ({ field, type: FIT_TYPE.uint32, value });
const semicircles = (field: number, degrees: number): FitField => ({
  field,
  type: FIT_TYPE.sint32,
  value: Math.round(degrees / FIT_DEGREES_PER_SEMICIRCLE),
});

/** Returns the messages of a FIT course. */
export function fitMessages(
  name: string,
  line: LineSaid,
  points: readonly CoursePointSaid[] = [],
): FitData[] {
  const { places, fromM = null, fromS = null } = line;
  const { record, coursePoint } = FIT_FIELD;
  return [
    { number: FIT_MESSAGE.fileId, fields: [{ field: 0, type: FIT_TYPE.enum, value: FIT_FILE_TYPE.course }] },
    {
      number: FIT_MESSAGE.course,
      fields: [{ field: FIT_FIELD.course.name, type: FIT_TYPE.text, value: name }],
    },
    ...places.map(([lat, lon], index) => ({
      number: FIT_MESSAGE.record,
      fields: [
        ...(fromS === null ? [] : [long(record.timestamp, fromS + 30 * index - FIT_EPOCH_S)]),
        semicircles(record.positionLat, lat),
        semicircles(record.positionLong, lon),
        ...(fromM === null ? [] : [long(record.distance, 100 * (fromM + 100 * index))]),
      ],
    })),
    ...points.map(({ name: pointName, type, place, timeS, distanceM }) => ({
      number: FIT_MESSAGE.coursePoint,
      fields: [
        ...(timeS === undefined ? [] : [long(coursePoint.timestamp, timeS - FIT_EPOCH_S)]),
        ...(place
          ? [semicircles(coursePoint.positionLat, place[0]), semicircles(coursePoint.positionLong, place[1])]
          : []),
        ...(distanceM === undefined ? [] : [long(coursePoint.distance, 100 * distanceM)]),
        { field: coursePoint.type, type: FIT_TYPE.enum, value: Number(type) },
        { field: coursePoint.name, type: FIT_TYPE.text, value: pointName },
      ],
    })),
  ];
}

export const fitOf = (...course: Parameters<typeof fitMessages>) => writeFit(fitMessages(...course));

/** Returns what a point on a course of 4 km is: the offers of its station, or its kind. */
export function kindIn(point: Said): string {
  return kindOf(read(gpx(wpt(placeAt(2, 0), point) + track(along([0, 0], [4, 0])))));
}

/** Returns what the only point of a course is. */
export function kindOf({ aidStations: [station], waypoints: [waypoint] }: ParsedCourse): string {
  if (station) return station.offers.length === 0 ? 'station of nothing' : station.offers.join(' ');
  if (!waypoint) return 'no point';
  return waypoint.kind === 'unknown' && waypoint.name === null ? 'unknown without a name' : waypoint.kind;
}
