import { describe, expect, test } from 'vitest';
import { prescribe } from '../../src/engine/prescribe.ts';
import { drawRace, raceInWords } from '../../src/fuel-plans/forms/draw-race.ts';
import { RACE } from '../../src/languages/en/race.ts';
import { numbersOf } from '../../src/prescriptions/prescription-shape.ts';
import { trajectoryToWire } from '../../src/prescriptions/trajectory-shape.ts';
import { activity, athlete, HEALTHY } from '../engine/fixtures.ts';

function trajectoryFor(health: object, gelsAtMin: readonly number[] = []) {
  const input = {
    activity: activity({ durationMin: 300, isRaceEvent: true }),
    athlete: athlete({ health: { ...HEALTHY, ...health } }),
    learned: null,
  };
  const doses = gelsAtMin.map((atMin) => ({
    fromMin: atMin,
    toMin: atMin,
    fluidMl: 0,
    sodiumMg: 0,
    carbG: 50,
  }));
  const followed = { fromMin: 0, endMin: 300, doses, rowMinutes: gelsAtMin };
  return trajectoryToWire(input, numbersOf(prescribe(input), 0), gelsAtMin.length > 0 ? followed : null);
}

describe('the drawing of a trajectory', () => {
  test('names its zones in words, draws the ceiling apart and marks legs and stations', () => {
    const drawn = drawRace(trajectoryFor({}), { legs: [100], stations: [60, 240] }, RACE);
    for (const words of [RACE.zoneHeavier(), RACE.zoneDiluted(), RACE.ceiling(), RACE.marks()]) {
      expect(drawn).toContain(words);
    }
    expect(drawn.match(/<figure>/g)).toHaveLength(2);
    expect(drawn.match(/class="station"/g)).toHaveLength(4);
    expect(drawn.match(/class="leg"/g)).toHaveLength(2);
    expect(drawn).not.toMatch(/NaN|undefined|Infinity|style=/);
  });

  test('has a panel of the gut where carbohydrate waits in it, and says the most', () => {
    const trajectory = trajectoryFor({}, [60, 60, 60]);
    expect(drawRace(trajectory, { legs: [], stations: [] }, RACE)).toContain(RACE.gut());
    expect(raceInWords(trajectory, RACE)).toContain(RACE.gutMost({ grams: 150, time: '1:00' }));
  });

  test('says and draws no weight for an athlete whose body mass is hidden', () => {
    const trajectory = trajectoryFor({ redsOrEatingDisorder: true });
    const drawn = drawRace(trajectory, { legs: [], stations: [] }, RACE);
    expect(drawn.match(/<figure>/g)).toHaveLength(1);
    expect(drawn).not.toMatch(/weight|lighter|heavier/i);
    expect(drawn).toContain(RACE.estimate());
  });
});
