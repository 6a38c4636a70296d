import { describe, expect, it } from 'vitest';
import { thermalStressLevelFromWeather } from '../../src/engine/environment.ts';
import { prescribe } from '../../src/engine/prescribe.ts';
import type { EngineActivity, EngineAthlete } from '../../src/engine/types.ts';
import { activity, athlete } from './fixtures.ts';

function run(what: Partial<EngineActivity>, who: EngineAthlete = athlete()) {
  return prescribe({ activity: activity(what), athlete: who, learned: null });
}

describe('weather becomes a thermal stress level where none is sent', () => {
  it.each([
    [-10, 60, false, 1],
    [5, 65, false, 2],
    [10, 62, false, 3],
    [18, 57, false, 5],
    [26, 55, false, 7],
    [26, 55, true, 6],
    [34, 47, false, 9],
    [60, 100, false, 9],
  ])('%i °C, %i %%, shade %s is level %i', (temperatureC, humidityPercent, shade, level) => {
    expect(thermalStressLevelFromWeather({ temperatureC, humidityPercent, shade }, { indoor: false })).toBe(
      level,
    );
  });

  it('indoors adds a level, never beyond 9', () => {
    const mild = { temperatureC: 20, humidityPercent: 50, shade: true };
    const outside = thermalStressLevelFromWeather(mild, { indoor: false });
    expect(thermalStressLevelFromWeather(mild, { indoor: true })).toBe(outside + 1);
    const hot = { temperatureC: 45, humidityPercent: 80, shade: false };
    expect(thermalStressLevelFromWeather(hot, { indoor: true })).toBe(9);
  });

  it('a sent level wins over the weather', () => {
    const weather = { temperatureC: 33, humidityPercent: 60, shade: false };
    expect(run({ thermalStressLevel: 4, weather }).diagnostics.thermalStressLevel).toBe(4);
    expect(run({ thermalStressLevel: null, weather }).diagnostics.thermalStressLevel).toBe(9);
  });

  it('hot air does not make a pool hot', () => {
    const weather = { temperatureC: 38, humidityPercent: 60, shade: false };
    const swim = run({ type: 'swim', thermalStressLevel: null, weather });
    expect(swim.diagnostics.thermalStressLevel).toBe(6);
  });

  it('damp air makes more sweat than dry air of the same warmth', () => {
    const at = (humidityPercent: number) =>
      run({ thermalStressLevel: 7, weather: { temperatureC: 28, humidityPercent, shade: false } }).diagnostics
        .sweatRateLPerHr;
    expect(at(90)).toBeGreaterThan(at(60));
    expect(at(60)).toBeGreaterThan(at(20));
  });

  it('weather instead of a level raises confidence', () => {
    const weather = { temperatureC: 18, humidityPercent: 57, shade: false };
    const byWeather = run({ thermalStressLevel: null, weather }).safety.confidenceScore;
    const byLevel = run({}).safety.confidenceScore;
    const byNothing = run({ thermalStressLevel: null }).safety.confidenceScore;
    expect(byWeather).toBeGreaterThan(byLevel);
    expect(byLevel).toBeGreaterThan(byNothing);
  });
});

describe('power tells metabolic rate on the bike', () => {
  it('replaces the level’s metabolic rate: 210 W is 1000 W', () => {
    const ride = run({ type: 'bike', durationMin: 120, averagePowerW: 210 });
    expect(ride.diagnostics.metabolicRateW).toBeCloseTo(1000, 6);
    expect(ride.safety.confidenceScore).toBeGreaterThan(
      run({ type: 'bike', durationMin: 120 }).safety.confidenceScore,
    );
  });

  it('stands in for a missing intensity level, by share of FTP', () => {
    const who = athlete({ ftpW: 280 });
    const level = (averagePowerW: number) =>
      run({ type: 'bike', intensityLevel: null, averagePowerW }, who).diagnostics.intensityLevel;
    expect(level(110)).toBe(1);
    expect(level(190)).toBe(4);
    expect(level(225)).toBe(6);
    expect(level(270)).toBe(8);
    expect(level(330)).toBe(9);
  });

  it('is not used on foot, and 0 W means not measured', () => {
    expect(run({ averagePowerW: 300 }).diagnostics.metabolicRateW).toBe(run({}).diagnostics.metabolicRateW);
    const ride = { type: 'bike', durationMin: 90 } as const;
    expect(run({ ...ride, averagePowerW: 0 }).rates).toEqual(run(ride).rates);
  });
});

describe('altitude above 2000 m', () => {
  it('adds at most 5 % to fluid and never passes the ceiling', () => {
    const low = run({ durationMin: 120 });
    const high = run({ durationMin: 120, altitudeM: 2600 });
    expect(high.rates.fluidMlPerHr).toBeCloseTo(1.05 * low.rates.fluidMlPerHr, 6);
    expect(high.safety.maxSafeFluidMlPerHr).toBe(low.safety.maxSafeFluidMlPerHr);
  });
});

describe('a measured sweat rate', () => {
  it('scales sweat, narrows the ceiling’s margin and raises confidence', () => {
    const average = run({ durationMin: 120 });
    const heavy = run({ durationMin: 120 }, athlete({ sweatRateMlPerHr: 1400 }));
    expect(heavy.diagnostics.sweatRateLPerHr).toBeGreaterThan(1.5 * average.diagnostics.sweatRateLPerHr);
    expect(heavy.safety.confidenceScore).toBeGreaterThan(average.safety.confidenceScore);
  });

  it('is reproduced, between running and riding, in the temperate hour it is read as', () => {
    const who = athlete({ sweatRateMlPerHr: 1000 });
    const onFoot = run({}, who).diagnostics.sweatRateLPerHr;
    const onBike = run({ type: 'bike' }, who).diagnostics.sweatRateLPerHr;
    expect(Math.sqrt(onFoot * onBike)).toBeCloseTo(1, 6);
  });
});

describe('usual intake is weak evidence of tolerance', () => {
  const race = { type: 'bike', durationMin: 300, intensityLevel: 7, isRaceEvent: true } as const;
  it('moves the limit, never above 90, and gives way to a declared tolerance', () => {
    const carb = (who: Partial<EngineAthlete>) => run(race, athlete(who)).rates.carbGPerHr;
    expect(carb({ usualCarbGPerHr: 15 })).toBe(40);
    expect(carb({ usualCarbGPerHr: 150 })).toBeLessThanOrEqual(90);
    expect(carb({ usualCarbGPerHr: 15, carbToleranceGPerHr: 80 })).toBe(carb({ carbToleranceGPerHr: 80 }));
  });
});
