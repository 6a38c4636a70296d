import { describe, expect, it } from 'vitest';
import { explain, prescribe } from '../../src/engine/prescribe.ts';
import type { EngineActivity, EngineAthlete } from '../../src/engine/types.ts';
import { activity, athlete } from './fixtures.ts';

const racer = athlete({ bodyMassKg: 72, fitnessLevel: 5 });

function race(what: Partial<EngineActivity>, who: EngineAthlete = racer) {
  return prescribe({
    activity: activity({
      type: 'triathlon',
      intensityLevel: 6,
      thermalStressLevel: 6,
      isRaceEvent: true,
      ...what,
    }),
    athlete: who,
    learned: null,
  });
}

describe('a triathlon from its duration alone', () => {
  it.each([
    // Figures of the prototype: bike carb, fluid, sodium; run carb, fluid, sodium.
    ['70.3 in 5:30', 330, [75, 403, 430], [51, 636, 616]],
    ['full distance in 12 h', 720, [75, 425, 389], [45, 571, 561]],
  ])('%s gives the published per-leg figures to ±1', (_name, durationMin, bike, run) => {
    const { diagnostics } = race({ durationMin });
    const rates = diagnostics.legs.map((leg) => [
      leg.rates.carbGPerHr,
      leg.rates.fluidMlPerHr,
      leg.rates.sodiumMgPerHr,
    ]);
    expect(diagnostics.legs.map(({ type }) => type)).toEqual(['open_water_swim', 'bike', 'run']);
    bike.forEach((value, index) => {
      expect(Math.abs((rates[1]?.[index] ?? 0) - value)).toBeLessThanOrEqual(1);
    });
    run.forEach((value, index) => {
      expect(Math.abs((rates[2]?.[index] ?? 0) - value)).toBeLessThanOrEqual(1);
    });
    expect(rates[0]).toEqual([0, 0, 0]);
  });

  it('event totals are the sum of the legs, and rates their average over the event', () => {
    const { diagnostics, totals, rates, safety } = race({ durationMin: 330 });
    const sum = (value: (leg: (typeof diagnostics.legs)[number]) => number): number =>
      diagnostics.legs.reduce((total, leg) => total + value(leg) * leg.hours, 0);
    expect(totals.carbG).toBeCloseTo(
      sum((leg) => leg.rates.carbGPerHr),
      6,
    );
    expect(totals.fluidMl).toBeCloseTo(
      sum((leg) => leg.rates.fluidMlPerHr),
      6,
    );
    expect(rates.carbGPerHr * 5.5).toBeCloseTo(totals.carbG, 6);
    expect(safety.maxSafeFluidMlPerHr * 5.5).toBeCloseTo(
      sum((leg) => leg.maxSafeFluidMlPerHr),
      6,
    );
  });

  it.each([
    [50, 0.18],
    [80, 0.19],
    [150, 0.18],
    [240, 0.14],
    [330, 0.11],
    [720, 0.1],
  ])('%i min are split as that race usually is', (durationMin, swimShare) => {
    const { diagnostics } = race({ durationMin });
    expect((diagnostics.legs[0]?.hours ?? 0) / (durationMin / 60)).toBeCloseTo(swimShare, 6);
  });
});

describe('given segments', () => {
  it('are used, scaled to the stated duration', () => {
    const { diagnostics } = race({
      type: 'brick',
      durationMin: 150,
      segments: [
        { type: 'bike', durationMin: 120, intensityLevel: 5 },
        { type: 'run', durationMin: 31, intensityLevel: 7 },
      ],
    });
    expect(diagnostics.legs.map(({ type }) => type)).toEqual(['bike', 'run']);
    expect(diagnostics.legs.reduce((sum, leg) => sum + leg.hours, 0)).toBeCloseTo(2.5, 9);
  });

  it('a leg’s own intensity counts', () => {
    const legs = (runLevel: number | null) =>
      race({
        type: 'duathlon',
        durationMin: 90,
        intensityLevel: 4,
        segments: [
          { type: 'run', durationMin: 30, intensityLevel: runLevel },
          { type: 'bike', durationMin: 60, intensityLevel: null },
        ],
      }).diagnostics.legs;
    expect(legs(8)[0]?.sweatRateLPerHr).toBeGreaterThan(legs(null)[0]?.sweatRateLPerHr ?? 9);
    expect(legs(8)[1]?.sweatRateLPerHr).toBe(legs(null)[1]?.sweatRateLPerHr);
  });

  it('a swim of 75 minutes and more is fed, a shorter one is not', () => {
    const swim = (durationMin: number) =>
      race({
        durationMin: durationMin + 300,
        segments: [
          { type: 'open_water_swim', durationMin, intensityLevel: null },
          { type: 'bike', durationMin: 300, intensityLevel: null },
        ],
      }).diagnostics.legs[0]?.rates;
    expect(swim(74)).toEqual({ carbGPerHr: 0, sodiumMgPerHr: 0, fluidMlPerHr: 0 });
    expect(swim(75)?.carbGPerHr).toBeGreaterThan(20);
    expect(swim(75)?.fluidMlPerHr).toBeGreaterThan(0);
  });

  it('the run gets at most four fifths of the ride before it, and no less sodium in a brick after a long ride', () => {
    const trained = athlete({ carbToleranceGPerHr: 100, fitnessLevel: 7 });
    const { legs } = race({ durationMin: 330 }, trained).diagnostics;
    expect(legs[2]?.rates.carbGPerHr).toBeLessThanOrEqual(0.8 * (legs[1]?.rates.carbGPerHr ?? 0) + 1e-9);
    const brick = race({ type: 'brick', durationMin: 200, thermalStressLevel: 5 }).diagnostics.legs;
    const [ride, jog] = brick;
    const limit = Math.min(
      1500 * ((jog?.rates.fluidMlPerHr ?? 0) / 1000),
      0.95 * (jog?.maxSafeSodiumMgPerHr ?? 0),
    );
    expect(jog?.rates.sodiumMgPerHr).toBeGreaterThanOrEqual(
      Math.min(ride?.rates.sodiumMgPerHr ?? 0, limit) - 1e-9,
    );
  });
});

describe('the explanation of an event', () => {
  const told = explain({
    activity: activity({
      type: 'triathlon',
      durationMin: 330,
      intensityLevel: 6,
      thermalStressLevel: 6,
      isRaceEvent: true,
    }),
    athlete: racer,
    learned: null,
  });

  it('tells each leg with its numbers, its cap and its advice', () => {
    expect(told.legs?.map(({ type }) => type)).toEqual(['open_water_swim', 'bike', 'run']);
    const [swim, bike, run] = told.legs ?? [];
    expect(swim?.advice.join(' ')).toMatch(/Nothing to eat or drink.*transition/s);
    expect(bike?.carbohydrate.boundBy).toBe('tolerance');
    expect(bike?.advice.join(' ')).toMatch(/first 10 minutes.*solid food/s);
    expect(run?.carbohydrate.boundBy).toBe('run_after_ride');
    expect(run?.advice.join(' ')).toMatch(/liquids and gels/);
    for (const leg of told.legs ?? []) {
      for (const quantity of [leg.carbohydrate, leg.fluid, leg.sodium]) {
        expect(quantity.steps.length).toBeGreaterThan(3);
        for (const { note, source } of quantity.steps) expect(note.length * source.length).toBeGreaterThan(0);
      }
    }
  });

  it('advises the start of a long race', () => {
    expect(told.advice.join(' ')).toMatch(/Before the start/);
  });

  it('a single sport has no legs', () => {
    expect(explain({ activity: activity(), athlete: racer, learned: null }).legs).toBeNull();
  });
});
