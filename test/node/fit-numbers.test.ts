import { finish } from '@musette/basics/work';
import { FIT_BASE_TYPES, FIT_FIELD, FIT_FILE_TYPE, FIT_MESSAGE } from '@musette/files/fit-profile';
import { readFit } from '@musette/files/fit-reader';
import { fitSportNames } from '@musette/files/workouts/fit-sports';
import { ENGLISH } from '@musette/languages/english';
import { describe, expect, test } from 'vitest';
import { planFit } from '#nutrition/fuel-plans/forms/fit-course.ts';
import { passCourse, pureFuelPlan } from '../support/pure-fuel-plan.ts';

/**
 * The facts of the document "FIT Global Profile" (Profile.xlsx of the FIT SDK, 21.171 and 21.205 agree) about every
 * message and field that is read or written here: number and base type. Garmin's names, ours in FIT_FIELD.
 */
const ENUM = 0;
const SINT8 = 1;
const UINT8 = 2;
const TEXT = 7;
const UINT16 = 132;
const SINT32 = 133;
const UINT32 = 134;
const UINT32Z = 140;
const GLOBAL_PROFILE: Record<
  keyof typeof FIT_MESSAGE,
  readonly [number, Record<string, readonly [number, number]>]
> = {
  fileId: [
    0,
    {
      type: [0, ENUM],
      manufacturer: [1, UINT16],
      product: [2, UINT16],
      serialNumber: [3, UINT32Z],
      timeCreated: [4, UINT32],
    },
  ],
  lap: [
    19,
    {
      startTime: [2, UINT32],
      startPositionLat: [3, SINT32],
      startPositionLong: [4, SINT32],
      endPositionLat: [5, SINT32],
      endPositionLong: [6, SINT32],
      totalElapsedTime: [7, UINT32],
      totalTimerTime: [8, UINT32],
      totalDistance: [9, UINT32],
      totalAscent: [21, UINT16],
      avgHeartRate: [15, UINT8],
      avgPower: [19, UINT16],
      sport: [25, ENUM],
      subSport: [39, ENUM],
      avgTemperature: [50, SINT8],
      totalMovingTime: [52, UINT32],
      timestamp: [253, UINT32],
    },
  ],
  session: [
    18,
    {
      startTime: [2, UINT32],
      sport: [5, ENUM],
      subSport: [6, ENUM],
      totalElapsedTime: [7, UINT32],
      totalTimerTime: [8, UINT32],
      totalDistance: [9, UINT32],
      avgHeartRate: [16, UINT8],
      avgPower: [20, UINT16],
      totalAscent: [22, UINT16],
      avgTemperature: [57, SINT8],
      totalMovingTime: [59, UINT32],
    },
  ],
  record: [
    20,
    {
      positionLat: [0, SINT32],
      positionLong: [1, SINT32],
      altitude: [2, UINT16],
      heartRate: [3, UINT8],
      distance: [5, UINT32],
      power: [7, UINT16],
      temperature: [13, SINT8],
      enhancedAltitude: [78, UINT32],
      timestamp: [253, UINT32],
    },
  ],
  event: [21, { event: [0, ENUM], eventType: [1, ENUM], timestamp: [253, UINT32] }],
  // `wkt_name` and `wkt_step_name` are `name` here.
  workout: [
    26,
    {
      sport: [4, ENUM],
      capabilities: [5, UINT32Z],
      numValidSteps: [6, UINT16],
      name: [8, TEXT],
      subSport: [11, ENUM],
    },
  ],
  workoutStep: [
    27,
    {
      name: [0, TEXT],
      durationType: [1, ENUM],
      durationValue: [2, UINT32],
      targetType: [3, ENUM],
      targetValue: [4, UINT32],
      customTargetLow: [5, UINT32],
      customTargetHigh: [6, UINT32],
      intensity: [7, ENUM],
      notes: [8, TEXT],
      secondaryTargetType: [19, ENUM],
      secondaryTargetValue: [20, UINT32],
      secondaryCustomTargetLow: [21, UINT32],
      secondaryCustomTargetHigh: [22, UINT32],
      messageIndex: [254, UINT16],
    },
  ],
  workoutSession: [
    158,
    {
      sport: [0, ENUM],
      subSport: [1, ENUM],
      numValidSteps: [2, UINT16],
      firstStepIndex: [3, UINT16],
      messageIndex: [254, UINT16],
    },
  ],
  course: [31, { sport: [4, ENUM], name: [5, TEXT], capabilities: [6, UINT32Z] }],
  coursePoint: [
    32,
    {
      timestamp: [1, UINT32],
      positionLat: [2, SINT32],
      positionLong: [3, SINT32],
      distance: [4, UINT32],
      type: [5, ENUM],
      name: [6, TEXT],
      messageIndex: [254, UINT16],
    },
  ],
};

/** Values of the types `sport` and `sub_sport`. */
const SPORTS = {
  0: 'generic',
  1: 'running',
  2: 'cycling',
  5: 'swimming',
  6: 'basketball',
  7: 'soccer',
  8: 'tennis',
  9: 'american_football',
  10: 'training',
  11: 'walking',
  12: 'cross_country_skiing',
  13: 'alpine_skiing',
  14: 'snowboarding',
  15: 'rowing',
  16: 'mountaineering',
  17: 'hiking',
  18: 'multisport',
  19: 'paddling',
  21: 'e_biking',
  25: 'golf',
  31: 'rock_climbing',
  33: 'ice_skating',
  35: 'snowshoeing',
  37: 'stand_up_paddleboarding',
  41: 'kayaking',
  47: 'boxing',
  62: 'hiit',
  88: 'canoeing',
} as const;
const SUB_SPORTS = {
  1: 'treadmill',
  2: 'street',
  3: 'trail',
  4: 'track',
  5: 'spin',
  6: 'indoor_cycling',
  7: 'road',
  8: 'mountain',
  11: 'cyclocross',
  13: 'track_cycling',
  14: 'indoor_rowing',
  17: 'lap_swimming',
  18: 'open_water',
  20: 'strength_training',
  26: 'cardio_training',
  45: 'indoor_running',
  46: 'gravel_cycling',
  58: 'virtual_activity',
  67: 'ultra',
} as const;
const MULTI_SPORTS = {
  78: 'triathlon',
  79: 'duathlon',
  80: 'brick',
  81: 'swim_run',
  82: 'adventure_race',
  126: 'pool_triathlon',
} as const;

/** Values of `event`, `event_type`, `course_point`, `wkt_step_duration`, `wkt_step_target` and `intensity`. */
const TIMER = 0;
const START = 0;
const STOP_DISABLE_ALL = 9;
const FOOD = 4;
const AID_STATION = 28;
const INFO = 53;

interface Definition {
  readonly message: number;
  readonly fields: readonly (readonly [number: number, baseType: number])[];
}

/** Lists the definitions of a little-endian file without developer fields, byte by byte: a reader of its own. */
function definitionsOf(file: Uint8Array): readonly Definition[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const definitions: Definition[] = [];
  let dataBytes = 0;
  for (let at = view.getUint8(0); at < file.length - 2; ) {
    if ((view.getUint8(at) & 0x40) === 0) {
      at += 1 + dataBytes;
      continue;
    }
    const count = view.getUint8(at + 5);
    const fields = Array.from({ length: count }, (_, index) => at + 6 + 3 * index);
    dataBytes = fields.reduce((sum, place) => sum + view.getUint8(place + 1), 0);
    definitions.push({
      message: view.getUint16(at + 3, true),
      fields: fields.map((place) => [view.getUint8(place), view.getUint8(place + 2)] as const),
    });
    at += 6 + 3 * count;
  }
  return definitions;
}

function valuesOf(file: Uint8Array, message: number, field: number): readonly (number | null)[] {
  const values: (number | null)[] = [];
  finish(readFit(file, new Set([message]), ({ numberOf }) => values.push(numberOf(field))));
  return values;
}

const ride = { type: 'bike', durationMin: 300 } as const;
const course = planFit(pureFuelPlan({ ...ride, course: passCourse(120, 3) }), ENGLISH);

describe('the numbers of FIT files', () => {
  test('are those of the FIT Global Profile: messages and fields', () => {
    for (const [name, [number, fields]] of Object.entries(GLOBAL_PROFILE)) {
      expect([name, Reflect.get(FIT_MESSAGE, name)]).toEqual([name, number]);
      const numbers = Object.fromEntries(Object.entries(fields).map(([field, [of]]) => [field, of]));
      expect([name, Reflect.get(FIT_FIELD, name)]).toEqual([name, numbers]);
    }
    expect(Object.keys(FIT_MESSAGE).sort()).toEqual(Object.keys(GLOBAL_PROFILE).sort());
    expect(FIT_FILE_TYPE).toEqual({ activity: 4, workout: 5, course: 6 });
  });

  test('are written with the base type that the profile gives each field', () => {
    const messages = Object.values(GLOBAL_PROFILE);
    const definitions = definitionsOf(course);
    expect(definitions.length).toBeGreaterThan(2);
    for (const { message, fields } of definitions) {
      const known = messages.find(([number]) => number === message)?.[1] ?? {};
      for (const [number, baseType] of fields) {
        const [, expected] = Object.values(known).find(([of]) => of === number) ?? [];
        expect([message, number, baseType]).toEqual([message, number, expected]);
        expect(FIT_BASE_TYPES[baseType]).toBeDefined();
      }
    }
  });

  test('name the sports as the profile does', () => {
    for (let sport = 0; sport < 256; sport += 1) {
      const name: unknown = Reflect.get(SPORTS, sport);
      expect(fitSportNames(sport, null)).toEqual(name === undefined ? [] : [name]);
    }
    for (let subSport = 0; subSport < 256; subSport += 1) {
      const name: unknown = Reflect.get(SUB_SPORTS, subSport);
      const multiSport: unknown = Reflect.get(MULTI_SPORTS, subSport);
      const expected = name === undefined ? ['running'] : [`running/${name}`, 'running'];
      expect(fitSportNames(1, subSport)).toEqual(
        multiSport === undefined ? expected : [`multisport/${multiSport}`],
      );
    }
  });

  test('of a written course are a ride, a timer from start to end, and points of information, food and aid stations', () => {
    const { course: field, event, coursePoint, fileId } = FIT_FIELD;
    expect(valuesOf(course, FIT_MESSAGE.fileId, fileId.manufacturer)).toEqual([255]);
    expect(valuesOf(course, FIT_MESSAGE.course, field.sport)).toEqual([2]);
    expect(valuesOf(course, FIT_MESSAGE.event, event.event)).toEqual([TIMER, TIMER]);
    expect(valuesOf(course, FIT_MESSAGE.event, event.eventType)).toEqual([START, STOP_DISABLE_ALL]);
    expect(new Set(valuesOf(course, FIT_MESSAGE.coursePoint, coursePoint.type))).toEqual(
      new Set([INFO, FOOD, AID_STATION]),
    );
  });
});
