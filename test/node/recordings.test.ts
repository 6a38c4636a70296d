import { FIT_FIELD, FIT_FILE_TYPE, FIT_MESSAGE } from '@musette/files/fit-profile';
import { readRecording } from '@musette/files/recordings/read-recording';
import { describe, expect, test } from 'vitest';
import {
  parsedRecordingExample,
  recordingFileExample,
  recordingToWire,
} from '#nutrition/recordings/recording-shape.ts';
import {
  FIT_COURSE,
  fileId,
  fitFile,
  readerOf,
  type WrittenField,
  type WrittenMessage,
} from '../support/fit-files.ts';

const { read, refusalOf } = readerOf(readRecording, recordingToWire);

const [ENUM, SINT8, UINT8, UINT16, UINT32] = [0, 1, 2, 132, 134];
/** 2026-06-20T05:00:00Z in seconds of FIT. */
const START_S = Date.parse('2026-06-20T05:00:00Z') / 1000 - 631_065_600;
const ACTIVITY = fileId(FIT_FILE_TYPE.activity);

interface Part {
  readonly sport: number;
  readonly subSport?: number;
  readonly fromMin: number;
  readonly minutes: number;
  readonly timerMin?: number;
  readonly km?: number;
  readonly climbM?: number;
  readonly watts?: number;
  readonly beats?: number;
  readonly celsius?: number;
}

/** Writes a session, or a lap, which has the same fields under its own numbers. */
function partOf(kind: 'session' | 'lap', part: Part): WrittenMessage {
  const field = FIT_FIELD[kind];
  const fields: readonly (WrittenField | false)[] = [
    [field.startTime, UINT32, START_S + part.fromMin * 60],
    [field.sport, ENUM, part.sport],
    [field.subSport, ENUM, part.subSport ?? 0],
    [field.totalElapsedTime, UINT32, part.minutes * 60_000],
    [field.totalTimerTime, UINT32, (part.timerMin ?? part.minutes) * 60_000],
    part.km !== undefined && [field.totalDistance, UINT32, part.km * 100_000],
    part.climbM !== undefined && [field.totalAscent, UINT16, part.climbM],
    part.watts !== undefined && [field.avgPower, UINT16, part.watts],
    part.beats !== undefined && [field.avgHeartRate, UINT8, part.beats],
    part.celsius !== undefined && [field.avgTemperature, SINT8, part.celsius],
  ];
  return { number: FIT_MESSAGE[kind], fields: fields.filter((each) => each !== false) };
}

function recordOf(atMin: number, metres: number, watts: number, beats: number): WrittenMessage {
  const field = FIT_FIELD.record;
  return {
    number: FIT_MESSAGE.record,
    fields: [
      [field.timestamp, UINT32, START_S + atMin * 60],
      [field.distance, UINT32, metres * 100],
      [field.power, UINT16, watts],
      [field.heartRate, UINT8, beats],
      [field.temperature, SINT8, 31],
      [field.altitude, UINT16, (400 + metres / 100 + 500) * 5],
    ],
  };
}

/** Writes a track of GPX with a point a minute, 200 m apart. */
function gpx(minutes: readonly number[], { type = 'running', extensions = '' } = {}): string {
  const points = minutes.map(
    (min, at) =>
      `<trkpt lat="${47 + at * 0.0018}" lon="8"><ele>${400 + at}</ele><time>${new Date(
        Date.parse('2026-06-20T05:00:00Z') + min * 60_000,
      ).toISOString()}</time>${extensions}</trkpt>`,
  );
  return `<gpx version="1.1"><trk><type>${type}</type><trkseg>${points.join('')}</trkseg></trk></gpx>`;
}

test('the example of a recording is what is read from its file', () => {
  expect(read(recordingFileExample)).toEqual(parsedRecordingExample);
});

describe('a FIT recording', () => {
  const ride: Part = {
    sport: 2,
    subSport: 7,
    fromMin: 0,
    minutes: 240,
    timerMin: 215,
    km: 101.37,
    climbM: 1450,
    watts: 187,
    beats: 139,
    celsius: 28,
  };

  test('has what its session sums up: duration with breaks, distance, climb, power and heart rate', () => {
    expect(read(fitFile([ACTIVITY, partOf('session', ride)]))).toEqual({
      format: 'fit',
      sport: 'bike',
      actual: {
        started_at: '2026-06-20T05:00:00.000Z',
        duration_min: 240,
        distance_km: 101.37,
        elevation_gain_m: 1450,
        average_power_w: 187,
        average_heart_rate_bpm: 139,
      },
      moving_min: 215,
      device_temperature_c: 28,
      legs: [],
    });
  });

  test('is summed up from its points where the session is missing or says nothing', () => {
    const points = Array.from({ length: 61 }, (_, min) => recordOf(min, min * 500, 200 + min, 140));
    const expected = { duration_min: 60, distance_km: 30, average_power_w: 230, average_heart_rate_bpm: 140 };
    for (const messages of [points, [...points, partOf('session', { sport: 2, fromMin: 0, minutes: 60 })]]) {
      const { actual, device_temperature_c } = read(fitFile([ACTIVITY, ...messages]));
      expect(actual).toMatchObject({ ...expected, elevation_gain_m: 300 });
      expect(device_temperature_c).toBe(31);
    }
  });

  test('of several sessions has legs, and the minutes between two legs belong to the whole', () => {
    const { sport, actual, moving_min, legs } = read(
      fitFile([
        ACTIVITY,
        partOf('session', { sport: 5, subSport: 18, fromMin: 0, minutes: 30, km: 1.5 }),
        partOf('session', { sport: 3, subSport: 34, fromMin: 30, minutes: 4 }),
        partOf('session', {
          sport: 2,
          subSport: 7,
          fromMin: 34,
          minutes: 70,
          km: 40,
          watts: 210,
          beats: 150,
        }),
        partOf('session', { sport: 3, subSport: 32, fromMin: 104, minutes: 3 }),
        partOf('session', { sport: 1, fromMin: 107, minutes: 43, km: 10, beats: 165 }),
      ]),
    );
    expect([sport, actual.duration_min, moving_min]).toEqual(['triathlon', 150, 143]);
    expect(actual).toMatchObject({ distance_km: 51.5, average_power_w: 210, average_heart_rate_bpm: 156 });
    expect(legs.map((leg) => [leg.sport, leg.duration_min, leg.distance_km])).toEqual([
      ['open_water_swim', 30, 1.5],
      ['bike', 70, 40],
      ['run', 43, 10],
    ]);
  });

  test.each([
    ['triathlon', [5, 2, 1]],
    ['duathlon', [1, 2, 1]],
    ['brick', [2, 1]],
    ['run', [1, 1]],
    [null, [15, 17]],
  ])('of one session whose laps change the sport has legs: %s', (type, sports) => {
    const laps = sports.flatMap((sport, leg) => [
      partOf('lap', { sport, fromMin: 20 * leg, minutes: 10, km: 2, beats: 120 }),
      partOf('lap', { sport, fromMin: 20 * leg + 10, minutes: 10, km: 3, beats: 140 }),
    ]);
    const session = partOf('session', {
      sport: sports[0] ?? 0,
      fromMin: 0,
      minutes: 20 * sports.length,
      km: 5 * sports.length,
    });
    const { sport, actual, legs } = read(fitFile([ACTIVITY, ...laps, session]));
    expect([sport, actual.duration_min, actual.distance_km]).toEqual([
      type,
      20 * sports.length,
      5 * sports.length,
    ]);
    expect(legs).toHaveLength(new Set(sports).size === 1 ? 0 : sports.length);
    if (legs[0])
      expect(legs[0]).toMatchObject({ duration_min: 20, distance_km: 5, average_heart_rate_bpm: 130 });
  });

  test.each([
    [1, 1, 'treadmill_run'],
    [2, 6, 'indoor_bike'],
    [2, 58, 'indoor_bike'],
  ])('of sport %i, sub-sport %i is indoor', (sport, subSport, type) => {
    const recording = read(
      fitFile([ACTIVITY, partOf('session', { sport, subSport, fromMin: 0, minutes: 60 })]),
    );
    expect([recording.sport, recording.actual.is_indoor]).toEqual([type, true]);
  });

  test('says nothing of a roof, a climb or a distance that it does not know', () => {
    const { actual } = read(fitFile([ACTIVITY, partOf('session', { sport: 1, fromMin: 0, minutes: 60 })]));
    expect(Object.keys(actual)).toEqual(['started_at', 'duration_min']);
  });
});

describe('a GPX or TCX recording', () => {
  test('of GPX has distance, climb, and heart rate, power and temperature from its extensions', () => {
    const extensions =
      '<extensions><power>250</power><gpxtpx:TrackPointExtension><gpxtpx:atemp>33</gpxtpx:atemp><gpxtpx:hr>151</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions>';
    const minutes = Array.from({ length: 61 }, (_, min) => min);
    const { sport, actual, moving_min, device_temperature_c } = read(
      gpx(minutes, { type: 'cycling', extensions }),
    );
    expect([sport, moving_min, device_temperature_c]).toEqual(['bike', 60, 33]);
    expect(actual).toEqual({
      started_at: '2026-06-20T05:00:00.000Z',
      duration_min: 60,
      distance_km: expect.closeTo(12.009, 1),
      elevation_gain_m: 60,
      average_power_w: 250,
      average_heart_rate_bpm: 151,
    });
  });

  test('with a break of an hour is an hour longer than its minutes in motion', () => {
    const minutes = [...Array.from({ length: 31 }, (_, min) => min), 90];
    const points = gpx(minutes).replace('lat="47.0558"', 'lat="47.054"');
    const { actual, moving_min } = read(points);
    expect([actual.duration_min, moving_min]).toEqual([90, 30]);
  });

  test.each([
    ['9', 'run'],
    ['1', 'bike'],
    ['trail_running', 'trail_run'],
    ['kitesurfing', null],
  ])('of the type %s is %s', (type, sport) => {
    expect(read(gpx([0, 1, 2, 3], { type })).sport).toBe(sport);
  });

  test('of TCX has its laps, and a MultiSportSession has legs', () => {
    const activity = (sport: string, from: number) =>
      `<Activity Sport="${sport}"><Id>x</Id><Lap StartTime="2026-06-20T0${from}:00:00Z"><TotalTimeSeconds>1800</TotalTimeSeconds><DistanceMeters>9000</DistanceMeters><AverageHeartRateBpm><Value>199</Value></AverageHeartRateBpm><Track>${[
        0, 30,
      ]
        .map(
          (min) =>
            `<Trackpoint><Time>2026-06-20T0${from}:${min === 0 ? '00' : min}:00Z</Time><DistanceMeters>${min * 300}</DistanceMeters><HeartRateBpm><Value>${140 + min}</Value></HeartRateBpm><Extensions><TPX><Watts>200</Watts></TPX></Extensions></Trackpoint>`,
        )
        .join('')}</Track></Lap></Activity>`;
    const whole = (inside: string) =>
      `<TrainingCenterDatabase><Activities>${inside}</Activities></TrainingCenterDatabase>`;
    const single = read(whole(activity('Running', 6)));
    expect([single.sport, single.moving_min, single.legs]).toEqual(['run', 30, []]);
    expect(single.actual).toEqual({
      started_at: '2026-06-20T06:00:00.000Z',
      duration_min: 30,
      distance_km: 9,
      average_power_w: 200,
      average_heart_rate_bpm: 155,
    });
    const both = read(
      whole(
        `<MultiSportSession><Id>x</Id><FirstSport>${activity('Biking', 6)}</FirstSport><NextSport>${activity('Running', 7)}</NextSport></MultiSportSession>`,
      ),
    );
    expect([both.sport, both.actual.duration_min, both.moving_min]).toEqual(['brick', 90, 60]);
    expect(both.legs.map(({ sport }) => sport)).toEqual(['bike', 'run']);
  });
});

test.each([
  ['a course in FIT', fitFile(FIT_COURSE), /no recording/],
  ['a track without times', gpx([0, 1]).replaceAll(/<time>.*?<\/time>/g, ''), /no times.*courses\/parse/],
  ['a workout', '<workout_file></workout_file>', /not the root of a recording/],
  ['a text', 'hello', /neither FIT, TCX nor GPX/],
  ['a recording of three days', gpx([0, 3 * 1440]), /longer than 48 hours/],
])('%s is refused as a recording with the reason', (_name, file, reason) => {
  expect(refusalOf(file)).toMatch(reason);
});
