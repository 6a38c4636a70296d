import { describe, expect, test } from 'vitest';
import { readWorkout } from '#nutrition/workouts/read-workout.ts';
import { rampSteps } from '#nutrition/workouts/steps.ts';
import { ParsedWorkout, workoutToWire } from '#nutrition/workouts/workout-shape.ts';
import { FIT_FILE_TYPE } from '#platform/files/fit-profile.ts';
import {
  FIT_WORKOUT,
  fileId,
  fitFile,
  fixture,
  readerOf,
  type WritingOptions,
  workoutFiles,
  workoutHeading,
  workoutStep,
} from '../support/fit-files.ts';

const { read, refusalOf } = readerOf(readWorkout, workoutToWire);

const zwo = (steps: string, header = '') =>
  `<workout_file>${header}<workout>${steps}</workout></workout_file>`;
const intervalsIcu = (steps: readonly unknown[], more = {}) => JSON.stringify({ ...more, steps });
const erg = (rows: readonly string[], unit = 'WATTS') =>
  `[COURSE HEADER]\nMINUTES ${unit}\n[END COURSE HEADER]\n[COURSE DATA]\n${rows.join('\n')}\n[END COURSE DATA]\n`;

test.each(workoutFiles())('%s is read into an answer that is valid', (_name, file) => {
  const workout = read(file);
  expect(ParsedWorkout.safeParse(workout)).toMatchObject({ success: true });
});

describe('ZWO', () => {
  test('has ramps, intervals, free rides and sprints in their order', () => {
    const { format, name, type, duration_min, steps } = read(fixture('workouts/over-unders.zwo'));
    expect({ format, name, type, duration_min }).toEqual({
      format: 'zwo',
      name: 'Over-unders & sprint',
      type: 'indoor_bike',
      duration_min: 43,
    });
    expect(steps.slice(0, 2)).toEqual([
      { duration_min: 3, intensity: { percent_ftp: 30 } },
      { duration_min: 3, intensity: { percent_ftp: 40 } },
    ]);
    expect(steps[6]).toEqual({
      repeat: 3,
      steps: [
        { duration_min: 2, intensity: { percent_ftp: 105 } },
        { duration_min: 1, intensity: { percent_ftp: 90 } },
      ],
    });
    expect(steps.slice(7, 9)).toEqual([
      { duration_min: 4, intensity: { level: 4 } },
      { duration_min: 0.25, intensity: { level: 9 } },
    ]);
  });

  test('a run by distance has threshold pace and typical times', () => {
    const { type, steps } = read(fixture('workouts/run-by-distance.zwo'));
    expect(type).toBe('treadmill_run');
    expect(steps[0]).toEqual({ duration_min: 12, intensity: { percent_threshold_pace: 70 } });
  });

  test.each([
    [zwo('<SteadyState Power="0.7"/>'), /^Line 1, column \d+: Duration is missing\.$/],
    [zwo('\n<SteadyState Duration="x" Power="0.7"/>'), /^Line 2, column \d+: Duration is not a number/],
    ['<gpx></gpx>', /<gpx> is not the root of a workout/],
    [zwo(''), /no steps that add up to a minute/],
    [zwo('<FreeRide Duration="200000"/>'), /longer than 48 hours/],
    [zwo('<SteadyState Duration="600" Power="0.7">'), /^Line 1, column \d+: unexpected close tag/],
  ])('%s is refused with its place', (file, message) => {
    expect(refusalOf(file)).toMatch(message);
  });
});

describe('ERG and MRC', () => {
  test('ERG is in watts: even loads are steps, slopes are ramps', () => {
    const { format, name, duration_min, steps } = read(fixture('workouts/sweet-spot.erg'));
    expect({ format, name, duration_min }).toEqual({
      format: 'erg',
      name: 'Sweet spot 2x20',
      duration_min: 60,
    });
    expect(steps.map((step) => ('intensity' in step ? Object.values(step.intensity)[0] : null))).toEqual([
      113, 138, 163, 188, 234, 130, 234, 110,
    ]);
  });

  test('MRC is in percent of FTP, and is named by its file if nothing else names it', () => {
    const { format, name, steps } = read(fixture('workouts/tempo.mrc'));
    expect({ format, name }).toEqual({ format: 'mrc', name: 'Tempo' });
    expect(steps[1]).toEqual({ duration_min: 30, intensity: { percent_ftp: 80 } });
  });

  test('more than 200 steps become 200 equal ones with the mean of the fourth power', () => {
    const rows = Array.from({ length: 600 }, (_, minute) => [
      `${minute / 2} ${minute % 2 ? 300 : 100}`,
      `${(minute + 1) / 2} ${minute % 2 ? 300 : 100}`,
    ]).flat();
    const { steps, duration_min } = read(erg(rows));
    expect({ count: steps.length, duration_min }).toEqual({ count: 200, duration_min: 300 });
    const powers = steps.map((step) =>
      'intensity' in step && 'power_w' in step.intensity ? step.intensity.power_w : 0,
    );
    // Two of three half minutes, or one of them, at 300 W: ((2 · 300⁴ + 100⁴) / 3)^¼ and ((300⁴ + 2 · 100⁴) / 3)^¼.
    expect(new Set(powers)).toEqual(new Set([271, 229]));
  });

  test.each([
    ['hello', 'Line 1: [COURSE HEADER] is expected.'],
    [erg(['0 100', '5 abc']), 'Line 6: two numbers are expected.'],
    [erg(['0 100', '5 100', '4 100']), 'Line 7: the minutes decrease.'],
    [erg(['0 -5', '5 100']), 'Line 5: the load is below 0.'],
    [erg(['0 100', '5 100']).replace('MINUTES WATTS', ''), 'No line says MINUTES WATTS or MINUTES PERCENT.'],
  ])('%j is refused with its line', (file, message) => {
    expect(refusalOf(file)).toBe(message);
  });
});

describe('intervals.icu', () => {
  test('an event has ramps, zones, heart rates, watts and repetitions', () => {
    const { format, type, duration_min, steps } = read(fixture('workouts/intervals-icu-event.json'));
    expect({ format, type, duration_min }).toEqual({
      format: 'intervals_icu',
      type: 'bike',
      duration_min: 75,
    });
    expect(steps[3]).toEqual({ duration_min: 5, intensity: { percent_threshold_hr: 78 }, name: 'Settle in' });
    expect(steps[4]).toMatchObject({
      repeat: 3,
      steps: [{ duration_min: 8 }, { intensity: { percent_ftp: 50 } }],
    });
    expect(steps.at(-1)).toEqual({ duration_min: 15, intensity: { power_w: 130 } });
  });

  test('a document alone is a run if its steps have paces, and repetitions inside others are written out', () => {
    const inner = { reps: 2, steps: [{ duration: 60, pace: { value: 105, units: '%pace' } }] };
    const { type, steps } = read(intervalsIcu([{ reps: 3, steps: [inner, { duration: 60 }] }]));
    expect(type).toBe('run');
    expect(steps).toEqual([
      {
        repeat: 3,
        steps: [
          { duration_min: 1, intensity: { percent_threshold_pace: 105 } },
          { duration_min: 1, intensity: { percent_threshold_pace: 105 } },
          { duration_min: 1, intensity: { level: 5 } },
        ],
      },
    ]);
  });

  test('a repetition of 120 becomes several of at most 50', () => {
    const { steps } = read(intervalsIcu([{ reps: 120, steps: [{ duration: 30 }] }]));
    expect(steps.map((step) => ('repeat' in step ? step.repeat : 1))).toEqual([50, 50, 20]);
  });

  test.each([
    ['{"steps": 5}', '/steps: a list of steps is expected.'],
    ['{"workout_doc": {}}', '/workout_doc/steps: a list of steps is expected.'],
    [intervalsIcu([{ duration: 'x' }]), '/steps/0/duration: a number of at least 0 is expected.'],
    [intervalsIcu([[]]), '/steps/0: an object is expected.'],
    ['{"steps": [}', 'Line 1, column 12: a value or ] is expected.'],
    ['{"steps": [],\n "steps": []}', 'Line 2, column 2: the object has this name already.'],
    ['{"steps": [{"duration": 60}', 'Line 1, column 28: the file is cut off.'],
    ['{"steps": []}\n}', 'Line 2, column 1: nothing is expected after the value.'],
    ['{"steps": [{"duration": 060}]}', 'Line 1, column 25: a value is expected.'],
    ['{"text": "a\nb"}', 'Line 1, column 12: a control character must be escaped.'],
    ['{"text": "\\x"}', 'Line 1, column 11: this escape does not exist.'],
  ])('%s is refused with its place', (file, message) => {
    expect(refusalOf(file)).toBe(message);
  });

  test('nested repetitions that would fill the memory are refused', () => {
    const inner = { reps: 1000, steps: [{ duration: 1 }] };
    const bomb = Array.from({ length: 5000 }, () => ({ reps: 1000, steps: [inner, inner] }));
    expect(refusalOf(intervalsIcu(bomb))).toMatch(
      /^\/steps\/\d+: nested repetitions have more than 10000 steps\.$/,
    );
  });
});

const VARIANTS: readonly (readonly [string, WritingOptions])[] = [
  ['little-endian', {}],
  ['big-endian', { isBigEndian: true }],
  ['with a short header', { headerBytes: 12 }],
  ['with compressed times', { isTimeCompressed: true }],
];

describe('FIT', () => {
  test.each(VARIANTS)(
    '%s: zones, own ranges, percent of heart rate, distances, open steps, repetitions',
    (_, options) => {
      expect(read(fitFile(FIT_WORKOUT, options))).toEqual({
        format: 'fit',
        name: 'Mixed targets',
        type: 'indoor_bike',
        duration_min: 56,
        steps: [
          { duration_min: 10, intensity: { level: 3 }, name: 'Warm up' },
          {
            repeat: 3,
            steps: [
              { duration_min: 5, intensity: { percent_ftp: 98 } },
              { duration_min: 1, intensity: { power_w: 200 }, name: 'Watts' },
            ],
          },
          { duration_min: 10, intensity: { percent_threshold_hr: 95 } },
          { duration_min: 8.333, intensity: { level: 5 } },
          { duration_min: 10, intensity: { level: 2 }, name: 'Cool down' },
        ],
      });
    },
  );

  test('developer fields are skipped', () => {
    const messages = FIT_WORKOUT.map((message) => ({ ...message, developerBytes: 5 }));
    expect(read(fitFile(messages))).toEqual(read(fitFile(FIT_WORKOUT)));
  });

  const step = workoutStep({ durationType: 0, durationValue: 600_000 });
  const workout = [fileId(FIT_FILE_TYPE.workout), workoutHeading(1, 3, 'Trail')];

  test('the sub-sport makes the type', () => {
    expect(read(fitFile([...workout, step]))).toMatchObject({ type: 'trail_run', duration_min: 10 });
  });

  test('a changed byte, a cut file and another kind of file are refused with the byte', () => {
    const file = fitFile([...workout, step]);
    const changed = Uint8Array.from(file, (byte, index) => (index === 60 ? byte ^ 1 : byte));
    expect(refusalOf(changed)).toBe(`Byte ${file.length - 2}: the checksum of the FIT file is wrong.`);
    expect(refusalOf(file.subarray(0, 40))).toMatch(
      /^Byte 40: the FIT file is cut off; its header announces \d+ bytes\.$/,
    );
    expect(refusalOf(fitFile([fileId(FIT_FILE_TYPE.course)]))).toMatch(
      /^Byte \d+: the FIT file is not a workout\.$/,
    );
    const forward = workoutStep({ durationType: 6, durationValue: 4, targetValue: 2 });
    expect(refusalOf(fitFile([...workout, step, forward]))).toMatch(/does not come before it/);
    expect(refusalOf(fitFile([fileId(FIT_FILE_TYPE.workout), step]))).toBe(
      'The FIT file has no workout message.',
    );
  });
});

test('a ramp keeps its mean and its time, whatever its height and length', () => {
  for (const [durationS, from, to] of [
    [600, 50, 75],
    [45, 40, 140],
    [3600, 200, 20],
    [600, 80, 80],
  ] as const) {
    const steps = rampSteps(durationS, 'percent_ftp', from, to);
    const time = steps.reduce((sum, step) => sum + step.durationS, 0);
    const work = steps.reduce((sum, step) => sum + step.durationS * step.intensity.value, 0);
    expect(time).toBeCloseTo(durationS, 6);
    expect(work / time).toBeCloseTo((from + to) / 2, 6);
  }
});
