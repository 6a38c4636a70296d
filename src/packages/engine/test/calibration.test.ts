import { describe, expect, test } from 'vitest';
import { type Calibration, calibrate } from '../laboratory/calibration.ts';

const SEED = 31;
const PEOPLE = 6000;
const EITHER = { share: 0.12, eitherSign: true };

/** Largest difference between score and hit share over bins of at least 100 people. */
function worstBin({ bins }: Calibration): number {
  return Math.max(
    ...bins
      .filter(({ count }) => count >= 100)
      .map(({ meanScore, meanHit }) => Math.abs(meanScore - meanHit)),
  );
}

describe(`calibration of ranges and confidence score, ${PEOPLE} people, seed ${SEED}`, () => {
  test.each([EITHER, { share: 0.2, eitherSign: false }, { share: -0.2, eitherSign: false }])(
    '80 % ranges hold about four of five truths if the model errs by $share',
    (bias) => {
      const { coverage } = calibrate(PEOPLE, SEED, { scale: 1, bias });
      for (const share of Object.values(coverage)) {
        expect(share).toBeGreaterThanOrEqual(0.68);
        expect(share).toBeLessThanOrEqual(0.88);
      }
    },
  );

  // Sessions below 1.5 h read up to .1 too certain.
  test('the score is the share of numbers that lab testing would leave', () => {
    expect(worstBin(calibrate(PEOPLE, SEED, { scale: 1, bias: EITHER }))).toBeLessThanOrEqual(0.12);
  });

  test('has the power to fail: halved standard deviations are detected', () => {
    const halved = calibrate(PEOPLE, SEED, { scale: 0.5, bias: EITHER });
    expect(halved.coverage.fluid).toBeLessThanOrEqual(0.56);
    expect(halved.coverage.carb).toBeLessThanOrEqual(0.63);
    expect(halved.coverage.mass).toBeLessThanOrEqual(0.63);
    expect(worstBin(halved)).toBeGreaterThan(0.2);
  });

  test('has the power to fail: doubled standard deviations are detected', () => {
    const doubled = calibrate(PEOPLE, SEED, { scale: 2, bias: EITHER });
    for (const name of ['fluid', 'carb', 'mass', 'endSodium'] as const) {
      expect(doubled.coverage[name]).toBeGreaterThanOrEqual(0.93);
    }
    expect(worstBin(doubled)).toBeGreaterThan(0.2);
  });
});
