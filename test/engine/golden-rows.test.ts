import { describe, expect, it } from 'vitest';
import { prescribe } from '../../src/engine/prescribe.ts';
import { activity, athlete } from './fixtures.ts';
import { GOLDEN_ROWS } from './golden-rows.ts';

const COLUMNS = [
  { name: 'fraction of VO2max', step: 0.01 },
  { name: 'metabolic rate W', step: 1 },
  { name: 'sweat L/h', step: 0.01 },
  { name: 'carb g/h', step: 1 },
  { name: 'fluid ml/h', step: 1 },
  { name: 'sodium mg/h', step: 1 },
  { name: 'max safe fluid ml/h', step: 1 },
  { name: 'max safe sodium mg/h', step: 1 },
  { name: 'body mass change %', step: 0.1 },
] as const;

describe('the twenty golden rows hold to ±1 in the last digit shown', () => {
  it.each(GOLDEN_ROWS)(
    '$type $min min, intensity $intensity, thermal $thermal, race $race, $who',
    (golden) => {
      const { rates, safety, diagnostics } = prescribe({
        activity: activity({
          type: golden.type,
          durationMin: golden.min,
          intensityLevel: golden.intensity,
          thermalStressLevel: golden.thermal,
          isRaceEvent: golden.race,
        }),
        athlete: athlete(golden.who),
        learned: null,
      });
      const actual = [
        diagnostics.fractionOfVo2max,
        diagnostics.metabolicRateW,
        diagnostics.sweatRateLPerHr,
        rates.carbGPerHr,
        rates.fluidMlPerHr,
        rates.sodiumMgPerHr,
        safety.maxSafeFluidMlPerHr,
        safety.maxSafeSodiumMgPerHr,
        diagnostics.bodyMassChangePercent,
      ];
      COLUMNS.forEach(({ name, step }, index) => {
        const difference = Math.abs((actual[index] ?? Number.NaN) - (golden.expected[index] ?? Number.NaN));
        expect(difference, `${name}: ${actual[index]} against ${golden.expected[index]}`).toBeLessThanOrEqual(
          step + 1e-9,
        );
      });
    },
  );
});
