import { RandomSource } from '@musette/basics/random-source';
import { ENGLISH } from '@musette/languages/english';
import { warningText } from '@musette/languages/texts';
import { describe, expect, test } from 'vitest';
import { finisherFigures } from '../laboratory/finishers.ts';
import { drawPerson, drawSession } from '../laboratory/population.ts';
import { alarmFigures, gapFigures, populationFigures } from '../laboratory/population-figures.ts';
import { prescribe } from '../src/prescribe.ts';

const SEED = 20_260_101;
const PEOPLE = 20_000;

describe(`the synthetic population, ${PEOPLE} people, seed ${SEED}`, () => {
  const figures = populationFigures(PEOPLE, SEED);

  test('most sessions carry no caution and few a danger, so that warnings are read', () => {
    expect(figures.withoutCautionOrDanger).toBeGreaterThanOrEqual(0.65);
    expect(figures.withDanger).toBeLessThanOrEqual(0.06);
    expect(figures.shareOfCode.get('CARB_CONCENTRATED') ?? 0).toBeLessThan(0.15);
  });

  test('no two warnings contradict each other', () => {
    expect(figures.contradictoryPairs).toBe(0);
  });

  test('plans of two hours and more keep plasma sodium normal and never below 135', () => {
    expect(figures.endSodiumIn135To145).toBeGreaterThanOrEqual(0.92);
    expect(figures.endSodiumBelow135).toBe(0);
  });

  test('average adults drink 380 to 680 mg of sodium per litre; salty sweaters get half of their loss back', () => {
    expect(figures.averageDrinkIn380To680).toBeGreaterThanOrEqual(0.99);
    expect(figures.saltyKept).toBeGreaterThanOrEqual(0.98);
  });

  test('the overdrinking alarm catches weight gains and ignores ordinary drinkers', () => {
    const alarms = alarmFigures(PEOPLE, SEED);
    expect(alarms.falseAlarms).toBeLessThanOrEqual(0.02);
    expect(alarms.gainsCaught).toBeGreaterThanOrEqual(0.95);
    // The rest drink below their own ceiling, most of them very fit.
    expect(alarms.cohortFlagged).toBeGreaterThanOrEqual(0.86);
  });

  test.each(gapFigures(PEOPLE, SEED))('a missing $field rarely raises the fluid ceiling', (gap) => {
    // 2 % per field, plus the sampling error of 20,000 people.
    expect(gap.loosened).toBeLessThanOrEqual(0.02 + 2 * Math.sqrt((0.02 * 0.98) / PEOPLE));
    expect(gap.loosenedUnder50Kg).toBeLessThanOrEqual(0.25);
  });

  test('every warning renders as complete sentences', () => {
    const random = new RandomSource(SEED);
    for (let index = 0; index < 3000; index++) {
      const { stated } = drawPerson(random);
      const { warnings } = prescribe({
        activity: drawSession(random).stated,
        athlete: stated,
        learned: null,
      }).safety;
      for (const warning of warnings) {
        expect(warningText(ENGLISH, warning)).toMatch(/^[A-Z].*\.$/);
        expect(warningText(ENGLISH, warning)).not.toMatch(/undefined|null|NaN|Infinity/);
      }
    }
  });
});

describe('finishers of known races', () => {
  test.each(finisherFigures())(
    '$race: drinking to lose 4 % of mass as water is possible for nearly all, and 5 % for all',
    ({ mayDrink: [lose3, lose4, lose5], largestGainPercent }) => {
      expect(lose3).toBeGreaterThanOrEqual(0.9);
      expect(lose4).toBeGreaterThanOrEqual(0.98);
      expect(lose5).toBe(1);
      expect(largestGainPercent).toBeLessThanOrEqual(1.5);
    },
  );
});
