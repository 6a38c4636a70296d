import { expect, test } from 'vitest';
import { RandomSource } from '../src/random-source.ts';
import { finish, type Work } from '../src/work.ts';

test('the same seed draws the same random numbers, whatever was drawn elsewhere', () => {
  const draw = (seed: number) => {
    const source = new RandomSource(seed);
    return Array.from({ length: 20 }, () => source.uniform());
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  for (const number of draw(7)) expect(number >= 0 && number < 1).toBe(true);
});

test('a weighted pick never returns what has no weight', () => {
  const source = new RandomSource(1);
  const drawn = Array.from({ length: 200 }, () =>
    source.pick(
      [
        ['never', 0],
        ['rare', 0.1],
        ['often', 0.9],
      ] as const,
      'often',
    ),
  );
  expect(new Set(drawn)).toEqual(new Set(['rare', 'often']));
});

test('work in steps, run without pauses, gives its result and tells the cost of each step', () => {
  function* summed(): Work<number> {
    yield 10;
    yield 20;
    return 30;
  }
  expect(finish(summed())).toBe(30);
  expect([...summed()]).toEqual([10, 20]);
});
