import { readFileSync } from 'node:fs';
import { activity, athlete, HEALTHY } from '@musette/engine/laboratory';
import { prescribe } from '@musette/engine/prescribe';
import type { Followed } from '@musette/engine/trajectory';
import { metricMeasures, numberFormat } from '@musette/languages/amounts';
import { LANGUAGES, textsOf } from '@musette/languages/languages';
import { RACE } from '@musette/languages/planner/en';
import { describe, expect, test } from 'vitest';
import { drawRace, RACE_STYLE } from '#nutrition/fuel-plans/forms/draw-race.ts';
import { raceText } from '#nutrition/fuel-plans/forms/race-text.ts';
import { numbersOf } from '#nutrition/prescriptions/prescription-shape.ts';
import { trajectoryToWire } from '#nutrition/prescriptions/show-trajectory.ts';

const METRIC = metricMeasures('en');

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

/** A run with the kilograms of its warning. */
function longRun(durationMin: number, rest: Pick<Followed, 'fromMin' | 'taken'> | null = null, health = {}) {
  const input = {
    activity: activity({ durationMin, intensityLevel: 4, isRaceEvent: true }),
    athlete: athlete({ bodyMassKg: 70, health: { ...HEALTHY, ...health } }),
    learned: null,
  };
  const result = prescribe(input);
  const followed = rest && { ...rest, endMin: durationMin, doses: [], rowMinutes: [] };
  const warning = result.safety.warnings.find(({ code }) => code === 'VERY_LONG_EVENT');
  const { leastKg = null, mostKg = null } = warning?.code === 'VERY_LONG_EVENT' ? warning.parameters : {};
  return {
    trajectory: trajectoryToWire(input, numbersOf(result, 0), followed),
    kilograms: { least: leastKg ?? Number.NaN, most: mostKg ?? Number.NaN },
  };
}

const UNMARKED = { legs: [], stations: [], bodyMassKg: 70, measures: METRIC };

/** What a trajectory says in English, to an athlete of 70 kg if no other is named. */
function saidOf(trajectory: ReturnType<typeof trajectoryFor>, bodyMassKg: number | null = 70) {
  return raceText(trajectory, { bodyMassKg, measures: METRIC }, RACE);
}

const sentencesOf = (...said: Parameters<typeof saidOf>) =>
  saidOf(...said).flatMap(({ sentences }) => sentences);

describe('the drawing of a trajectory', () => {
  test('labels its zones with text, draws the ceiling apart and marks legs and stations', () => {
    const drawn = drawRace(trajectoryFor({}), { ...UNMARKED, legs: [100], stations: [60, 240] }, RACE);
    for (const words of [
      RACE.zoneMoreWater(),
      RACE.zoneDiluted(),
      RACE.ceiling(),
      RACE.lowSweat(),
      `${RACE.transitionMarks()} ${RACE.stationMarks()}`,
    ]) {
      expect(drawn).toContain(words);
    }
    expect(drawn.match(/<figure>/g)).toHaveLength(2);
    expect(drawn.match(/class="station"/g)).toHaveLength(4);
    expect(drawn.match(/class="leg"/g)).toHaveLength(2);
    expect(drawn).not.toMatch(/NaN|undefined|Infinity|style=/);
  });

  test('explains only the marks that it draws: no transitions in a race of one leg', () => {
    const drawn = drawRace(trajectoryFor({}), { ...UNMARKED, stations: [60, 240] }, RACE);
    expect(drawn).toContain(RACE.stationMarks());
    expect(drawn).not.toContain(RACE.transitionMarks());
    expect(drawRace(trajectoryFor({}), { ...UNMARKED, legs: [100] }, RACE)).not.toContain(
      RACE.stationMarks(),
    );
  });

  test('draws and says what the ceiling does to someone who sweats little, in the zone of those who gain', () => {
    const trajectory = trajectoryFor({});
    const drawn = drawRace(trajectory, UNMARKED, RACE);
    // Weight, blood sodium and the legend.
    expect(drawn.match(/class="low-sweat"/g)).toHaveLength(3);
    expect(drawn.match(/class="risk"/g)).toHaveLength(2);
    const words = sentencesOf(trajectory).join(' ');
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
    expect(drawRace(trajectory, UNMARKED, RACE)).toContain(RACE.gut());
    expect(sentencesOf(trajectory)).toContain(RACE.gutMost({ grams: 150, time: '1:00' }));
  });

  test('says nothing of the gut in a session without carbohydrate', () => {
    expect(sentencesOf(trajectoryFor({}, [], 300))).toContain(RACE.gutKeepsUp());
    expect(sentencesOf(trajectoryFor({}, [], 23))).not.toContain(RACE.gutKeepsUp());
  });

  test('says how a session without eating and drinking ends, but not of one that nobody finishes so', () => {
    const named = (durationMin: number) =>
      saidOf(trajectoryFor({}, [], durationMin)).map(({ scenario }) => scenario);
    expect(named(300)).toEqual([RACE.plan(), RACE.ceiling(), RACE.nothing(), null]);
    expect(named(1440)).toEqual([null, RACE.plan(), RACE.ceiling(), null]);
  });

  test('says from 8 hours how much less to weigh: halfway and at the finish, there as VERY_LONG_EVENT does', () => {
    for (const durationMin of [480, 720, 1620]) {
      const { trajectory, kilograms } = longRun(durationMin);
      const [first] = saidOf(trajectory);
      const [halfway = '', finish, less] = first?.sentences ?? [];
      expect(first?.scenario).toBeNull();
      expect(halfway).toMatch(
        /^After \d+ h( \d+ min)? you should weigh \d\.\d to \d\.\d kg less than at the start\.$/,
      );
      expect(finish).toBe(
        RACE.weighBy({
          time: RACE.duration({ min: durationMin }),
          least: kilograms.least.toFixed(1),
          most: `${kilograms.most.toFixed(1)} kg`,
        }),
      );
      expect(less).toBe(RACE.lostLess());
      const [, least, most] = halfway.match(/weigh ([\d.]+) to ([\d.]+)/) ?? [];
      expect(Math.abs(Number(least) - kilograms.least / 2)).toBeLessThan(0.15);
      expect(Math.abs(Number(most) - kilograms.most / 2)).toBeLessThan(0.15);
    }
    expect(sentencesOf(longRun(479).trajectory).join(' ')).not.toMatch(/kg less|bloated/);
  });

  test('says of a plan that ends very dehydrated that it loses more weight than one should', () => {
    const { trajectory } = longRun(720);
    const end = (percent: number) => ({
      ...trajectory,
      scenarios: trajectory.scenarios.map((scenario) => ({
        ...scenario,
        points: scenario.points.map((point) => ({ ...point, body_mass_change_percent: percent })),
      })),
    });
    expect(sentencesOf(end(-5.1))).toContain(RACE.planTooDry());
    expect(sentencesOf(end(-5))).not.toContain(RACE.planTooDry());
  });

  test('says in the rest of an event how much less to weigh by now', () => {
    const { trajectory } = longRun(720, {
      fromMin: 360,
      taken: { fluidMl: 2400, carbG: 200, sodiumMg: 900 },
    });
    const [first] = saidOf(trajectory);
    expect(first?.sentences[0]).toMatch(
      /^By now you should weigh 0\.\d to \d\.\d kg less than at the start\.$/,
    );
    expect(first?.sentences[1]).toMatch(/^After 12 h you /);
  });

  test('says so in every language, with the same kilograms', async () => {
    const { trajectory, kilograms } = longRun(720);
    for (const language of LANGUAGES) {
      const {
        measures,
        plan: { race },
      } = await textsOf(language);
      const [rule] = raceText(trajectory, { bodyMassKg: 70, measures }, race);
      const figures = Object.values(kilograms).map((kg) => numberFormat(language)(kg, 1));
      for (const figure of figures) expect(rule?.sentences[1], language).toContain(figure);
      expect(rule?.sentences, language).toHaveLength(3);
    }
  });

  test.each(LANGUAGES)(
    'gives blood sodium as planned first, its range if thirst corrects in %s',
    async (language) => {
      const { race } = (await textsOf(language)).plan;
      // A plan without water ends outside the range of those who drink when thirsty.
      const words = race.sodiumEnds({ mmol: 154.1, low: 137.1, high: 145.1 });
      expect(words.startsWith(race.endsWithSodium({ mmol: 154.1 }))).toBe(true);
      expect(words).toMatch(/thirst corrects|Durst|soif|sed |sete|のどの渇き/);
    },
  );

  test('watches for swelling instead of kilograms if weight is missing, doubted or hidden', () => {
    const hidden = longRun(720, null, { redsOrEatingDisorder: true }).trajectory;
    for (const said of [sentencesOf(longRun(720).trajectory, null), sentencesOf(hidden)]) {
      expect(said[0]).toBe(RACE.bloated());
      expect(said.join(' ')).not.toMatch(/\bkg\b/);
    }
  });

  test('draws and says no blood sodium in pregnancy', () => {
    const trajectory = trajectoryFor({ pregnant: true });
    const drawn = drawRace(trajectory, UNMARKED, RACE);
    expect(drawn.match(/<figure>/g)).toHaveLength(1);
    expect(drawn).toContain(RACE.weight());
    expect(drawn).not.toMatch(/sodium|mmol|NaN|null/i);
  });

  test('shades weight above that at unchanged body water, not only above that at the start', () => {
    const { trajectory } = longRun(720);
    const [zone = ''] =
      drawRace(trajectory, UNMARKED, RACE).match(/<polygon class="zone" points="[^"]+/) ?? [];
    const heights = [...zone.matchAll(/[\d.]+,([\d.]+)/g)].map(([, y]) => Number(y));
    const [, start = 0, ...rest] = heights;
    expect(rest.at(-2)).toBeGreaterThan(start);
    expect(zone).not.toMatch(/NaN/);
  });

  test('says and draws no weight for an athlete whose body mass is hidden', () => {
    const trajectory = trajectoryFor({ redsOrEatingDisorder: true });
    const drawn = drawRace(trajectory, UNMARKED, RACE);
    expect(drawn.match(/<figure>/g)).toHaveLength(1);
    expect(drawn).not.toMatch(/weight|lighter|heavier/i);
    expect(drawn).toContain(RACE.estimate());
  });
});
