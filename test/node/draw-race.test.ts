import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { prescribe } from '#core/engine/prescribe.ts';
import { RACE } from '#core/languages/en/race.ts';
import { drawRace, RACE_STYLE } from '#nutrition/fuel-plans/forms/draw-race.ts';
import { raceText } from '#nutrition/fuel-plans/forms/race-text.ts';
import { numbersOf } from '#nutrition/prescriptions/prescription-shape.ts';
import { trajectoryToWire } from '#nutrition/prescriptions/show-trajectory.ts';
import { activity, athlete, HEALTHY } from '../engine/fixtures.ts';

function trajectoryFor(health: object, gelsAtMin: readonly number[] = [], durationMin = 300) {
  const input = {
    activity: activity({ durationMin, isRaceEvent: true }),
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
  const followed = { fromMin: 0, taken: null, endMin: 300, doses, rowMinutes: gelsAtMin };
  return trajectoryToWire(input, numbersOf(prescribe(input), 0), gelsAtMin.length > 0 ? followed : null);
}

describe('the drawing of a trajectory', () => {
  test('labels its zones with text, draws the ceiling apart and marks legs and stations', () => {
    const drawn = drawRace(trajectoryFor({}), { legs: [100], stations: [60, 240] }, RACE);
    for (const words of [
      RACE.zoneHeavier(),
      RACE.zoneDiluted(),
      RACE.ceiling(),
      RACE.lowSweat(),
      RACE.marks(),
    ]) {
      expect(drawn).toContain(words);
    }
    expect(drawn.match(/<figure>/g)).toHaveLength(2);
    expect(drawn.match(/class="station"/g)).toHaveLength(4);
    expect(drawn.match(/class="leg"/g)).toHaveLength(2);
    expect(drawn).not.toMatch(/NaN|undefined|Infinity|style=/);
  });

  test('draws and says what the ceiling does to someone who sweats little, in the zone of those who gain', () => {
    const trajectory = trajectoryFor({});
    const drawn = drawRace(trajectory, { legs: [], stations: [] }, RACE);
    // Weight, blood sodium and the legend.
    expect(drawn.match(/class="low-sweat"/g)).toHaveLength(3);
    expect(drawn.match(/class="risk"/g)).toHaveLength(2);
    const words = raceText(trajectory, RACE)
      .flatMap(({ sentences }) => sentences)
      .join(' ');
    expect(words).toMatch(/One person in ten sweats so little that they would be [\d.]+% heavier/);
    expect(words).toMatch(/could fall to 1[23]\d\.\d mmol/);
  });

  test('has the same rules on the planner as on paper, but for the name of the alarm color', () => {
    const planner = readFileSync('src/delivery/site/assets/planner.css', 'utf8').replaceAll(/\s/g, '');
    const rules = RACE_STYLE.replaceAll('--alarm', '--danger').replaceAll(/\s/g, '').split('}');
    for (const rule of rules.filter((each) => each !== '')) expect(planner).toContain(`${rule}}`);
  });

  test('has a panel of the gut where carbohydrate waits in it, and says the most', () => {
    const trajectory = trajectoryFor({}, [60, 60, 60]);
    expect(drawRace(trajectory, { legs: [], stations: [] }, RACE)).toContain(RACE.gut());
    expect(raceText(trajectory, RACE).flatMap(({ sentences }) => sentences)).toContain(
      RACE.gutMost({ grams: 150, time: '1:00' }),
    );
  });

  test('says how a session without eating and drinking ends, but not of one that nobody finishes so', () => {
    const named = (durationMin: number) =>
      raceText(trajectoryFor({}, [], durationMin), RACE).map(({ scenario }) => scenario);
    expect(named(300)).toEqual([RACE.plan(), RACE.ceiling(), RACE.nothing(), null]);
    expect(named(2880)).toEqual([RACE.plan(), RACE.ceiling(), null]);
  });

  test('says and draws no weight for an athlete whose body mass is hidden', () => {
    const trajectory = trajectoryFor({ redsOrEatingDisorder: true });
    const drawn = drawRace(trajectory, { legs: [], stations: [] }, RACE);
    expect(drawn.match(/<figure>/g)).toHaveLength(1);
    expect(drawn).not.toMatch(/weight|lighter|heavier/i);
    expect(drawn).toContain(RACE.estimate());
  });
});
