import { describe, expect, test } from 'vitest';
import { activity, athlete, HEALTHY } from '../laboratory/fixtures.ts';
import { allowedGainShare, persistence, retentionOf, safetyZ, symptomZ } from '../src/ceiling.ts';
import { normalCdf } from '../src/numbers.ts';
import { planEvent } from '../src/plan.ts';
import { saltiestDrinkMgPerL } from '../src/sodium.ts';

const PEOPLE: readonly (readonly [
  name: string,
  health: Partial<typeof HEALTHY>,
  ageYears: number,
  own: number,
])[] = [
  ['an adult', {}, 35, 0.3],
  ['at 65', {}, 65, 0.35],
  ['at 80', {}, 80, 0.4],
  ['in pregnancy', { pregnant: true }, 35, 0.5],
];

describe('the fluid ceiling', () => {
  test.each(PEOPLE)(
    'keeps the product of its probabilities at 2.5 % below 135 and at 5 % below 130 at every hour: %s',
    (_name, flags, ageYears, own) => {
      for (let hours = 1; hours <= 24; hours++) {
        const retention = retentionOf({ ...HEALTHY, ...flags }, ageYears, hours);
        expect(retention.own).toBeCloseTo(own, 9);
        expect(retention.inEvent).toBeCloseTo(
          Math.max(own, 0.3 + (0.2 * Math.min(6, Math.max(0, hours - 6))) / 6),
          9,
        );
        const z = safetyZ(retention, hours);
        const risk = retention.own * persistence(hours) * normalCdf(-z);
        expect(risk, `${hours} h`).toBeLessThanOrEqual(0.025 + 1e-8);
        if (z > 0) expect(risk).toBeCloseTo(0.025, 8);
        expect(retention.inEvent * normalCdf(-symptomZ(retention))).toBeCloseTo(0.05, 8);
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
      return plan.credited.mgPerL * plan.balance.sweatLPerHr;
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

test.each([
  ['saltiness as felt', 'self_report', 2000, 1200],
  ['a measurement of 1,000 mg/L', 'measured', 1000, 1200],
  ['a measurement of 1,600 mg/L', 'measured', 1600, 1500],
  ['a measurement of 2,400 mg/L', 'measured', 2400, 1800],
] as const)('the saltiest drink after %s', (_name, source, referenceMgPerL, mgPerL) => {
  const isMeasured = source === 'measured';
  expect(saltiestDrinkMgPerL({ referenceMgPerL, standardDeviation: 0.1, source, isMeasured })).toBe(mgPerL);
});
