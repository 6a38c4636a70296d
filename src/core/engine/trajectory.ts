/**
 * Follows body mass, plasma sodium and the gut through an event: the balance of the projection at each time,
 * with the losses, oxidation and intake so far (SCIENCE §4, §9).
 */

import { fuelOf } from './balance.ts';
import { type Course, courseOf, type Followed, type Intake, intakeOver } from './intake-over-time.ts';
import type { EventPlan } from './plan.ts';
import {
  bodyAfter,
  type Passed,
  type ProjectedBody,
  projectedBody,
  shareBeforeThirst,
  shownBody,
  sweatSpread,
} from './projection.ts';

export type { Dose, Followed } from './intake-over-time.ts';

/** Ways to drink and eat through an event. */
export const SCENARIOS = ['planned', 'thirst', 'ceiling', 'nothing'] as const;

/** One moment of a scenario. Amounts are since the start. */
export interface TrajectoryPoint {
  readonly atMin: number;
  readonly fluidMl: number;
  readonly sodiumMg: number;
  readonly carbG: number;
  /** Null for an athlete whose weight must not be shown. */
  readonly bodyMassChangePercent: number | null;
  readonly plasmaSodiumMmolPerL: number;
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
 * `thirst`: the same, but thirst corrects the hours after the fourth, so its ranges are narrower. `ceiling`:
 * plain water at the ceiling of each leg, with the planned food and no sodium; `lowSweat` is the same for
 * someone at the low end of the sweat range whose kidneys retain water. `nothing`: no food or drink. With the
 * plan's own rates the first two end where `projectionOf` does.
 */
export function trajectoryOf(plan: EventPlan, followed: Followed | null = null): Trajectory {
  const course = courseOf(plan, followed);
  const planned = intakeOver(course, course.planned);
  const ceiling = intakeOver(course, course.ceiling);
  const nothing = intakeOver(course, course.nothing);
  return {
    stepMin: course.stepMin,
    scenarios: [
      ...withRanges(plan, course, planned),
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
    const { massPercent, plasmaMmolPerL } = shownBody(passedAt(plan, course, intake, index));
    return pointOf(plan, course, intake, { index, massPercent, plasmaMmolPerL });
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
    const usual = shownBody(passed);
    points.push(pointOf(plan, course, intake, { index, ...usual }));
    const balance = { ...passed.balance, urineLPerHr: plan.countedUrineLPerHr };
    const low = shownBody({ ...passed, balance }, 1 / sweatSpread(plan, atMin / 60));
    lowSweat.push(boundOf(plan, atMin, low.massPercent, low.plasmaMmolPerL));
  }
  return { name: 'ceiling', points, lowSweat };
}

interface BodyAt {
  readonly index: number;
  readonly massPercent: number;
  readonly plasmaMmolPerL: number;
}

function pointOf(
  plan: EventPlan,
  { minutes }: Course,
  intake: Intake,
  { index, massPercent, plasmaMmolPerL }: BodyAt,
): TrajectoryPoint {
  return {
    atMin: minutes[index] ?? 0,
    fluidMl: intake.fluidMl[index] ?? 0,
    sodiumMg: intake.sodiumMg[index] ?? 0,
    carbG: intake.carbG[index] ?? 0,
    bodyMassChangePercent: hidesMass(plan) ? null : massPercent,
    plasmaSodiumMmolPerL: plasmaMmolPerL,
    carbInGutG: intake.carbInGutG[index] ?? 0,
  };
}

function hidesMass({ input }: EventPlan): boolean {
  return input.athlete.health.redsOrEatingDisorder;
}

/** Follows the plan with its two ranges: if followed exactly, and if thirst corrects it. */
function withRanges(plan: EventPlan, course: Course, intake: Intake): readonly [Scenario, Scenario] {
  const points: TrajectoryPoint[] = [];
  const exactly: Range = { low: [], high: [] };
  const byThirst: Range = { low: [], high: [] };
  for (const index of course.shown) {
    const passed = passedAt(plan, course, intake, index);
    const atMin = course.minutes[index] ?? 0;
    const hours = atMin / 60;
    const spread = sweatSpread(plan, hours);
    const expected = bodyAfter(passed, 1);
    const body = projectedBody(passed, spread, 1, expected);
    const share = shareBeforeThirst(hours);
    const corrected = share === 1 ? body : projectedBody(passed, spread, share, expected);
    const at = {
      index,
      massPercent: body.bodyMassChangePercent.value,
      plasmaMmolPerL: body.plasmaSodiumMmolPerL.value,
    };
    points.push(pointOf(plan, course, intake, at));
    addBounds(plan, exactly, atMin, body);
    addBounds(plan, byThirst, atMin, corrected);
  }
  return [
    { name: 'planned', points, ...exactly },
    { name: 'thirst', points, ...byThirst },
  ];
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
    plasmaSodiumMmolPerL: sodium,
  };
}
