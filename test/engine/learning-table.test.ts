import { describe, expect, test } from 'vitest';
import { ANSWERING_STYLES, simulateLearning } from '../../src/science/learning-simulation.ts';

const SEED = 77;
const ATHLETES = 300;

describe(`learning over forty sessions, ${ATHLETES} athletes of each style, seed ${SEED}`, () => {
  test.each(ANSWERING_STYLES)('$label: never worse than the profile, and safe all the way', (style) => {
    const { error, ceilingUnsafe, fluidAboveSweat } = simulateLearning(ATHLETES, SEED, style);
    expect(error[40] ?? 1).toBeLessThanOrEqual(error[0] ?? 0);
    expect(error[40] ?? 1).toBeLessThanOrEqual(0.25);
    expect(ceilingUnsafe).toBeLessThanOrEqual(0.04);
    expect(fluidAboveSweat).toBeLessThanOrEqual(0.03);
  });
});
