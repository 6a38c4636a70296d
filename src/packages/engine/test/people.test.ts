import { RandomSource } from '@musette/basics/random-source';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { activity, athlete } from '../laboratory/fixtures.ts';
import { simulatePeople } from '../laboratory/people-simulation.ts';
import { drawPerson, drawSession } from '../laboratory/population.ts';
import type { ClassFile } from '../src/calibrated-classes.ts';
import { CLASS_KEYS, classOf, positionsOf, quantilesOfClass } from '../src/classes.ts';
import { planEvent } from '../src/plan.ts';

afterEach(() => {
  vi.doUnmock('../src/calibrated-classes.ts');
  vi.resetModules();
});

/** The engine as it would be with another file of classes. */
async function engineWith(classes: ClassFile['classes']) {
  vi.resetModules();
  const file = { format: 1, protocolSha256: '', engine: null, from: null, to: null, classes };
  vi.doMock('../src/calibrated-classes.ts', () => ({ CALIBRATED: file }));
  return (await import('../src/prescribe.ts')).prescribe;
}

const skewed = (n: number): ClassFile['classes'] =>
  CLASS_KEYS.map((key) => ({ key, n, athletes: n, z10: -2.1, z50: 0.2, z90: 0.7 }));

const INPUTS = Number(process.env.PEOPLE_INPUTS ?? 2000);

describe('a file of calibrated classes', () => {
  test('moves nothing below 20 weighings, and above that the ranges alone: no plan, ceiling, score or warning', async () => {
    const today = await engineWith([]);
    const few = await engineWith(skewed(20));
    const many = await engineWith(skewed(200));
    const random = new RandomSource(7);
    let moved = 0;
    for (let index = 0; index < INPUTS; index++) {
      const input = {
        activity: drawSession(random).stated,
        athlete: drawPerson(random).stated,
        learned: null,
      };
      const now = today(input);
      expect(few(input)).toEqual(now);
      const then = many(input);
      const without = ({ rounded, ranges: _exact, ...rest }: typeof now) => {
        const { ranges: _, ...numbers } = rounded;
        return { ...rest, rounded: numbers };
      };
      expect(without(then)).toEqual(without(now));
      expect(then.rounded.ranges.carbGPerHr).toEqual(now.rounded.ranges.carbGPerHr);
      expect(then.rounded.ranges.sodiumMgPerHr).toEqual(now.rounded.ranges.sodiumMgPerHr);
      if (JSON.stringify(then.rounded.ranges) !== JSON.stringify(now.rounded.ranges)) moved += 1;
    }
    expect(moved).toBeGreaterThan(INPUTS / 4);
  });

  test('counts a class fully from 80 weighings, half at 50, and leaves other classes as they are', () => {
    const [key = ''] = CLASS_KEYS;
    const ends = (n: number) => quantilesOfClass(key, [{ key, n, athletes: n, z10: -2, z50: 0, z90: 1 }]);
    expect(ends(20)).toEqual({ low: -1.2816, high: 1.2816 });
    expect(ends(50).low).toBeCloseTo((-1.2816 - 2) / 2, 10);
    expect(ends(80)).toEqual({ low: -2, high: 1 });
    expect(quantilesOfClass('other', [])).toEqual({ low: -1.2816, high: 1.2816 });
  });

  test('has 27 classes, and every session falls into one', () => {
    expect(new Set(CLASS_KEYS).size).toBe(27);
    const random = new RandomSource(11);
    for (let index = 0; index < 300; index++) {
      const plan = planEvent({
        activity: drawSession(random).stated,
        athlete: drawPerson(random).stated,
        learned: null,
      });
      expect(CLASS_KEYS).toContain(classOf(plan));
    }
  });

  test.each([
    ['run', 120, null, 'foot_2h_cool'],
    ['run', 121, { temperatureC: 21.9, humidityPercent: 90, shade: false }, 'foot_6h_cool'],
    ['indoor_bike', 361, { temperatureC: 30, humidityPercent: 30, shade: false }, 'ride_longer_warm_dry'],
    ['swim', 60, { temperatureC: 30, humidityPercent: 70, shade: false }, 'other_2h_warm_humid'],
    ['other', 60, null, 'other_2h_cool'],
    ['triathlon', 600, null, 'ride_longer_cool'],
  ] as const)('%s of %i minutes in %o is %s', (type, durationMin, weather, key) => {
    const plan = planEvent({
      activity: activity({ type, durationMin, weather }),
      athlete: athlete({}),
      learned: null,
    });
    expect(classOf(plan)).toBe(key);
  });

  test('positions of weighings are those of the sorted list, also of few', () => {
    const hundred = Array.from({ length: 99 }, (_, index) => 98 - index);
    expect(positionsOf(hundred)).toEqual({ z10: 9, z50: 49, z90: 89 });
    expect(positionsOf([2, 1])).toEqual({ z10: 1, z50: 1.5, z90: 2 });
    expect(() => positionsOf([])).toThrow('no positions');
  });
});

describe('the simulation of people', () => {
  test('at 80 weighings the mean is 78 to 82 %, and the worst class of the median world at least 65 %', () => {
    const { mean, worst } = simulatePeople(80, 200, 20261128);
    expect(mean).toBeGreaterThan(0.78);
    expect(mean).toBeLessThan(0.82);
    expect(worst).toBeGreaterThan(0.65);
  });

  test('without weighings the worst class is far below what is claimed', () => {
    expect(simulatePeople(0, 200, 20261128).worst).toBeLessThan(0.6);
  });
});
