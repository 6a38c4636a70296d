import { RandomSource } from '@musette/basics/random-source';
import { describe, expect, test } from 'vitest';
import { HEALTHY } from '../laboratory/fixtures.ts';
import { InputSource } from '../laboratory/random-inputs.ts';
import { type CaffeineInput, type CaffeineRequest, planCaffeine, UNKNOWN_CAFFEINE } from '../src/caffeine.ts';

const ASKED: CaffeineRequest = { ...UNKNOWN_CAFFEINE, wanted: true };

interface Changes {
  readonly hours?: number;
  readonly kg?: number | null;
  readonly years?: number | null;
  readonly isTraining?: boolean;
  readonly level?: number;
  readonly health?: Partial<typeof HEALTHY>;
  readonly request?: Partial<CaffeineRequest>;
}

function input({
  hours = 3.5,
  kg = 70,
  years = 35,
  isTraining = false,
  level = 6,
  health,
  request,
}: Changes): CaffeineInput {
  return {
    activity: { durationMin: hours * 60, intensityLevel: level, isRaceEvent: !isTraining },
    athlete: { ageYears: years, bodyMassKg: kg, health: { ...HEALTHY, ...health } },
    request: { ...ASKED, ...request },
  };
}

// biome-ignore-start format: one line for each row, so that they can be compared
const ROWS: readonly (readonly [name: string, changes: Changes, totalAndMax: string, doses: string])[] = [
  ['C1 3.5 h', {}, '210, 400', '105@55 105@170'],
  ['C2 1.5 h', { hours: 1.5 }, '200, 400', '200@−45'],
  ['C3 40 min', { hours: 40 / 60 }, '45, 400', '45@−45'],
  ['C4 45 min', { hours: 0.75 }, '70, 400', '70@−45'],
  ['C5 60 min', { hours: 1 }, '140, 400', '140@−45'],
  ['C6 2 h', { hours: 2 }, '200, 400', '200@−20'],
  ['C7 2 h 1 min', { hours: 121 / 60 }, '210, 400', '105@−20 105@80'],
  ['C8 5 h, 58 kg', { kg: 58, hours: 5 }, '170, 345', '85@105 85@260'],
  ['C9 12 h', { hours: 12 }, '320, 400', '80@250 80@390 80@535 80@680'],
  ['C10 training 2.5 h, intensity 5', { hours: 2.5, isTraining: true, level: 5 }, '140, 210', '140@5'],
  [
    'C11 4 h, a drug that holds water',
    { hours: 4, health: { waterRetainingDrug: true } },
    '0, 0',
    'medicine',
  ],
  [
    'C12 4 h, eating disorder',
    { hours: 4, health: { redsOrEatingDisorder: true } },
    '0, 0',
    'eating_disorder',
  ],
  ['C13 4 h, sleep at 360 min', { hours: 4, request: { sleepAtMin: 360 } }, '200, 400', '200@0'],
  [
    'C14 1.5 h, 150 mg taken 60 min before',
    { hours: 1.5, request: { takenTodayMg: 150, takenMinBeforeStart: 60 } },
    '65, 250',
    '65@−45',
  ],
  ['3.5 h, sleep at 462 min', { request: { sleepAtMin: 462 } }, '200, 400', '200@55'],
  ['3.5 h, sleep at 468 min', { request: { sleepAtMin: 468 } }, '210, 400', '105@55 105@105'],
  ['38 min', { hours: 38 / 60 }, '35, 400', '35@−45'],
  ['35 min', { hours: 35 / 60 }, '0, 400', 'too_short'],
  ['24 h', { hours: 24 }, '400, 400', '100@500 100@800 100@1100 100@1400'],
  ['mass unknown, 4 h', { kg: null, hours: 4 }, '150, 300', '75@80 75@200'],
  ['3.5 h, usual 0', { request: { usualMgPerDay: 0 } }, '105, 400', '105@55'],
  ['17 years', { years: 17 }, '0, 0', 'under_18'],
  ['age unknown', { years: null }, '0, 0', 'age_unknown'],
  ['pregnant, 50 taken', { health: { pregnant: true }, request: { takenTodayMg: 50 } }, '0, 150', 'pregnant'],
  ['hypertension', { health: { hypertension: true } }, '0, 0', 'blood_pressure'],
  [
    '380 taken 300 min before',
    { request: { takenTodayMg: 380, takenMinBeforeStart: 300 } },
    '0, 20',
    'day_used_up',
  ],
];
// biome-ignore-end format: see above

describe('caffeine', () => {
  test.each(ROWS)('golden row %s', (_name, changes, totalAndMax, doses) => {
    const plan = planCaffeine(input(changes));
    expect(`${plan.totalMg}, ${plan.maxSafeMg}`).toBe(totalAndMax);
    const printed = plan.doses.map(({ atMin, mg }) => `${mg}@${`${atMin}`.replace('-', '−')}`).join(' ');
    expect(plan.reason ?? printed).toBe(doses);
  });

  test.each([
    ['heart failure', { health: { heartFailure: true } }, 'heart_or_kidney'],
    ['an athlete who avoids it', { request: { avoid: true } }, 'avoid'],
    ['a caffeine-free diet', { request: { isDietFree: true } }, 'avoid'],
    ['29 minutes', { hours: 29 / 60 }, 'too_short'],
    ['an easy training hour', { hours: 1, isTraining: true, level: 6 }, 'easy_training'],
    ['a race that ends close to sleep', { request: { sleepAtMin: 300 } }, 'too_close_to_sleep'],
  ] as const)('is not planned for %s', (_name, changes, reason) => {
    expect(planCaffeine(input(changes))).toMatchObject({ totalMg: 0, doses: [], reason });
  });

  test('limits hold over 100,000 random inputs: no dose over 200 mg or too late, never above 3 mg/kg in the body', () => {
    const source = new InputSource(new RandomSource(11));
    for (let index = 0; index < 100_000; index++) {
      const request: CaffeineRequest = {
        wanted: true,
        usualMgPerDay: source.orNull(0.5, () => source.whole(0, 600)),
        takenTodayMg: source.orNull(0.5, () => source.whole(0, 600)),
        takenMinBeforeStart: source.orNull(0.5, () => source.whole(0, 900)),
        sleepAtMin: source.orNull(0.5, () => source.whole(0, 3000)),
        avoid: source.chance(0.1),
        isDietFree: source.chance(0.1),
      };
      const athlete = {
        ageYears: source.orNull(0.8, () => source.whole(5, 90)),
        bodyMassKg: source.orNull(0.8, () => source.between(25, 200)),
        health: source.healthFlags(0.05),
      };
      const activity = {
        durationMin: source.whole(1, 2880),
        intensityLevel: source.orNull(0.8, () => source.whole(1, 9)),
        isRaceEvent: source.chance(0.5),
      };
      const plan = planCaffeine({ activity, athlete, request });
      expect(plan.totalMg).toBeLessThanOrEqual(plan.maxSafeMg);
      expect(plan.reason === null).toBe(plan.doses.length > 0);
      if (plan.doses.length === 0) continue;
      expect(athlete.ageYears).toBeGreaterThanOrEqual(18);
      expect(athlete.health.pregnant).toBe(false);
      const sleepMin = (request.sleepAtMin ?? Number.POSITIVE_INFINITY) - (activity.isRaceEvent ? 360 : 480);
      const lastMin = Math.min(activity.durationMin - 40, sleepMin);
      for (const { atMin, mg } of plan.doses) {
        expect(mg).toBeLessThanOrEqual(200);
        expect(atMin).toBeGreaterThanOrEqual(-45);
        expect(atMin).toBeLessThanOrEqual(lastMin);
        const inBody = [
          ...plan.doses,
          { atMin: -(request.takenMinBeforeStart ?? 0), mg: request.takenTodayMg ?? 0 },
        ]
          .filter((dose) => dose.atMin <= atMin)
          .reduce((sum, dose) => sum + dose.mg * 2 ** (-(atMin - dose.atMin) / 300), 0);
        expect(inBody).toBeLessThanOrEqual(
          (activity.isRaceEvent ? 3 : 2) * (athlete.bodyMassKg ?? 50) + 1e-6,
        );
      }
    }
  });
});
