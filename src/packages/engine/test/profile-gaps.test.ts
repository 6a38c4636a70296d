import { RandomSource } from '@musette/basics/random-source';
import { describe, expect, test } from 'vitest';
import { activity, athlete } from '../laboratory/fixtures.ts';
import { InputSource } from '../laboratory/random-inputs.ts';
import { profileGaps } from '../src/confidence.ts';
import { prescribe } from '../src/prescribe.ts';
import { type EngineAthlete, UNKNOWN_ATHLETE } from '../src/types.ts';

const COMPLETE: EngineAthlete = athlete({
  sweatRateMlPerHr: 900,
  sweatSodiumMgPerL: 900,
  carbToleranceGPerHr: 70,
  usualCarbGPerHr: 60,
});

describe('profile gaps', () => {
  test('completeness is 0 for an unknown athlete and 1 exactly if no field is missing', () => {
    expect(profileGaps(UNKNOWN_ATHLETE, null).completeness).toBeCloseTo(0);
    expect(profileGaps(COMPLETE, null)).toEqual({ completeness: 1, missingFields: [] });
    const source = new InputSource(new RandomSource(5));
    for (let index = 0; index < 500; index++) {
      const { completeness, missingFields } = profileGaps(source.athlete(0.1), null);
      expect(completeness).toBeGreaterThanOrEqual(0);
      expect(Math.round(completeness * 100) / 100 === 1).toBe(missingFields.length === 0);
    }
  });

  test('an athlete with low energy availability is not asked for their weight, and is complete without it', () => {
    const health = { ...COMPLETE.health, redsOrEatingDisorder: true };
    const who = { ...COMPLETE, bodyMassKg: null, health };
    expect(profileGaps(who, null)).toEqual({ completeness: 1, missingFields: [] });
    const asked = prescribe({
      activity: activity({}),
      athlete: { ...UNKNOWN_ATHLETE, health },
      learned: null,
    });
    expect(asked.missingFields).not.toContain('bodyMassKg');
    expect(asked.drivers.map(({ field }) => field)).not.toContain('bodyMassKg');
  });

  test('every missing field is absent, and providing the first one narrows the quantities its driver names', () => {
    const who = { ...UNKNOWN_ATHLETE, health: COMPLETE.health };
    const ask = { activity: activity({ type: 'bike', durationMin: 150 }), learned: null };
    const result = prescribe({ ...ask, athlete: who });
    expect(result.missingFields).toEqual(result.drivers.map(({ field }) => field));
    expect(result.missingFields).toContain('bodyMassKg');
    const known = prescribe({ ...ask, athlete: { ...who, bodyMassKg: 65, sweatRateMlPerHr: 900 } });
    expect(known.missingFields).not.toContain('bodyMassKg');
    expect(known.safety.confidenceScore).toBeGreaterThan(result.safety.confidenceScore);
    const width = ({ ranges: { fluidMlPerHr } }: typeof result) =>
      Math.log(fluidMlPerHr.max / fluidMlPerHr.min);
    expect(width(known)).toBeLessThan(width(result));
  });

  test('drivers are ranked by value and lie between 0 and 1', () => {
    const source = new InputSource(new RandomSource(6));
    for (let index = 0; index < 1000; index++) {
      const worths = prescribe(source.anything(0.1)).drivers.map(
        ({ narrowsBy }) =>
          0.4 * narrowsBy.carbGPerHr + 0.4 * narrowsBy.fluidMlPerHr + 0.2 * narrowsBy.sodiumMgPerHr,
      );
      expect(worths).toEqual([...worths].sort((left, right) => right - left));
      for (const worth of worths) expect(worth > 0 && worth < 1).toBe(true);
    }
  });

  test.each([
    ['brick', 200],
    ['brick', 240],
    ['duathlon', 200],
    ['duathlon', 240],
  ] as const)('no driver narrows a fluid range without width: %s of %i min', (type, durationMin) => {
    const { ranges, drivers, missingFields } = prescribe({
      activity: activity({ type, durationMin, intensityLevel: 9, thermalStressLevel: 9 }),
      athlete: athlete({ sweatLevel: 9, fitnessLevel: 9 }),
      learned: null,
    });
    expect(ranges.fluidMlPerHr.max).toBeCloseTo(ranges.fluidMlPerHr.min, 9);
    for (const { narrowsBy } of drivers) expect(narrowsBy.fluidMlPerHr).toBe(0);
    expect(missingFields).not.toContain('sweatRateMlPerHr');
  });
});

describe('shown values', () => {
  test('rates and ceilings round down, ranges outward, totals stay within the ceiling', () => {
    const source = new InputSource(new RandomSource(7));
    for (let index = 0; index < 3000; index++) {
      const input = source.anything(0.1);
      const { rates, rounded, safety, intake } = prescribe(input);
      const hours = input.activity.durationMin / 60;
      // The rate of a multi-sport event comes from its rounded total.
      if (rounded.legs.length === 0) {
        expect(rounded.rates.fluidMlPerHr).toBeLessThanOrEqual(rates.fluidMlPerHr + 1e-6);
      }
      expect(rounded.rates.fluidMlPerHr).toBeLessThanOrEqual(rounded.maxSafeFluidMlPerHr);
      expect(rounded.rates.sodiumMgPerHr).toBeLessThanOrEqual(rounded.maxSafeSodiumMgPerHr);
      expect(rounded.maxSafeFluidMlPerHr).toBeLessThanOrEqual(safety.maxSafeFluidMlPerHr + 1e-6);
      expect(rounded.totals.fluidMl).toBeLessThanOrEqual(rounded.maxSafeFluidMlPerHr * hours + 1e-6);
      expect(rounded.totals.sodiumMg).toBeLessThanOrEqual(rounded.maxSafeSodiumMgPerHr * hours + 1e-6);
      for (const name of ['carbGPerHr', 'fluidMlPerHr', 'sodiumMgPerHr'] as const) {
        expect(rounded.ranges[name].min).toBeLessThanOrEqual(rounded.rates[name]);
        expect(rounded.ranges[name].max).toBeGreaterThanOrEqual(rounded.rates[name]);
      }
      const drunk = (intake.drinkCarbGPerL ?? 0) * (rates.fluidMlPerHr / 1000);
      expect(drunk + intake.foodCarbGPerHr).toBeCloseTo(rates.carbGPerHr, 6);
      expect(intake.drinkCarbGPerL ?? 0).toBeLessThanOrEqual(80);
    }
  });
});
