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

const POINT_PATHS: ReadonlySet<string> = new Set(['gpx/trk/trkseg/trkpt', 'gpx/rte/rtept', 'gpx/wpt']);
const ELEVATION_PATHS: ReadonlySet<string> = new Set([...POINT_PATHS].map((path) => `${path}/ele`));
const WORD_PATH = /^gpx\/wpt\/(name|cmt|desc|sym|type)$/;

interface Reading {
  name: string | null;
  trackName: string | null;
  elevationM: number | null;
  waypointName: string | null;
  words: string[];
  readonly track: RawPoint[];
  readonly route: RawPoint[];
  readonly waypoints: Waypoint[];
}

/**
 * Reads GPX 1.0 and 1.1: the points of all tracks and segments in order, or of all routes if there is no
 * track. Names come from the track or route, else from the file. Extensions are skipped.
 */
export function gpxReader(): { readonly visitor: XmlVisitor; readonly course: () => RawCourse } {
  const reading: Reading = {
    name: null,
    trackName: null,
    elevationM: null,
    waypointName: null,
    words: [],
    track: [],
    route: [],
    waypoints: [],
  };
  return {
    visitor: {
      onOpen({ path }) {
        if (!POINT_PATHS.has(path)) return;
        reading.elevationM = null;
        reading.waypointName = null;
        reading.words = [];
      },
      onClose: (element) => readElement(reading, element),
    },
    course: () => ({
      format: 'gpx',
      name: reading.trackName ?? reading.name,
      points: reading.track.length > 0 ? reading.track : reading.route,
      waypoints: reading.waypoints,
      statedGainM: null,
    }),
  };
}

function readElement(reading: Reading, element: XmlElement): void {
  const { path, text } = element;
  if (path === 'gpx/trk/name' || path === 'gpx/rte/name') reading.trackName ??= plainName(text);
  else if (path === 'gpx/metadata/name' || path === 'gpx/name') reading.name ??= plainName(text);
  else if (path === 'gpx/wpt/name') reading.waypointName = plainName(text, STATION_NAME_CHARACTERS_MAX);
  if (WORD_PATH.test(path)) reading.words.push(text);
  if (ELEVATION_PATHS.has(path)) reading.elevationM = plausibleElevation(readDecimal(text));
  if (!POINT_PATHS.has(path)) return;
  const lat = readDecimal(element.attributes.lat);
  const lon = readDecimal(element.attributes.lon);
  if (!isPosition(lat, lon)) element.refuse('lat and lon must be degrees.');
  if (path === 'gpx/wpt') addWaypoint(reading, lat, lon);
  else addPoint(reading, { lat, lon, elevationM: reading.elevationM, distanceM: null }, element);
}

function addPoint(reading: Reading, point: RawPoint, { path, refuse }: XmlElement): void {
  const points = path === 'gpx/rte/rtept' ? reading.route : reading.track;
  if (points.length >= RAW_POINTS_MAX) refuse(`the course has more than ${RAW_POINTS_MAX} points.`);
  points.push(point);
}

function addWaypoint(
  { waypoints, waypointName, words }: Reading,
  lat: number | null,
  lon: number | null,
): void {
  if (waypoints.length >= WAYPOINTS_MAX) return;
  waypoints.push({ name: waypointName, words: waypointWords(words), lat, lon, km: null });
}
