import fc from 'fast-check';
import { describe, test } from 'vitest';
import { type PrescribeResult, prescribe } from '../../src/engine/prescribe.ts';
import { DEFAULTS } from '../../src/engine/tables.ts';
import type { EngineActivity, EngineAthlete, Weather } from '../../src/engine/types.ts';
import { anyWeather, healthFlags, statedActivity, statedAthlete } from '../engine/arbitraries.ts';

const RUNS = 5_000;
const SLACK = 1e-6;

function run(activity: EngineActivity, athlete: EngineAthlete): PrescribeResult {
  return prescribe({ activity, athlete, learned: null });
}

function atLeast(more: number, less: number, what: string): void {
  if (more < less - SLACK * (1 + Math.abs(less))) throw new Error(`${what}: ${more} is below ${less}`);
}

function check(rule: (activity: EngineActivity, athlete: EngineAthlete) => void): void {
  fc.assert(fc.property(statedActivity, statedAthlete, rule), { numRuns: RUNS });
}

describe('turning one input moves the numbers the right way', () => {
  test('more heat never lowers sweat, fluid or sodium', () => {
    check((activity, athlete) => {
      const level = activity.thermalStressLevel ?? 5;
      if (level === 9) return;
      const cooler = run(activity, athlete);
      const hotter = run({ ...activity, thermalStressLevel: level + 1 }, athlete);
      atLeast(hotter.diagnostics.sweatRateLPerHr, cooler.diagnostics.sweatRateLPerHr, 'sweat');
      atLeast(hotter.rates.fluidMlPerHr, cooler.rates.fluidMlPerHr, 'fluid');
      atLeast(hotter.rates.sodiumMgPerHr, cooler.rates.sodiumMgPerHr, 'sodium');
    });
  });

  test('warmer or damper air never lowers sweat', () => {
    fc.assert(
      fc.property(statedActivity, statedAthlete, anyWeather, (activity, athlete, weather) => {
        const at = (changed: Weather): number =>
          run({ ...activity, weather: changed }, athlete).diagnostics.sweatRateLPerHr;
        const now = at(weather);
        atLeast(at({ ...weather, temperatureC: weather.temperatureC + 2 }), now, 'warmer');
        atLeast(
          at({ ...weather, humidityPercent: Math.min(100, weather.humidityPercent + 10) }),
          now,
          'damper',
        );
      }),
      { numRuns: RUNS },
    );
  });

  test('more intensity never lowers carbohydrate or sweat', () => {
    check((activity, athlete) => {
      const level = activity.intensityLevel ?? 5;
      if (level === 9) return;
      const easier = run(activity, athlete);
      const harder = run({ ...activity, intensityLevel: level + 1 }, athlete);
      atLeast(harder.rates.carbGPerHr, easier.rates.carbGPerHr, 'carb');
      atLeast(harder.diagnostics.sweatRateLPerHr, easier.diagnostics.sweatRateLPerHr, 'sweat');
    });
  });

  test('more mass never lowers sweat or carbohydrate', () => {
    check((activity, athlete) => {
      const mass = athlete.bodyMassKg ?? 70;
      const lighter = run(activity, athlete);
      const heavier = run(activity, { ...athlete, bodyMassKg: mass * 1.05 });
      atLeast(heavier.diagnostics.sweatRateLPerHr, lighter.diagnostics.sweatRateLPerHr, 'sweat');
      atLeast(heavier.rates.carbGPerHr, lighter.rates.carbGPerHr, 'carb');
    });
  });

  test('more mass with measured power lowers sweat by at most .02 L/h', () => {
    check((activity, athlete) => {
      const ride: EngineActivity = { ...activity, type: 'bike', averagePowerW: 150 };
      const lighter = run(ride, athlete);
      const heavier = run(ride, { ...athlete, bodyMassKg: (athlete.bodyMassKg ?? 70) * 1.05 });
      atLeast(heavier.diagnostics.sweatRateLPerHr + 0.02, lighter.diagnostics.sweatRateLPerHr, 'sweat');
    });
  });

  test('more time never lowers the carbohydrate rate up to four hours, unless demand binds', () => {
    check((activity, athlete) => {
      if (activity.durationMin > 220) return;
      const shorter = run(activity, athlete);
      const longer = run({ ...activity, durationMin: activity.durationMin + 20 }, athlete);
      // Sustainable intensity falls with time, so where the level asks for more than can be held, demand falls too.
      if (longer.rates.carbGPerHr < longer.diagnostics.carbTargetGPerHr) return;
      atLeast(longer.rates.carbGPerHr, shorter.rates.carbGPerHr, 'carb');
    });
  });

  test('a race never gets less than training; with a stated tolerance training may get up to 10 g/h more', () => {
    check((activity, athlete) => {
      const training = run({ ...activity, isRaceEvent: false }, athlete);
      const race = run({ ...activity, isRaceEvent: true }, athlete);
      const allowance = athlete.carbToleranceGPerHr === null ? 0 : 10;
      atLeast(race.rates.carbGPerHr + allowance, training.rates.carbGPerHr, 'carb');
      atLeast(race.rates.fluidMlPerHr, training.rates.fluidMlPerHr, 'fluid');
      atLeast(race.rates.sodiumMgPerHr, training.rates.sodiumMgPerHr, 'sodium');
    });
  });

  test('a heavier sweater never gets less fluid or a lower ceiling', () => {
    check((activity, athlete) => {
      const level = athlete.sweatLevel ?? 5;
      if (level === 9) return;
      const lighter = run(activity, athlete);
      const heavier = run(activity, { ...athlete, sweatLevel: level + 1 });
      atLeast(heavier.rates.fluidMlPerHr, lighter.rates.fluidMlPerHr, 'fluid');
      atLeast(heavier.safety.maxSafeFluidMlPerHr, lighter.safety.maxSafeFluidMlPerHr, 'ceiling');
    });
  });

  test('saltier sweat raises sodium and its ceiling and nothing else', () => {
    check((activity, athlete) => {
      const level = athlete.saltinessLevel ?? 5;
      if (level === 9) return;
      const bland = run(activity, athlete);
      const salty = run(activity, { ...athlete, saltinessLevel: level + 1 });
      atLeast(salty.rates.sodiumMgPerHr, bland.rates.sodiumMgPerHr, 'sodium');
      atLeast(salty.safety.maxSafeSodiumMgPerHr, bland.safety.maxSafeSodiumMgPerHr, 'sodium ceiling');
      if (
        salty.rates.fluidMlPerHr !== bland.rates.fluidMlPerHr ||
        salty.rates.carbGPerHr !== bland.rates.carbGPerHr ||
        salty.safety.maxSafeFluidMlPerHr !== bland.safety.maxSafeFluidMlPerHr
      ) {
        throw new Error('saltiness moved something other than sodium');
      }
    });
  });

  test('riding never gets less carbohydrate than running at the same level', () => {
    check((activity, athlete) => {
      const ride = run({ ...activity, type: 'bike' }, athlete);
      const jog = run({ ...activity, type: 'run' }, athlete);
      atLeast(ride.rates.carbGPerHr, jog.rates.carbGPerHr, 'carb');
    });
  });

  test('no health flag raises any rate or ceiling', () => {
    fc.assert(
      fc.property(statedActivity, statedAthlete, healthFlags, (activity, athlete, health) => {
        const well = run(activity, athlete);
        const ill = run(activity, { ...athlete, health });
        atLeast(well.rates.carbGPerHr, ill.rates.carbGPerHr, 'carb');
        atLeast(well.rates.fluidMlPerHr, ill.rates.fluidMlPerHr, 'fluid');
        atLeast(well.rates.sodiumMgPerHr, ill.rates.sodiumMgPerHr, 'sodium');
        atLeast(well.safety.maxSafeFluidMlPerHr, ill.safety.maxSafeFluidMlPerHr, 'ceiling');
        atLeast(well.safety.maxSafeSodiumMgPerHr, ill.safety.maxSafeSodiumMgPerHr, 'sodium ceiling');
        atLeast(well.safety.confidenceScore, ill.safety.confidenceScore, 'confidence');
      }),
      { numRuns: RUNS },
    );
  });
});

describe('leaving a field out never pays', () => {
  const fields = [
    { field: 'sex', stated: null },
    { field: 'ageYears', stated: DEFAULTS.ageYears },
    { field: 'bodyMassKg', stated: DEFAULTS.bodyMassKg },
    { field: 'fitnessLevel', stated: DEFAULTS.fitnessLevel },
    { field: 'sweatLevel', stated: DEFAULTS.sweatLevel },
    { field: 'saltinessLevel', stated: DEFAULTS.saltinessLevel },
  ] as const;

  for (const { field, stated } of fields) {
    test(`a missing ${field} lowers confidence and never loosens the ceiling against stating the default`, () => {
      check((activity, athlete) => {
        const given = stated === null ? athlete : { ...athlete, [field]: stated };
        const missing = { ...athlete, [field]: null };
        // Extrapolation penalties belong to stated values, so they are kept equal: 45–110 kg, 16–70 years.
        if (field === 'ageYears' || field === 'bodyMassKg' || isOrdinary(given)) {
          const known = run(activity, given);
          const unknown = run(activity, missing);
          atLeast(known.safety.confidenceScore, unknown.safety.confidenceScore, 'confidence');
          if (stated !== null) {
            atLeast(known.safety.maxSafeFluidMlPerHr, unknown.safety.maxSafeFluidMlPerHr, 'ceiling');
            atLeast(known.safety.maxSafeSodiumMgPerHr, unknown.safety.maxSafeSodiumMgPerHr, 'sodium ceiling');
          }
        }
      });
    });
  }

  test('missing levels lower confidence and never loosen the ceiling against stating the default', () => {
    check((activity, athlete) => {
      const given = {
        ...activity,
        intensityLevel: DEFAULTS.intensityLevel,
        thermalStressLevel: DEFAULTS.thermalStressLevel,
      };
      for (const missing of [{ intensityLevel: null }, { thermalStressLevel: null }] as const) {
        const known = run(given, athlete);
        const unknown = run({ ...given, ...missing }, athlete);
        atLeast(known.safety.confidenceScore, unknown.safety.confidenceScore, 'confidence');
        atLeast(known.safety.maxSafeFluidMlPerHr, unknown.safety.maxSafeFluidMlPerHr, 'ceiling');
        atLeast(known.safety.maxSafeSodiumMgPerHr, unknown.safety.maxSafeSodiumMgPerHr, 'sodium ceiling');
      }
    });
  });
});

function isOrdinary(athlete: EngineAthlete): boolean {
  const mass = athlete.bodyMassKg ?? 70;
  const age = athlete.ageYears ?? 35;
  return mass >= 45 && mass <= 110 && age >= 16 && age <= 70;
}
