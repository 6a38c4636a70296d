/** Checks trajectories over random inputs: their ends, directions and steps. */

import { RandomSource } from '@musette/basics/random-source';
import { type EventPlan, type LegPlan, planEvent } from '../src/plan.ts';
import { projectionOf } from '../src/projection.ts';
import { SWEAT_LIMIT_L_PER_HR } from '../src/sweat.ts';
import { type Scenario, type Trajectory, type TrajectoryPoint, trajectoryOf } from '../src/trajectory.ts';
import type { ProjectedEnd } from '../src/types.ts';
import { InputSource } from './random-inputs.ts';

/** An invariant of trajectories, with the inputs that broke it. */
interface TrajectoryCheck {
  readonly name: string;
  readonly tried: number;
  readonly broken: number;
  readonly firstInput: unknown;
}

/** One random event with its trajectory. */
interface Tried {
  readonly plan: EventPlan;
  readonly trajectory: Trajectory;
}

const SHOWN = 0.05;
const SUM = 1e-6;
/** The ceiling of legs counts by its mean in the projection, and leg by leg in the trajectory. */
const THIRST_TOLERANCE = 0.02;

/** Invariants that hold for every event. Null if an event has nothing to check. */
const PROMISES: Readonly<Record<string, (tried: Tried) => boolean | null>> = {
  'the plan ends where the projection does, range included': ({ plan, trajectory }) =>
    endsAt(scenarioOf(trajectory, 'planned'), projectionOf(plan)) &&
    endsAt(scenarioOf(trajectory, 'thirst'), projectionOf(plan).byThirst, THIRST_TOLERANCE),
  'drinking to thirst never takes back what was drunk': ({ trajectory }) =>
    scenarioOf(trajectory, 'thirst').points.every(
      ({ fluidMl }, index, points) => fluidMl >= (points[index - 1]?.fluidMl ?? 0),
    ),
  'the plan ends with the amounts of its rates': ({ plan, trajectory }) => {
    const end = scenarioOf(trajectory, 'planned').points.at(-1);
    return (
      end !== undefined &&
      isNear(end.fluidMl, 1000 * plan.fluidLPerHr * plan.hours) &&
      isNear(end.carbG, plan.carbGPerHr * plan.hours) &&
      isNear(end.sodiumMg, plan.sodiumMgPerHr * plan.hours)
    );
  },
  'all numbers are finite and times ascend': ({ trajectory }) =>
    trajectory.scenarios.every(({ points }) =>
      points.every(
        (point, index) =>
          Object.values(point).every((value) => value === null || Number.isFinite(value)) &&
          point.atMin > (points[index - 1]?.atMin ?? -1),
      ),
    ),
  'plain water at the ceiling is never lighter or saltier than the plan': ({ trajectory }) =>
    everyPair(trajectory, 'planned', 'ceiling', isHeavierAndThinner),
  'someone who sweats little is never lighter at the ceiling': ({ trajectory }) => {
    const { points, lowSweat = [] } = scenarioOf(trajectory, 'ceiling');
    return (
      lowSweat.length === points.length &&
      lowSweat.every(({ bodyMassChangePercent }, index) => {
        const expected = points[index]?.bodyMassChangePercent;
        return expected === null || (bodyMassChangePercent ?? 0) >= (expected ?? 0) - SUM;
      })
    );
  },
  'nothing is never heavier than the plan': ({ trajectory }) =>
    everyPair(trajectory, 'nothing', 'planned', (nothing, planned) => mass(nothing) <= mass(planned) + SUM),
  'a litre more is heavier and less salty at every time': ({ plan }) => {
    const more = trajectoryOf(plan, withWater(plan, 2000));
    const less = trajectoryOf(plan, withWater(plan, 1000));
    return pairs(less, 'planned', more, 'planned').every(([one, other]) => isHeavierAndThinner(one, other));
  },
  'from level 4 on more heat is lighter at every time if nothing is taken, up to the highest sweat': ({
    plan,
    trajectory,
  }) => {
    const { thermalStressLevel, weather } = plan.input.activity;
    // In the cold, and for people who hardly sweat, warmer air saves more respiratory water than it costs in
    // sweat.
    if (thermalStressLevel === null || thermalStressLevel < 4 || thermalStressLevel > 8 || weather !== null) {
      return null;
    }
    const activity = { ...plan.input.activity, thermalStressLevel: thermalStressLevel + 1 };
    const hot = planEvent({ ...plan.input, activity });
    if (hot.legs.some((leg) => isAtSweatLimit(leg) || leg.personalMultiplier < 0.5)) return null;
    return pairs(trajectory, 'nothing', trajectoryOf(hot), 'nothing').every(
      ([cool, warm]) => mass(warm) <= mass(cool) + SUM,
    );
  },
  'mass moves no faster than what leaves and comes in, at leg borders too': ({ plan, trajectory }) =>
    trajectory.scenarios.every(({ points }) =>
      points.every((point, index) => isSteady(plan, points[index - 1], point)),
    ),
};

function isAtSweatLimit({ sweat, sweatLPerHr }: LegPlan): boolean {
  return Math.max(sweat.averagePersonLPerHr, sweatLPerHr) >= SWEAT_LIMIT_L_PER_HR;
}

function isSteady(plan: EventPlan, before: TrajectoryPoint | undefined, after: TrajectoryPoint): boolean {
  if (before === undefined) return true;
  const hours = (after.atMin - before.atMin) / 60;
  const taken = (after.fluidMl - before.fluidMl + after.carbG - before.carbG) / 1000;
  const fastest = plan.legs.reduce(
    (most, leg) => Math.max(most, leg.sweatLPerHr + Math.abs(leg.breathLPerHr) + leg.urineLPerHr),
    0,
  );
  const burnedKgPerHr = (3.6 * Math.max(...plan.legs.map(({ effort }) => effort.metabolicRateW))) / 16_200;
  const mostKg = (fastest + burnedKgPerHr) * hours + taken;
  return (Math.abs(mass(after) - mass(before)) / 100) * plan.body.massKg <= mostKg + SUM;
}

function mass({ bodyMassChangePercent }: TrajectoryPoint): number {
  return bodyMassChangePercent ?? 0;
}

function sodium({ plasmaSodiumMmolPerL }: TrajectoryPoint): number {
  return plasmaSodiumMmolPerL ?? 0;
}

function isHeavierAndThinner(one: TrajectoryPoint, other: TrajectoryPoint): boolean {
  return mass(other) >= mass(one) - SUM && sodium(other) <= sodium(one) + SUM;
}

function withWater({ input }: EventPlan, fluidMl: number) {
  const endMin = input.activity.durationMin;
  const dose = { fromMin: 0, toMin: endMin, fluidMl, sodiumMg: 0, carbG: 0 };
  return { fromMin: 0, taken: null, endMin, doses: [dose], rowMinutes: [] };
}

function scenarioOf({ scenarios }: Trajectory, name: Scenario['name']): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`a trajectory without the scenario ${name}`);
  return found;
}

function pairs(one: Trajectory, name: Scenario['name'], other: Trajectory, otherName: Scenario['name']) {
  const points = scenarioOf(other, otherName).points;
  return scenarioOf(one, name).points.flatMap((point, index) => {
    const paired = points[index];
    return paired === undefined ? [] : [[point, paired] as const];
  });
}

function everyPair(
  trajectory: Trajectory,
  name: Scenario['name'],
  otherName: Scenario['name'],
  holds: (one: TrajectoryPoint, other: TrajectoryPoint) => boolean,
): boolean {
  return pairs(trajectory, name, trajectory, otherName).every(([one, other]) => holds(one, other));
}

function endsAt({ points, low, high }: Scenario, end: ProjectedEnd, tolerance = 0): boolean {
  const shown = [points.at(-1), low?.at(-1), high?.at(-1)];
  const ends = [end.bodyMassChangePercent, end.plasmaSodiumMmolPerL].map((estimate) =>
    estimate === null ? [] : [estimate.value, estimate.low, estimate.high],
  );
  return shown.every(
    (point, index) =>
      point !== undefined &&
      (point.bodyMassChangePercent === null ||
        isNear(point.bodyMassChangePercent, ends[0]?.[index] ?? Number.NaN, tolerance)) &&
      (point.plasmaSodiumMmolPerL === null ||
        isNear(point.plasmaSodiumMmolPerL, ends[1]?.[index] ?? Number.NaN, tolerance)),
  );
}

/** Returns whether two numbers differ by less than any displayed digit. */
function isNear(value: number, expected: number, tolerance = 0): boolean {
  return Math.abs(value - expected) <= 1e-9 * Math.max(1, Math.abs(expected)) + SUM * SHOWN + tolerance;
}

/** Checks every invariant over random inputs of the full wire range. */
export function checkTrajectories(inputs: number, seed: number): readonly TrajectoryCheck[] {
  const source = new InputSource(new RandomSource(seed));
  const results = Object.keys(PROMISES).map((name) => ({
    name,
    tried: 0,
    broken: 0,
    firstInput: null as unknown,
  }));
  for (let count = 0; count < inputs; count++) {
    const plan = planEvent(source.anything(0.1));
    const tried = { plan, trajectory: trajectoryOf(plan) };
    for (const result of results) {
      const holds = PROMISES[result.name]?.(tried) ?? null;
      if (holds === null) continue;
      result.tried++;
      if (holds) continue;
      result.broken++;
      result.firstInput ??= plan.input;
    }
  }
  return results;
}
