import { describe, expect, test } from 'vitest';
import { ANSWERING_STYLES, simulateLearning } from '../laboratory/learning-simulation.ts';

const SEED = 77;
const ATHLETES = 300;

/** Styles with true weighings that stay below the ceiling. The targets bound the cost of the rest. */
const TRUTHFUL_STYLES = ANSWERING_STYLES.filter(
  ({ urineL, scaleLowKg, drinks }) => urineL === 0 && scaleLowKg === 0 && drinks.of !== 'ceiling',
);

describe(`learning over forty sessions, ${ATHLETES} athletes of each style, seed ${SEED}`, () => {
  test.each(TRUTHFUL_STYLES)('$label: never worse than the profile, and always safe', (style) => {
    const { error, ceilingUnsafe, fluidAboveSweat } = simulateLearning(ATHLETES, SEED, style);
    // Answers alone follow a fall of the sweat rate only as far as their floor.
    const isHeld = style.changeAtMiddle < 0 && style.weighedShare === 0;
    expect(error[40] ?? 1).toBeLessThanOrEqual((error[0] ?? 0) + (isHeld ? 0.005 : 0));
    expect(error[40] ?? 1).toBeLessThanOrEqual(0.25);
    expect(ceilingUnsafe).toBeLessThanOrEqual(0.04);
    expect(fluidAboveSweat).toBeLessThanOrEqual(0.03);
  });
});
