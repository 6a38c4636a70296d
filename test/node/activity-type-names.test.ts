import {
  ACTIVITY_TYPES,
  type ActivityTypeNames,
  isVagueSport,
  namesOf,
  typeOfSport,
} from '@musette/files/activity-types';
import { FIT_FILE_TYPE } from '@musette/files/fit-profile';
import { fitSportNames } from '@musette/files/workouts/fit-sports';
import { readWorkout } from '@musette/files/workouts/read-workout';
import { expect, test } from 'vitest';
import { workoutToWire } from '#nutrition/workouts/workout-shape.ts';
import { fileId, fitFile, readerOf, workoutHeading, workoutStep } from '../support/fit-files.ts';

const { read } = readerOf(readWorkout, workoutToWire);

/** Reads the type of a FIT workout of a sport. */
function typeInFit(sport: number, subSport: number): string {
  const step = workoutStep({ durationType: 0, durationValue: 600_000 });
  return read(fitFile([fileId(FIT_FILE_TYPE.workout), workoutHeading(sport, subSport, 'W'), step])).type;
}

/** Reads the type of an event of intervals.icu, which has the names of Strava and its own. */
function typeInEvent(type: string): string {
  return read(JSON.stringify({ type, workout_doc: { steps: [{ duration: 600 }] } })).type;
}

/** Finds the numbers of a sport and sub-sport that the FIT profile calls so. */
function numbersOf(name: string): readonly [sport: number, subSport: number] | null {
  for (let sport = 0; sport < 100; sport += 1) {
    for (let subSport = 0; subSport < 128; subSport += 1) {
      if (fitSportNames(sport, subSport)[0] === name) return [sport, subSport];
    }
  }
  return null;
}

const listed = (platform: keyof ActivityTypeNames) =>
  ACTIVITY_TYPES.flatMap((names) => {
    const all = names[platform];
    return Array.isArray(all) ? all.map((name: string) => [name, names.type] as const) : [];
  });

test.each(listed('garminFit'))('the FIT reader produces the activity type of %s: %s', (name, type) => {
  const numbers = numbersOf(name);
  expect(numbers).not.toBeNull();
  expect(typeInFit(...(numbers ?? [0, 0]))).toBe(type);
});

test.each([...listed('strava'), ...listed('intervalsIcu')])(
  'the reader of intervals.icu events produces the activity type of %s: %s',
  (name, type) => {
    expect(typeInEvent(name)).toBe(type);
  },
);

test.each([...listed('garminConnect'), ...listed('trainingPeaks'), ...listed('polar')])(
  'the sport of a recording and tags of an inference have the activity type of %s: %s',
  (name, type) => {
    expect(typeOfSport(name)).toBe(type);
  },
);

test('no name has two activity types, on whatever platforms it is used', () => {
  for (const { type, ...names } of ACTIVITY_TYPES) {
    for (const name of namesOf(names)) expect([name, typeOfSport(name)]).toEqual([name, type]);
  }
});

test('every activity type has a name on some platform', () => {
  expect(ACTIVITY_TYPES.filter((names) => namesOf(names).length === 0)).toEqual([]);
});

test.each([
  'Race',
  'Crosstrain',
  'Multisport',
  'multisport',
  'Workout',
  'Custom',
  'Other',
  'generic',
  'Transition',
])('%s says no sport', (name) => {
  expect(isVagueSport(name)).toBe(true);
  expect(typeOfSport(name)).not.toBe('triathlon');
});

test.each(['VirtualRun', 'Virtual Running', 'running/virtual_activity'])('%s is a treadmill run', (name) => {
  expect(typeOfSport(name)).toBe('treadmill_run');
});
