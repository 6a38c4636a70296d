import { FIT_FIELD, FIT_MESSAGE } from '#platform/files/fit-profile.ts';
import type { WrittenField, WrittenMessage } from './fit-file.ts';

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
  const enums = ['durationType', 'targetType', 'intensity'];
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
