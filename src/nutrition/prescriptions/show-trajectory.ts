/** Follows a session through its scenarios for the wire. Loaded when it is asked for. */

import type { PrescribeInput } from '@musette/engine/prescribe';
import { planEvent } from '@musette/engine/prescribe';
import {
  type Trajectory as Followable,
  type Followed,
  type Scenario,
  type TrajectoryBound,
  type TrajectoryPoint,
  trajectoryOf,
} from '@musette/engine/trajectory';
import { roundTo } from '#platform/http/wire-fields.ts';
import { shownSteadyMass } from './outlook-shape.ts';
import type { PrescriptionNumbers } from './prescription-shape.ts';
import type { Trajectory } from './trajectory-shape.ts';

type Point = Trajectory['scenarios'][number]['points'][number];
type Bound = NonNullable<Trajectory['scenarios'][number]['low']>[number];

/** Numbers of a prescription at which the amounts of its trajectory end. */
type ShownNumbers = Pick<
  PrescriptionNumbers,
  'totalFluidMl' | 'totalSodiumMg' | 'totalCarbG' | 'maxSafeFluidMlPerHr'
>;

/**
 * Calculates the trajectory of a prescription and maps it to the wire. Without a followed plan, `planned`
 * ends at the shown totals and `ceiling` drinks at the shown ceiling.
 */
export function trajectoryToWire(
  input: PrescribeInput,
  numbers: ShownNumbers,
  followed: Followed | null = null,
): Trajectory {
  const plan = planEvent(input);
  const trajectory = trajectoryOf(plan, followed);
  const scales = followed === null ? scalesOf(trajectory, numbers, plan.ceiling.maxLPerHr) : null;
  return {
    step_min: trajectory.stepMin,
    scenarios: trajectory.scenarios.map((each) => scenarioToWire(each, scales?.[each.name] ?? EXACT)),
  };
}

/** Factors from exact amounts to the amounts behind the shown numbers. */
interface Scale {
  readonly fluid: number;
  readonly sodium: number;
  readonly carb: number;
}

const EXACT: Scale = { fluid: 1, sodium: 1, carb: 1 };

function scalesOf(
  { scenarios }: Followable,
  numbers: ShownNumbers,
  maxLPerHr: number,
): Readonly<Record<Scenario['name'], Scale>> {
  const end = scenarios.find(({ name }) => name === 'planned')?.points.at(-1);
  const share = (shown: number, exact: number | undefined) => (exact ? shown / exact : 1);
  const planned = {
    fluid: share(numbers.totalFluidMl, end?.fluidMl),
    sodium: share(numbers.totalSodiumMg, end?.sodiumMg),
    carb: share(numbers.totalCarbG, end?.carbG),
  };
  const ceiling = { ...planned, fluid: share(numbers.maxSafeFluidMlPerHr, 1000 * maxLPerHr) };
  return { planned, thirst: planned, ceiling, nothing: EXACT };
}

function scenarioToWire(
  { name, points, low, high, lowSweat }: Scenario,
  scale: Scale,
): Trajectory['scenarios'][number] {
  return {
    name,
    points: points.map((each) => pointToWire(each, scale)),
    ...(low && high && { low: low.map(boundToWire), high: high.map(boundToWire) }),
    ...(lowSweat && { low_sweat: lowSweat.map(boundToWire) }),
  };
}

function pointToWire(shown: TrajectoryPoint, scale: Scale): Point {
  const { at_min, body_mass_change_percent, plasma_sodium_mmol_per_l } = boundToWire(shown);
  return {
    at_min,
    fluid_ml: roundTo(shown.fluidMl * scale.fluid, 0),
    sodium_mg: roundTo(shown.sodiumMg * scale.sodium, 0),
    carb_g: roundTo(shown.carbG * scale.carb, 0),
    body_mass_change_percent,
    steady_water_mass_change_percent: shownSteadyMass(shown.steadyWaterMassChangePercent),
    plasma_sodium_mmol_per_l,
    carb_in_gut_g: roundTo(shown.carbInGutG, 0),
  };
}

/** Rounds as the projection is rounded. */
function boundToWire(shown: TrajectoryBound): Bound {
  const { bodyMassChangePercent: mass, plasmaSodiumMmolPerL: sodium } = shown;
  return {
    at_min: Math.round(shown.atMin),
    body_mass_change_percent: mass === null ? null : roundTo(mass, 1),
    plasma_sodium_mmol_per_l: sodium === null ? null : roundTo(sodium, 1),
  };
}
