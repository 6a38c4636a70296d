import { describe, expect, it } from 'vitest';
import { prescribe, profileGaps } from '../../src/engine/prescribe.ts';
import { activity, athlete, UNKNOWN } from './fixtures.ts';

describe('what a profile lacks is computed, not listed', () => {
  it('an unknown athlete is 0 complete, and each added field raises completeness and leaves the list', () => {
    let profile = UNKNOWN;
    let previous = profileGaps(profile, null);
    expect(previous.completeness).toBe(0);
    const additions = [
      { bodyMassKg: 70 },
      { sweatLevel: 5 },
      { carbToleranceGPerHr: 70 },
      { fitnessLevel: 5 },
      { sex: 'female' },
      { ageYears: 40 },
      { heightCm: 170 },
      { saltinessLevel: 5 },
      { sweatRateMlPerHr: 900 },
      { sweatSodiumMgPerL: 900 },
    ] as const;
    for (const addition of additions) {
      profile = { ...profile, ...addition };
      const gaps = profileGaps(profile, null);
      const [field = ''] = Object.keys(addition);
      expect(previous.missingFields, field).toContain(field);
      expect(gaps.missingFields, field).not.toContain(field);
      expect(gaps.completeness, field).toBeGreaterThan(previous.completeness);
      previous = gaps;
    }
    expect(previous.completeness).toBeCloseTo(1, 6);
    expect(previous.missingFields).toEqual([]);
  });

  it('the first missing field of a prescription is the one that raises its confidence most', () => {
    const session = activity({
      type: 'bike',
      durationMin: 150,
      intensityLevel: null,
      thermalStressLevel: null,
    });
    const before = prescribe({ activity: session, athlete: UNKNOWN, learned: null });
    const filled = {
      bodyMassKg: 65,
      sex: 'male',
      ageYears: 35,
      heightCm: 171,
      fitnessLevel: 4,
      sweatRateMlPerHr: 700,
      sweatLevel: 5,
      saltinessLevel: 5,
      sweatSodiumMgPerL: 920,
      carbToleranceGPerHr: 75,
      usualCarbGPerHr: 60,
      vo2maxMlPerKgMin: 46,
      ftpW: 200,
    } as const;
    const filledSession = {
      intensityLevel: 5,
      thermalStressLevel: 5,
      averagePowerW: 150,
      weather: { temperatureC: 18, humidityPercent: 57, shade: false },
    } as const;
    const gain = (field: string): number => {
      const value = (filled as Record<string, unknown>)[field];
      const sessionValue = (filledSession as Record<string, unknown>)[field];
      const after = prescribe({
        activity: sessionValue === undefined ? session : { ...session, [field]: sessionValue },
        athlete: value === undefined ? UNKNOWN : { ...UNKNOWN, [field]: value },
        learned: null,
      });
      return after.safety.confidenceScore - before.safety.confidenceScore;
    };
    const gains = before.missingFields.map(gain);
    expect(gains[0]).toBe(Math.max(...gains));
    for (let index = 1; index < gains.length; index++) {
      expect(gains[index], before.missingFields[index]).toBeLessThanOrEqual((gains[index - 1] ?? 0) + 1e-9);
      expect(gains[index]).toBeGreaterThan(0);
    }
  });

  it.each([
    [
      'type, duration and mass only',
      { ...UNKNOWN, bodyMassKg: 70 },
      { intensityLevel: null, thermalStressLevel: null },
      0.4,
    ],
    ['with both levels', { ...UNKNOWN, bodyMassKg: 70 }, {}, 0.48],
    [
      'full self-reported profile',
      athlete({ sweatLevel: 5, saltinessLevel: 5, carbToleranceGPerHr: 70 }),
      {},
      0.58,
    ],
  ])('confidence of the design row holds: %s', (_name, who, what, expected) => {
    const { safety } = prescribe({ activity: activity(what), athlete: who, learned: null });
    expect(Math.abs(safety.confidenceScore - expected)).toBeLessThan(0.01);
  });
});
