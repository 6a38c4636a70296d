import { readFileSync } from 'node:fs';
import { finish, type Work } from '@musette/basics/work';
import {
  FIT_BASE_TYPES,
  FIT_FIELD,
  FIT_FILE_TYPE,
  FIT_MESSAGE,
  fitChecksum,
} from '@musette/files/fit-profile';
import { type Failure, isFailure } from '#platform/http/errors.ts';

/** A field of a message that a test writes: number, base type, value. */
export type WrittenField = readonly [field: number, baseType: number, value: number | string];

export interface WrittenMessage {
  readonly number: number;
  readonly fields: readonly WrittenField[];
  /** Bytes of developer fields that follow the message's own. */
  readonly developerBytes?: number;
}

export interface WritingOptions {
  readonly isBigEndian?: boolean;
  readonly headerBytes?: 12 | 14;
  /** Messages after the first of their kind have a header with a compressed time. */
  readonly isTimeCompressed?: boolean;
}

const TEXT_TYPE = 7;
const TEXT_BYTES = 32;

/** Writes a FIT file, each message after its definition. */
export function fitFile(messages: readonly WrittenMessage[], options: WritingOptions = {}): Uint8Array {
  const { isBigEndian = false, headerBytes = 14, isTimeCompressed = false } = options;
  const body = messages.flatMap((message) => [
    ...definitionBytes(message, isBigEndian),
    isTimeCompressed ? 0x80 : 0,
    ...message.fields.flatMap((field) => fieldBytes(field, isBigEndian)),
    ...new Array<number>(message.developerBytes ?? 0).fill(0xab),
  ]);
  const header = [
    headerBytes,
    0x20,
    0x54,
    0x08,
    ...numberBytes(body.length, 4, false),
    0x2e,
    0x46,
    0x49,
    0x54,
  ];
  if (headerBytes === 14) header.push(...numberBytes(fitChecksum(Uint8Array.from(header)), 2, false));
  const whole = [...header, ...body];
  return Uint8Array.from([...whole, ...numberBytes(fitChecksum(Uint8Array.from(whole)), 2, false)]);
}

/** Gives a changed file the checksum that it needs to be read. */
export function withChecksum(file: Uint8Array): Uint8Array {
  const whole = file.slice(0, -2);
  return Uint8Array.from([...whole, ...numberBytes(fitChecksum(whole), 2, false)]);
}

function definitionBytes({ number, fields, developerBytes }: WrittenMessage, isBigEndian: boolean): number[] {
  const developer = developerBytes === undefined ? [] : [1, 0, developerBytes, 0];
  return [
    developerBytes === undefined ? 0x40 : 0x60,
    0,
    isBigEndian ? 1 : 0,
    ...numberBytes(number, 2, isBigEndian),
    fields.length,
    ...fields.flatMap(([field, baseType]) => [field, bytesOf(baseType), baseType]),
    ...developer,
  ];
}

function bytesOf(baseType: number): number {
  return baseType === TEXT_TYPE ? TEXT_BYTES : (FIT_BASE_TYPES[baseType]?.bytes ?? 1);
}

function fieldBytes([, baseType, value]: WrittenField, isBigEndian: boolean): number[] {
  if (typeof value === 'number') return numberBytes(value, bytesOf(baseType), isBigEndian);
  const text = [...new TextEncoder().encode(value)].slice(0, TEXT_BYTES - 1);
  return [...text, ...new Array<number>(TEXT_BYTES - text.length).fill(0)];
}

function numberBytes(value: number, count: number, isBigEndian: boolean): number[] {
  const unsigned = value < 0 ? value + 256 ** count : value;
  const bytes = Array.from({ length: count }, (_, index) => Math.floor(unsigned / 256 ** index) % 256);
  return isBigEndian ? bytes.reverse() : bytes;
}

const ENUM = 0;
const TEXT = 7;
const SINT32 = 133;
const UINT16 = 132;
const UINT32 = 134;

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
  const enums = ['durationType', 'targetType', 'secondaryTargetType', 'intensity'];
  const numbers = Object.entries(members).map(([member, value]): WrittenField => {
    const number = Object.entries(FIT_FIELD.workoutStep).find(([each]) => each === member)?.[1] ?? 0;
    return [number, enums.includes(member) ? ENUM : UINT32, value];
  });
  const names: WrittenField[] = name === null ? [] : [[FIT_FIELD.workoutStep.name, TEXT, name]];
  return { number: FIT_MESSAGE.workoutStep, fields: [...names, ...numbers] };
}

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

/** Reads a workout file of each format. Not when imported: a Worker has no files. */
export const workoutFiles = (): readonly (readonly [string, Uint8Array])[] => [
  ...[
    'over-unders.zwo',
    'run-by-distance.zwo',
    'sweet-spot.erg',
    'tempo.mrc',
    'intervals-icu-event.json',
  ].map((name) => [name, fixture(`workouts/${name}`)] as const),
  ['workout.fit', fitFile(FIT_WORKOUT)],
];

/** Reads a course file of each format. */
export const courseFiles = (): readonly (readonly [string, Uint8Array])[] => [
  ...['gran-fondo.tcx', 'hundred-miles.gpx'].map((name) => [name, fixture(`courses/${name}`)] as const),
  ['course.fit', fitFile(FIT_COURSE)],
];

/** Returns how a parser reads files: the answer of a readable one, and the message that refuses another. */
export function readerOf<Parsed extends object, Answer>(
  parse: (file: Uint8Array) => Work<Parsed | Failure>,
  toWire: (parsed: Parsed) => Answer,
) {
  const parsed = (file: Uint8Array | string) =>
    finish(parse(typeof file === 'string' ? new TextEncoder().encode(file) : file));
  return {
    read(file: Uint8Array | string): Answer {
      const outcome = parsed(file);
      if (isFailure(outcome)) throw new Error(outcome.message);
      return toWire(outcome);
    },
    refusalOf(file: Uint8Array | string): string | undefined {
      const outcome = parsed(file);
      return isFailure(outcome) ? outcome.message : 'was read';
    },
  };
}
