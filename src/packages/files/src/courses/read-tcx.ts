import { STATION_NAME_CHARACTERS_MAX } from '@musette/basics/courses';
import { plainName, readDecimal } from '../text-reader.ts';
import type { XmlElement } from '../xml-reader.ts';
import {
  FILE_POINTS_MAX,
  type FilePoint,
  isPosition,
  plainDescription,
  plausibleElevation,
  RAW_POINTS_MAX,
  type RawLine,
  type RawPoint,
  readTimeS,
} from './course.ts';
import type { CourseReader } from './read-gpx.ts';

const COURSE = 'TrainingCenterDatabase/Courses/Course';
const WAYPOINT_PATH = `${COURSE}/CoursePoint`;
/** A recording, or one of several sports, which are one course. */
const RECORDINGS: ReadonlySet<string> = new Set([
  'TrainingCenterDatabase/Activities/Activity',
  'TrainingCenterDatabase/Activities/MultiSportSession',
]);
/** Parts of a recording whose distances begin anew. */
const SCALE = /\/(Activity|Transition)$/;
const IDENTITY = /^TrainingCenterDatabase\/Activities\/(Activity|MultiSportSession)\/Id$/;
const TRACK = /\/Track$/;
const POINT = /\/Track\/Trackpoint$/;

interface Line {
  name: string | null;
  readonly segments: { readonly points: RawPoint[]; readonly scale: number }[];
  readonly points: FilePoint[];
}

interface Reading {
  name: string | null;
  /** The texts of the open point or course point, by element. */
  texts: Map<string, string>;
  scale: number;
  pointsRead: number;
  filePointsRead: number;
  pointsLeftOut: number;
  readonly lines: Line[];
}

/** Reads TCX: courses with their course points, and recordings as the courses that they followed. */
export function tcxReader(): CourseReader {
  const reading: Reading = {
    name: null,
    texts: new Map(),
    scale: 0,
    pointsRead: 0,
    filePointsRead: 0,
    pointsLeftOut: 0,
    lines: [],
  };
  return {
    visitor: {
      onOpen: ({ path }) => openElement(reading, path),
      onClose: (element) => readElement(reading, element),
    },
    hasCourse: () => reading.pointsRead > 1,
    course() {
      const { name, pointsLeftOut } = reading;
      const lines = reading.lines.map(
        (line): RawLine => ({
          name: line.name,
          segments: line.segments.filter(({ points }) => points.length > 0),
          points: line.points,
          isRoute: false,
        }),
      );
      return { format: 'tcx', name, lines, points: [], statedGainM: null, pointsLeftOut, linesLeftOut: [] };
    },
  };
}

function openElement(reading: Reading, path: string): void {
  if (path === COURSE || RECORDINGS.has(path)) reading.lines.push({ name: null, segments: [], points: [] });
  if (path === COURSE || SCALE.test(path)) reading.scale += 1;
  if (TRACK.test(path)) reading.lines.at(-1)?.segments.push({ points: [], scale: reading.scale });
  if (POINT.test(path) || path === WAYPOINT_PATH) reading.texts = new Map();
}

function readElement(reading: Reading, element: XmlElement): void {
  const { path, text } = element;
  const line = reading.lines.at(-1);
  if (path === `${COURSE}/Name`) {
    reading.name ??= plainName(text);
    if (line) line.name ??= plainName(text);
  } else if (IDENTITY.test(path)) {
    if (line) line.name ??= plainName(text);
  } else if (POINT.test(path)) addPoint(reading, element);
  else if (path === WAYPOINT_PATH) addFilePoint(reading, element);
  else if (text !== '') reading.texts.set(path.slice(path.lastIndexOf('/') + 1), text);
}

function addPoint(reading: Reading, element: XmlElement): void {
  if (reading.pointsRead >= RAW_POINTS_MAX) {
    element.refuse(`the course has more than ${RAW_POINTS_MAX} points.`);
  }
  reading.pointsRead += 1;
  const { texts } = reading;
  reading.lines
    .at(-1)
    ?.segments.at(-1)
    ?.points.push({
      ...positionOf(texts, element),
      elevationM: plausibleElevation(readDecimal(texts.get('AltitudeMeters'))),
      distanceM: readDecimal(texts.get('DistanceMeters')),
      timeS: readTimeS(texts.get('Time')),
    });
}

function addFilePoint(reading: Reading, element: XmlElement): void {
  if (reading.filePointsRead >= FILE_POINTS_MAX) {
    reading.pointsLeftOut += 1;
    return;
  }
  reading.filePointsRead += 1;
  const { texts, scale } = reading;
  const notes = plainDescription([texts.get('Notes')]);
  const name = wholeName(plainName(texts.get('Name'), STATION_NAME_CHARACTERS_MAX), notes);
  reading.lines.at(-1)?.points.push({
    name,
    symbol: (texts.get('PointType') ?? '').slice(0, 200),
    description: notes,
    ...positionOf(texts, element),
    timeS: readTimeS(texts.get('Time')),
    distanceM: null,
    scale,
  });
}

/** Returns the name of a course point. TCX cuts it at ten letters, so notes that begin with it are the name. */
function wholeName(name: string | null, notes: string): string | null {
  const text = notes.trim();
  if (name === null || !text.toLowerCase().startsWith(name.toLowerCase())) return name;
  return plainName(text.split(/[\n\r]/)[0], STATION_NAME_CHARACTERS_MAX);
}

/** Returns the position of a point. Both are null without one, for example if the device had no signal. */
function positionOf(texts: ReadonlyMap<string, string>, { refuse }: XmlElement) {
  const lat = texts.get('LatitudeDegrees');
  const lon = texts.get('LongitudeDegrees');
  if (lat === undefined && lon === undefined) return { lat: null, lon: null };
  const position = { lat: readDecimal(lat), lon: readDecimal(lon) };
  if (!isPosition(position.lat, position.lon))
    refuse('LatitudeDegrees and LongitudeDegrees must be degrees.');
  return position;
}
