import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explain, type PrescribeResult, prescribe } from '../../src/engine/prescribe.ts';
import type { EngineAthlete, HealthFlags } from '../../src/engine/types.ts';
import { anyActivity, anyAthlete, anyLearned } from '../engine/arbitraries.ts';

declare const process: { readonly env: Record<string, string | undefined> };
/** `ENGINE_RANDOM_RUNS` widens the search. */
const RUNS = Number(process.env.ENGINE_RANDOM_RUNS ?? 100_000);
const ROUNDING = 1 + 1e-9;

/** Throws a plain error: `expect` on every figure would cost more than the engine. */
function hold(condition: boolean, what: string): void {
  if (!condition) throw new Error(`does not hold: ${what}`);
}

function numbersOf(result: PrescribeResult): number[] {
  return [
    ...Object.values(result.rates),
    ...Object.values(result.totals),
    ...Object.values(result.rounded.rates),
    ...Object.values(result.rounded.totals),
    result.rounded.maxSafeFluidMlPerHr,
    result.rounded.maxSafeSodiumMgPerHr,
    result.safety.maxSafeFluidMlPerHr,
    result.safety.maxSafeSodiumMgPerHr,
    result.safety.confidenceScore,
  ];
}

function without(athlete: EngineAthlete): EngineAthlete {
  const health: HealthFlags = {
    pregnant: false,
    hypertension: false,
    kidneyDisease: false,
    heartFailure: false,
    diuretics: false,
    diabetesTreated: false,
    nsaidOnRaceDay: false,
    redsOrEatingDisorder: false,
  };
  return { ...athlete, health };
}

describe('whatever the input', () => {
  test(
    `fluid ≤ ceiling ≤ sweat, sodium ≤ ceiling, carbohydrate within its caps, over ${RUNS} random inputs`,
    () => {
      fc.assert(
        fc.property(anyActivity, anyAthlete, anyLearned, (activity, athlete, learned) => {
          const result = prescribe({ activity, athlete, learned });
          const { rates, totals, rounded, safety, diagnostics } = result;
          for (const value of numbersOf(result)) hold(Number.isFinite(value) && value >= 0, 'finite, ≥ 0');
          hold(rates.fluidMlPerHr <= safety.maxSafeFluidMlPerHr * ROUNDING, 'fluid ≤ ceiling');
          hold(
            safety.maxSafeFluidMlPerHr <= diagnostics.sweatRateLPerHr * 1000 * ROUNDING,
            'ceiling ≤ sweat',
          );
          hold(safety.maxSafeFluidMlPerHr <= 1300 * ROUNDING, 'ceiling ≤ 1300');
          hold(rates.sodiumMgPerHr <= safety.maxSafeSodiumMgPerHr * ROUNDING, 'sodium ≤ ceiling');
          hold(safety.maxSafeSodiumMgPerHr <= 3000 * ROUNDING, 'sodium ceiling ≤ 3000');
          hold(rates.carbGPerHr <= 120 * ROUNDING, 'carb ≤ 120');
          hold(rates.carbGPerHr <= diagnostics.carbToleranceGPerHr * ROUNDING, 'carb ≤ tolerance');
          for (const leg of diagnostics.legs) {
            hold(leg.rates.fluidMlPerHr <= leg.maxSafeFluidMlPerHr, 'leg fluid ≤ leg ceiling');
            hold(leg.maxSafeFluidMlPerHr <= leg.sweatRateLPerHr * 1000 * ROUNDING, 'leg ceiling ≤ leg sweat');
            hold(leg.rates.sodiumMgPerHr <= leg.maxSafeSodiumMgPerHr, 'leg sodium ≤ leg ceiling');
          }
          const hours = activity.durationMin / 60;
          hold(
            Math.abs(totals.fluidMl - rates.fluidMlPerHr * hours) < 1e-6 * (1 + totals.fluidMl),
            'total fluid',
          );
          hold(Math.abs(totals.carbG - rates.carbGPerHr * hours) < 1e-6 * (1 + totals.carbG), 'total carb');
          hold(
            Math.abs(totals.sodiumMg - rates.sodiumMgPerHr * hours) < 1e-6 * (1 + totals.sodiumMg),
            'total sodium',
          );
          hold(rounded.rates.fluidMlPerHr <= rounded.maxSafeFluidMlPerHr, 'shown fluid ≤ shown ceiling');
          hold(rounded.rates.sodiumMgPerHr <= rounded.maxSafeSodiumMgPerHr, 'shown sodium ≤ shown ceiling');
          hold(rounded.totals.fluidMl <= rounded.maxSafeFluidMlPerHr * hours + 1e-6, 'shown fluid total');
          hold(rounded.totals.sodiumMg <= rounded.maxSafeSodiumMgPerHr * hours + 1e-6, 'shown sodium total');
          hold(safety.confidenceScore <= 0.97, 'confidence ≤ .97');
          hold(
            new Set(safety.warnings.map(({ code }) => code)).size === safety.warnings.length,
            'one warning a code',
          );
        }),
        { numRuns: RUNS },
      );
    },
    Math.max(60_000, RUNS),
  );

  test('no condition of the athlete raises any number', () => {
    fc.assert(
      fc.property(anyActivity, anyAthlete, anyLearned, (activity, athlete, learned) => {
        const ill = prescribe({ activity, athlete, learned });
        const well = prescribe({ activity, athlete: without(athlete), learned });
        const before = numbersOf(well);
        numbersOf(ill).forEach((value, index) => {
          hold(
            value <= (before[index] ?? Number.NaN) * ROUNDING,
            `number ${index} not higher with a condition`,
          );
        });
      }),
      { numRuns: Math.min(RUNS, 20_000) },
    );
  });

  test('the same input gives the same output, and the explanation ends at the prescribed numbers', () => {
    fc.assert(
      fc.property(anyActivity, anyAthlete, anyLearned, (activity, athlete, learned) => {
        const input = { activity, athlete, learned };
        const first = prescribe(input);
        expect(prescribe(input)).toEqual(first);
        const told = explain(input);
        const last = (steps: readonly { value: unknown }[]): unknown => steps[steps.length - 1]?.value;
        const close = (value: unknown, truth: number): void => {
          hold(
            typeof value === 'number' && Math.abs(value - truth) <= 1e-3 * Math.abs(truth) + 1e-9,
            `explanation ends at ${String(value)}, prescribed ${truth}`,
          );
        };
        close(last(told.carbohydrate.steps), first.rates.carbGPerHr);
        close(last(told.fluid.steps), first.rates.fluidMlPerHr);
        close(last(told.sodium.steps), first.rates.sodiumMgPerHr);
        close(last(told.maxSafeFluid.steps), first.safety.maxSafeFluidMlPerHr);
        close(last(told.maxSafeSodium.steps), first.safety.maxSafeSodiumMgPerHr);
        close(last(told.sweatRate.steps), first.diagnostics.sweatRateLPerHr);
        close(last(told.confidence.steps), first.safety.confidenceScore);
      }),
      { numRuns: 2_000 },
    );
  });
});
