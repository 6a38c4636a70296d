import { STATION_NAME_CHARACTERS_MAX } from '@musette/basics/courses';
import type { Work } from '@musette/basics/work';
import {
  FIT_ALTITUDE_OFFSET_M,
  FIT_ALTITUDE_SCALE,
  FIT_DEGREES_PER_SEMICIRCLE,
  FIT_DISTANCE_CM_PER_M,
  FIT_FIELD,
  FIT_FILE_TYPE,
  FIT_MESSAGE,
} from '../fit-profile.ts';
import { type FitMessage, readFit } from '../fit-reader.ts';
import { plainName } from '../text-reader.ts';
import {
  isPosition,
  plausibleElevation,
  RAW_POINTS_MAX,
  type RawCourse,
  type RawPoint,
  WAYPOINTS_MAX,
  type Waypoint,
} from './course.ts';

const WANTED: ReadonlySet<number> = new Set([
  FIT_MESSAGE.fileId,
  FIT_MESSAGE.course,
  FIT_MESSAGE.lap,
  FIT_MESSAGE.record,
  FIT_MESSAGE.coursePoint,
]);

/** Course points that are turns. They are named after streets, some of which contain "water". */
const TURN_KINDS: ReadonlySet<number> = new Set([6, 7, 8, 16, 17, 18, 19, 20, 21, 22, 23]);

/** Words for the offer of each kind of course point. */
const WORDS_OF_KIND: Readonly<Record<number, string>> = {
  3: 'water',
  4: 'food',
  28: 'aid station',
  32: 'energy gel',
  33: 'sports drink',
};

interface Reading {
  name: string | null;
  gainM: number | null;
  readonly points: RawPoint[];
  readonly waypoints: Waypoint[];
}

/** Reads a FIT course, or a recording as the course it followed. */
export function* readFitCourse(bytes: Uint8Array): Work<RawCourse> {
  const reading: Reading = { name: null, gainM: null, points: [], waypoints: [] };
  yield* readFit(bytes, WANTED, (message) => readMessage(reading, message));
  const { name, gainM, points, waypoints } = reading;
  return { format: 'fit', name, points, waypoints, statedGainM: gainM };
}

function readMessage(reading: Reading, message: FitMessage): void {
  switch (message.number) {
    case FIT_MESSAGE.fileId: {
      const type = message.numberOf(FIT_FIELD.fileId.type);
      if (type !== FIT_FILE_TYPE.course && type !== FIT_FILE_TYPE.activity) {
        message.refuse('the FIT file is neither a course nor a recording.');
      }
      return;
    }
    case FIT_MESSAGE.course:
      reading.name = plainName(message.textOf(FIT_FIELD.course.name));
      return;
    case FIT_MESSAGE.lap: {
      const ascentM = message.numberOf(FIT_FIELD.lap.totalAscent);
      if (ascentM !== null) reading.gainM = (reading.gainM ?? 0) + ascentM;
      return;
    }
    case FIT_MESSAGE.record:
      addPoint(reading, message);
      return;
    default:
      addWaypoint(reading, message);
  }
}

function addPoint({ points }: Reading, message: FitMessage): void {
  if (points.length >= RAW_POINTS_MAX) message.refuse(`the course has more than ${RAW_POINTS_MAX} points.`);
  const { positionLat, positionLong, altitude, enhancedAltitude, distance } = FIT_FIELD.record;
  const storedAltitude = message.numberOf(enhancedAltitude) ?? message.numberOf(altitude);
  const elevationM =
    storedAltitude === null ? null : storedAltitude / FIT_ALTITUDE_SCALE - FIT_ALTITUDE_OFFSET_M;
  points.push({
    ...positionOf(message, positionLat, positionLong),
    elevationM: plausibleElevation(elevationM),
    distanceM: metres(message.numberOf(distance)),
  });
}

function addWaypoint({ waypoints }: Reading, message: FitMessage): void {
  if (waypoints.length >= WAYPOINTS_MAX) return;
  const field = FIT_FIELD.coursePoint;
  const name = plainName(message.textOf(field.name), STATION_NAME_CHARACTERS_MAX);
  const kind = message.numberOf(field.type) ?? 0;
  if (TURN_KINDS.has(kind)) return;
  const distanceM = metres(message.numberOf(field.distance));
  waypoints.push({
    name,
    words: `${name ?? ''}\n${WORDS_OF_KIND[kind] ?? ''}`,
    ...positionOf(message, field.positionLat, field.positionLong),
    km: distanceM === null ? null : distanceM / 1000,
  });
}

function positionOf(message: FitMessage, latField: number, lonField: number) {
  const lat = degrees(message.numberOf(latField));
  const lon = degrees(message.numberOf(lonField));
  return isPosition(lat, lon) ? { lat, lon } : { lat: null, lon: null };
}

function degrees(semicircles: number | null): number | null {
  return semicircles === null ? null : semicircles * FIT_DEGREES_PER_SEMICIRCLE;
}

function metres(centimetres: number | null): number | null {
  return centimetres === null ? null : centimetres / FIT_DISTANCE_CM_PER_M;
}
