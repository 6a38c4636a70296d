import { describe, expect, test } from 'vitest';
import { courseProperties, informationProperties, inputProperties } from '../laboratory/properties.ts';

const SEED = 20_261_126;

describe(`ranges, confidence and steps over random inputs, seed ${SEED}`, () => {
  test.each([...inputProperties(3000, SEED), ...courseProperties(), ...informationProperties(600, SEED)])(
    '$name',
    ({ tried, broken, allowedShare, firstInput }) => {
      expect(tried).toBeGreaterThan(20);
      // The sampling error of so few inputs on top of the share that may break.
      const allowed = allowedShare * tried + 2 * Math.sqrt(allowedShare * tried);
      expect(broken, `first broken by ${JSON.stringify(firstInput)}`).toBeLessThanOrEqual(allowed);
    },
  );
});
