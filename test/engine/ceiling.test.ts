import { describe, expect, test } from 'vitest';
import { allowedGainShare } from '#core/engine/ceiling.ts';
import { normalCdf } from '#core/engine/numbers.ts';
import { planEvent } from '#core/engine/plan.ts';
import { persistence, RETENTION, type RetentionClass, safetyZ } from '#core/engine/risk.ts';
import { activity, athlete, HEALTHY } from './fixtures.ts';

const CLASSES = Object.keys(RETENTION) as RetentionClass[];

describe('the fluid ceiling', () => {
  test.each(CLASSES)(
    'keeps the product of its three probabilities at 2.5 % at every whole hour: %s',
    (kind) => {
      for (let hours = 4; hours <= 12; hours++) {
        const risk = RETENTION[kind] * persistence(hours) * normalCdf(-safetyZ(kind, hours));
        expect(risk, `${hours} h`).toBeCloseTo(0.025, 4);
      }
    },
  );

  test('credits no sodium with heart or kidney disease, and otherwise no more than the limit leaves', () => {
    const credited = (flags: Partial<typeof HEALTHY>): number => {
      const plan = planEvent({
        activity: activity({ type: 'bike', durationMin: 300, intensityLevel: 6, thermalStressLevel: 8 }),
        athlete: athlete({ sweatLevel: 8, saltinessLevel: 8, health: { ...HEALTHY, ...flags } }),
        learned: null,
      });
      return plan.creditedSodiumMgPerL * plan.balance.sweatLPerHr;
    };
    expect(credited({})).toBeGreaterThan(500);
    expect(credited({ heartFailure: true })).toBe(0);
    expect(credited({ kidneyDisease: true })).toBe(0);
    expect(credited({ hypertension: true })).toBeCloseTo(300, 9);
    expect(credited({ diuretics: true })).toBeCloseTo(500, 9);
  });

  test('allows a weight gain of 1 % up to four hours, none from eight hours, and none for water-retaining conditions', () => {
    expect([1, 4, 6, 8, 24].map((hours) => allowedGainShare(HEALTHY, hours))).toEqual([
      0.01, 0.01, 0.005, 0, 0,
    ]);
    for (const flag of ['nsaidOnRaceDay', 'diuretics', 'heartFailure', 'kidneyDisease'] as const) {
      expect(allowedGainShare({ ...HEALTHY, [flag]: true }, 2)).toBe(0);
    }
  });
});
