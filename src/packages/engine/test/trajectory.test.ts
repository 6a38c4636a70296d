import { describe, expect, test } from 'vitest';
import { activity, athlete, HEALTHY } from '../laboratory/fixtures.ts';
import { checkTrajectories } from '../laboratory/trajectory-checks.ts';
import { planEvent } from '../src/plan.ts';
import { projectionOf } from '../src/projection.ts';
import { type Scenario, type TrajectoryPoint, trajectoryOf } from '../src/trajectory.ts';
import type { EngineActivity } from '../src/types.ts';

const SEED = 20_261_123;
const INPUTS = 2000;

// For people who hardly sweat, warmer air saves more respiratory water than sweat costs: the only exception
// for heat.
describe(`trajectory over ${INPUTS} random inputs, seed ${SEED}`, () => {
  test.each(checkTrajectories(INPUTS, SEED))('$name', ({ name, tried, broken, firstInput }) => {
    expect(tried).toBeGreaterThan(INPUTS / 10);
    const allowed = name.startsWith('from level 4') ? tried / 400 : 0;
    expect(broken, `first broken by ${JSON.stringify(firstInput)}`).toBeLessThanOrEqual(allowed);
  });
});

const planOf = (changes: Partial<EngineActivity>, who = athlete()) =>
  planEvent({ activity: activity(changes), athlete: who, learned: null });

function scenario(scenarios: readonly Scenario[], name: Scenario['name']): Scenario {
  const found = scenarios.find((each) => each.name === name);
  if (!found) throw new Error(`no scenario ${name}`);
  return found;
}

function pointAt({ points }: Pick<Scenario, 'points'>, atMin: number): TrajectoryPoint {
  const found = points.find((point) => point.atMin === atMin);
  if (!found) throw new Error(`no point at ${atMin}`);
  return found;
}

const minutesOf = (durationMin: number) =>
  scenario(trajectoryOf(planOf({ durationMin })).scenarios, 'planned').points.map(({ atMin }) => atMin);

describe('trajectory steps', () => {
  test.each([
    [120, 5, 25],
    [121, 15, 10],
    [720, 15, 49],
    [721, 30, 26],
    [1, 5, 2],
  ])('an event of %i min has a point every %i min', (durationMin, stepMin, points) => {
    expect(trajectoryOf(planOf({ durationMin })).stepMin).toBe(stepMin);
    const minutes = minutesOf(durationMin);
    expect(minutes).toHaveLength(points);
    expect(minutes[0]).toBe(0);
    expect(minutes.at(-1)).toBe(durationMin);
  });

  test('leg boundaries of a triathlon are points, and nothing is drunk in the swim', () => {
    const plan = planOf({ type: 'triathlon', durationMin: 330, isRaceEvent: true });
    const planned = scenario(trajectoryOf(plan).scenarios, 'planned');
    expect(pointAt(planned, 36)).toMatchObject({ fluidMl: 0, carbG: 0 });
    expect(pointAt(planned, 36).bodyMassChangePercent).toBeLessThan(0);
    expect(planned.points.map(({ atMin }) => atMin)).toContain(208);
  });
});

describe('trajectory losses inside a leg', () => {
  const forecast = [
    { atMin: 0, temperatureC: 12, humidityPercent: 60, shade: false },
    { atMin: 120, temperatureC: 33, humidityPercent: 60, shade: false },
  ];

  test('a hot second half of the hourly weather loses more than the cool first, and ends the same', () => {
    const plan = planOf({ durationMin: 240, thermalStressLevel: null, weather: forecast });
    const { points } = scenario(trajectoryOf(plan).scenarios, 'nothing');
    const half = pointAt({ points }, 120).bodyMassChangePercent ?? 0;
    const whole = pointAt({ points }, 240).bodyMassChangePercent ?? 0;
    expect(whole - half).toBeLessThan(1.3 * half);
    const planned = scenario(trajectoryOf(plan).scenarios, 'planned').points.at(-1);
    expect(planned?.bodyMassChangePercent).toBeCloseTo(
      projectionOf(plan).bodyMassChangePercent?.value ?? Number.NaN,
      9,
    );
  });

  test('the hard steps of a workout lose more than its easy ones', () => {
    const step = (durationMin: number, value: number) => ({ durationMin, measure: 'level' as const, value });
    const plan = planOf({ durationMin: 120, intensityLevel: null, steps: [step(60, 2), step(60, 8)] });
    const { points } = scenario(trajectoryOf(plan).scenarios, 'nothing');
    const half = pointAt({ points }, 60).bodyMassChangePercent ?? 0;
    const whole = pointAt({ points }, 120).bodyMassChangePercent ?? 0;
    expect(whole - half).toBeLessThan(1.5 * half);
    const planned = scenario(trajectoryOf(plan).scenarios, 'planned').points.at(-1);
    expect(planned?.plasmaSodiumMmolPerL).toBeCloseTo(projectionOf(plan).plasmaSodiumMmolPerL?.value ?? 0, 9);
  });
});

describe('trajectory of a followed plan', () => {
  const plan = planOf({ durationMin: 180, isRaceEvent: true });
  const gel = (fromMin: number) => ({ fromMin, toMin: fromMin, fluidMl: 0, sodiumMg: 50, carbG: 25 });

  test('three gels taken together stay in the gut longer than three gels spread out', () => {
    const inGut = (minutes: readonly number[]) => {
      const followed = { fromMin: 0, taken: null, endMin: 180, doses: minutes.map(gel), rowMinutes: minutes };
      return scenario(trajectoryOf(plan, followed).scenarios, 'planned').points;
    };
    const bunched = inGut([60, 60, 60]);
    const apart = inGut([60, 90, 120]);
    expect(pointAt({ points: bunched }, 60).carbInGutG).toBe(75);
    expect(Math.max(...apart.map(({ carbInGutG }) => carbInGutG))).toBeLessThan(30);
    expect(pointAt({ points: bunched }, 105).carbInGutG).toBeGreaterThan(20);
    expect(bunched.at(-1)?.carbInGutG).toBe(0);
    expect(bunched.at(-1)?.carbG).toBe(75);
  });

  test('a replan starts now with past intake, and the other scenarios differ only from then on', () => {
    const taken = { fluidMl: 1500, sodiumMg: 300, carbG: 40 };
    const rest = { fromMin: 60, toMin: 180, fluidMl: 300, sodiumMg: 100, carbG: 60 };
    const followed = { fromMin: 50, taken, endMin: 200, doses: [rest], rowMinutes: [] };
    const { scenarios } = trajectoryOf(plan, followed);
    for (const { points } of scenarios) {
      expect(points[0]).toMatchObject({ atMin: 50, fluidMl: 1500, sodiumMg: 300, carbG: 40 });
      expect(points.at(-1)?.atMin).toBe(200);
    }
    expect(scenario(scenarios, 'nothing').points.at(-1)).toMatchObject({ fluidMl: 1500, carbG: 40 });
    expect(scenario(scenarios, 'planned').points.at(-1)?.fluidMl).toBeCloseTo(1800, 6);
    const ceiling = scenario(scenarios, 'ceiling').points.at(-1);
    expect(ceiling?.fluidMl).toBeCloseTo(1500 + plan.ceiling.maxLPerHr * 1000 * 2.5, 6);
    expect(ceiling?.sodiumMg).toBeCloseTo(300, 6);
  });

  test('a replan at minute 0 includes intake before the start in every scenario, from its first point on', () => {
    const taken = { fluidMl: 700, sodiumMg: 200, carbG: 35 };
    const followed = { fromMin: 0, taken, endMin: 180, doses: [], rowMinutes: [] };
    const { scenarios } = trajectoryOf(plan, followed);
    for (const { points } of scenarios) {
      expect(points[0]).toMatchObject({ atMin: 0, ...taken });
      expect(points[0]?.bodyMassChangePercent).toBeCloseTo(73.5 / plan.body.massKg, 6);
      expect(points[0]?.plasmaSodiumMmolPerL).toBeLessThan(139.5);
    }
    expect(scenario(scenarios, 'nothing').points.at(-1)).toMatchObject(taken);
    const ceiling = scenario(scenarios, 'ceiling').points.at(-1);
    expect(ceiling?.fluidMl).toBeCloseTo(700 + plan.ceiling.maxLPerHr * 1000 * 3, 6);
  });
});

test('trajectory at the ceiling is heavier and more diluted for someone who sweats little, and only there', () => {
  const { scenarios } = trajectoryOf(planOf({ durationMin: 600, isRaceEvent: true }));
  const { points, lowSweat = [] } = scenario(scenarios, 'ceiling');
  expect(lowSweat.map(({ atMin }) => atMin)).toEqual(points.map(({ atMin }) => atMin));
  const [end, little] = [points.at(-1), lowSweat.at(-1)];
  expect(little?.bodyMassChangePercent).toBeGreaterThan(0);
  expect(little?.bodyMassChangePercent).toBeGreaterThan((end?.bodyMassChangePercent ?? 0) + 1);
  expect(little?.plasmaSodiumMmolPerL).toBeLessThan((end?.plasmaSodiumMmolPerL ?? 0) - 2);
  for (const name of ['planned', 'thirst', 'nothing'] as const) {
    expect(scenario(scenarios, name).lowSweat).toBeUndefined();
  }
});

test('trajectory hides weight with an eating disorder', () => {
  const hidden = athlete({ health: { ...HEALTHY, redsOrEatingDisorder: true } });
  const { scenarios } = trajectoryOf(planOf({ durationMin: 180 }, hidden));
  for (const { points, low = [], high = [], lowSweat = [] } of scenarios) {
    for (const point of [...points, ...low, ...high, ...lowSweat])
      expect(point.bodyMassChangePercent).toBeNull();
    expect(points.at(-1)?.plasmaSodiumMmolPerL).toBeGreaterThan(110);
  }
});

test('thirst equals the plan in events up to four hours, and leads to a loss of 3 % in long ones', () => {
  const follow = (durationMin: number) => {
    const { scenarios } = trajectoryOf(planOf({ durationMin, isRaceEvent: true }));
    return { planned: scenario(scenarios, 'planned'), thirst: scenario(scenarios, 'thirst') };
  };
  const short = follow(240);
  expect({ ...short.thirst, name: 'planned' }).toEqual(short.planned);
  const long = follow(900);
  const end = long.thirst.points.at(-1);
  expect(end?.bodyMassChangePercent).toBeCloseTo(-3, 1);
  expect(end?.fluidMl).not.toBe(long.planned.points.at(-1)?.fluidMl);
  const width = ({ low, high }: Scenario) =>
    (high?.at(-1)?.bodyMassChangePercent ?? 0) - (low?.at(-1)?.bodyMassChangePercent ?? 0);
  expect(width(long.thirst)).toBeLessThan(width(long.planned));
});

test('thirst continues from the present state of a race', () => {
  const plan = planOf({ durationMin: 720, isRaceEvent: true });
  const taken = { fluidMl: 500, sodiumMg: 300, carbG: 100 };
  const followed = { fromMin: 300, taken, endMin: 720, doses: [], rowMinutes: [] };
  const { scenarios } = trajectoryOf(plan, followed);
  const thirst = scenario(scenarios, 'thirst').points;
  expect(thirst[0]).toMatchObject({ atMin: 300, fluidMl: 500, sodiumMg: 300 });
  expect(thirst[0]?.bodyMassChangePercent).toBe(
    scenario(scenarios, 'planned').points[0]?.bodyMassChangePercent,
  );
  expect(thirst.at(-1)?.fluidMl).toBeGreaterThan(1500);
});

test('thirst of a race is small at first in someone who has drunk enough so far', () => {
  const plan = planOf({ durationMin: 720, isRaceEvent: true });
  const taken = { fluidMl: 3000, sodiumMg: 300, carbG: 100 };
  const followed = { fromMin: 300, taken, endMin: 720, doses: [], rowMinutes: [] };
  const { scenarios } = trajectoryOf(plan, followed);
  const firstMl = (name: Scenario['name']) => (scenario(scenarios, name).points[1]?.fluidMl ?? 0) - 3000;
  expect(firstMl('thirst')).toBeGreaterThan(0);
  expect(firstMl('thirst')).toBeLessThan(0.6 * firstMl('ceiling'));
});
