import { FIT_FILE_TYPE } from '@musette/files/fit-profile';
import { readWorkout } from '@musette/files/workouts/read-workout';
import { rampSteps } from '@musette/files/workouts/steps';
import { describe, expect, test } from 'vitest';
import { ParsedWorkout, workoutToWire } from '#nutrition/workouts/workout-shape.ts';
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

  test("a run by distance takes the time of the file's own threshold pace", () => {
    const header =
      '<sportType>run</sportType><durationType>distance</durationType><thresholdSecPerKm>240</thresholdSecPerKm>';
    expect(read(zwo('<SteadyState Duration="5000" Power="0.8"/>', header)).duration_min).toBe(25);
  });

  test.each([
    [zwo('<SteadyState Power="0.7"/>'), /^Line 1, column \d+: Duration is missing\.$/],
    [zwo('\n<SteadyState Duration="x" Power="0.7"/>'), /^Line 2, column \d+: Duration is not a number/],
    ['<gpx></gpx>', /<gpx> is not the root of a workout/],
    [zwo(''), /no steps that add up to a minute/],
    [zwo('<FreeRide Duration="200000"/>'), /longer than 48 hours/],
    [
      zwo('\n<SteadyState Duration="600" Power="70"/>'),
      /^Line 2, column \d+: Power is 70, percent where a fraction is expected\.$/,
    ],
    [
      zwo('<IntervalsT Repeat="2" OnDuration="60" OffDuration="60" OnPower="110" OffPower="0.5"/>'),
      /OnPower is 110, percent where a fraction is expected/,
    ],
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
    [
      erg(['0 100', '5 ,1', '6 100']),
      'Line 6: 1 W next to loads of at least 100 W is not a load of this workout.',
    ],
    [erg(['0 60', '5 450'], 'PERCENT'), 'Line 6: 450% of FTP is above the maximum of 400.'],
    [
      erg(['0 0.6', '5 0.6'], 'PERCENT'),
      'Line 5: no load is above 0.6%, a fraction where percent is expected.',
    ],
  ])('%j is refused with its line', (file, message) => {
    expect(refusalOf(file)).toBe(message);
  });
});

describe('dialects of ERG and MRC', () => {
  const loads = (file: string) =>
    read(file).steps.map((step) => ('intensity' in step ? Object.values(step.intensity)[0] : null));

  test.each([
    ['a lap marker', erg(['0 125', '10 125', '10.00 LAP Main', '10 225', '30 225'])],
    [
      'a lap marker behind a tab, in small letters',
      erg(['0\t125', '10\t125', '10\tlap', '10\t225', '30\t225']),
    ],
    ['comments', erg(['; by hand', '0 125 ; easy', '10 125', ';', '10 225', '30 225'])],
    ['a comma behind the minute', erg(['0.0, 125', '10.0, 125', '10.0 ,225', '30.0 ,225'])],
    ['a comma without a space', erg(['0,125', '10,125', '10,225', '30,225'])],
    ['decimal commas', erg(['0,0 125,0', '10,0 125,0', '10,0;225,0', '30,0;225,0'])],
  ])('%s separates or takes no time', (_, file) => {
    expect(read(file)).toMatchObject({ format: 'erg', duration_min: 30 });
    expect(loads(file)).toEqual([125, 225]);
  });

  test.each(['PERCENT', 'PERCENTAGE', 'FTP', '% FTP'])(
    'MINUTES %s is in percent, with or without the sign',
    (unit) => {
      const file = erg(['0 50%', '10 50%', '10 0%', '20 0'], unit);
      expect(read(file)).toMatchObject({ format: 'mrc', duration_min: 20 });
      expect(loads(file)).toEqual([50, 0]);
    },
  );
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

  test.each([
    [{ value: 300, units: 'secs/km' }, 25],
    [{ value: 5, units: 'MINS_KM' }, 25],
    [{ value: 300, units: 'MINS_KM' }, 25],
    [{ start: 290, end: 310, units: 'secs/km' }, 25],
    [{ value: 8, units: 'mins/mile' }, 25],
    [{ value: 90, units: 'secs/100m' }, 75],
    [{ value: 2, units: 'SECS_100Y' }, 2],
    [{ value: 4, units: 'm/s' }, 21],
    [{ value: 12, units: 'km/h' }, 25],
    [{ value: 10, units: 'mph' }, 19],
  ])('a distance lasts as long as its pace says: 5 km at %j in %i minutes', (pace, minutes) => {
    expect(read(intervalsIcu([{ distance: 5000, pace }], { type: 'Run' })).duration_min).toBe(minutes);
  });

  test("a share of the threshold pace lasts as long as the document's threshold says, and a pace is its share", () => {
    const file = { threshold_pace: 4, type: 'Run' };
    expect(
      read(intervalsIcu([{ distance: 4800, pace: { value: 80, units: '%pace' } }], file)).duration_min,
    ).toBe(25);
    const { steps } = read(intervalsIcu([{ distance: 4800, pace: { value: 300, units: 'secs/km' } }], file));
    expect(steps).toEqual([{ duration_min: 24, intensity: { percent_threshold_pace: 83.3 } }]);
    const resolved = { distance: 6000, pace: { value: 2, units: 'pace_zone' }, _pace: { start: 3, end: 5 } };
    expect(read(intervalsIcu([resolved], { type: 'Run' })).duration_min).toBe(25);
  });

  test('an open step counts ten minutes as warm-up or cool-down, else five, and a note none', () => {
    const open = { until_lap_press: true };
    const steps = [{ ...open, warmup: true }, open, { ...open, cooldown: true }, { text: 'Stretch' }];
    expect(read(intervalsIcu(steps))).toMatchObject({ duration_min: 25 });
  });

  test('an event indoors is an indoor ride or a treadmill run', () => {
    const doc = { workout_doc: { steps: [{ duration: 600 }] }, indoor: true };
    const typeOf = (type: string) => read(JSON.stringify({ ...doc, type })).type;
    expect(['Ride', 'GravelRide', 'Run', 'Swim'].map(typeOf)).toEqual([
      'indoor_bike',
      'indoor_bike',
      'treadmill_run',
      'swim',
    ]);
  });

  test.each([{}, { steps: [] }, null])('a workout_doc of %j lasts as long as its event', (workout_doc) => {
    const file = JSON.stringify({ type: 'Ride', name: 'Social', moving_time: 5400, workout_doc });
    expect(read(file)).toMatchObject({
      name: 'Social',
      duration_min: 90,
      steps: [{ intensity: { level: 5 } }],
    });
  });

  test('a list of one event is read, and of several refused by their names', () => {
    const event = (name: string) => ({ name, type: 'Ride', workout_doc: { steps: [{ duration: 600 }] } });
    expect(read(JSON.stringify([event('Easy')]))).toMatchObject({ name: 'Easy', duration_min: 10 });
    expect(refusalOf(JSON.stringify([event('Easy'), { ...event('Long'), name: null }]))).toBe(
      '/: send one of the 2 events: "Easy", number 2.',
    );
    expect(refusalOf('[]')).toBe('/: the list has no event.');
    expect(refusalOf(JSON.stringify([{ workout_doc: { steps: [{ duration: 'x' }] } }]))).toBe(
      '/0/workout_doc/steps/0/duration: a number of at least 0 is expected.',
    );
  });

  test('a load above 400 % of FTP, or of a few watts next to hundreds, is refused', () => {
    const power = (value: number, units: string) => ({ duration: 600, power: { value, units } });
    expect(refusalOf(intervalsIcu([power(90, '%ftp'), power(700, '%ftp')]))).toBe(
      '/steps/1: 700% of FTP is above the maximum of 400.',
    );
    expect(refusalOf(intervalsIcu([power(200, 'w'), power(2, 'w')]))).toMatch(
      /^\/steps\/1: 2 W next to loads/,
    );
    expect(read(intervalsIcu([power(200, 'w'), power(0, 'w')])).steps[1]).toMatchObject({
      intensity: { power_w: 0 },
    });
  });

  test('nested repetitions that would fill the memory are refused', () => {
    const inner = { reps: 1000, steps: [{ duration: 1 }] };
    const bomb = Array.from({ length: 5000 }, () => ({ reps: 1000, steps: [inner, inner] }));
    expect(refusalOf(intervalsIcu(bomb))).toMatch(
      /^\/steps\/\d+: nested repetitions have more than 10000 steps\.$/,
    );
  });
});

describe('the text form of intervals.icu', () => {
  const WARM = '- 10m 50-65% 90rpm\n';

  test('has headings that repeat, cues, ranges, zones, paces, laps and ramps', () => {
    const text = `Warmup\n${WARM}\nMain set 4x\n- 8m 95%\n- Recovery 1m30 Z2 HR\n\n- 2km 5:00/km Pace\n- Press lap 5m 60%\n- 250w-270w 30s\n\nCooldown\n- 10m ramp 60-40%\n`;
    expect(read(text.replace('- 250w-270w 30s', '- over 30s 250w-270w'))).toEqual({
      format: 'intervals_icu',
      name: null,
      type: 'bike',
      duration_min: 74,
      steps: [
        { duration_min: 10, intensity: { percent_ftp: 57.5 } },
        {
          repeat: 4,
          steps: [
            { duration_min: 8, intensity: { percent_ftp: 95 } },
            { duration_min: 1.5, intensity: { percent_threshold_hr: 87 }, name: 'Recovery' },
          ],
        },
        { duration_min: 10, intensity: { level: 5 } },
        { duration_min: 5, intensity: { percent_ftp: 60 } },
        { duration_min: 0.5, intensity: { power_w: 260 }, name: 'over' },
        { duration_min: 5, intensity: { percent_ftp: 55 } },
        { duration_min: 5, intensity: { percent_ftp: 45 } },
      ],
    });
  });

  test.each([
    ['- 3x10m 90%', 30],
    ['- 1h 70%', 60],
    ['- 1h2m30s 70%\n- 30s 50%', 63],
    ['- 5\' 60%\n- 1\'30" 90%\n- 30" 50%', 7],
    ['5x\n- 3m 120%\n- 2m 50%', 25],
    ['- 3x\n  - 6m 88%\n  - 4m 55%\n- 5m 55%', 35],
    ['Main set 2x\n- 10m 90%\n\n- 5m 50%', 25],
    ['- 3km Z2 Pace\n- 400mtr 4:00/km Pace', 20],
    ['- 10m 70% intensity=rest\nNotes: drink 2 bottles', 10],
    ['\ufeff- 20m freeride', 20],
  ])('%j takes %i minutes', (text, minutes) => {
    expect(read(text).duration_min).toBe(minutes);
  });

  test('is read in the description of an event whose workout_doc has no steps', () => {
    const event = {
      category: 'WORKOUT',
      type: 'Ride',
      name: 'Sweet spot',
      description: `${WARM}\n2x\n- 20m 90%\n- 5m 50%`,
    };
    expect(read(JSON.stringify(event))).toMatchObject({ name: 'Sweet spot', type: 'bike', duration_min: 60 });
    expect(read(JSON.stringify({ ...event, workout_doc: {}, moving_time: 60 })).duration_min).toBe(60);
  });

  test('is refused with the line of a load that nobody holds', () => {
    expect(refusalOf(`${WARM}- 5m 900%`)).toBe('Line 2: 900% of FTP is above the maximum of 400.');
    expect(refusalOf(JSON.stringify({ description: `${WARM}- 5m 900%` }))).toMatch(
      /^\/description: line 2: 900%/,
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

  const timed = (minutes: number, more = {}) =>
    workoutStep({ durationType: 0, durationValue: minutes * 60_000, ...more });
  const heading = (sport: number, subSport: number) => [
    fileId(FIT_FILE_TYPE.workout),
    workoutHeading(sport, subSport, 'W'),
  ];
  const session = (sport: number, subSport: number, count: number, first?: number) => ({
    number: 158,
    fields: [
      [0, 0, sport],
      [1, 0, subSport],
      [2, 132, count],
      ...(first === undefined ? [] : [[3, 132, first] as const]),
    ] as const,
  });

  test.each([
    ['until a time, twice', { durationType: 7, targetValue: 30 * 60_000 }, 30],
    ['until a time, the last round cut', { durationType: 7, targetValue: 50 * 60_000 }, 50],
    ['until a time shorter than a round, once', { durationType: 7, targetValue: 60_000 }, 15],
    ['until a distance', { durationType: 8, targetValue: 20_000 * 100 }, 46],
    ['until calories, whose rounds are unknown, once', { durationType: 9, targetValue: 500 }, 15],
    ['until a heart rate, once', { durationType: 10, targetValue: 200 }, 15],
    ['until a power, once', { durationType: 12, targetValue: 90 }, 15],
    ['until a power of the last lap, once', { durationType: 17, targetValue: 90 }, 15],
    ['until a maximum of the last lap, once', { durationType: 18, targetValue: 90 }, 15],
    ['until a training stress', { durationType: 27, targetValue: 50 }, 48],
  ])('a repetition %s', (_, end, minutes) => {
    const power = (percent: number) => ({
      targetType: 4,
      customTargetLow: percent,
      customTargetHigh: percent,
    });
    const steps = [timed(10, power(90)), timed(5, power(50)), workoutStep({ durationValue: 0, ...end })];
    expect(read(fitFile([...heading(2, 0), ...steps])).duration_min).toBe(minutes);
  });

  test('a step until a training stress lasts as long as its power takes for it', () => {
    const step = workoutStep({
      durationType: 16,
      durationValue: 50,
      targetType: 4,
      customTargetLow: 100,
      customTargetHigh: 100,
    });
    expect(read(fitFile([...heading(2, 0), step])).duration_min).toBe(30);
  });

  test.each([4, 7, 8, 9, 10])('target %i is power', (targetType) => {
    const step = timed(10, { targetType, customTargetLow: 1200, customTargetHigh: 1220 });
    expect(read(fitFile([...heading(2, 0), step])).steps[0]).toMatchObject({ intensity: { power_w: 210 } });
  });

  test.each([1, 13])('target %i is heart rate', (targetType) => {
    expect(
      read(fitFile([...heading(2, 0), timed(10, { targetType, targetValue: 4 })])).steps[0],
    ).toMatchObject({
      intensity: { percent_threshold_hr: 97 },
    });
  });

  test('a secondary target counts if the primary one says no intensity', () => {
    const step = timed(10, {
      targetType: 3,
      targetValue: 1,
      secondaryTargetType: 4,
      secondaryTargetValue: 3,
    });
    expect(read(fitFile([...heading(2, 0), step])).steps[0]).toMatchObject({
      intensity: { percent_ftp: 83 },
    });
  });

  test('a load above 400 % of FTP is refused with its byte', () => {
    const step = timed(10, { targetType: 4, customTargetLow: 450, customTargetHigh: 460 });
    expect(refusalOf(fitFile([...heading(2, 0), step]))).toMatch(
      /^Byte \d+: 450% of FTP is above the maximum of 400\.$/,
    );
  });

  test.each([
    [78, 'triathlon'],
    [79, 'duathlon'],
    [80, 'brick'],
    [81, 'other'],
    [82, 'other'],
    [126, 'triathlon'],
    [0, 'other'],
  ])(
    'sub-sport %i of a multi-sport workout without sessions is %s, without an invented swim',
    (subSport, type) => {
      const workout = read(fitFile([...heading(18, subSport), timed(90)]));
      expect(workout).toMatchObject({ type, duration_min: 90 });
      expect(workout).not.toHaveProperty('segments');
    },
  );

  test.each([
    [
      'a ride and a run',
      [
        [2, 1],
        [1, 1],
      ],
      'brick',
      ['bike', 'run'],
    ],
    [
      'a run, a ride and a run',
      [
        [1, 1],
        [2, 1],
        [1, 1],
      ],
      'duathlon',
      ['run', 'bike', 'run'],
    ],
    [
      'a swim, a ride and a run',
      [
        [5, 1],
        [2, 1],
        [1, 1],
      ],
      'triathlon',
      ['swim', 'bike', 'run'],
    ],
    [
      'swims and runs',
      [
        [5, 1],
        [1, 1],
        [5, 1],
        [1, 1],
      ],
      'brick',
      ['swim', 'run', 'swim', 'run'],
    ],
    [
      'a transition, which belongs to the next leg',
      [
        [2, 1],
        [3, 1],
        [1, 1],
      ],
      'brick',
      ['bike', 'run'],
    ],
  ] as const)('sessions: %s', (_, sessions, type, sports) => {
    const files = sessions.map(([sport, count]) => session(sport, 0, count));
    const steps = sessions.map(() => timed(20));
    const workout = read(fitFile([...heading(18, 0), ...files, ...steps]));
    expect(workout).toMatchObject({ type, duration_min: 20 * sessions.length });
    expect(workout.segments?.map((leg) => leg.type)).toEqual(sports);
    expect(workout.segments?.reduce((sum, leg) => sum + leg.duration_min, 0)).toBe(workout.duration_min);
  });

  test('a session of one sport is that sport, and its repetition refers to its own steps', () => {
    const repetition = workoutStep({ durationType: 6, durationValue: 1, targetValue: 3 });
    const file = [
      ...heading(18, 0),
      session(2, 0, 1, 0),
      session(1, 0, 2, 1),
      timed(60),
      timed(10),
      repetition,
    ];
    expect(read(fitFile(file))).toMatchObject({
      duration_min: 90,
      segments: [
        { type: 'bike', duration_min: 60 },
        { type: 'run', duration_min: 30 },
      ],
    });
    expect(read(fitFile([...heading(18, 0), session(2, 6, 1), timed(60)]))).toMatchObject({
      type: 'indoor_bike',
    });
    const outside = workoutStep({ durationType: 6, durationValue: 0, targetValue: 3 });
    expect(refusalOf(fitFile([...file.slice(0, -1), outside]))).toMatch(
      /names a step that does not come before it/,
    );
  });

  test('more than ten legs are summed for each sport', () => {
    const legs = Array.from({ length: 12 }, (_, index) => session(index % 2 ? 1 : 5, 0, 1));
    const workout = read(fitFile([...heading(18, 81), ...legs, ...legs.map(() => timed(10))]));
    expect(workout.segments).toEqual([
      { type: 'swim', duration_min: 60 },
      { type: 'run', duration_min: 60 },
    ]);
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
