import { describe, expect, test } from 'vitest';
import { gapHarms, gapProperties } from '../laboratory/gap-figures.ts';
import { GUT_STYLES, simulateGut } from '../laboratory/gut-simulation.ts';
import {
  anyInputs,
  cohortCoverage,
  followerFigures,
  harshInputs,
  realisticInputs,
  selfFigures,
} from '../laboratory/target-figures.ts';

const SEED = 20_261_123;

describe(`targets of a plan that is honest about itself, seed ${SEED}`, () => {
  test.each([
    ['random inputs of the whole wire range', () => anyInputs(5000, SEED)],
    ['the harsh mix of races, ultras and gaps', () => harshInputs(2000, SEED)],
    ['the realistic mix', () => realisticInputs(3000, SEED)],
  ])('%s: a plan outside its own limits says so, and far outside asks for review', (_name, inputs) => {
    const figures = selfFigures(inputs());
    expect(figures.outside).toBeGreaterThan(0);
    expect(figures).toMatchObject({
      outsideAndSilent: 0,
      farOutsideWithoutReview: 0,
      opposedPairs: 0,
      notFinite: 0,
      longWithoutWeightRule: 0,
    });
  });

  test('ordinary sessions carry few alarms, long slow ones keep the warning of hyponatraemia', () => {
    const real = selfFigures(realisticInputs(6000, SEED));
    expect(real.caution).toBeLessThanOrEqual(0.3);
    expect(real.danger).toBeLessThanOrEqual(0.06);
    expect(real.review).toBeLessThanOrEqual(0.05);
    expect(real.inputNeeded).toBeLessThanOrEqual(0.01);
    const harsh = selfFigures(harshInputs(6000, SEED));
    expect(harsh.danger).toBeLessThanOrEqual(0.14);
    expect(harsh.review).toBeLessThanOrEqual(0.07);
    expect(harsh.eah.from4To8).toBeGreaterThan(0.1);
    expect(harsh.eah.from8To12).toBeGreaterThan(0.15);
    expect(harsh.eah.from12).toBeGreaterThan(0.3);
  });
});

describe('targets of the fluid ceiling', () => {
  test('a missing field never raises it above the default or the lowest plausible value, nor lowers it far below both', () => {
    const figures = gapProperties(3000, SEED);
    expect(figures.tried).toBeGreaterThan(2500);
    // The event keeps the spread of the field: a few very heavy people are slightly below both.
    expect(figures.tooLow / figures.tried).toBeLessThanOrEqual(0.001);
    expect(figures.aboveDefault).toBe(0);
    expect(figures.aboveLow).toBe(0);
  });

  test.each(gapHarms(1000, SEED))('adding $field never does harm on average', (harm) => {
    expect(harm.without).toBeGreaterThanOrEqual(harm.with);
  });

  test('following a plan, weighed or not, or drinking 90 % of the ceiling, is never flagged; drinking more is never graded lower', () => {
    const figures = followerFigures(harshInputs(2000, SEED));
    expect(figures.tried).toBeGreaterThan(700);
    expect(figures).toMatchObject({ plan: 0, ceiling: 0, inversions: 0 });
  });
});

test.each([0.22, 0.3])('projections beyond 6 h keep their coverage if a cohort differs by %s', (sd) => {
  const coverage = cohortCoverage(4000, SEED, sd);
  for (const share of [coverage.mass, coverage.plasma]) {
    expect(share).toBeGreaterThanOrEqual(0.73);
    expect(share).toBeLessThanOrEqual(0.87);
  }
});

test.each(GUT_STYLES)('for any style of gut answers (%s), a race stays near the practised rate', (style) => {
  const { racesTooHigh, tooHigh } = simulateGut(200, SEED, style);
  expect(racesTooHigh).toBe(0);
  if (style === 'honest') expect(tooHigh).toBeLessThanOrEqual(0.12);
});
