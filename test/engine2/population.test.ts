import { describe, expect, it } from 'vitest';
import { prescribe } from '../../src/engine2/prescribe.ts';
import { warningText } from '../../src/engine2/warning-texts.ts';
import { RandomSource } from '../../src/sandbox/random-source.ts';
import { finisherFigures } from '../../src/science2/finishers.ts';
import { drawPerson, drawSession } from '../../src/science2/population.ts';
import { alarmFigures, gapFigures, populationFigures } from '../../src/science2/population-figures.ts';

const SEED = 20_260_101;
const PEOPLE = 20_000;

describe(`the synthetic population, ${PEOPLE} people, seed ${SEED}`, () => {
  const figures = populationFigures(PEOPLE, SEED);

  it('most sessions carry no caution and few a danger, so that warnings are read', () => {
    expect(figures.withoutCautionOrDanger).toBeGreaterThanOrEqual(0.65);
    expect(figures.withDanger).toBeLessThanOrEqual(0.06);
    expect(figures.shareOfCode.get('CARB_CONCENTRATED') ?? 0).toBeLessThan(0.15);
  });

  it('no two warnings contradict each other', () => {
    expect(figures.contradictoryPairs).toBe(0);
  });

  it('plans of two hours and more keep plasma sodium normal and never let it fall below 135', () => {
    expect(figures.endSodiumIn135To145).toBeGreaterThanOrEqual(0.92);
    expect(figures.endSodiumBelow135).toBe(0);
  });

  it('average adults drink 380 to 680 mg of sodium per litre; salty sweaters get half of their loss back', () => {
    expect(figures.averageDrinkIn380To680).toBeGreaterThanOrEqual(0.99);
    expect(figures.saltyKept).toBeGreaterThanOrEqual(0.98);
  });

  it('the overdrinking alarm catches gains of mass and leaves ordinary drinkers alone', () => {
    const alarms = alarmFigures(PEOPLE, SEED);
    expect(alarms.falseAlarms).toBeLessThanOrEqual(0.02);
    expect(alarms.gainsCaught).toBeGreaterThanOrEqual(0.95);
    expect(alarms.cohortFlagged).toBe(1);
  });

  it.each(gapFigures(PEOPLE, SEED))('a missing $field rarely raises the fluid ceiling', (gap) => {
    // 3 % for each field, read with the sampling error of 20,000 people.
    expect(gap.loosened).toBeLessThanOrEqual(0.03 + 2 * Math.sqrt((0.03 * 0.97) / PEOPLE));
    expect(gap.loosenedUnder50Kg).toBeLessThanOrEqual(0.25);
  });

  it('every warning renders as sentences without holes', () => {
    const random = new RandomSource(SEED);
    for (let index = 0; index < 3000; index++) {
      const { stated } = drawPerson(random);
      const { warnings } = prescribe({
        activity: drawSession(random).stated,
        athlete: stated,
        learned: null,
      }).safety;
      for (const warning of warnings) {
        expect(warningText(warning)).toMatch(/^[A-Z].*\.$/);
        expect(warningText(warning)).not.toMatch(/undefined|null|NaN|Infinity/);
      }
    }
  });
});

describe('finishers of known races', () => {
  it.each(finisherFigures())(
    '$race: drinking to lose 2 to 3 % is possible',
    ({ mayDrink, largestGainPercent }) => {
      for (const share of mayDrink) expect(share).toBeGreaterThanOrEqual(0.9);
      expect(largestGainPercent).toBeLessThanOrEqual(1.5);
    },
  );
});
