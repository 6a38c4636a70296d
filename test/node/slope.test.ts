import { describe, expect, test } from 'vitest';
import { RandomSource } from '#partner/sandbox/random-source.ts';
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
