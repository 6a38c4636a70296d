/**
 * Numbers of the FIT protocol and its global profile needed to read and write workouts and courses.
 */

/** Bytes of the file header; older files have one of 12 bytes, without its own checksum. */
export const FIT_HEADER_BYTES = 14;
export const FIT_SHORT_HEADER_BYTES = 12;
export const FIT_CHECKSUM_BYTES = 2;

/** Global numbers of messages. */
export const FIT_MESSAGE = {
  fileId: 0,
  session: 18,
  lap: 19,
  record: 20,
  event: 21,
  workout: 26,
  workoutStep: 27,
  course: 31,
  coursePoint: 32,
  workoutSession: 158,
} as const;

/** Values of `type` in the message file_id. */
export const FIT_FILE_TYPE = { activity: 4, workout: 5, course: 6 } as const;

/** Numbers of fields, by message. */
export const FIT_FIELD = {
  fileId: { type: 0, manufacturer: 1, product: 2, serialNumber: 3, timeCreated: 4 },
  lap: {
    startTime: 2,
    startPositionLat: 3,
    startPositionLong: 4,
    endPositionLat: 5,
    endPositionLong: 6,
    totalElapsedTime: 7,
    totalTimerTime: 8,
    totalDistance: 9,
    totalAscent: 21,
    avgHeartRate: 15,
    avgPower: 19,
    sport: 25,
    subSport: 39,
    avgTemperature: 50,
    totalMovingTime: 52,
    timestamp: 253,
  },
  session: {
    startTime: 2,
    sport: 5,
    subSport: 6,
    totalElapsedTime: 7,
    totalTimerTime: 8,
    totalDistance: 9,
    avgHeartRate: 16,
    avgPower: 20,
    totalAscent: 22,
    avgTemperature: 57,
    totalMovingTime: 59,
  },
  event: { event: 0, eventType: 1, timestamp: 253 },
  record: {
    positionLat: 0,
    positionLong: 1,
    altitude: 2,
    heartRate: 3,
    distance: 5,
    power: 7,
    temperature: 13,
    enhancedAltitude: 78,
    timestamp: 253,
  },
  workout: { sport: 4, capabilities: 5, numValidSteps: 6, name: 8, subSport: 11 },
  workoutStep: {
    name: 0,
    durationType: 1,
    durationValue: 2,
    targetType: 3,
    targetValue: 4,
    customTargetLow: 5,
    customTargetHigh: 6,
    intensity: 7,
    notes: 8,
    secondaryTargetType: 19,
    secondaryTargetValue: 20,
    secondaryCustomTargetLow: 21,
    secondaryCustomTargetHigh: 22,
    messageIndex: 254,
  },
  workoutSession: { sport: 0, subSport: 1, numValidSteps: 2, firstStepIndex: 3, messageIndex: 254 },
  course: { sport: 4, name: 5, capabilities: 6 },
  coursePoint: {
    timestamp: 1,
    positionLat: 2,
    positionLong: 3,
    distance: 4,
    type: 5,
    name: 6,
    messageIndex: 254,
  },
} as const;

/** Altitudes are stored as (metres + 500) × 5. */
export const FIT_ALTITUDE_SCALE = 5;
export const FIT_ALTITUDE_OFFSET_M = 500;
/** Distances of records and course points are stored in centimetres. */
export const FIT_DISTANCE_CM_PER_M = 100;
/** Positions are stored in semicircles: 2^31 of them are 180 degrees. */
export const FIT_DEGREES_PER_SEMICIRCLE = 180 / 2 ** 31;

/** Base types by the number that a field definition names: size in bytes, kind, and the value that means "not set". */
export const FIT_BASE_TYPES: Readonly<
  Record<
    number,
    { readonly bytes: number; readonly kind: 'uint' | 'sint' | 'float' | 'string'; readonly unset: number }
  >
> = {
  0: { bytes: 1, kind: 'uint', unset: 0xff },
  1: { bytes: 1, kind: 'sint', unset: 0x7f },
  2: { bytes: 1, kind: 'uint', unset: 0xff },
  7: { bytes: 1, kind: 'string', unset: 0 },
  10: { bytes: 1, kind: 'uint', unset: 0 },
  13: { bytes: 1, kind: 'uint', unset: 0xff },
  131: { bytes: 2, kind: 'sint', unset: 0x7fff },
  132: { bytes: 2, kind: 'uint', unset: 0xffff },
  133: { bytes: 4, kind: 'sint', unset: 0x7fffffff },
  134: { bytes: 4, kind: 'uint', unset: 0xffffffff },
  136: { bytes: 4, kind: 'float', unset: Number.NaN },
  137: { bytes: 8, kind: 'float', unset: Number.NaN },
  139: { bytes: 2, kind: 'uint', unset: 0 },
  140: { bytes: 4, kind: 'uint', unset: 0 },
};

/** CRC-16 of each four bits, for the reflected polynomial 0xA001 that FIT uses. */
const CHECKSUM_OF_NIBBLE = Array.from({ length: 16 }, (_, nibble) => {
  let checksum = nibble;
  for (let bit = 0; bit < 4; bit++) checksum = checksum & 1 ? (checksum >> 1) ^ 0xa001 : checksum >> 1;
  return checksum;
});

/**
 * Returns the CRC-16 of these bytes, four bits at a time.
 *
 * @param before the CRC-16 of the preceding bytes
 */
export function fitChecksum(bytes: Uint8Array, before = 0): number {
  let checksum = before;
  for (const byte of bytes) {
    checksum = (checksum >> 4) ^ (CHECKSUM_OF_NIBBLE[(checksum ^ byte) & 15] ?? 0);
    checksum = (checksum >> 4) ^ (CHECKSUM_OF_NIBBLE[(checksum ^ (byte >> 4)) & 15] ?? 0);
  }
  return checksum;
}
