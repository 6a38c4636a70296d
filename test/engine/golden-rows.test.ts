import { describe, expect, test } from 'vitest';
import { planEvent } from '#core/engine/plan.ts';
import { prescribe } from '#core/engine/prescribe.ts';
import { activity } from './fixtures.ts';
import { GOLDEN_ROWS } from './golden-rows.ts';

/** Prints a value with as many decimals as the expected text. */
function like(value: number, text: string): string {
  const decimals = text.split('.')[1]?.length ?? 0;
  const printed = value.toFixed(decimals);
  return text.startsWith('.') ? printed.replace(/^0/, '') : printed;
}

describe('golden rows', () => {
  test.each(GOLDEN_ROWS)('$name agrees to the last digit', (row) => {
    const input = { activity: activity(row.activity), athlete: row.athlete, learned: null };
    const plan = planEvent(input);
    const { expected } = row;
    const perLeg = (text: string, value: (leg: (typeof plan.legs)[number]) => number): string => {
      const first = text.split('/')[0] ?? '';
      const printed = plan.legs.map((leg) => like(value(leg), first));
      return text.includes('/') ? printed.join('/') : (printed[0] ?? '');
    };
    const result = prescribe(input);
    const { rates, ranges, projection } = result;
    expect({
      fraction: perLeg(expected.fraction, (leg) => leg.effort.fractionOfVo2max),
      metabolicRateW: perLeg(expected.metabolicRateW, (leg) => leg.effort.metabolicRateW),
      sweatLPerHr: like(plan.balance.sweatLPerHr, expected.sweatLPerHr),
      carb: like(rates.carbGPerHr, expected.carb),
      fluid: like(rates.fluidMlPerHr, expected.fluid),
      sodium: like(rates.sodiumMgPerHr, expected.sodium),
      maxFluid: `${result.safety.maxSafeFluidMlPerHr.toFixed(1)} ${plan.ceiling.boundBy.charAt(0)}`,
      maxSodium: like(result.safety.maxSafeSodiumMgPerHr, expected.maxSodium),
      massPercent: like(projection.bodyMassChangePercent?.value ?? Number.NaN, expected.massPercent),
      endSodium: like(projection.plasmaSodiumMmolPerL.value, expected.endSodium),
      sigma: like(plan.uncertainty.sigma, expected.sigma),
      score: like(result.safety.confidenceScore, expected.score),
      fluidRange: `${ranges.fluidMlPerHr.min.toFixed(0)}–${ranges.fluidMlPerHr.max.toFixed(0)}`,
      bound: plan.fluidBoundBy ?? 'none',
      legs: plan.isMultiSport
        ? plan.legs
            .map((leg) =>
              [
                leg.carbGPerHr.toFixed(1),
                (leg.fluidLPerHr * 1000).toFixed(1),
                leg.sodiumMgPerHr.toFixed(1),
              ].join(';'),
            )
            .join(' / ')
        : null,
    }).toEqual({
      ...expected,
      // A session limit set by a condition replaces the physical reason.
      maxFluid:
        expected.bound === 'medical'
          ? expect.stringContaining(expected.maxFluid.split(' ')[0] ?? '')
          : expected.maxFluid,
    });
  });
});
