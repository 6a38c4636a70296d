import { STATION_NAME_CHARACTERS_MAX } from '@musette/basics/courses';
import { plainName, readDecimal } from '../text-reader.ts';
import type { XmlElement, XmlVisitor } from '../xml-reader.ts';
import {
  FILE_POINTS_MAX,
  type FilePoint,
  isPosition,
  plainDescription,
  plausibleElevation,
  RAW_POINTS_MAX,
  type RawCourse,
  type RawLine,
  type RawPoint,
  readTimeS,
} from './course.ts';

const TRACK_POINT = 'gpx/trk/trkseg/trkpt';
const ROUTE_POINT = 'gpx/rte/rtept';
const WAYPOINT = 'gpx/wpt';
/** Points between two points of a route, which Garmin's programs write: the road that it follows. */
const SHAPE_POINT = `${ROUTE_POINT}/extensions/RoutePointExtension/rpt`;
const POINT_PATHS: ReadonlySet<string> = new Set([TRACK_POINT, ROUTE_POINT, WAYPOINT]);
/** The members of a point that are read, by their paths. A track has thousands of points, so theirs are few. */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ...['ele', 'time'].map((member) => [`${TRACK_POINT}/${member}`, member] as const),
  ...[ROUTE_POINT, WAYPOINT].flatMap((path) =>
    ['name', 'cmt', 'desc', 'sym', 'type', 'ele', 'time'].map(
      (member) => [`${path}/${member}`, member] as const,
    ),
  ),
]);

interface Line {
  name: string | null;
  readonly segments: RawPoint[][];
}

interface Reading {
  name: string | null;
  /** Texts of the open point, by element. */
  readonly texts: Map<string, string>;
  /** Points that follow the open route point. */
  shape: RawPoint[];
  pointsRead: number;
  pointsLeftOut: number;
  readonly tracks: Line[];
  readonly routes: Line[];
  readonly points: FilePoint[];
}

/** How a format is read. */
export interface CourseReader {
  readonly visitor: XmlVisitor;
  readonly course: () => Omit<RawCourse, 'isTruncated'>;
  /** Returns whether there is anything to measure. */
  readonly hasCourse: () => boolean;
}

/** Reads GPX 1.0 and 1.1: tracks with their segments, routes with their shape points, waypoints, and named points of routes. */
export function gpxReader(): CourseReader {
  const reading: Reading = {
    name: null,
    texts: new Map(),
    shape: [],
    pointsRead: 0,
    pointsLeftOut: 0,
    tracks: [],
    routes: [],
    points: [],
  };
  return {
    visitor: {
      onOpen: ({ path }) => openElement(reading, path),
      onClose: (element) => readElement(reading, element),
    },
    hasCourse: () => reading.pointsRead > 1,
    course: () => courseOf(reading),
  };
}

function courseOf({ name, tracks, routes, points, pointsLeftOut }: Reading): Omit<RawCourse, 'isTruncated'> {
  const lines = [...tracks.map((line) => rawLine(line, false)), ...routes.map((line) => rawLine(line, true))];
  const named = lines.find(({ segments }) => segments.length > 0)?.name;
  return {
    format: 'gpx',
    name: named ?? name,
    lines,
    points,
    statedGainM: null,
    pointsLeftOut,
    linesLeftOut: [],
  };
}

function rawLine({ name, segments }: Line, isRoute: boolean): RawLine {
  const held = segments.filter(({ length }) => length > 0);
  return { name, segments: held.map((points) => ({ points, scale: 0 })), points: [], isRoute };
}

function openElement(reading: Reading, path: string): void {
  if (path === 'gpx/trk') reading.tracks.push({ name: null, segments: [] });
  else if (path === 'gpx/trk/trkseg') reading.tracks.at(-1)?.segments.push([]);
  else if (path === 'gpx/rte') reading.routes.push({ name: null, segments: [[]] });
  else if (POINT_PATHS.has(path)) {
    if (reading.texts.size > 0) reading.texts.clear();
    if (reading.shape.length > 0) reading.shape = [];
  }
}

function readElement(reading: Reading, element: XmlElement): void {
  const { path, text } = element;
  const member = MEMBERS.get(path);
  if (member !== undefined) {
    if (text !== '') reading.texts.set(member, text);
  } else if (POINT_PATHS.has(path) || path === SHAPE_POINT) readPoint(reading, element);
  else if (path === 'gpx/trk/name') nameLine(reading.tracks, text);
  else if (path === 'gpx/rte/name') nameLine(reading.routes, text);
  else if (path === 'gpx/metadata/name' || path === 'gpx/name') reading.name ??= plainName(text);
}

function nameLine(lines: readonly Line[], text: string): void {
  const line = lines.at(-1);
  if (line) line.name ??= plainName(text);
}

function readPoint(reading: Reading, element: XmlElement): void {
  const { path, attributes } = element;
  const lat = readDecimal(attributes.lat);
  const lon = readDecimal(attributes.lon);
  if (!isPosition(lat, lon)) element.refuse('lat and lon must be degrees.');
  if (path === WAYPOINT) {
    addFilePoint(reading, lat, lon);
    return;
  }
  if (reading.pointsRead >= RAW_POINTS_MAX) {
    element.refuse(`the course has more than ${RAW_POINTS_MAX} points.`);
  }
  reading.pointsRead += 1;
  if (path === SHAPE_POINT) {
    reading.shape.push({ lat, lon, elevationM: null, distanceM: null, timeS: null });
    return;
  }
  const { texts } = reading;
  const point: RawPoint = {
    lat,
    lon,
    elevationM: plausibleElevation(readDecimal(texts.get('ele'))),
    distanceM: null,
    timeS: readTimeS(texts.get('time')),
  };
  if (path === TRACK_POINT) {
    reading.tracks.at(-1)?.segments.at(-1)?.push(point);
    return;
  }
  const points = reading.routes.at(-1)?.segments.at(-1);
  points?.push(point);
  for (const shape of reading.shape) points?.push(shape);
  if (['name', 'sym', 'type'].some((member) => texts.has(member))) addFilePoint(reading, lat, lon);
}

function addFilePoint(reading: Reading, lat: number | null, lon: number | null): void {
  if (reading.points.length >= FILE_POINTS_MAX) {
    reading.pointsLeftOut += 1;
    return;
  }
  const { texts } = reading;
  reading.points.push({
    name: plainName(texts.get('name'), STATION_NAME_CHARACTERS_MAX),
    symbol: [texts.get('type'), texts.get('sym')]
      .flatMap((text) => (text ? [text.slice(0, 200)] : []))
      .join('\n'),
    description: plainDescription([texts.get('desc'), texts.get('cmt')]),
    lat,
    lon,
    timeS: null,
    distanceM: null,
    scale: 0,
  });
}
