import { RandomSource } from '@musette/basics/random-source';
import { describe, expect, test } from 'vitest';
import { HEALTHY } from '../laboratory/fixtures.ts';
import { InputSource } from '../laboratory/random-inputs.ts';
import { type GutTrainingInput, planGutTraining } from '../src/gut-training.ts';

interface Changes extends Partial<Omit<GutTrainingInput, 'athlete'>> {
  readonly years?: number | null;
  readonly health?: Partial<typeof HEALTHY>;
}

function input(
  fromGPerHr: number,
  toGPerHr: number,
  daysToRace: number,
  changes: Changes = {},
): GutTrainingInput {
  const { years = 35, health, ...others } = changes;
  return {
    athlete: { ageYears: years, health: { ...HEALTHY, ...health } },
    practisedGPerHr: fromGPerHr,
    wantedGPerHr: toGPerHr,
    daysToRace,
    giHistory: false,
    isTested: true,
    ...others,
  };
}

// biome-ignore-start format: one line for each row, so that they can be compared
const ROWS: readonly (readonly [
  name: string,
  of: GutTrainingInput,
  neededAndReaches: string,
  weeks: string,
])[] = [
  ['T1', input(60, 90, 56), '4, 90', '70 (2×60), 80 (2×90), 90 (2×90), 90 (2×60) hold'],
  ['T2', input(60, 90, 21), '4, 80', '70 (2×60), 80 (2×90), 80 (2×60) hold'],
  ['T3', input(60, 90, 20), '4, 80', '80 (7×60)'],
  ['T4', input(60, 90, 10), '4, 80', '80 (7×60)'],
  ['T5', input(60, 90, 7, { giHistory: true }), '7, 70', '70 (6×60)'],
  ['T6', input(60, 90, 6), '4, 60', 'too_late'],
  [
    'T7',
    input(45, 75, 42, { isTested: false }),
    '5, 75',
    '55 (2×60), 65 (2×90), 70 (2×90), 75 (2×90), 75 (2×60) hold',
  ],
  ['T8', input(60, 90, 56, { health: { glp1Drug: true } }), '4, 60', 'glp1_drug'],
];
// biome-ignore-end format: see above

describe('gut training', () => {
  test.each(ROWS)('golden row %s', (_name, of, neededAndReaches, weeks) => {
    const plan = planGutTraining(of);
    expect(`${plan.weeksNeeded}, ${plan.reachesGPerHr}`).toBe(neededAndReaches);
    const printed = plan.weeks.map(
      ({ targetGPerHr, sessions, minutes, hold }) =>
        `${targetGPerHr} (${sessions}×${minutes})${hold ? ' hold' : ''}`,
    );
    expect(plan.reason ?? printed.join(', ')).toBe(weeks);
  });

  test.each([
    ['an eating disorder', { health: { redsOrEatingDisorder: true, pregnant: true } }, 'eating_disorder'],
    ['pregnancy', { health: { pregnant: true }, years: 15 }, 'pregnant'],
    ['an athlete of 15', { years: 15 }, 'under_16'],
  ] as const)('is not planned with %s', (_name, changes, reason) => {
    expect(planGutTraining(input(40, 90, 60, changes))).toMatchObject({
      weeks: [],
      reachesGPerHr: 40,
      reason,
    });
  });

  test.each([
    [16, 65],
    [18, 85],
    [22, 120],
    [null, 120],
  ])('the highest goal at the age of %s is %i g/h', (years, goalGPerHr) => {
    expect(planGutTraining(input(40, 150, 300, { years })).goalGPerHr).toBe(goalGPerHr);
  });

  test('there is nothing to train if the race needs less than 5 g/h more', () => {
    expect(planGutTraining(input(60, 64, 60)).reason).toBe('nothing_to_train');
  });

  test('weekly rates never fall, rise by at most ten or two steps of a last week, never exceed the goal, and hold at the end: 20,000 random inputs', () => {
    const source = new InputSource(new RandomSource(12));
    for (let index = 0; index < 20_000; index++) {
      const of = input(source.between(0, 130), source.between(0, 130), source.whole(0, 400), {
        years: source.orNull(0.8, () => source.whole(5, 90)),
        giHistory: source.chance(0.3),
        isTested: source.chance(0.5),
      });
      const plan = planGutTraining(of);
      let before = plan.startGPerHr;
      for (const { targetGPerHr } of plan.weeks) {
        expect(targetGPerHr).toBeGreaterThanOrEqual(before);
        expect(targetGPerHr - before).toBeLessThanOrEqual(plan.weeks.length === 1 ? 20 : 10);
        before = targetGPerHr;
      }
      expect(before).toBe(plan.reachesGPerHr);
      expect(before).toBeLessThanOrEqual(plan.goalGPerHr);
      expect(plan.weeks.length * 7).toBeLessThanOrEqual(of.daysToRace);
    }
  });
});
