import { readFileSync } from 'node:fs';
import { FIT_FIELD, FIT_FILE_TYPE, FIT_MESSAGE } from '../../src/files/fit-profile.ts';
import { fitFile, type WrittenField, type WrittenMessage } from './fit-file.ts';

const ENUM = 0;
const TEXT = 7;
const SINT32 = 133;
const UINT16 = 132;
const UINT32 = 134;

/** Reads a file of `test/fixtures`. */
export function fixture(path: string): Uint8Array {
  return new Uint8Array(readFileSync(`test/fixtures/${path}`));
}

export function fileId(type: number): WrittenMessage {
  return {
    number: FIT_MESSAGE.fileId,
    fields: [
      [FIT_FIELD.fileId.type, ENUM, type],
      [FIT_FIELD.fileId.manufacturer, UINT16, 255],
      [FIT_FIELD.fileId.timeCreated, UINT32, 1_100_000_000],
    ],
  };
}

export function workoutHeading(sport: number, subSport: number, name: string): WrittenMessage {
  const field = FIT_FIELD.workout;
  return {
    number: FIT_MESSAGE.workout,
    fields: [
      [field.name, TEXT, name],
      [field.sport, ENUM, sport],
      [field.subSport, ENUM, subSport],
    ],
  };
}

/** A step by the names of its fields; all but the name are numbers. */
export function workoutStep(
  members: Partial<Record<Exclude<keyof typeof FIT_FIELD.workoutStep, 'name' | 'notes'>, number>>,
  name: string | null = null,
): WrittenMessage {
  const enums = ['durationType', 'targetType', 'intensity'];
  const numbers = Object.entries(members).map(([member, value]): WrittenField => {
    const number = Object.entries(FIT_FIELD.workoutStep).find(([each]) => each === member)?.[1] ?? 0;
    return [number, enums.includes(member) ? ENUM : UINT32, value];
  });
  const names: WrittenField[] = name === null ? [] : [[FIT_FIELD.workoutStep.name, TEXT, name]];
  return { number: FIT_MESSAGE.workoutStep, fields: [...names, ...numbers] };
}

/** A workout with steps by time, distance, open, zones, own ranges, and a repetition. */
export const FIT_WORKOUT = [
  fileId(FIT_FILE_TYPE.workout),
  workoutHeading(2, 6, 'Mixed targets'),
  workoutStep({ durationType: 5, targetType: 2, intensity: 2 }, 'Warm up'),
  workoutStep({ durationType: 0, durationValue: 300_000, targetType: 4, targetValue: 4, intensity: 0 }),
  workoutStep(
    { durationType: 0, durationValue: 60_000, targetType: 4, customTargetLow: 1180, customTargetHigh: 1220 },
    'Watts',
  ),
  workoutStep({ durationType: 6, durationValue: 1, targetValue: 3 }),
  workoutStep({
    durationType: 0,
    durationValue: 600_000,
    targetType: 1,
    customTargetLow: 81,
    customTargetHigh: 90,
  }),
  workoutStep({
    durationType: 1,
    durationValue: 500_000,
    targetType: 0,
    customTargetLow: 10_000,
    customTargetHigh: 10_000,
  }),
  workoutStep({ durationType: 5, intensity: 3 }, 'Cool down'),
];

const semicircles = (degrees: number) => Math.round((degrees / 180) * 2 ** 31);

export function courseRecord(
  lat: number,
  lon: number,
  elevationM: number,
  distanceM: number,
): WrittenMessage {
  const field = FIT_FIELD.record;
  return {
    number: FIT_MESSAGE.record,
    fields: [
      [field.timestamp, UINT32, 1_100_000_000],
      [field.positionLat, SINT32, semicircles(lat)],
      [field.positionLong, SINT32, semicircles(lon)],
      [field.altitude, UINT16, (elevationM + 500) * 5],
      [field.distance, UINT32, distanceM * 100],
    ],
  };
}

export function coursePoint(name: string, kind: number, distanceM: number): WrittenMessage {
  const field = FIT_FIELD.coursePoint;
  return {
    number: FIT_MESSAGE.coursePoint,
    fields: [
      [field.name, TEXT, name],
      [field.type, ENUM, kind],
      [field.distance, UINT32, distanceM * 100],
    ],
  };
}

export const FIT_COURSE = [
  fileId(FIT_FILE_TYPE.course),
  { number: FIT_MESSAGE.course, fields: [[FIT_FIELD.course.name, TEXT, 'City marathon']] },
  courseRecord(52.5, 13.4, 34, 0),
  courseRecord(52.51, 13.4, 39, 1112),
  courseRecord(52.52, 13.4, 31, 2224),
  courseRecord(52.53, 13.4, 58, 3336),
  coursePoint('Water Street', 6, 500),
  coursePoint('Kilometre 2', 3, 2000),
  coursePoint('', 33, 3000),
] as const satisfies readonly WrittenMessage[];

export const WORKOUT_FILES: readonly (readonly [string, Uint8Array])[] = [
  ...[
    'over-unders.zwo',
    'run-by-distance.zwo',
    'sweet-spot.erg',
    'tempo.mrc',
    'intervals-icu-event.json',
  ].map((name) => [name, fixture(`workouts/${name}`)] as const),
  ['workout.fit', fitFile(FIT_WORKOUT)],
];

export const COURSE_FILES: readonly (readonly [string, Uint8Array])[] = [
  ...['gran-fondo.tcx', 'hundred-miles.gpx'].map((name) => [name, fixture(`courses/${name}`)] as const),
  ['course.fit', fitFile(FIT_COURSE)],
];
