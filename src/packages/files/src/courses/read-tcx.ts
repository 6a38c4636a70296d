import { STATION_NAME_CHARACTERS_MAX } from '@musette/basics/courses';
import { plainName, readDecimal } from '../text-reader.ts';
import type { XmlElement, XmlVisitor } from '../xml-reader.ts';
import {
  isPosition,
  plausibleElevation,
  RAW_POINTS_MAX,
  type RawCourse,
  type RawPoint,
  WAYPOINTS_MAX,
  type Waypoint,
  waypointWords,
} from './course.ts';

const COURSE = 'TrainingCenterDatabase/Courses/Course';
const RECORDING = 'TrainingCenterDatabase/Activities/Activity/Lap';
const POINT_PATHS: ReadonlySet<string> = new Set([
  `${COURSE}/Track/Trackpoint`,
  `${RECORDING}/Track/Trackpoint`,
]);
const WAYPOINT_PATH = `${COURSE}/CoursePoint`;

interface Reading {
  name: string | null;
  /** The texts of the open point or course point, by element. */
  texts: Map<string, string>;
  readonly points: RawPoint[];
  readonly waypoints: Waypoint[];
}

/** Reads TCX: the course, or a recording as the course it followed, with its course points. */
export function tcxReader(): { readonly visitor: XmlVisitor; readonly course: () => RawCourse } {
  const reading: Reading = { name: null, texts: new Map(), points: [], waypoints: [] };
  return {
    visitor: {
      onOpen({ path }) {
        if (POINT_PATHS.has(path) || path === WAYPOINT_PATH) reading.texts = new Map();
      },
      onClose: (element) => readElement(reading, element),
    },
    course: () => ({
      format: 'tcx',
      name: reading.name,
      points: reading.points,
      waypoints: reading.waypoints,
      statedGainM: null,
    }),
  };
}

function readElement(reading: Reading, element: XmlElement): void {
  const { path, text } = element;
  if (path === `${COURSE}/Name`) reading.name ??= plainName(text);
  else if (POINT_PATHS.has(path)) addPoint(reading, element);
  else if (path === WAYPOINT_PATH) addWaypoint(reading, element);
  else if (text !== '') reading.texts.set(path.slice(path.lastIndexOf('/') + 1), text);
}

function addPoint({ points, texts }: Reading, element: XmlElement): void {
  if (points.length >= RAW_POINTS_MAX) element.refuse(`the course has more than ${RAW_POINTS_MAX} points.`);
  points.push({
    ...positionOf(texts, element),
    elevationM: plausibleElevation(readDecimal(texts.get('AltitudeMeters'))),
    distanceM: readDecimal(texts.get('DistanceMeters')),
  });
}

function addWaypoint({ waypoints, texts }: Reading, element: XmlElement): void {
  // Turns are named after streets, some of which contain "water".
  if (waypoints.length >= WAYPOINTS_MAX || /^(left|right|straight)$/i.test(texts.get('PointType') ?? ''))
    return;
  const words = waypointWords(['Name', 'PointType', 'Notes'].flatMap((name) => texts.get(name) ?? []));
  waypoints.push({
    name: plainName(texts.get('Name'), STATION_NAME_CHARACTERS_MAX),
    words,
    ...positionOf(texts, element),
    km: null,
  });
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
