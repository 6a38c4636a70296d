import { expect, test } from 'vitest';
import { busyMs, medianOfUsable } from '../bench/startup-profile.ts';

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
