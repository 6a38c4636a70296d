/**
 * Follows body mass, plasma sodium and the gut through an event: the balance of the projection at each time,
 * with the losses, oxidation and intake so far (SCIENCE §4, §9).
 */

import { fuelOf, steadyWaterMassPercent } from './balance.ts';
import { type Course, courseOf, type Followed, type Intake, intakeOver } from './intake-over-time.ts';
import type { SCENARIOS } from './names.ts';
import type { EventPlan } from './plan.ts';
import {
  bodyAfter,
  mixedWithThirst,
  type Passed,
  type ProjectedBody,
  projectedBody,
  shownBody,
  sweatSpread,
  thirstBody,
  thirstWeight,
} from './projection.ts';

export type { Dose, Followed } from './intake-over-time.ts';

/** One moment of a scenario. Amounts are since the start. */
export interface TrajectoryPoint {
  readonly atMin: number;
  readonly fluidMl: number;
  readonly sodiumMg: number;
  readonly carbG: number;
  /** Null for an athlete whose weight must not be shown. */
  readonly bodyMassChangePercent: number | null;
  /** At unchanged body water. Null as above. */
  readonly steadyWaterMassChangePercent: number | null;
  /** Null in pregnancy. */
  readonly plasmaSodiumMmolPerL: number | null;
  /** Carbohydrate taken that the gut could not absorb yet, g. */
  readonly carbInGutG: number;
}

/** One end of the 80 % range at one moment. */
export type TrajectoryBound = Pick<
  TrajectoryPoint,
  'atMin' | 'bodyMassChangePercent' | 'plasmaSodiumMmolPerL'
>;

/**
 * One scenario of an event. Only `planned` and `thirst` have ranges, and only `ceiling` its effect on a low
 * sweater.
 */
export interface Scenario {
  readonly name: (typeof SCENARIOS)[number];
  readonly points: readonly TrajectoryPoint[];
  readonly low?: readonly TrajectoryBound[];
  readonly high?: readonly TrajectoryBound[];
  readonly lowSweat?: readonly TrajectoryBound[];
}

/** An event in each scenario, at the same times. */
export interface Trajectory {
  readonly stepMin: number;
  readonly scenarios: readonly Scenario[];
}

/**
 * Follows an event through four scenarios. `planned`: the rates of the plan, or the followed intake.
 * `thirst`: the same food, and drink between the plan and what thirst leads to, by the length of the event. `ceiling`:
 * plain water at the ceiling of each leg, with the planned food and no sodium; `lowSweat` is the same for
 * someone at the low end of the sweat range whose kidneys retain water. `nothing`: no food or drink. With the
 * plan's own rates the first two end where `projectionOf` does.
 */
export function trajectoryOf(plan: EventPlan, followed: Followed | null = null): Trajectory {
  const course = courseOf(plan, followed);
  const planned = intakeOver(course, course.planned);
  const ceiling = intakeOver(course, course.ceiling);
  const dry = intakeOver(course, course.dry);
  const nothing = intakeOver(course, course.nothing);
  return {
    stepMin: course.stepMin,
    scenarios: [
      ...withRanges(plan, course, { planned, ceiling, dry }),
      withLowSweat(plan, course, ceiling),
      { name: 'nothing', points: pointsOf(plan, course, nothing) },
    ],
  };
}

/** Shortest time for a balance, h: at the start nothing is lost yet, but something may have been taken. */
const LEAST_HOURS = 1e-9;

/** Returns the balance of an event up to one moment. */
function passedAt(plan: EventPlan, { minutes, losses }: Course, intake: Intake, index: number): Passed {
  const hours = Math.max(LEAST_HOURS, (minutes[index] ?? 0) / 60);
  const carbGPerHr = (intake.carbG[index] ?? 0) / hours;
  const { massKg, bodyWaterL } = plan.body;
  const fuel = fuelOf({
    massKg,
    metabolicRateW: (losses.energyWh[index] ?? 0) / hours,
    fractionOfVo2max: plan.fractionOfVo2max,
    hours,
    intakeGPerHr: carbGPerHr,
  });
  return {
    massKg,
    balance: {
      hours,
      bodyWaterL,
      sweatLPerHr: (losses.sweatL[index] ?? 0) / hours,
      breathLPerHr: (losses.breathL[index] ?? 0) / hours,
      urineLPerHr: (losses.urineL[index] ?? 0) / hours,
      metabolicWaterL: fuel.metabolicWaterL,
      sweatSodiumMgPerL: plan.balance.sweatSodiumMgPerL,
    },
    gasLossKg: fuel.gasLossKg,
    intake: {
      carbGPerHr,
      fluidLPerHr: (intake.fluidMl[index] ?? 0) / 1000 / hours,
      sodiumMgPerHr: (intake.sodiumMg[index] ?? 0) / hours,
    },
  };
}

function pointsOf(plan: EventPlan, course: Course, intake: Intake): readonly TrajectoryPoint[] {
  return course.shown.map((index) => {
    const passed = passedAt(plan, course, intake, index);
    return pointOf(plan, course, intake, { index, passed, ...shownBody(passed) });
  });
}

/**
 * Follows the ceiling, also for someone at the low end of the sweat range with the minimum assumed urine
 * output.
 */
function withLowSweat(plan: EventPlan, course: Course, intake: Intake): Scenario {
  const points: TrajectoryPoint[] = [];
  const lowSweat: TrajectoryBound[] = [];
  for (const index of course.shown) {
    const passed = passedAt(plan, course, intake, index);
    const atMin = course.minutes[index] ?? 0;
    points.push(pointOf(plan, course, intake, { index, passed, ...shownBody(passed) }));
    const balance = { ...passed.balance, urineLPerHr: plan.countedUrineLPerHr };
    const low = shownBody({ ...passed, balance }, 1 / sweatSpread(plan, atMin / 60));
    lowSweat.push(boundOf(plan, atMin, low.massPercent, low.plasmaMmolPerL));
  }
  return { name: 'ceiling', points, lowSweat };
}

interface BodyAt {
  readonly index: number;
  readonly passed: Passed;
  readonly massPercent: number;
  readonly plasmaMmolPerL: number;
}

function pointOf(
  plan: EventPlan,
  { minutes }: Course,
  intake: Intake,
  { index, passed, massPercent, plasmaMmolPerL }: BodyAt,
): TrajectoryPoint {
  const atMin = minutes[index] ?? 0;
  const carbG = intake.carbG[index] ?? 0;
  const fuel = { metabolicWaterL: passed.balance.metabolicWaterL, gasLossKg: passed.gasLossKg };
  return {
    ...boundOf(plan, atMin, massPercent, plasmaMmolPerL),
    fluidMl: intake.fluidMl[index] ?? 0,
    sodiumMg: intake.sodiumMg[index] ?? 0,
    carbG,
    steadyWaterMassChangePercent: hidesMass(plan)
      ? null
      : steadyWaterMassPercent(carbG, fuel, plan.body.massKg),
    carbInGutG: intake.carbInGutG[index] ?? 0,
  };
}

function hidesMass({ input }: EventPlan): boolean {
  return input.athlete.health.redsOrEatingDisorder;
}

interface Intakes {
  readonly planned: Intake;
  readonly ceiling: Intake;
  readonly dry: Intake;
}

/** Follows the plan with its range, and thirst with its own. */
function withRanges(
  plan: EventPlan,
  course: Course,
  { planned, ceiling, dry }: Intakes,
): readonly [Scenario, Scenario] {
  const points: TrajectoryPoint[] = [];
  const thirstPoints: TrajectoryPoint[] = [];
  const exactly: Range = { low: [], high: [] };
  const byThirst: Range = { low: [], high: [] };
  const { massKg } = plan.body;
  const massOf = (intake: Intake, index: number): number =>
    bodyAfter(passedAt(plan, course, intake, index), 1).massPercent;
  const first = course.shown[0] ?? 0;
  const eventHours = (course.minutes.at(-1) ?? 0) / 60;
  const start = { fromHours: (course.minutes[first] ?? 0) / 60, fromMassPercent: massOf(planned, first) };
  const weight = thirstWeight(eventHours);
  let drunkMl = 0;
  for (const index of course.shown) {
    const passed = passedAt(plan, course, planned, index);
    const atMin = course.minutes[index] ?? 0;
    const hours = atMin / 60;
    const body = projectedBody(passed, sweatSpread(plan, hours));
    points.push(pointOf(plan, course, planned, { index, passed, ...middleOf(body) }));
    addBounds(plan, exactly, atMin, body);

    const dryMassPercent = massOf(dry, index);
    const ceilingMassPercent = massOf(ceiling, index);
    const thirst = thirstBody({ eventHours, hours, ...start, dryMassPercent, ceilingMassPercent });
    const mixed = weight === 0 ? body : mixedWithThirst(body, thirst, weight);
    const plannedMl = planned.fluidMl[index] ?? 0;
    const overDryMl = 10 * massKg * (mixed.bodyMassChangePercent.value - dryMassPercent);
    drunkMl = weight === 0 ? plannedMl : Math.max(drunkMl, (dry.fluidMl[index] ?? 0) + overDryMl);
    thirstPoints.push({
      ...pointOf(plan, course, planned, { index, passed, ...middleOf(mixed) }),
      fluidMl: drunkMl,
      sodiumMg: plannedMl > 0 ? (planned.sodiumMg[index] ?? 0) * (drunkMl / plannedMl) : 0,
    });
    addBounds(plan, byThirst, atMin, mixed);
  }
  return [
    { name: 'planned', points, ...exactly },
    { name: 'thirst', points: thirstPoints, ...byThirst },
  ];
}

function middleOf(body: ProjectedBody) {
  return {
    massPercent: body.bodyMassChangePercent.value,
    plasmaMmolPerL: body.plasmaSodiumMmolPerL.value,
  };
}

interface Range {
  readonly low: TrajectoryBound[];
  readonly high: TrajectoryBound[];
}

function addBounds(plan: EventPlan, { low, high }: Range, atMin: number, body: ProjectedBody): void {
  const { bodyMassChangePercent: mass, plasmaSodiumMmolPerL: sodium } = body;
  low.push(boundOf(plan, atMin, mass.low, sodium.low));
  high.push(boundOf(plan, atMin, mass.high, sodium.high));
}

function boundOf(plan: EventPlan, atMin: number, massPercent: number, sodium: number): TrajectoryBound {
  return {
    atMin,
    bodyMassChangePercent: hidesMass(plan) ? null : massPercent,
    plasmaSodiumMmolPerL: plan.input.athlete.health.pregnant ? null : sodium,
  };
}
