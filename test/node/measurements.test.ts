import { RandomSource } from '@musette/basics/random-source';
import { describe, expect, test } from 'vitest';
import { busyMs, medianOfUsable } from '../bench/startup-profile.ts';
import { slopeOf } from '../soak/slope.ts';

describe('the slope of memory over time', () => {
  test('is that of a line, without doubt, where all points lie on it', () => {
    const slope = slopeOf([0, 1, 2, 5].map((x) => [x, 3 * x + 7]));
    expect(slope?.perX).toBeCloseTo(3, 12);
    expect(slope?.marginPerX).toBeCloseTo(0, 6);
  });

  test('of five points has the margin of a published example', () => {
    // Worked by hand: slope 0.6, residual variance 0.8, squares of x 10, t of 3 degrees 3.1824.
    const slope = slopeOf([
      [1, 2],
      [2, 4],
      [3, 5],
      [4, 4],
      [5, 5],
    ]);
    expect(slope?.perX).toBeCloseTo(0.6, 12);
    expect(slope?.marginPerX).toBeCloseTo(3.1824 * Math.sqrt(0.8 / 10), 1);
  });

  test('lies in its interval in about 95 of 100 cases of noise', () => {
    const random = new RandomSource(20261122);
    const hits = Array.from({ length: 1000 }, () => {
      const points = Array.from({ length: 12 }, (_, x): [number, number] => [x, 2 * x + random.normal()]);
      const slope = slopeOf(points);
      return slope !== null && Math.abs(slope.perX - 2) <= slope.marginPerX;
    }).filter(Boolean).length;
    expect(hits).toBeGreaterThan(920);
    expect(hits).toBeLessThan(975);
  });

  test('is unknown for two points, and for points of one moment', () => {
    const twoPoints: [number, number][] = [
      [1, 1],
      [2, 2],
    ];
    expect(slopeOf(twoPoints)).toBeNull();
    expect(slopeOf([1, 2, 3].map((y) => [1, y]))).toBeNull();
  });
});

const nodes = ['(root)', '(idle)', '(program)', 'parse'].map((functionName, id) => ({
  id,
  callFrame: { functionName },
}));

test('a start-up profile counts the time in code and not the waiting', () => {
  expect(busyMs({ nodes, samples: [0, 3, 1, 3, 2], timeDeltas: [500, 1_000, 9_000, 2_000, 400] })).toBe(3);
});

test.each([
  ['no samples at all', {}],
  ['no samples', { samples: [], timeDeltas: [] }],
  ['waiting only', { samples: [0, 1, 2], timeDeltas: [100, 200, 300] }],
  ['samples without time', { samples: [3, 3], timeDeltas: [] }],
])('an empty start-up profile is no measurement: %s', (_what, profile) => {
  expect(busyMs({ nodes, ...profile })).toBeNull();
});

test('the start-up time is the median of the profiles that are not empty', () => {
  expect(medianOfUsable([9, 1, 5, 30, 2])).toBe(5);
  expect(medianOfUsable([null, 7, null, 3, 4])).toBe(4);
  expect(medianOfUsable([null, null, null, 8, null])).toBe(8);
});

test('a start-up of which every profile is empty fails', () => {
  expect(() => medianOfUsable([null, null, null, null, null])).toThrow('all 5 start-up profiles are empty');
});
