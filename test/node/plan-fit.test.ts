import { finish } from '@musette/basics/work';
import {
  FIT_DEGREES_PER_SEMICIRCLE,
  FIT_FIELD,
  FIT_FILE_TYPE,
  FIT_MESSAGE,
} from '@musette/files/fit-profile';
import { type FitMessage, readFit } from '@musette/files/fit-reader';
import { cutText } from '@musette/files/fit-writer';
import { ENGLISH } from '@musette/languages/english';
import { describe, expect, test } from 'vitest';
import { planFit } from '#nutrition/fuel-plans/forms/fit-course.ts';
import { deviceName } from '#nutrition/fuel-plans/forms/plan-calendar.ts';
import type { FuelPlan } from '#nutrition/fuel-plans/fuel-plan.ts';
import { rowsOf } from '#nutrition/fuel-plans/plan/views.ts';
import { passCourse, pureFuelPlan } from '../support/pure-fuel-plan.ts';
import { fc } from '../support/random-seed.ts';

/** Reads all fields of these messages while the file is open. */
function read<T>(file: Uint8Array, number: number, fieldsOf: (message: FitMessage) => T): readonly T[] {
  const found: T[] = [];
  finish(readFit(file, new Set([number]), (message) => found.push(fieldsOf(message))));
  return found;
}

/** Lists the minutes at which a plan has something to do. */
function minutesOf({ plan }: FuelPlan): readonly number[] {
  return [...new Set(rowsOf(plan).map(({ atMin }) => Math.round(atMin)))];
}

const ride = { type: 'bike', durationMin: 300, title: 'Über den Paß 🥤' } as const;

describe('a FIT file of a plan', () => {
  test('is a course with a point for everything to do and every station if positions are known', () => {
    const plan = pureFuelPlan({ ...ride, course: passCourse(120, 3) });
    const file = planFit(plan, ENGLISH);
    const { fileId, coursePoint, course, record } = FIT_FIELD;
    expect(read(file, FIT_MESSAGE.fileId, ({ numberOf }) => numberOf(fileId.type))).toEqual([
      FIT_FILE_TYPE.course,
    ]);
    expect(read(file, FIT_MESSAGE.course, ({ textOf }) => textOf(course.name))).toEqual([
      'Fuel plan: Über den Paß 🥤, 5 h',
    ]);
    const points = read(file, FIT_MESSAGE.coursePoint, ({ numberOf, textOf }) => ({
      cm: numberOf(coursePoint.distance) ?? -1,
      lat: numberOf(coursePoint.positionLat),
      name: textOf(coursePoint.name) ?? '',
    }));
    const done = new Set(minutesOf(plan));
    const passed = plan.plan.stops.filter(({ kind, atMin }) => kind === 'aid' && !done.has(atMin));
    expect(points).toHaveLength(2 + done.size + passed.length);
    expect(points.slice(0, 2).map(({ name }) => name)).toEqual([
      `Max fluid ${plan.numbers.maxSafeFluidMlPerHr} ml/h`,
      'Guidance, not instructions',
    ]);
    expect(points.map(({ cm }) => cm)).toEqual(points.map(({ cm }) => cm).toSorted((a, b) => a - b));
    expect(points.every(({ cm, lat }) => cm >= 0 && cm <= 12_000_000 && lat !== null)).toBe(true);
    const records = read(file, FIT_MESSAGE.record, ({ numberOf }) => numberOf(record.distance));
    expect(records).toEqual([0, 4_800_000, 7_200_000, 12_000_000]);
  });

  test('has its course points in the order of the way, also where a station and something to eat share a minute', () => {
    const { coursePoint } = FIT_FIELD;
    for (let stations = 20; stations <= 60; stations += 1) {
      const file = planFit(pureFuelPlan({ ...ride, course: passCourse(120, stations) }), ENGLISH);
      const cm = read(file, FIT_MESSAGE.coursePoint, ({ numberOf }) => numberOf(coursePoint.distance) ?? -1);
      expect(cm).toEqual(cm.toSorted((a, b) => a - b));
    }
  });

  test('has its course points on the route even across the date line', () => {
    const course = passCourse(120, 3);
    const points = (course.points ?? []).map((point, index) => ({
      ...point,
      lon: index < 2 ? 179.7 : -179.8,
    }));
    const file = planFit(pureFuelPlan({ ...ride, course: { ...course, points } }), ENGLISH);
    const { coursePoint } = FIT_FIELD;
    const fromLine = read(file, FIT_MESSAGE.coursePoint, ({ numberOf }) => {
      const lon = (numberOf(coursePoint.positionLong) ?? 0) * FIT_DEGREES_PER_SEMICIRCLE;
      return lon > 0 ? lon - 180 : lon + 180;
    });
    expect(Math.min(...fromLine)).toBeCloseTo(-0.3, 3);
    expect(Math.max(...fromLine)).toBeCloseTo(0.2, 3);
    expect(fromLine.some((degrees) => degrees > -0.29 && degrees < 0.19)).toBe(true);
  });

  test('names each leg of a triathlon where it begins, and nothing to take in the swim', () => {
    const plan = pureFuelPlan({
      type: 'triathlon',
      durationMin: 330,
      title: 'Middle distance',
      course: passCourse(113, 3),
    });
    const { coursePoint } = FIT_FIELD;
    const names = read(planFit(plan, ENGLISH), FIT_MESSAGE.coursePoint, ({ textOf }) =>
      textOf(coursePoint.name),
    );
    for (const name of ['Swim', 'Bike', 'Run']) expect(names.filter((each) => each === name)).toHaveLength(1);
  });

  test.each([
    ['2 bags · gel · Drop bag · A station with a long name', '2 bags · gel · Drop bag'],
    ['Station 3', 'Station 3'],
    ['½ bar · 2 × Maurten Gel 100 · Bottle 1 empty', '½ bar · 2 × Maurten Gel 100'],
    ['A name of one part that is longer than that', 'A name of one part that is longe'],
  ])('names %j for a device in whole parts', (name, shown) => {
    const row = { atMin: 0, time: '0:00', name, notes: name, isStation: false, isHeading: false };
    expect(deviceName(row, 32)).toBe(shown);
  });

  test('cuts texts at whole characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(60), (text, bytesMax) => {
        const cut = cutText(text, bytesMax);
        expect(new TextEncoder().encode(cut).length).toBeLessThanOrEqual(bytesMax);
        expect(text.toWellFormed().startsWith(cut)).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});
