import { describe, expect, test } from 'vitest';
import { type GutTrainingInput, planGutTraining } from '#core/engine/gut-training.ts';
import { RandomSource } from '#partner/sandbox/random-source.ts';
import { InputSource } from '#tools/laboratory/random-inputs.ts';
import { HEALTHY } from './fixtures.ts';

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

const rises = (from: number, to: number) =>
  Array.from({ length: (to - from) / 5 + 1 }, (_, index) => `${from + 5 * index}`);

// biome-ignore-start format: one line for each row, so that they can be compared
const ROWS: readonly (readonly [
  name: string,
  of: GutTrainingInput,
  neededAndReaches: string,
  weeks: readonly string[],
])[] = [
  ['T1', input(60, 90, 56), '4, 90', ['70', '80', '90', '90 hold']],
  ['T2', input(60, 90, 21), '4, 80', ['70', '80', '80 hold']],
  ['T3', input(45, 75, 42, { isTested: false }), '7, 70', [...rises(50, 70), '70 hold']],
  ['T4', input(60, 120, 70, { giHistory: true }), '13, 105', [...rises(65, 105), '105 hold']],
  ['T5', input(50, 90, 40, { years: 17 }), '4, 75', ['60', '70', '75', '75 hold']],
  ['T6', input(50, 70, 35, { years: 70 }), '5, 70', ['55', '60', '65', '70', '70 hold']],
  ['T7', input(80, 110, 10), '4, 80', []],
];
// biome-ignore-end format: see above

describe('gut training', () => {
  test.each(ROWS)('golden row %s', (name, of, neededAndReaches, weeks) => {
    const plan = planGutTraining(of);
    expect(`${plan.weeksNeeded}, ${plan.reachesGPerHr}`).toBe(neededAndReaches);
    const printed = plan.weeks.map(({ targetGPerHr, hold }) => `${targetGPerHr}${hold ? ' hold' : ''}`);
    expect(printed).toEqual(weeks);
    expect(plan.reason).toBe(name === 'T7' ? 'too_late' : null);
    expect(plan.weeks.map(({ minutes }) => minutes)).toEqual(
      plan.weeks.map((_, index) => (index === 0 || index === plan.weeks.length - 1 ? 60 : 90)),
    );
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

  test('there is nothing to train if the race needs less than 5 g/h more', () => {
    expect(planGutTraining(input(60, 64, 60)).reason).toBe('nothing_to_train');
  });

  test('weekly rates never fall, rise by at most ten, never exceed the goal, and hold at the end: 20,000 random inputs', () => {
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
        expect(targetGPerHr - before).toBeLessThanOrEqual(10);
        before = targetGPerHr;
      }
      expect(before).toBe(plan.reachesGPerHr);
      expect(before).toBeLessThanOrEqual(plan.goalGPerHr);
      expect(plan.weeks.length * 7).toBeLessThanOrEqual(of.daysToRace);
    }
  });
});
