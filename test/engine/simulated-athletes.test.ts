import { describe, expect, it } from 'vitest';
import { medianUnknownFluid, simulateFluidRisk, simulateGaps } from '../../src/science/simulate-athletes.ts';
import { simulateReliability } from '../../src/science/simulate-confidence.ts';

const ATHLETES = 20_000;
const SEED = 424_242;

describe('synthetic athletes with a hidden sweat rate', () => {
  it.each([
    ['nothing known of sweat', null],
    ['tested', 0.12],
    ['tested often', 0.06],
  ])(
    'prescribed fluid exceeds true sweat in at most 3 %%, ceiling in at most 17 %%: %s',
    (_label, testSd) => {
      const risk = simulateFluidRisk(ATHLETES, SEED, 'twoRisks', testSd);
      expect(risk.fluidAboveSweat).toBeLessThanOrEqual(0.03);
      expect(risk.gainAboveHalfPercent).toBeLessThanOrEqual(0.005);
      expect(risk.ceilingAboveSweat).toBeLessThanOrEqual(testSd === null ? 0.17 : 0.12);
    },
  );

  it('a tested athlete is trusted with more than P1 gave and loses too much less often', () => {
    const p1 = simulateFluidRisk(ATHLETES, SEED, 'p1', 0.12);
    const inUse = simulateFluidRisk(ATHLETES, SEED, 'twoRisks', 0.12);
    expect(inUse.medianReplaced).toBeGreaterThan(p1.medianReplaced + 0.05);
    expect(inUse.lossAboveAllowed).toBeLessThan(p1.lossAboveAllowed);
    expect(inUse.ceilingAboveSweat).toBeLessThan(p1.ceilingAboveSweat);
  });

  it('leaving a field out raises the ceiling over the true value’s in at most 10 % of athletes', () => {
    for (const { field, loosened } of simulateGaps(ATHLETES, SEED)) {
      expect(loosened, field).toBeLessThanOrEqual(0.1);
    }
  });

  it('a wholly unknown athlete still gets at least 70 % of P1’s median fluid', () => {
    const inUse = medianUnknownFluid(ATHLETES, SEED, 'twoRisks');
    expect(inUse).toBeGreaterThanOrEqual(0.7 * medianUnknownFluid(ATHLETES, SEED, 'p1'));
  });

  it('the confidence score is a probability: observed within ±.08 of predicted in every decile', () => {
    const bins = simulateReliability(ATHLETES, SEED).filter(({ athletes }) => athletes >= 100);
    expect(bins.length).toBeGreaterThanOrEqual(4);
    for (const { low, predicted, observed } of bins) {
      expect(
        Math.abs(observed - predicted),
        `decile from ${low}: ${predicted} against ${observed}`,
      ).toBeLessThan(0.08);
    }
  });
});
