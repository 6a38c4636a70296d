import { readFileSync } from 'node:fs';
import { FIT_FIELD, FIT_FILE_TYPE, FIT_MESSAGE } from '#platform/files/fit-profile.ts';
import { fitFile, type WrittenMessage } from './fit-file.ts';
import { coursePoint, courseRecord, fileId, workoutHeading, workoutStep } from './fit-messages.ts';

const TEXT = 7;

/** Reads a file of `test/fixtures`. */
export function fixture(path: string): Uint8Array {
  return new Uint8Array(readFileSync(`test/fixtures/${path}`));
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
