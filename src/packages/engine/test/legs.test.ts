import { RandomSource } from '@musette/basics/random-source';
import { describe, expect, test } from 'vitest';
import { activity, athlete } from '../laboratory/fixtures.ts';
import { InputSource } from '../laboratory/random-inputs.ts';
import { planEvent } from '../src/plan.ts';
import type { EngineActivity, SingleSportType } from '../src/types.ts';

const SEED = 31;

function segments(...types: SingleSportType[]): EngineActivity['segments'] {
  return types.map((type) => ({ type, durationMin: 60, intensityLevel: null, distanceKm: null }));
}

describe('legs of a multi-sport event', () => {
  test.each([
    ['the usual brick', null],
    ['ride, run, ride, run', segments('bike', 'run', 'bike', 'run')],
    ['trainer and treadmill', segments('indoor_bike', 'treadmill_run')],
  ] as const)('a brick drinks one sodium concentration: %s', (_, legs) => {
    const plan = planEvent({
      activity: activity({ type: 'brick', durationMin: 240, intensityLevel: 7, segments: legs }),
      athlete: athlete({ saltinessLevel: 7 }),
      learned: null,
    });
    const concentration = plan.sodiumMgPerHr / plan.fluidLPerHr;
    expect(concentration).toBeGreaterThan(300);
    const [first, second] = plan.legs;
    for (const leg of plan.legs) {
      expect(leg.sodiumMgPerHr / leg.fluidLPerHr).toBeCloseTo(concentration, 6);
      expect(leg.sodiumMgPerHr).toBeLessThanOrEqual(leg.maxSafeSodiumMgPerHr);
      expect(leg.fluidLPerHr).toBeLessThanOrEqual(0.95 * leg.maxSafeFluidLPerHr + 1e-9);
    }
    expect(first?.fluidLPerHr).toBeGreaterThan(second?.fluidLPerHr ?? 0);
    expect(first?.sodiumMgPerHr).toBeGreaterThan(second?.sodiumMgPerHr ?? 0);
  });

  test(`sodium follows each leg's fluid, and totals match the event; seed ${SEED}`, () => {
    const source = new InputSource(new RandomSource(SEED));
    let tried = 0;
    while (tried < 1000) {
      const plan = planEvent(source.anything(0.1));
      if (!plan.isMultiSport || plan.fluidLPerHr <= 0) continue;
      tried += 1;
      let sodiumMg = 0;
      for (const leg of plan.legs) {
        sodiumMg += leg.sodiumMgPerHr * leg.hours;
        const share = leg.fluidLPerHr / plan.fluidLPerHr;
        expect(leg.sodiumMgPerHr).toBeCloseTo(plan.sodiumMgPerHr * share, 6);
      }
      expect(sodiumMg).toBeCloseTo(plan.sodiumMgPerHr * plan.hours, 5);
    }
  });

  test(`a leg's fluid ceiling is at least its fluid and never exceeds gut absorption; seed ${SEED}`, () => {
    const source = new InputSource(new RandomSource(SEED));
    let tried = 0;
    while (tried < 1000) {
      const plan = planEvent(source.anything(0.1));
      if (!plan.isMultiSport) continue;
      tried += 1;
      for (const leg of plan.legs) {
        expect(leg.maxSafeFluidLPerHr).toBeLessThanOrEqual(leg.gutLimitLPerHr);
        expect(leg.fluidLPerHr).toBeLessThanOrEqual(leg.maxSafeFluidLPerHr + 1e-9);
      }
    }
  });

  test('a short walk after a long swim has a fluid ceiling that the gut can absorb', () => {
    const [swim, walk] = planEvent({
      activity: activity({
        type: 'brick',
        durationMin: 480,
        segments: [
          { type: 'open_water_swim', durationMin: 470, intensityLevel: null, distanceKm: null },
          { type: 'walk', durationMin: 10, intensityLevel: null, distanceKm: null },
        ],
      }),
      athlete: athlete(),
      learned: null,
    }).legs;
    expect(swim?.maxSafeFluidLPerHr).toBe(0);
    expect(walk?.maxSafeFluidLPerHr).toBeLessThan(1);
    expect(walk?.maxSafeFluidLPerHr).toBeGreaterThan(0.5);
  });

  test('a run is fed at most four fifths of the ride before it, and less the longer the event', () => {
    const run = (durationMin: number) => {
      const plan = planEvent({
        activity: activity({ type: 'brick', durationMin, intensityLevel: 7, isRaceEvent: true }),
        athlete: athlete(),
        learned: null,
      });
      const [ride, after] = plan.legs;
      return (after?.wantedCarbGPerHr ?? 0) / (ride?.wantedCarbGPerHr ?? 1);
    };
    expect(run(120)).toBeCloseTo(0.8, 9);
    expect(run(240)).toBeLessThan(0.8);
  });
});
