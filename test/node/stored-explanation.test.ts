import { expect, test } from 'vitest';
import { explain } from '../../src/engine/prescribe.ts';
import { compressExplanation, decompressExplanation } from '../../src/prescriptions/stored-explanation.ts';
import { anyActivity, anyAthlete } from '../engine/arbitraries.ts';
import { fc } from '../support/random-seed.ts';

test('a stored explanation is restored as it was, for any session and athlete', async () => {
  await fc.assert(
    fc.asyncProperty(anyActivity, anyAthlete, async (activity, athlete) => {
      const explanation = explain({ activity, athlete, learned: null });
      const stored = await compressExplanation(explanation);
      expect(await decompressExplanation(stored)).toEqual(JSON.parse(JSON.stringify(explanation)));
      expect(stored.length).toBeLessThan(JSON.stringify(explanation).length / 5);
    }),
    { numRuns: 200 },
  );
});

test('an explanation of an unknown dictionary is refused, not misread', async () => {
  await expect(decompressExplanation(Uint8Array.of(2, 3, 0))).rejects.toThrow('unknown dictionary 2');
});
