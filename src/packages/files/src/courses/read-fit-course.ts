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
  FILE_POINTS_MAX,
  type FilePoint,
  isPosition,
  plausibleElevation,
  RAW_POINTS_MAX,
  type RawCourse,
  type RawLine,
  type RawPoint,
} from './course.ts';

const WANTED: ReadonlySet<number> = new Set([
  FIT_MESSAGE.fileId,
  FIT_MESSAGE.course,
  FIT_MESSAGE.lap,
  FIT_MESSAGE.record,
  FIT_MESSAGE.coursePoint,
]);

/** The words of each kind of course point, as the profile names it; turns by what they are. */
const WORDS_OF_KIND: Readonly<Record<number, string>> = {
  ...{
    1: 'summit',
    2: 'valley',
    3: 'water',
    4: 'food',
    5: 'danger',
    6: 'left turn',
    7: 'right turn',
    8: 'go straight',
  },
  ...{
    9: 'first aid',
    10: 'fourth category',
    11: 'third category',
    12: 'second category',
    13: 'first category',
  },
  ...{
    14: 'hors category',
    15: 'sprint',
    16: 'left fork',
    17: 'right fork',
    18: 'middle fork',
    19: 'slight left',
  },
  ...{
    20: 'sharp left',
    21: 'slight right',
    22: 'sharp right',
    23: 'u turn',
    24: 'segment start',
    25: 'segment end',
  },
  ...{
    27: 'campsite',
    28: 'aid station',
    29: 'rest area',
    30: 'general distance',
    31: 'service',
    32: 'energy gel',
  },
  ...{
    33: 'sports drink',
    34: 'mile marker',
    35: 'checkpoint',
    36: 'shelter',
    37: 'meeting spot',
    38: 'overlook',
  },
  ...{
    39: 'toilet',
    40: 'shower',
    41: 'gear',
    42: 'sharp curve',
    43: 'steep incline',
    44: 'tunnel',
    45: 'bridge',
  },
  ...{
    46: 'obstacle',
    47: 'crossing',
    48: 'store',
    49: 'transition',
    50: 'navaid',
    51: 'transport',
    52: 'alert',
  },
};

/** Seconds between 1970 and the epoch of FIT, 1989-12-31. */
const FIT_EPOCH_S = 631_065_600;

/** A part of the file. */
interface Part {
  isCourse: boolean;
  readonly points: RawPoint[];
}

interface Reading {
  name: string | null;
  gainM: number | null;
  pointsRead: number;
  pointsLeftOut: number;
  /** Refuses the first part that is neither a course nor a recording. */
  refuse: ((reason: string) => never) | null;
  readonly parts: Part[];
  readonly points: FilePoint[];
}

/** Reads a FIT course, or a recording as the course it followed. The parts of a chained file are one course. */
export function* readFitCourse(bytes: Uint8Array): Work<RawCourse> {
  const reading: Reading = {
    name: null,
    gainM: null,
    pointsRead: 0,
    pointsLeftOut: 0,
    refuse: null,
    parts: [],
    points: [],
  };
  const visit = (message: FitMessage) => readMessage(reading, message);
  const { isTruncated } = yield* readFit(bytes, WANTED, visit, { isLenient: true });
  const { name, gainM, parts, points, pointsLeftOut } = reading;
  if (!parts.some(({ isCourse }) => isCourse)) {
    reading.refuse?.('the FIT file is neither a course nor a recording.');
  }
  const segments = parts.map((part, scale) => ({ ...part, scale })).filter((part) => part.points.length > 0);
  const line = (isWanted: boolean): RawLine => {
    const own = segments.filter(({ isCourse }) => isCourse === isWanted);
    return { name, segments: own, points: isWanted ? points : [], isRoute: false };
  };
  const others = line(false);
  return {
    format: 'fit',
    name,
    lines: [line(true)],
    points: [],
    statedGainM: gainM,
    isTruncated,
    pointsLeftOut,
    linesLeftOut: others.segments.length > 0 ? [{ ...others, name: null }] : [],
  };
}

function partOf({ parts }: Reading, index: number): Part {
  while (parts.length <= index) parts.push({ isCourse: true, points: [] });
  return parts[index] ?? { isCourse: true, points: [] };
}

function readMessage(reading: Reading, message: FitMessage): void {
  const part = partOf(reading, message.part);
  switch (message.number) {
    case FIT_MESSAGE.fileId: {
      const type = message.numberOf(FIT_FIELD.fileId.type);
      part.isCourse = type === FIT_FILE_TYPE.course || type === FIT_FILE_TYPE.activity;
      if (!part.isCourse) reading.refuse ??= message.refuse;
      return;
    }
    case FIT_MESSAGE.course:
      reading.name ??= plainName(message.textOf(FIT_FIELD.course.name));
      return;
    case FIT_MESSAGE.lap: {
      const ascentM = message.numberOf(FIT_FIELD.lap.totalAscent);
      if (ascentM !== null && part.isCourse) reading.gainM = (reading.gainM ?? 0) + ascentM;
      return;
    }
    case FIT_MESSAGE.record:
      addPoint(reading, part, message);
      return;
    default:
      if (part.isCourse) addFilePoint(reading, message);
  }
}

function addPoint(reading: Reading, { points }: Part, message: FitMessage): void {
  if (reading.pointsRead >= RAW_POINTS_MAX) {
    message.refuse(`the course has more than ${RAW_POINTS_MAX} points.`);
  }
  reading.pointsRead += 1;
  const { positionLat, positionLong, altitude, enhancedAltitude, distance, timestamp } = FIT_FIELD.record;
  const storedAltitude = message.numberOf(enhancedAltitude) ?? message.numberOf(altitude);
  const elevationM =
    storedAltitude === null ? null : storedAltitude / FIT_ALTITUDE_SCALE - FIT_ALTITUDE_OFFSET_M;
  points.push({
    ...positionOf(message, positionLat, positionLong),
    elevationM: plausibleElevation(elevationM),
    distanceM: metres(message.numberOf(distance)),
    timeS: seconds(message.numberOf(timestamp)),
  });
}

function addFilePoint(reading: Reading, message: FitMessage): void {
  if (reading.points.length >= FILE_POINTS_MAX) {
    reading.pointsLeftOut += 1;
    return;
  }
  const field = FIT_FIELD.coursePoint;
  reading.points.push({
    name: plainName(message.textOf(field.name), STATION_NAME_CHARACTERS_MAX),
    symbol: WORDS_OF_KIND[message.numberOf(field.type) ?? 0] ?? '',
    description: '',
    ...positionOf(message, field.positionLat, field.positionLong),
    timeS: seconds(message.numberOf(field.timestamp)),
    distanceM: metres(message.numberOf(field.distance)),
    scale: message.part,
  });
}

function seconds(stored: number | null): number | null {
  return stored === null ? null : stored + FIT_EPOCH_S;
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
